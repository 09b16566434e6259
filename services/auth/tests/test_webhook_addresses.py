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
def test_non_public_webhook_address_is_refused(address: str) -> None:
    """S14"""
    with pytest.raises(AddressRefused) as refusal:
        check_address(address, to_loopback=False)
    assert refusal.value.reason == REFUSED[address]


@pytest.mark.parametrize("address", ALLOWED)
def test_public_webhook_address_is_accepted(address: str) -> None:
    check_address(address, to_loopback=False)


def test_development_allows_loopback_only() -> None:
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
    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> list[Any]:
        self.asked.append(host)
        found = self.answers.pop(0)
        kind = {True: socket.AF_INET6, False: socket.AF_INET}
        return [(kind[":" in item], socket.SOCK_STREAM, 6, "", (item, port)) for item in found]


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
async def test_name_resolving_to_internal_address_is_not_called(addresses: list[str]) -> None:
    """S14"""
    client = WebhookClient(lookup=Names(addresses))
    reply = await client.post("https://hooks.example/", {}, "{}")
    await client.close()
    assert (reply.status, reply.cause) == (None, "address")


async def test_name_is_resolved_once_and_connection_uses_that_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """S14"""
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


async def test_connected_address_is_checked_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with a_receiver() as receiver:
        monkeypatch.setattr("services.auth.webhooks.client.check_address", lambda *_, **__: None)
        client = WebhookClient(to_loopback=False)
        reply = await client.post(receiver.address, {}, "{}")
        await client.close()
    assert (reply.status, reply.cause, receiver.came) == (None, "connection", [])


async def test_stored_webhook_address_is_checked_again() -> None:
    async with a_receiver() as receiver:
        client = WebhookClient(to_loopback=False)
        reply = await client.post(receiver.address, {}, "{}")
        await client.close()
    assert (reply.cause, receiver.came) == ("address", [])


async def test_webhook_redirect_is_not_followed() -> None:
    """S14"""
    async with (
        a_receiver() as inside,
        a_receiver(status=307, headers={"Location": inside.address}) as outside,
    ):
        client = WebhookClient(to_loopback=True)
        reply = await client.post(outside.address, {}, "{}")
        await client.close()
    assert (reply.status, len(outside.came), inside.came) == (307, 1, [])


async def test_proxy_environment_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_receiver() as proxy, a_receiver() as receiver:
        for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.address)
        client = WebhookClient(to_loopback=True)
        reply = await client.post(receiver.address, {}, "{}")
        await client.close()
    assert (reply.status, proxy.came, len(receiver.came)) == (200, [], 1)


async def test_untrusted_certificate_is_refused(tmp_path: Path) -> None:
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


async def test_endless_webhook_answer_is_cut() -> None:
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


def test_public_addresses_are_recognised() -> None:
    assert all(is_public(item) for item in ("8.8.8.8", "1.1.1.1", "2606:4700::1111", "2a00:1450::1"))
    assert not any(is_public(item) for item in ("", "example", "8.8.8.8.8", "08.8.8.8", "2606:4700::1111%1"))


def test_signature_matches_standard_webhooks_example() -> None:
    key = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    signed = signatures([key], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}')
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
