import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from aiokafka.admin.config_resource import ConfigResource, ConfigResourceType
from redis.asyncio import Redis
from redis.exceptions import AuthenticationError, NoPermissionError

from deploy.local.stack import Stack
from libs.contracts.events.auth import UserSessionsRevoked, session_mark
from libs.contracts.services import SERVICES
from libs.contracts.topics import TOPICS, Topic
from libs.kit.errors import Unavailable
from libs.kit.events import broker, topics
from libs.kit.security import revocation
from libs.kit.security.revocation import Revocations
from libs.kit.tests.lab import until

pytestmark = pytest.mark.servers


@pytest.fixture
async def redis(stack: Stack) -> AsyncIterator[Redis]:
    client = Redis.from_url(stack.servers.redis_url)
    yield client
    await client.aclose()


async def test_broker_topics_match_the_table(stack: Stack) -> None:
    assert await topics.apply_topics(stack.servers.kafka_bootstrap) == []
    assert await topics.check_topics(stack.servers.kafka_bootstrap) == []


async def test_differing_topic_is_named(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    table = (*TOPICS, type(TOPICS[0])("wangi.nowhere", key="x", producer="x"))
    changed = (type(TOPICS[0])(table[0].name, key="x", producer="x", partitions=9), *table[1:])
    monkeypatch.setattr(topics, "TOPICS", changed)
    faults = await topics.check_topics(stack.servers.kafka_bootstrap)
    assert faults == ["wangi.users has 4 partitions, not 9", "wangi.nowhere is missing"]


async def test_differing_topic_retention_is_named_and_fixed(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    bootstrap, name = stack.servers.kafka_bootstrap, f"wangi.trial-{time.time_ns()}"
    trial = Topic(name, key="x", producer="x", partitions=1)
    monkeypatch.setattr(topics, "TOPICS", (trial,))
    assert await topics.apply_topics(bootstrap) == [f"made {name}"]
    async with broker.open_admin(bootstrap) as admin:
        by_hand = trial.config() | {"segment.ms": "86400000", "segment.bytes": "1048577"}
        await admin.alter_configs([ConfigResource(ConfigResourceType.TOPIC, name, configs=by_hand)])
        monkeypatch.setattr(topics, "TOPICS", (replace(trial, retention_days=14),))
        assert await topics.check_topics(bootstrap) == [
            f"{name} has retention.ms 2592000000, not 1209600000",
            f"{name} has segment.ms 86400000, not 604800000",
        ]
        assert await topics.apply_topics(bootstrap) == [
            f"set retention.ms of {name} to 1209600000, was 2592000000",
            f"set segment.ms of {name} to 604800000, was 86400000",
        ]
        assert await topics.check_topics(bootstrap) == await topics.apply_topics(bootstrap) == []
        (answer,) = await admin.describe_configs([ConfigResource(ConfigResourceType.TOPIC, name)])
        assert ("segment.bytes", "1048577") in [entry[:2] for entry in answer.resources[0][4]]
        await admin.delete_topics([name])


async def test_producer_waits_for_all_replicas_and_is_idempotent(stack: Stack) -> None:
    """M4"""
    producer = broker.make_producer(stack.servers.kafka_bootstrap)
    assert (producer._sender._acks, producer._txn_manager is not None) == (-1, True)
    await producer.stop()


async def test_key_has_the_same_partition_in_every_client() -> None:
    assert [broker.partition_of(key, {0, 1, 2, 3}) for key in ("1", "42", "wangi")] == [
        broker.partition_of(key, {3, 2, 1, 0}) for key in ("1", "42", "wangi")
    ]
    assert len({broker.partition_of(str(n), {0, 1, 2, 3}) for n in range(100)}) == 4


async def test_cancelled_redis_command_never_answers_the_next(redis: Redis) -> None:
    """M15"""
    await redis.mset({f"user:{n}": n for n in range(20)})
    for n in range(20):
        reading = asyncio.ensure_future(redis.get("user:0"))
        await asyncio.sleep(0)
        reading.cancel()
        assert await redis.get(f"user:{n}") == str(n).encode()


class Auth:
    def __init__(self) -> None:
        self.people: list[list[int]] = []
        self.sessions: list[list[Any]] = []
        self.asked: list[str] = []

    async def ask(self, path: str) -> dict[str, Any]:
        self.asked.append(path)
        return {
            "until": "2026-11-23T00:00:00Z",
            "more": False,
            "people": self.people,
            "sessions": self.sessions,
        }


@contextlib.asynccontextmanager
async def listening(redis: Redis, auth: Auth) -> AsyncIterator[Revocations]:
    revocations = Revocations()
    task = asyncio.create_task(revocations.listen(redis, auth.ask))

    async def is_consumed() -> bool:
        return bool((await redis.pubsub_numsub(revocation.CHANNEL))[0][1])

    try:
        await until(is_consumed)
        yield revocations
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_hint_makes_listener_query_auth_and_answer_is_kept(
    redis: Redis,
) -> None:
    auth = Auth()
    auth.people, auth.sessions = [[77, 3]], [[session_mark("one"), 78]]
    async with listening(redis, auth) as revocations:

        async def is_received() -> bool:
            await revocation.send_hint(redis)
            return revocations.is_void(77, 2)

        await until(is_received)
        await redis.flushall()
        assert revocations.is_void(77, 2)
        assert not revocations.is_void(77, 3)
        assert revocations.is_over("one")
        assert not revocations.is_over("two")


async def test_false_hint_ends_no_session(redis: Redis) -> None:
    auth = Auth()
    async with listening(redis, auth) as revocations:

        async def is_received() -> bool:
            for lie in ("14:2147483647", "not a revocation", "", "14", "x" * 100_000):
                await redis.publish(revocation.CHANNEL, lie)
            return bool(auth.asked)

        await until(is_received)
        assert not revocations.is_void(14, 0)


async def test_flood_of_hints_queries_auth_twice_a_second(redis: Redis) -> None:
    auth = Auth()
    began = time.monotonic()
    async with listening(redis, auth):

        async def asked_three_times() -> bool:
            async with redis.pipeline(transaction=False) as many:
                for _ in range(2000):
                    many.publish(revocation.CHANNEL, "14:2147483647")
                await many.execute()
            return len(auth.asked) >= 3

        await until(asked_three_times)
    assert len(auth.asked) <= 2 + (time.monotonic() - began) / revocation.PAUSE_SECONDS


async def test_redis_alone_does_not_count_as_fresh_revocations() -> None:
    revocations = Revocations(patience_seconds=1)
    revocations.received_at -= 5

    async def away(path: str) -> Any:
        raise Unavailable

    await revocations.ask(away)
    assert revocations.stale
    await revocations.ask(Auth().ask)
    assert not revocations.stale


def test_revocations_expire_with_their_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    revocations = Revocations()
    monkeypatch.setattr(revocation, "MAX_REMEMBERED", 100)
    for number in range(150):
        revocations.raise_epoch(number, 1)
        revocations.end_session(number, session_mark(str(number)))
    revocations.forget_old()
    assert (revocations.is_void(149, 0), revocations.is_void(0, 0)) == (True, False)
    assert (revocations.is_over("149"), revocations.is_over("0")) == (True, False)
    later = time.monotonic() + revocation.LIFE_SECONDS + 1
    monkeypatch.setattr("libs.kit.security.revocation.time.monotonic", lambda: later)
    revocations.forget_old()
    assert not revocations.is_void(149, 0)
    assert not revocations.is_over("149")


def test_older_revocation_never_revives_a_token() -> None:
    revocations = Revocations()
    revocations.raise_epoch(5, 4)
    revocations.raise_epoch(5, 2)
    assert revocations.is_void(5, 3)


def test_revocations_are_fresh_once_their_own_topic_is_caught_up() -> None:
    revocations = Revocations(60.0)
    revocations.received_at -= 61
    revocations.note_caught_up({"wangi.products"})
    assert revocations.stale
    revocations.note_caught_up({"wangi.products", UserSessionsRevoked.topic})
    assert not revocations.stale


async def may(url: str, *command: str) -> bool:
    client = Redis.from_url(url)
    try:
        await client.execute_command(*command)  # type: ignore[no-untyped-call]
    except (NoPermissionError, AuthenticationError):
        return False
    finally:
        await client.aclose()
    return True


async def test_redis_users_have_their_own_rights_and_names_are_required(stack: Stack) -> None:
    hint, count = ("PUBLISH", revocation.CHANNEL, "0:0"), ("INCR", "limit:test:1:1")
    parts = {name: stack.parts[name]["REDIS_URL"] for name in (*SERVICES, "gateway")}
    assert [name for name, url in parts.items() if await may(url, *hint)] == ["auth", "gateway"]
    assert [name for name, url in parts.items() if await may(url, "PUBLISH", "wangi:changed", "")] == [
        "gateway"
    ]
    assert [name for name, url in parts.items() if await may(url, *count)] == ["gateway"]
    for name, url in parts.items():
        assert await may(url, "PING"), name
        for forbidden in (("FLUSHALL",), ("KEYS", "*"), ("CONFIG", "GET", "*"), ("PUBLISH", "another", "x")):
            assert not await may(url, *forbidden), (name, forbidden)
    unprivileged = "redis://" + parts["auth"].rpartition("@")[2]
    assert not await may(unprivileged, "PING")
    assert not await may(unprivileged, *hint)


async def test_service_receives_hints_as_its_own_redis_user(stack: Stack) -> None:
    auth = Auth()
    async with (
        Redis.from_url(stack.parts["boost"]["REDIS_URL"]) as listener,
        Redis.from_url(stack.parts["auth"]["REDIS_URL"]) as announcer,
    ):
        listens = asyncio.create_task(Revocations().listen(listener, auth.ask))

        async def asked() -> bool:
            await revocation.send_hint(announcer)
            return bool(auth.asked)

        try:
            await until(asked)
        finally:
            listens.cancel()
            await asyncio.gather(listens, return_exceptions=True)
