"""`wangi doctor`: checks a running platform and prints the runbook for each problem."""

import argparse
import asyncio
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import aiohttp
from aiokafka.errors import KafkaError, TopicAuthorizationFailedError
from redis.asyncio import Redis
from redis.exceptions import RedisError

from libs.contracts.services import SERVICES
from libs.kit.events.broker import open_admin

WORDS = (
    "Check the health of every service, Kafka and Redis. Run it in the gateway pod, which can reach all "
    "of them. One replica answers for each service. Exit code 1: something is unhealthy, 2: something did "
    "not answer."
)
PATIENCE = aiohttp.ClientTimeout(total=5)
# The same limits as for the alerts.
OLDEST_SECONDS, MAX_BEHIND = 60, 10_000


class NotKnown(Exception):
    """The state of a server or service could not be checked."""


def add_to(add: Callable[[str, str, Callable[[Any], int]], argparse.ArgumentParser]) -> None:
    add("doctor", WORDS, _doctor).set_defaults(speaks_as="gateway")


def _doctor(_: Any) -> int:
    outcomes = asyncio.run(check())
    for name, troubles in outcomes.items():
        words = troubles if isinstance(troubles, NotKnown) else "; ".join(troubles) or "well"
        print(f"{name:10} {words}")
    if any(isinstance(outcome, NotKnown) for outcome in outcomes.values()):
        return 2
    return 1 if any(outcomes.values()) else 0


async def check() -> dict[str, list[str] | NotKnown]:
    """Returns the problems of each service and server."""
    secret = {"X-Internal-Secret": os.environ.get("INTERNAL_SECRET", "")}
    async with aiohttp.ClientSession(timeout=PATIENCE, headers=secret, raise_for_status=True) as http:
        questions = {name: _service(http, os.environ.get(f"{name.upper()}_URL", "")) for name in SERVICES}
        questions |= {"kafka": _kafka(), "redis": _redis()}
        answers = await asyncio.gather(*(_answer_of(question) for question in questions.values()))
    return dict(zip(questions, answers, strict=True))


async def _answer_of(question: Any) -> list[str] | NotKnown:
    try:
        async with asyncio.timeout(15):
            troubles: list[str] = await question
            return troubles
    except (
        aiohttp.ClientError,
        KafkaError,
        RedisError,
        OSError,
        ValueError,
        KeyError,
        TimeoutError,
    ) as fault:
        return NotKnown(f"not known: {type(fault).__name__} {fault}".strip())


async def _service(http: aiohttp.ClientSession, address: str) -> list[str]:
    async with http.get(f"{address}/internal/health") as answer:
        return list(_troubles_in(await answer.json()))


def _troubles_in(health: dict[str, Any]) -> Iterator[str]:
    at = health["oldestWaitingAt"]
    age = 0.0 if at is None else (datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds()
    if age > OLDEST_SECONDS:
        yield f"an event has waited for Kafka for {age:.0f} s (docs/operations/stream.md#outboxold)"
    if refused := health["refusedKeys"]:
        yield f"Kafka refused events of {refused} keys (docs/operations/stream.md#eventrefused)"
    if parked := health["parkedKeys"]:
        yield f"messages of {parked} keys could not be handled (docs/operations/stream.md#messageparked)"
    if (lag := health["consumerLag"]) is None:
        yield "Kafka has given it nothing to consume yet (docs/operations/stream.md#consumerbehind)"
    elif lag > MAX_BEHIND:
        yield f"{lag} messages are not handled yet (docs/operations/stream.md#consumerbehind)"
    for job in health["jobs"]:
        if job["waitsSince"] is not None:
            yield f"{job['name']} waits since {job['waitsSince']} (docs/operations/parts.md#partunreachable)"


async def _kafka() -> list[str]:
    async with open_admin(os.environ["KAFKA_BOOTSTRAP_SERVERS"]) as admin:
        described = await admin.describe_topics()
    topics = [item for item in described if item["error_code"] != TopicAuthorizationFailedError.errno]
    if not topics:
        raise ValueError("the broker shows no topic")
    return [trouble for topic in topics for trouble in _troubles_of(topic)]


def _troubles_of(topic: dict[str, Any]) -> Iterator[str]:
    if topic["error_code"]:
        yield f"{topic['topic']} has the error {topic['error_code']}"
    if any(part["leader"] < 0 for part in topic["partitions"]):
        yield f"no broker leads a part of {topic['topic']}"
    if any(len(part["isr"]) < len(part["replicas"]) for part in topic["partitions"]):
        yield f"copies of {topic['topic']} are behind or away"


async def _redis() -> list[str]:
    redis = Redis.from_url(os.environ["REDIS_URL"], socket_timeout=5, socket_connect_timeout=5)
    try:
        await redis.ping()
        return []
    finally:
        await redis.aclose()
