import asyncio
import http.client
import json
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deploy.local.places import ROOT
from libs.kit.testing import PATIENCE, Service, until
from services.auth.tests.conftest import to_loopback  # noqa: F401 - a fixture
from services.auth.tests.people import a_person
from services.auth.tests.receivers import a_receiver, a_webhook, deliveries, listener, own_webhooks, send_all
from services.auth.tests.webhook_news import a_bid
from services.auth.webhooks import rules as webhook_rules

pytestmark = [pytest.mark.servers, pytest.mark.usefixtures("to_loopback")]


PAGE = (ROOT / "docs/integrators.md").read_text()


PART = PAGE.split("## Webhooks")[1].split("\n## ")[0]


Check = Callable[[str, dict[str, str], bytes], bool]


def is_from_wangi() -> Check:
    source, _ = re.findall(r"```python\n(.*?)```", PART, re.S)
    names: dict[str, Any] = {}
    exec(source, names)  # noqa: S102 - the words of our own page
    check: Check = names["is_from_wangi"]
    return check


async def test_documented_function_accepts_only_our_webhooks(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = is_from_wangi()
    async with a_receiver() as receiver:
        person, made = await listener(auth, receiver, "bid.placed")
        await auth.deliver(a_bid(person.id))
        form = {"password": person.form["password"]}
        path = f"{own_webhooks(person)}/{made['webhook']['id']}/rotate"
        again = (await person.call("POST", path, json=form)).json()
        await send_all(auth)
        [(headers, body)] = receiver.came
    capitals = {name.title(): value for name, value in headers.items()}
    for secret in (made["secret"], again["secret"]):
        assert check(secret, headers, body.encode())
        assert check(secret, capitals, body.encode()), "names of headers have no case"
    assert not check(webhook_rules.secret_text(webhook_rules.new_secret()), headers, body.encode())
    assert not check(made["secret"], headers, body.encode() + b" ")
    assert not check(made["secret"], headers | {"webhook-id": "msg_1"}, body.encode())
    assert not check(made["secret"], headers | {"webhook-timestamp": "soon"}, body.encode())
    assert not check(made["secret"], {}, body.encode())
    monkeypatch.setattr("time.time", lambda: int(headers["webhook-timestamp"]) + 301)
    assert not check(made["secret"], headers, body.encode())


async def answers_at(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


def forge(port: int) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("POST", "/", body=b"{}", headers={"webhook-id": "msg_1"})
    return connection.getresponse().status


async def test_documented_receiver_runs_as_written(auth: Service, tmp_path: Path) -> None:
    _, source = re.findall(r"```python\n(.*?)```", PART, re.S)
    assert len(source.strip().splitlines()) <= 20
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (tmp_path / "receiver.py").write_text(source.replace("9000", str(port)))
    person = await a_person(auth)
    made = await a_webhook(person, url=f"http://127.0.0.1:{port}/", events=["bid.placed"])
    names = {"WANGI_WEBHOOK_SECRET": made["secret"], "PYTHONPATH": str(ROOT / "clients/python"), "PATH": ""}
    process = await asyncio.create_subprocess_exec(
        sys.executable, tmp_path / "receiver.py", env=names, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        assert process.stdout is not None
        await until(lambda: answers_at(port))
        await auth.deliver(a_bid(person.id))
        await send_all(auth)
        printed = (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()
        forged = await asyncio.to_thread(forge, port)
    finally:
        process.kill()
        await process.wait()
    assert printed.startswith("bid.placed {'auctionId':")
    assert forged == 401
    [delivery] = await deliveries(person, made["webhook"]["id"])
    assert delivery["statusCode"] == 204


async def test_documented_webhook_has_the_sent_fields(auth: Service) -> None:

    [shown] = [json.loads(match_) for match_ in re.findall(r"```json\n(.*?)```", PART, re.S)]
    async with a_receiver() as receiver:
        person, _ = await listener(auth, receiver, "bid.placed")
        await auth.deliver(a_bid(person.id))
        await send_all(auth)
        [sent] = receiver.messages
    assert list(shown) == list(sent)
    assert list(shown["data"]) == list(sent["data"])
    assert {name: type(value) for name, value in shown["data"].items()} == {
        name: type(value) for name, value in sent["data"].items()
    }


def test_webhook_page_names_events_scopes_and_limits() -> None:
    rows = re.findall(r"^\| (`.+?) \| .+? \| (?:`([a-z:]+)`)? ?\|$", PART, re.M)
    documented = {event: scope for events, scope in rows for event in re.findall(r"`([a-z.]+)`", events)}
    scopes: dict[str, str] = {event: webhook_rules.scope_of(event) for event in webhook_rules.WEBHOOK_EVENTS}
    assert documented == scopes | {webhook_rules.TEST_EVENT: ""}
    words = " ".join(PART.split())
    assert f"{webhook_rules.MAX_WAITING:,} messages wait" in words
    assert f"last {webhook_rules.MAX_KEPT:,} of seven days" in words
