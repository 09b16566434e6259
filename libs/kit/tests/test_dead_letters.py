import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import text

from deploy.local.stack import Stack
from libs.contracts.event import make_envelope
from libs.kit.events import inbox
from libs.kit.events.dlq import DeadLetters
from libs.kit.tests.lab import Lab, Ping, open_lab, subscriptions_for
from libs.kit.tests.pings import EACH, EVERYTHING, check_effects, ping_all

# A simulated crash leaves open sockets to the garbage collector.
pytestmark = [
    pytest.mark.servers,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]


@pytest.fixture
async def lab(stack: Stack) -> AsyncIterator[Lab]:
    async with open_lab(stack) as opened:
        yield opened


async def test_poison_parks_its_key_and_replays_in_order(lab: Lab) -> None:
    """P-D4"""

    def poison(ping: Ping) -> None:
        if ping.name.endswith("-b") and ping.n == 2:
            raise ValueError("this bottle cannot be counted")

    lab.fault = poison
    await ping_all(lab)
    expected = len(EVERYTHING) - (EACH - 1)

    async def settled() -> bool:
        parked = await lab.count("SELECT count(*) FROM parked")
        return parked == EACH - 1 and len(await lab.effects()) == expected

    await lab.until(settled)
    assert [n for name, n in await lab.effects() if name == "b"] == [1]
    assert await lab.count("SELECT count(*) FROM outbox WHERE topic = 'wangi.moderation.dlq'") == EACH - 1
    letters = DeadLetters(lab.database, lab.subscriptions)
    (waiting,) = await letters.overview()
    assert (waiting["waiting"], waiting["cause"]) == (EACH - 1, "ValueError: this bottle cannot be counted")
    with pytest.raises(ValueError, match="cannot be counted"):
        await letters.replay(waiting["topic"], waiting["key"])
    lab.fault = lambda ping: None
    assert await letters.replay(waiting["topic"], waiting["key"]) == EACH - 1
    check_effects(await lab.effects())
    assert await lab.count("SELECT count(*) FROM parked_keys") == 0


async def test_parked_key_can_be_discarded(lab: Lab) -> None:
    message = inbox.parse_message("wangi.moderation", 1, 5, b"k", b"not json")
    await lab.consumer.inbox.park(message, message.fault, 1)
    letters = DeadLetters(lab.database, lab.subscriptions)
    assert [row["cause"] for row in await letters.show("wangi.moderation", "k")] == [
        "unreadable: ValidationError"
    ]
    assert await letters.discard("wangi.moderation", "k") == 1
    assert await letters.overview() == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (b"\xff\xfe", b"{"),
        (b"nul\0key", b"\x00\x01\x02"),
        (None, None),
        (b"k", b"[1,2,3]"),
        (b"k" * 5000, b'{"specversion":"1.0"}'),
        (
            b"k",
            b'{"id":"a\\u0000b","type":"t","source":"s","subject":"x","time":"2026-01-01T00:00:00Z",'
            b'"dataschema":"d","version":1,"data":{}}',
        ),
    ],
)
async def test_any_bytes_can_be_parked(lab: Lab, key: bytes | None, value: bytes | None) -> None:
    message = inbox.parse_message("wangi.moderation", 0, 1, key, value)
    assert message.envelope is None
    await lab.consumer.inbox.park(message, "\0 \ud800 cause", 1)
    assert await lab.count("SELECT count(*) FROM parked") == 1


async def test_event_without_handler_is_skipped(lab: Lab) -> None:
    envelope = make_envelope(Ping(name="x", lab=lab.name, n=1), 1).model_copy(
        update={"type": "wangi.future.Thing.v9"}
    )
    message = inbox.parse_message("wangi.moderation", 0, 1, b"x", envelope.model_dump_json().encode())
    assert await lab.consumer.inbox.handle(message) == "unwanted"
    assert await lab.count("SELECT count(*) FROM inbox") == 0


async def test_swallowed_database_error_does_not_commit(lab: Lab) -> None:
    async def careless(ping: Ping, session: Any) -> None:
        with contextlib.suppress(Exception):
            await session.execute(text("SELECT 1 / 0"))

    careless_inbox = inbox.Inbox(lab.name, lab.database, subscriptions_for(careless))
    envelope = make_envelope(Ping(name="x", lab=lab.name, n=1), 1)
    message = inbox.parse_message("wangi.moderation", 0, 1, b"x", envelope.model_dump_json().encode())
    with pytest.raises(Exception, match="current transaction is aborted|Unavailable|aborted"):
        await careless_inbox.handle(message)
