"""Throughput beside a naive relay, and the time from commit to acknowledgement."""

import asyncio
import json
import statistics
import time
from typing import Any

import asyncpg
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition

from deploy.local.stack import Stack, start_stack
from libs.contracts.event import Envelope, uuid7
from libs.kit.db.database import Database
from libs.kit.db.migrate import KIT_TABLES
from libs.kit.events import outbox
from libs.kit.events.publisher import Outcome, Publisher
from libs.kit.events.relay import Relay

SCHEMA, TOPIC = "bench", "wangi.moderation"
ROUNDS, OURS, NAIVE, SINGLES, KEYS = 5, 40_000, 2_000, 300, 200
TARGETS = {"drain_vs_naive": 20.0, "commit_to_ack_p50_ms": 5.0, "order_violations": 0}
PUT = """
INSERT INTO outbox (topic, key, payload)
SELECT $1, (n % $2)::text, convert_to(replace($3, '"N"', (n / $2 + 1)::text), 'UTF8')
    FROM generate_series(0, $4 - 1) n
"""


def run() -> dict[str, Any]:
    """The order per key is checked at the end."""
    with start_stack() as servers:
        return asyncio.run(_measure(servers))


async def _measure(servers: Stack) -> dict[str, Any]:
    url = servers.admin_url.rsplit("/", 1)[0] + "/wangi"
    owner = await asyncpg.connect(url)
    await owner.execute(f"CREATE SCHEMA {SCHEMA}; SET search_path = {SCHEMA}")
    await owner.execute(KIT_TABLES)
    database = Database(url, SCHEMA)
    relay = Relay(database, servers.servers.kafka_bootstrap, SCHEMA)
    relay.publisher = timed = _Timed(servers.servers.kafka_bootstrap)
    rounds: dict[str, list[float]] = {"ours": [], "naive": []}
    try:
        for _ in range(ROUNDS):
            rounds["ours"].append(await _drain_ours(owner, relay))
            rounds["naive"].append(await _drain_naive(owner, servers.servers.kafka_bootstrap))
        waits = await _single_events(database, relay, timed)
        violations = await _violations(servers.servers.kafka_bootstrap)
    finally:
        await database.close()
        await owner.close()
    return _report(rounds, waits, violations)


class _Timed(Publisher):
    """Reports when Kafka has acknowledged a batch."""

    acknowledged = 0.0
    received = asyncio.Event()

    async def publish(self, rows: list[asyncpg.Record], outcome: Outcome) -> None:
        await super().publish(rows, outcome)
        self.acknowledged = time.perf_counter()
        self.received.set()


async def _fill(owner: asyncpg.Connection, count: int, run_id: str) -> None:
    payload = Envelope(
        id=str(uuid7()),
        type="wangi.bench.Tick.v1",
        source="/bench",
        subject=run_id,
        time="2026-11-20T00:00:00Z",  # type: ignore[arg-type]
        dataschema="urn:wangi:schema:bench",
        version=1,
        data={"auctionId": 1, "amount": 10_500, "note": "x" * 80, "n": "N"},
    ).model_dump_json()
    await owner.execute("TRUNCATE outbox")
    await owner.execute(PUT, TOPIC, KEYS, payload, count)


async def _drain_ours(owner: asyncpg.Connection, relay: Relay) -> float:
    await _fill(owner, OURS, f"ours-{time.monotonic_ns()}")
    async with relay.publisher.opened():
        relay.epoch = await owner.fetchval(
            "INSERT INTO leaders VALUES ('relay', 1) ON CONFLICT (name) DO UPDATE SET epoch = leaders.epoch + 1 "
            "RETURNING epoch"
        )
        began = time.perf_counter()
        while await relay.drain_once(owner):
            pass
        took = time.perf_counter() - began
    assert await owner.fetchval("SELECT count(*) FROM outbox WHERE published_at IS NULL") == 0
    return OURS / took


async def _drain_naive(owner: asyncpg.Connection, bootstrap: str) -> float:
    """As in most tutorials: one row, one awaited send, one delete."""
    await _fill(owner, NAIVE, f"naive-{time.monotonic_ns()}")
    producer = AIOKafkaProducer(bootstrap_servers=bootstrap, acks="all", enable_idempotence=True)
    await producer.start()
    began = time.perf_counter()
    for row in await owner.fetch("SELECT id, key, payload FROM outbox ORDER BY id"):
        await producer.send_and_wait(TOPIC, row["payload"], key=row["key"].encode())
        await owner.execute("DELETE FROM outbox WHERE id = $1", row["id"])
    took = time.perf_counter() - began
    await producer.stop()
    assert await owner.fetchval("SELECT count(*) FROM outbox") == 0
    return NAIVE / took


async def _single_events(database: Database, relay: Relay, timed: _Timed) -> list[float]:
    leading = asyncio.create_task(relay.run())
    await asyncio.sleep(2)
    waits = []
    for _ in range(SINGLES):
        timed.received.clear()
        async with database.transaction() as session:
            await outbox.queue_message(session, TOPIC, "single", b'{"one": true}')
            began = time.perf_counter()
        await timed.received.wait()
        waits.append((timed.acknowledged - began) * 1000)
        await asyncio.sleep(0.003)
    leading.cancel()
    await asyncio.gather(leading, return_exceptions=True)
    return sorted(waits)


async def _violations(bootstrap: str) -> int:
    """How often a key's numbers went back, per run."""
    kafka = AIOKafkaConsumer(bootstrap_servers=bootstrap, auto_offset_reset="earliest")
    await kafka.start()
    partitions = [TopicPartition(TOPIC, number) for number in range(4)]
    kafka.assign(partitions)
    await kafka.seek_to_beginning(*partitions)
    ends = await kafka.end_offsets(partitions)
    last: dict[tuple[str, bytes], int] = {}
    faults = seen = 0
    while any([await kafka.position(p) < ends[p] for p in partitions]):
        for records in (await kafka.getmany(timeout_ms=200)).values():
            for event in (json.loads(record.value) | {"key": record.key} for record in records):
                if "subject" in event:
                    place, number = (event["subject"], event["key"]), int(event["data"]["n"])
                    faults += number != last.get(place, 0) + 1
                    last[place], seen = number, seen + 1
    await kafka.stop()
    assert seen == ROUNDS * (OURS + NAIVE)
    return faults


def _report(rounds: dict[str, list[float]], waits: list[float], violations: int) -> dict[str, Any]:
    ours, naive = (statistics.median(rounds[name]) for name in ("ours", "naive"))
    figures = {
        "rows_per_second": round(ours),
        "naive_rows_per_second": round(naive),
        "drain_vs_naive": round(ours / naive, 1),
        "commit_to_ack_p50_ms": round(statistics.median(waits), 2),
        "commit_to_ack_p99_ms": round(waits[int(len(waits) * 0.99)], 2),
        "order_violations": violations,
        "targets": TARGETS,
        "rounds": {name: [round(value) for value in values] for name, values in rounds.items()},
    }
    for name, value in figures.items():
        if name != "rounds":
            print(f"{name:28} {value}")
    return figures
