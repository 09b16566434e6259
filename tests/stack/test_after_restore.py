import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest
from aiokafka import AIOKafkaConsumer, TopicPartition

from deploy.local import environment
from deploy.local.stack import Stack, start_stack
from libs.contracts.event import Event, envelope_json
from libs.contracts.events.auction import AuctionExtended
from libs.contracts.events.auth import UserErased
from libs.contracts.events.boost import BoostRefunded
from libs.kit.events import restore
from libs.kit.events.broker import make_producer, partition_of
from libs.kit.events.rights import group_of
from tests.stack.test_commands import wangi

pytestmark = [pytest.mark.servers, pytest.mark.slow]
AUCTION = "7"
PLACE = TopicPartition("wangi.auctions", partition_of(AUCTION, {0, 1, 2, 3}))
NOW = datetime.now(UTC)


@pytest.fixture(scope="module")
def restored() -> Iterator[Stack]:
    with start_stack() as own:
        yield own


def after_restore(restored: Stack, *words: str) -> tuple[int, Any]:
    setup = environment.of_setup(restored.state, restored.ports, restored.servers, restored.passwords)
    return wangi(restored, "after-restore", *words, **setup)


async def rows(restored: Stack, query: str, *values: object) -> list[Any]:
    connection = await asyncpg.connect(restored.servers.admin_url.replace("/postgres", "/wangi"))
    try:
        return [tuple(row) for row in await connection.fetch(query, *values)]
    finally:
        await connection.close()


async def publish(restored: Stack, event: Event, version: int, *, is_kept: bool) -> str:
    payload = envelope_json(event, version)
    async with make_producer(restored.servers.kafka_bootstrap) as producer:
        await producer.send_and_wait(event.topic, payload, key=event.key.encode())
    if is_kept:
        query = f"INSERT INTO {event.producer}.outbox (topic, key, payload, published_at) VALUES ($1, $2, $3, now())"
        await rows(restored, query, event.topic, event.key, payload)
    return str(json.loads(payload)["id"])


def moved(version: int) -> AuctionExtended:
    return AuctionExtended(
        auction_id=int(AUCTION), product_id=1, ends_at=NOW + timedelta(hours=version), epoch=1
    )


async def inboxes_of(restored: Stack, event_id: str) -> set[tuple[str, str]]:
    query = " UNION ALL ".join(
        f"SELECT '{part}', consumer FROM {part}.inbox WHERE event_id = $1"
        for part in restore.SUBSCRIBED_TOPICS
    )
    return set(await rows(restored, query, event_id))


async def test_lost_events_are_withdrawn_and_others_handled_again(
    restored: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-H4"""
    assert after_restore(restored)[0] == 2, "an empty database is no restored one"
    kept = await publish(restored, moved(1), 1, is_kept=True)
    lost = await publish(restored, moved(2), 2, is_kept=False)
    erased = await publish(restored, UserErased(user_id=5, erased_at=NOW), 9, is_kept=False)
    paid = BoostRefunded(order_id=77, seller_id=5, amount=500, reason="removed", products=[], refunded_at=NOW)
    await publish(restored, paid, 1, is_kept=False)
    await rows(restored, "INSERT INTO catalog.inbox (consumer, event_id) VALUES ('catalog', $1)", kept)
    reader = AIOKafkaConsumer(
        PLACE.topic,
        bootstrap_servers=restored.servers.kafka_bootstrap,
        group_id=group_of("catalog"),
        enable_auto_commit=False,
        auto_offset_reset="earliest",
        session_timeout_ms=6_000,
    )
    await reader.start()
    while await reader.position(PLACE) < 2:
        await reader.getmany(timeout_ms=100)
    await reader.commit({PLACE: 2})
    monkeypatch.setattr(restore, "GONE_WITHIN", 0.5)
    code, words = await asyncio.to_thread(after_restore, restored)
    assert (code, "Stop all parts first" in words, "catalog" in words) == (2, True, True)
    assert await inboxes_of(restored, lost) == set(), "nothing is done while a part runs"
    await reader.stop()

    before = dict(
        await rows(restored, "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'auction'")
    )
    code, words = await asyncio.to_thread(after_restore, restored, "--list")
    assert code == 0, words
    assert f"withdrawn: 1 {moved(2).type_name()}" in words
    assert lost in words
    assert "DO IT AGAIN BY HAND: wangi.auth.UserErased.v1 of 5" in words
    assert f"LOOK AT THE PROVIDER: {paid.type_name()} of 77" in words
    subscribers = {part for part, topics in restore.SUBSCRIBED_TOPICS.items() if PLACE.topic in topics}
    assert await inboxes_of(restored, lost) == {(part, part) for part in subscribers} | {
        ("auction", "restored")
    }
    assert ("auth", "restored") in await inboxes_of(restored, erased)
    assert await inboxes_of(restored, kept) == {("catalog", "catalog")}
    after = dict(
        await rows(restored, "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'auction'")
    )
    assert {name: after[name] - value for name, value in before.items() if value} == {
        name: 1_000_000 for name, value in before.items() if value
    }
    for schema in ("auction", "messaging"):
        assert await rows(restored, f"SELECT epoch FROM {schema}.live") == [(2,)]
    reader = AIOKafkaConsumer(
        bootstrap_servers=restored.servers.kafka_bootstrap,
        group_id=group_of("catalog"),
        enable_auto_commit=False,
    )
    await reader.start()
    assert await reader.committed(PLACE) == 0, "catalog consumes again what it may have missed"
    await reader.stop()
