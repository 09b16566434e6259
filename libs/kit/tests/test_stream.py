import asyncio
import json
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import text

from deploy.local.stack import Stack
from libs.kit.events import inbox, outbox, relay
from libs.kit.process import buggify
from libs.kit.tests.lab import Lab, Ping, open_lab, until
from libs.kit.tests.pings import (
    EVERYTHING,
    all_handled,
    check_effects,
    check_published,
    crash_in_the_middle,
    ping_all,
)

# A simulated crash leaves open sockets to the garbage collector.
pytestmark = [
    pytest.mark.servers,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]

# On a busy machine the second row may take longer than the idle time-out.
MAY_IDLE = text("SET LOCAL idle_in_transaction_session_timeout = 0")
CRASH_POINTS = (
    "before-outbox-insert",
    "after-outbox-insert",
    "before-inbox-insert",
    "after-inbox-insert",
    "after-effect",
    "before-commit",
    "after-commit",
    "before-broker-send",
    "after-broker-ack",
    "before-mark-published",
    "after-mark-published",
    "before-offset-commit",
)


@pytest.fixture
async def lab(stack: Stack) -> AsyncIterator[Lab]:
    async with open_lab(stack) as opened:
        yield opened


@pytest.mark.parametrize("point", CRASH_POINTS)
async def test_crash_at_any_point_loses_duplicates_and_reorders_nothing(lab: Lab, point: str) -> None:
    """P-D1, P-D2, P-D3"""
    armed = crash_in_the_middle(lab, point)
    await ping_all(lab)

    async def struck_and_settled() -> bool:
        return bool(armed) and not buggify.is_armed(point) and await all_handled(lab)

    await lab.until(struck_and_settled)
    check_effects(await lab.effects())
    check_published(await lab.published("wangi.boosts"))


async def test_crash_during_rebalance_loses_and_duplicates_nothing(lab: Lab) -> None:
    armed: list[Ping] = []

    def give_back(ping: Ping) -> None:
        if ping.n == 2 and not armed:
            armed.append(ping)
            buggify.crash_once("rebalance-revoke")
            lab.consumer.is_stopping = (
                True  # As `stop` does: the workers finish, then the crash comes before their offsets.
            )

    lab.fault = give_back
    await ping_all(lab)

    async def struck_and_settled() -> bool:
        return bool(armed) and not buggify.is_armed("rebalance-revoke") and await all_handled(lab)

    await lab.until(struck_and_settled)
    check_effects(await lab.effects())
    check_published(await lab.published("wangi.boosts"))


async def test_handover_loses_and_duplicates_nothing(lab: Lab) -> None:
    await ping_all(lab)
    second = Lab.__new__(Lab)
    second.__dict__.update(lab.__dict__)
    async with lab.running():
        second.consumer = lab.new_consumer()
        joined = asyncio.create_task(second.consumer.run())
        await until(lambda: all_handled(lab))
        await second.consumer.stop()
        await joined
    check_effects(await lab.effects())


async def test_replay_of_whole_topic_changes_nothing(lab: Lab) -> None:
    """P-D3"""
    await ping_all(lab)
    await lab.until(lambda: all_handled(lab))
    for envelope in await lab.published("wangi.moderation"):
        value = json.dumps(envelope).encode()
        outcome = await lab.consumer.inbox.handle(inbox.parse_message("wangi.moderation", 0, 0, b"k", value))
        assert outcome == "seen"
    check_effects(await lab.effects())


async def test_control_without_inbox_crash_duplicates_an_effect(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgetful = (
        "SELECT event_id, true AS fresh, false AS parked FROM unnest(CAST(:event_ids AS text[])) AS asked (event_id) "
        "WHERE :consumer <> '' AND CAST(:keys AS text[]) IS NOT NULL AND CAST(:topics AS text[]) IS NOT NULL"
    )
    monkeypatch.setattr(inbox, "CLAIM", text(forgetful))
    crash_in_the_middle(lab, "after-commit")
    await ping_all(lab)

    async def the_check_sees_it() -> bool:
        if not await all_handled(lab):
            return False
        try:
            check_effects(await lab.effects())
        except AssertionError:
            return True
        return False

    await lab.until(the_check_sees_it)


async def test_row_committed_after_its_successor_is_published(lab: Lab) -> None:
    """P-D1, M5"""

    async def successor_is_out() -> bool:
        return await lab.count("SELECT count(*) FROM outbox WHERE published_at IS NOT NULL") >= 1

    async def both_arrived() -> bool:
        return {("late", 1), ("early", 1)} <= set(await lab.effects())

    async with lab.running():
        async with lab.database.transaction() as slow:
            await slow.execute(MAY_IDLE)
            await outbox.record(slow, Ping(name=f"{lab.name}-late", lab=lab.name, n=1), version=1)
            await lab.ping("early", 1)
            await until(successor_is_out)
        await until(both_arrived)


async def test_control_relay_by_last_id_loses_late_row(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    by_cursor = relay.FETCH.replace(
        "published_at IS NULL",
        "published_at IS NULL AND id > (SELECT coalesce(max(id), 0) FROM outbox WHERE published_at IS NOT NULL)",
    )
    monkeypatch.setattr(relay, "FETCH", by_cursor)

    async def successor_is_through() -> bool:
        """Nothing else may be in flight when the third ping comes."""
        return await lab.count("SELECT count(*) FROM outbox WHERE published_at IS NOT NULL") >= 2

    async def third_arrived() -> bool:
        return ("third", 1) in await lab.effects()

    async with lab.running():
        async with lab.database.transaction() as slow:
            await slow.execute(MAY_IDLE)
            await outbox.record(slow, Ping(name=f"{lab.name}-late", lab=lab.name, n=1), version=1)
            await lab.ping("early", 1)
            await until(successor_is_through)
        await lab.ping("third", 1)
        await until(third_arrived)
    assert ("late", 1) not in await lab.effects()


async def test_rolled_back_event_is_never_published(lab: Lab) -> None:
    """P-D1"""

    async def fails_after_publishing() -> None:
        async with lab.database.transaction() as session:
            await outbox.record(session, Ping(name=f"{lab.name}-x", lab=lab.name, n=1), version=1)
            raise RuntimeError("the business failed")

    with pytest.raises(RuntimeError):
        await fails_after_publishing()
    assert await lab.count("SELECT count(*) FROM outbox") == 0


async def test_missing_topic_does_not_block_others(lab: Lab) -> None:
    async with lab.database.transaction() as session:
        await outbox.queue_message(session, "wangi.nowhere", "k", b"{}")
    await ping_all(lab)

    async def others_flow() -> bool:
        return sorted(set(await lab.effects())) == sorted(EVERYTHING)

    await lab.until(others_flow)
    assert (
        await lab.count("SELECT count(*) FROM outbox WHERE topic = 'wangi.nowhere' AND published_at IS NULL")
        == 1
    )


async def test_old_published_days_are_dropped_and_waiting_ones_stay(lab: Lab) -> None:
    async with lab.database.transaction() as session:
        for day in ("2026-01-01", "2026-01-02"):
            bounds = f"FROM ('{day}') TO ('{day}'::date + 1)"
            name = f"outbox_{day.replace('-', '')}"
            await session.execute(text(f"CREATE TABLE {name} PARTITION OF outbox FOR VALUES {bounds}"))
            await session.execute(
                text(
                    "INSERT INTO outbox (created_at, topic, key, payload, published_at) VALUES (:d, 't', 'k', '', :p)"
                ),
                {"d": _at(day), "p": _at(day) if day.endswith("1") else None},
            )
    async with lab.database.transaction() as session:
        await session.execute(text("SELECT keep_tables(7)"))
    left = "SELECT count(*) FROM pg_class WHERE relname LIKE 'outbox_202601%' AND relkind = 'r'"
    assert await lab.count(left + f" AND relnamespace = '{lab.name}'::regnamespace") == 1


def _at(day: str) -> Any:
    return datetime.fromisoformat(f"{day}T12:00:00+00:00")
