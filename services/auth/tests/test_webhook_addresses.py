"""Where webhooks are sent: to the public internet over TLS, however an address is written or resolved."""

import asyncio
import base64
import socket
import ssl
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from services.auth.tests.receivers import a_receiver
from services.auth.webhooks.addresses import AddressRefused, check_address, is_public
from services.auth.webhooks.client import WebhookClient
from services.auth.webhooks.rules import signatures
from tests.support.certificates import a_certificate

REFUSED = {
    "http://hooks.example/wangi": "scheme",
    "ftp://hooks.example/": "scheme",
    "file:///etc/passwd": "scheme",
    "hooks.example/wangi": "scheme",
    "https://user:word@hooks.example/": "credentials",
    "https://user@hooks.example/": "credentials",
    "https://hooks.example@127.0.0.1/": "credentials",
    "https://hooks.example:22/": "port",
    "https://hooks.example:80/": "port",
    "https://hooks.example:6379/": "port",
    "https://hooks.example:99999/": "form",
    "https://hooks.example/\r\nX-Evil: 1": "form",
    "https://hooks.example/a b": "form",
    "https://hooks.example/%zz": "form",
    "https://hooks.example/#part": "form",
    "https://hooks.example\\@127.0.0.1/": "form",
    "https://höoks.example/": "form",
    "https://[::1/": "form",
    "https:///wangi": "host",
    "https://localhost/": "host",
    "https://auth/": "host",
    "https://auth.wangi.svc/": "host",
    "https://metadata.google.internal/": "host",
    "https://printer.local/": "host",
    "https://hooks.example./": "host",
    "https://127.0.0.1/": "host",
    "https://127.1/": "host",
    "https://2130706433/": "host",
    "https://0x7f000001/": "host",
    "https://0x7f.0.0.1/": "host",
    "https://0177.0.0.1/": "host",
    "https://0/": "host",
    "https://10.0.0.1/": "host",
    "https://100.64.0.1/": "host",
    "https://169.254.169.254/latest/meta-data/": "host",
    "https://168.63.129.16/": "host",
    "https://172.16.0.1/": "host",
    "https://192.168.1.1/": "host",
    "https://224.0.0.1/": "host",
    "https://255.255.255.255/": "host",
    "https://[::1]/": "host",
    "https://[::]/": "host",
    "https://[::ffff:10.0.0.1]/": "host",
    "https://[::ffff:8.8.8.8]/": "host",
    "https://[::7f00:1]/": "host",
    "https://[64:ff9b::a00:1]/": "host",
    "https://[64:ff9b:1::a00:1]/": "host",
    "https://[2002:a00:1::1]/": "host",
    "https://[2001:0:a00:1::1]/": "host",
    "https://[2001:db8::1]/": "host",
    "https://[fc00::1]/": "host",
    "https://[fd00:ec2::254]/": "host",
    "https://[fe80::1]/": "host",
    "https://[ff02::1]/": "host",
    "https://hooks.example/" + "a" * 1000: "form",
}


ALLOWED = (
    "https://hooks.example/wangi?token=a%20b",
    "https://hooks.example:443/",
    "https://hooks.example:8443/",
    "https://xn--hks-1sa.example/",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/",
)


@pytest.mark.parametrize("address", REFUSED)
def test_an_address_that_is_not_https_on_the_public_internet_is_refused(address: str) -> None:
    """S14: private, loopback, link-local, shared, metadata, mapped and translated addresses in every form."""
    with pytest.raises(AddressRefused) as refusal:
        check_address(address, to_loopback=False)
    assert refusal.value.reason == REFUSED[address]


@pytest.mark.parametrize("address", ALLOWED)
def test_an_address_on_the_public_internet_is_taken(address: str) -> None:
    """The control of the refusals."""
    check_address(address, to_loopback=False)


def test_only_loopback_is_open_in_development() -> None:
    check_address("http://127.0.0.1:9000/hook", to_loopback=True)
    for address in (
        "http://hooks.example/",
        "http://10.0.0.1/",
        "https://169.254.169.254/",
        "http://localhost/",
    ):
        with pytest.raises(AddressRefused):
            check_address(address, to_loopback=True)


class Names:
    """A name service that answers as it is told, one answer after another."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> list[Any]:
        self.asked.append(host)
        found = self.answers.pop(0)
        kind = {True: socket.AF_INET6, False: socket.AF_INET}
        return [(kind[":" in one], socket.SOCK_STREAM, 6, "", (one, port)) for one in found]


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["10.1.2.3"],
        ["100.100.100.200"],
        ["169.254.169.254"],
        ["::1"],
        ["::ffff:127.0.0.1"],
        ["64:ff9b::7f00:1"],
        ["fe80::1%1"],
        ["93.184.215.14", "127.0.0.1"],
        [],
    ],
)
async def test_a_name_that_stands_for_an_address_of_ours_is_not_connected_to(addresses: list[str]) -> None:
    """S14: also where only one of its addresses is ours."""
    client = WebhookClient(lookup=Names(addresses))
    reply = await client.post("https://hooks.example/", {}, "{}")
    await client.close()
    assert (reply.status, reply.cause) == (None, "address")


async def test_a_name_is_resolved_once_and_the_connection_goes_to_that_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """S14: a name server that answers with a public address first and with ours after that gains nothing."""
    names, targets = Names(["93.184.215.14"], ["127.0.0.1"]), list[Any]()

    async def refuse(_: socket.socket, address: Any) -> None:
        targets.append(address)
        raise OSError("no test connects to the internet")

    monkeypatch.setattr(asyncio.get_running_loop(), "sock_connect", refuse)
    client = WebhookClient(lookup=names)
    reply = await client.post("https://hooks.example/", {}, "{}")
    await client.close()
    assert (reply.status, reply.cause) == (None, "connection")
    assert (names.asked, targets) == (["hooks.example"], [("93.184.215.14", 443)])


async def test_the_very_address_of_a_connection_is_checked_whatever_came_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The last guard by itself: address and name have passed, by a mistake of ours."""
    async with a_receiver() as receiver:
        monkeypatch.setattr("services.auth.webhooks.client.check_address", lambda *_, **__: None)
        client = WebhookClient(to_loopback=False)
        reply = await client.post(receiver.address, {}, "{}")
        await client.close()
    assert (reply.status, reply.cause, receiver.came) == (None, "connection", [])


async def test_a_row_that_was_written_under_other_rules_is_judged_again() -> None:
    async with a_receiver() as receiver:
        client = WebhookClient(to_loopback=False)
        reply = await client.post(receiver.address, {}, "{}")
        await client.close()
    assert (reply.cause, receiver.came) == ("address", [])


async def test_a_redirect_is_not_followed() -> None:
    """S14: an address of ours behind a redirect is never asked."""
    async with (
        a_receiver() as inside,
        a_receiver(status=307, headers={"Location": inside.address}) as outside,
    ):
        client = WebhookClient(to_loopback=True)
        reply = await client.post(outside.address, {}, "{}")
        await client.close()
    assert (reply.status, len(outside.came), inside.came) == (307, 1, [])


async def test_no_proxy_of_the_environment_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_receiver() as proxy, a_receiver() as receiver:
        for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.address)
        client = WebhookClient(to_loopback=True)
        reply = await client.post(receiver.address, {}, "{}")
        await client.close()
    assert (reply.status, proxy.came, len(receiver.came)) == (200, [], 1)


async def test_a_certificate_that_no_one_vouches_for_is_refused(tmp_path: Path) -> None:
    async def take(_: web.Request) -> web.Response:
        raise AssertionError("nothing is sent to it")

    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*a_certificate(tmp_path, "receiver"))
    app = web.Application()
    app.router.add_post("/", take)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=context).start()
    client = WebhookClient(to_loopback=True)
    reply = await client.post(f"https://127.0.0.1:{runner.addresses[0][1]}/", {}, "{}")
    await client.close()
    await runner.cleanup()
    assert (reply.status, reply.cause) == (None, "certificate")


async def test_an_answer_without_end_holds_no_one_up() -> None:
    """Of an answer little is read; its first line says all."""
    stop = asyncio.Event()

    async def flood(request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse()
        await answer.prepare(request)
        while not stop.is_set():
            await answer.write(b"x" * 65_536)
        return answer

    app = web.Application()
    app.router.add_post("/", flood)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    client = WebhookClient(to_loopback=True)
    async with asyncio.timeout(5):
        reply = await client.post(f"http://127.0.0.1:{runner.addresses[0][1]}/", {}, "{}")
    stop.set()
    await client.close()
    await runner.cleanup()
    assert reply.status == 200


def test_public_addresses_are_told_from_all_others() -> None:
    assert all(is_public(one) for one in ("8.8.8.8", "1.1.1.1", "2606:4700::1111", "2a00:1450::1"))
    assert not any(is_public(one) for one in ("", "example", "8.8.8.8.8", "08.8.8.8", "2606:4700::1111%1"))


def test_a_signature_is_that_of_the_standard() -> None:
    """Made with the libraries of Standard Webhooks: its published example."""
    key = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    signed = signatures([key], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}')
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
