"""What the page for integrators says of webhooks, word for word: its function takes what we send and nothing
else, its table names every event."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from libs.kit.testing import Service
from services.auth.domain import webhooks as rules
from services.auth.tests.conftest import to_loopback  # noqa: F401 - a fixture
from services.auth.tests.receivers import a_receiver, listener, own_webhooks, send_all
from services.auth.tests.webhook_news import a_bid

pytestmark = [pytest.mark.servers, pytest.mark.usefixtures("to_loopback")]
PAGE = (Path(__file__).resolve().parents[2] / "docs/integrators.md").read_text()
PART = PAGE.split("## Webhooks")[1].split("\n## ")[0]
Check = Callable[[str, dict[str, str], bytes], bool]


def is_from_wangi() -> Check:
    """The function of the page, as one copies it."""
    [source] = re.findall(r"```python\n(.*?)```", PART, re.S)
    names: dict[str, Any] = {}
    exec(source, names)  # noqa: S102 - the words of our own page
    check: Check = names["is_from_wangi"]
    return check


async def test_the_function_of_the_page_takes_our_calls_and_no_others(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = is_from_wangi()
    async with a_receiver() as receiver:
        person, made = await listener(auth, receiver, "bid.placed")
        await auth.hear(a_bid(person.id))
        form = {"password": person.form["password"]}
        path = f"{own_webhooks(person)}/{made['webhook']['id']}/rotate"
        again = (await person.call("POST", path, json=form)).json()
        await send_all(auth)
        [(headers, body)] = receiver.came
    for secret in (made["secret"], again["secret"]):
        assert check(secret, headers, body.encode())
    assert not check(rules.secret_text(rules.new_secret()), headers, body.encode())
    assert not check(made["secret"], headers, body.encode() + b" ")
    assert not check(made["secret"], headers | {"webhook-id": "msg_1"}, body.encode())
    assert not check(made["secret"], headers | {"webhook-timestamp": "soon"}, body.encode())
    monkeypatch.setattr("time.time", lambda: int(headers["webhook-timestamp"]) + 301)
    assert not check(made["secret"], headers, body.encode())


async def test_the_example_of_the_page_has_the_fields_that_are_sent(auth: Service) -> None:

    [shown] = [json.loads(one) for one in re.findall(r"```json\n(.*?)```", PART, re.S)]
    async with a_receiver() as receiver:
        person, _ = await listener(auth, receiver, "bid.placed")
        await auth.hear(a_bid(person.id))
        await send_all(auth)
        [sent] = receiver.messages
    assert list(shown) == list(sent)
    assert list(shown["data"]) == list(sent["data"])
    assert {name: type(value) for name, value in shown["data"].items()} == {
        name: type(value) for name, value in sent["data"].items()
    }


def test_the_page_names_every_event_with_its_scope_and_the_limits() -> None:
    rows = re.findall(r"^\| (`.+?) \| .+? \| (?:`([a-z:]+)`)? ?\|$", PART, re.M)
    told = {event: scope for events, scope in rows for event in re.findall(r"`([a-z.]+)`", events)}
    scopes: dict[str, str] = {event: rules.scope_of(event) for event in rules.EVENTS}
    assert told == scopes | {rules.TEST_EVENT: ""}
    words = " ".join(PART.split())
    assert f"{rules.MOST_WAITING:,} messages wait" in words
    assert f"last {rules.MOST_KEPT:,} of seven days" in words
