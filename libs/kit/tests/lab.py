"""A small service that consumes Ping, writes a row and publishes Pong."""

import asyncio
import contextlib
import gc
import itertools
import json
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, ClassVar

import asyncpg
from aiokafka import AIOKafkaConsumer, TopicPartition
from faststream import AckPolicy
from faststream.kafka import KafkaRouter
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from deploy.local.stack import Stack
from libs.contracts.event import EVENTS, Event
from libs.kit.db.database import Database
from libs.kit.db.migrate import KIT_TABLES
from libs.kit.events import outbox
from libs.kit.events.consumer import Consumer
from libs.kit.events.relay import Relay
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_events
from libs.kit.testing import PATIENCE
from libs.kit.testing import until as until

_labs = itertools.count(1)


class Ping(Event):
    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "lab"
    key_field: ClassVar[str] = "name"

    name: str
    lab: str
    n: int


class Pong(Event):
    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "lab"
    key_field: ClassVar[str] = "name"

    name: str
    lab: str
    n: int


for _event in (Ping, Pong):
    EVENTS.pop(_event.type_name())  # The lab's events are not in the public catalogue.


def subscriptions_for(
    handle: Callable[[Ping, AsyncSession], Any], *, newest_counts: bool = False
) -> Subscriptions:
    router = KafkaRouter(decoder=read_events, ack_policy=AckPolicy.MANUAL)

    @router.subscriber(Ping.topic)(filter=carries(Ping, newest_counts=newest_counts))
    async def call_handler(ping: Ping, session: Session) -> None:
        await handle(ping, session)

    return Subscriptions(router)


def batch_subscriptions_for(handle: Callable[[Sequence[Ping], AsyncSession], Any]) -> Subscriptions:
    router = KafkaRouter(decoder=read_events, ack_policy=AckPolicy.MANUAL)

    @router.subscriber(Ping.topic, batch=True)(filter=carries(Ping))
    async def call_handler(pings: list[Ping], session: Session) -> None:
        await handle(pings, session)

    return Subscriptions(router)


class Lab:
    def __init__(self, stack: Stack, owner_url: str) -> None:
        self.name = f"lab{next(_labs)}"
        self.url, self.bootstrap = owner_url, stack.servers.kafka_bootstrap
        self.database = Database(owner_url, self.name, pool_size=12)
        self.subscriptions = subscriptions_for(self.handle)
        self.fault: Callable[[Ping], None] = lambda ping: None
        self.deaths = 0
        self.consumer = self.new_consumer()
        self.relay = Relay(self.database, self.bootstrap, self.name)

    async def handle(self, ping: Ping, session: AsyncSession) -> None:
        if ping.lab != self.name:
            return
        self.fault(ping)
        row = {"name": ping.name, "n": ping.n}
        await session.execute(text("INSERT INTO effects (name, n) VALUES (:name, :n)"), row)
        await outbox.record(session, Pong(name=ping.name, lab=self.name, n=ping.n), version=ping.n)

    async def ping(self, name: str, n: int) -> None:
        async with self.database.transaction() as session:
            key = f"{self.name}-{name}"
            await outbox.record(session, Ping(name=key, lab=self.name, n=n), version=n)

    async def effects(self) -> list[tuple[str, int]]:
        async with self.database.reading() as session:
            rows = (await session.execute(text("SELECT name, n FROM effects ORDER BY id"))).all()
        return [(name.removeprefix(f"{self.name}-"), n) for name, n in rows]

    async def count(self, query: str) -> int:
        async with self.database.reading() as session:
            return int((await session.execute(text(query))).scalar_one())

    async def until(self, done: Callable[[], Any]) -> None:
        async with asyncio.timeout(PATIENCE), self.running():
            await until(done)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        keepers = [
            asyncio.create_task(self._keep(self._relay)),
            asyncio.create_task(self._keep(self._consume)),
        ]
        try:
            yield
        finally:
            await self.consumer.stop()
            for keeper in keepers:
                keeper.cancel()
            await asyncio.gather(*keepers, return_exceptions=True)

    async def _keep(self, life: Callable[[], Any]) -> None:
        while True:
            task = asyncio.create_task(life())
            try:
                await asyncio.wait([task])
                if task.exception() is None:
                    return
                self.deaths += 1
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    async def _relay(self) -> None:
        self.database.after_commit.clear()
        self.relay = Relay(self.database, self.bootstrap, self.name)
        await self.relay.run()

    async def _consume(self) -> None:
        self.consumer = self.new_consumer()
        await self.consumer.run()

    def new_consumer(self) -> Consumer:
        return Consumer(self.name, self.bootstrap, self.database, self.subscriptions)

    async def published(self, topic: str) -> list[dict[str, Any]]:
        """All envelopes in the broker, in order per partition."""
        kafka = AIOKafkaConsumer(bootstrap_servers=self.bootstrap, auto_offset_reset="earliest")
        await kafka.start()
        try:
            partitions = [TopicPartition(topic, number) for number in range(4)]
            kafka.assign(partitions)
            await kafka.seek_to_beginning(*partitions)
            ends = await kafka.end_offsets(partitions)
            found: list[dict[str, Any]] = []
            while any([await kafka.position(p) < ends[p] for p in partitions]):
                for records in (await kafka.getmany(timeout_ms=200)).values():
                    found += [
                        json.loads(record.value) for record in records if self.name.encode() in record.value
                    ]
            return found
        finally:
            await kafka.stop()


@contextlib.asynccontextmanager
async def open_lab(stack: Stack) -> AsyncIterator[Lab]:
    EVENTS.update({Ping.type_name(): Ping, Pong.type_name(): Pong})
    owner_url = stack.admin_url.rsplit("/", 1)[0] + "/wangi"
    # Collecting everything at the end took 0.4 s.
    gc.freeze()
    lab = Lab(stack, owner_url)
    owner = await asyncpg.connect(owner_url)
    await owner.execute(f"CREATE SCHEMA {lab.name}; SET search_path = {lab.name}")
    await owner.execute(KIT_TABLES)
    await owner.execute("CREATE TABLE effects (id bigint GENERATED ALWAYS AS IDENTITY, name text, n int)")
    try:
        yield lab
    finally:
        await lab.database.close()
        gc.collect()
        await owner.execute(f"DROP SCHEMA {lab.name} CASCADE")
        await owner.close()
        for event in (Ping, Pong):
            EVENTS.pop(event.type_name(), None)
