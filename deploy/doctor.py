"""`wangi doctor`: asks a running platform how it is, part by part, and names runbooks of what is not well."""

import argparse
import asyncio
import os
from collections.abc import Callable, Iterator
from typing import Any

import aiohttp
from aiokafka.errors import KafkaError
from prometheus_client.parser import text_string_to_metric_families
from redis.asyncio import Redis
from redis.exceptions import RedisError

from libs.kit.db.migrate import SERVICES
from libs.kit.events.broker import opened

WORDS = (
    "ask every service, Kafka and Redis of a running platform how they are (in the pod of the gateway, which may "
    "reach them all); exit code 1 if something is not well, 2 if something could not be asked"
)
PATIENCE = aiohttp.ClientTimeout(total=5)
# From when on a figure is not well, and where its runbook is; the alerts have the same limits.
LIMITS = {
    "outbox_oldest_seconds": (60, "an event has waited for Kafka for {value:.0f} s", "stream.md#outboxold"),
    "outbox_refused_keys": (0, "Kafka refused events of {value:.0f} keys", "stream.md#eventrefused"),
    "inbox_parked_keys": (0, "messages of {value:.0f} keys could not be handled", "stream.md#messageparked"),
    "consumer_lag": (10_000, "{value:.0f} messages are not handled yet", "stream.md#consumerbehind"),
    "revocation_feed_age_seconds": (
        30, "sign-outs were last heard {value:.0f} s ago", "accounts.md#revocationfeedsilent",
    ),
}  # fmt: skip


class NotKnown(Exception):
    """Something could not be asked."""


def add_to(add: Callable[[str, str, Callable[[Any], int]], argparse.ArgumentParser]) -> None:
    """Add the command to `wangi`."""
    add("doctor", WORDS, _doctor).set_defaults(speaks_as="gateway")


def _doctor(_: Any) -> int:
    outcomes = asyncio.run(look())
    for name, troubles in outcomes.items():
        words = troubles if isinstance(troubles, NotKnown) else "; ".join(troubles) or "well"
        print(f"{name:10} {words}")
    if any(isinstance(one, NotKnown) for one in outcomes.values()):
        return 2
    return 1 if any(outcomes.values()) else 0


async def look() -> dict[str, list[str] | NotKnown]:
    """Return what is not well with each part of the platform."""
    async with aiohttp.ClientSession(timeout=PATIENCE) as http:
        questions = {name: _service(http, os.environ.get(f"{name.upper()}_URL", "")) for name in SERVICES}
        questions |= {"kafka": _kafka(), "redis": _redis()}
        answers = await asyncio.gather(*(_answer_of(question) for question in questions.values()))
    return dict(zip(questions, answers, strict=True))


async def _answer_of(question: Any) -> list[str] | NotKnown:
    try:
        async with asyncio.timeout(15):
            troubles: list[str] = await question
            return troubles
    except (aiohttp.ClientError, KafkaError, RedisError, OSError, ValueError, TimeoutError) as fault:
        return NotKnown(f"not known: {type(fault).__name__} {fault}".strip())


async def _service(http: aiohttp.ClientSession, address: str) -> list[str]:
    async with http.get(f"{address}/readyz") as answer:
        checks = (await answer.json())["checks"]
    async with http.get(f"{address}/metrics") as answer:
        return [*_not_ready(checks), *_beyond_limits(await answer.text())]


def _not_ready(checks: dict[str, bool]) -> Iterator[str]:
    if not checks["database"]:
        yield "its database does not answer (parts.md#partunreachable)"
    if not checks["consumer"]:
        yield "Kafka has given it nothing to hear yet"
    if checks["draining"]:
        yield "it is leaving"


def _beyond_limits(metrics: str) -> Iterator[str]:
    for family in text_string_to_metric_families(metrics):
        limit, words, runbook = LIMITS.get(family.name, (0, "", ""))
        worst = max((sample.value for sample in family.samples), default=0) if words else 0
        if worst > limit:
            yield f"{words.format(value=worst)} (docs/operations/{runbook})"


async def _kafka() -> list[str]:
    """What is not well with the topics that the gateway hears."""
    async with opened(os.environ["KAFKA_BOOTSTRAP_SERVERS"]) as admin:
        topics = [one for one in await admin.describe_topics() if not one["error_code"]]
    partitions = [(one["topic"], part) for one in topics for part in one["partitions"]]
    if not partitions:
        raise ValueError("the broker shows no topic")
    headless = sorted({topic for topic, part in partitions if part["leader"] < 0})
    behind = sorted({topic for topic, part in partitions if len(part["isr"]) < len(part["replicas"])})
    troubles = [f"no broker leads a part of {topic}" for topic in headless]
    return troubles + [f"copies of {topic} are behind or away" for topic in behind]


async def _redis() -> list[str]:
    redis = Redis.from_url(os.environ["REDIS_URL"], socket_timeout=5, socket_connect_timeout=5)
    try:
        await redis.ping()
        return []
    finally:
        await redis.aclose()
