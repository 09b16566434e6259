"""Defaults of our own packages that would break a promise (M4, M15), and the two feeds of revocations."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from deploy.local.stack import Stack
from libs.contracts.topics import TOPICS
from libs.kit import relay, revocation, topics
from libs.kit.revocation import Revocations
from libs.kit.tests.lab import until

pytestmark = pytest.mark.servers


@pytest.fixture
async def redis(stack: Stack) -> AsyncIterator[Redis]:
    client = Redis.from_url(stack.servers.redis_url)
    yield client
    await client.aclose()


async def test_the_brokers_topics_are_those_of_the_table(stack: Stack) -> None:
    assert await topics.apply_topics(stack.servers.kafka_bootstrap) == []
    assert await topics.check_topics(stack.servers.kafka_bootstrap) == []


async def test_a_topic_that_differs_is_named(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = (*TOPICS, type(TOPICS[0])("wangi.nowhere", key="x", producer="x"))
    changed = (type(TOPICS[0])(wanted[0].name, key="x", producer="x", partitions=9), *wanted[1:])
    monkeypatch.setattr(topics, "TOPICS", changed)
    faults = await topics.check_topics(stack.servers.kafka_bootstrap)
    assert faults == ["wangi.users has 4 partitions, not 9", "wangi.nowhere is missing"]


async def test_our_producer_waits_for_all_replicas_and_never_doubles(stack: Stack) -> None:
    """M4: the library's defaults are one replica and no idempotence."""
    producer = relay.make_producer(stack.servers.kafka_bootstrap)
    assert (producer._sender._acks, producer._txn_manager is not None) == (-1, True)
    await producer.stop()


async def test_a_key_goes_to_the_partition_every_client_chooses() -> None:
    assert [relay.partition_of(key, {0, 1, 2, 3}) for key in ("1", "42", "wangi")] == [
        relay.partition_of(key, {3, 2, 1, 0}) for key in ("1", "42", "wangi")
    ]
    assert len({relay.partition_of(str(n), {0, 1, 2, 3}) for n in range(100)}) == 4


async def test_a_cancelled_command_never_hands_its_answer_to_the_next(redis: Redis) -> None:
    """M15: an old client gave one user another user's data."""
    await redis.mset({f"user:{n}": n for n in range(20)})
    for n in range(20):
        reading = asyncio.ensure_future(redis.get("user:0"))
        await asyncio.sleep(0)
        reading.cancel()
        assert await redis.get(f"user:{n}") == str(n).encode()


async def test_a_revocation_reaches_a_listener_over_redis_and_survives_its_loss(redis: Redis) -> None:
    revocations = Revocations()
    listening = asyncio.create_task(revocations.listen(redis))

    async def heard() -> bool:
        await revocation.announce(redis, 77, 3)
        return revocations.is_void(77, 2)

    await until(heard)
    await redis.flushall()
    await redis.publish(revocation.CHANNEL, "not a revocation")
    assert revocations.is_void(77, 2)
    assert not revocations.is_void(77, 3)
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)


def test_an_older_word_never_makes_a_void_token_good_again() -> None:
    revocations = Revocations()
    revocations.raise_epoch(5, 4)
    revocations.raise_epoch(5, 2)
    assert revocations.is_void(5, 3)
