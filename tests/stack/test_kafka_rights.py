import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module

import pytest
from aiokafka import AIOKafkaConsumer
from aiokafka.errors import (
    ClusterAuthorizationFailedError,
    GroupAuthorizationFailedError,
    KafkaError,
    TopicAuthorizationFailedError,
)

from deploy.local import kafka
from deploy.local.stack import free_offset
from deploy.secrets import NAMES
from gateway.live.feed import LIVE_TOPICS, KafkaEvents
from libs.contracts.services import SERVICES
from libs.contracts.topics import ANALYSTS, EVENT_TOPICS, SUBSCRIPTIONS
from libs.kit.events import rights
from libs.kit.events.broker import client_options, make_producer
from libs.kit.events.topics import apply_topics, check_topics
from libs.kit.tests.lab import until
from tests.support.guarded_kafka import compose_properties

pytestmark = pytest.mark.servers
SECRETS = {name: f"secret-of-{name.lower().replace('_', '-')}" for name in NAMES}
# The second is for a part without write access.
FORBIDDEN = (TopicAuthorizationFailedError, ClusterAuthorizationFailedError)
PRODUCED = {part: [topic.name for topic in EVENT_TOPICS if topic.producer == part] for part in SUBSCRIPTIONS}


@dataclass
class Broker:
    port: int
    bare: str

    def address(self, user: str, password: str | None = None) -> str:
        name = "WANGI_KAFKA_PASSWORD" if user == "wangi" else f"WANGI_PASSWORD_{user.upper()}"
        return f"sasl_plaintext://{user}:{password or SECRETS[name]}@127.0.0.1:{self.port}?mechanism=PLAIN"


@pytest.fixture(scope="module")
async def broker(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Broker]:
    offset = free_offset()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kafka, "properties", partial(compose_properties, secrets=SECRETS))
        child = await kafka.start(tmp_path_factory.mktemp("kafka"), 19_092 + offset, 19_093 + offset)
    there = Broker(19_092 + offset, f"127.0.0.1:{19_092 + offset}")
    try:
        await apply_topics(there.address("wangi"))
        await rights.apply_rights(there.address("wangi"))
        yield there
    finally:
        await child.stop()


async def write(address: str, topic: str) -> None:
    producer = make_producer(address)
    try:
        await producer.start()
        await producer.send_and_wait(topic, b"event", key=b"1")
    finally:
        await producer.stop()


async def read(address: str, topic: str, group: str) -> bytes:
    reader = AIOKafkaConsumer(topic, **client_options(address), auto_offset_reset="earliest", group_id=group)
    try:
        async with asyncio.timeout(20):
            await reader.start()
            value: bytes = (await reader.getone()).value
            await reader.commit()
            return value
    finally:
        await reader.stop()


def test_kafka_rights_match_subscriptions() -> None:
    for service in SERVICES:
        app = import_module(f"services.{service}.main").app
        assert app.state.subscriptions.topics == set(SUBSCRIPTIONS[service]), service
    assert set(LIVE_TOPICS) == set(SUBSCRIPTIONS["gateway"])
    assert {topic.producer for topic in EVENT_TOPICS} <= set(SUBSCRIPTIONS)


def test_no_service_name_is_a_prefix_of_another() -> None:
    assert not [(a, b) for a in SUBSCRIPTIONS for b in SUBSCRIPTIONS if a != b and b.startswith(a)]


@pytest.mark.parametrize("part", SERVICES)
async def test_service_writes_own_topics_and_dead_letters(broker: Broker, part: str) -> None:
    for topic in [*PRODUCED[part], *(f"{name}.dlq" for name in SUBSCRIPTIONS[part])]:
        await write(broker.address(part), topic)


@pytest.mark.parametrize("part", SUBSCRIPTIONS)
async def test_service_cannot_write_foreign_topics(broker: Broker, part: str) -> None:
    foreign = [topic.name for topic in EVENT_TOPICS if topic.name not in PRODUCED[part]]
    foreign += [f"{topic.name}.dlq" for topic in EVENT_TOPICS if topic.name not in SUBSCRIPTIONS[part]]
    if part == "gateway":
        foreign += [f"{topic.name}.dlq" for topic in EVENT_TOPICS]
    for topic in foreign:
        with pytest.raises(FORBIDDEN):
            await write(broker.address(part), topic)


@pytest.mark.parametrize("part", SERVICES)
async def test_service_reads_its_topics_in_its_group_only(broker: Broker, part: str) -> None:
    for topic in SUBSCRIPTIONS[part]:
        await write(broker.address("wangi"), topic)
        assert await read(broker.address(part), topic, rights.group_of(part)) == b"event"
    for topic in {event_topic.name for event_topic in EVENT_TOPICS} - {*SUBSCRIPTIONS[part], *PRODUCED[part]}:
        with pytest.raises(TopicAuthorizationFailedError):
            await read(broker.address(part), topic, rights.group_of(part))
    other = "admin" if part != "admin" else "auth"
    with pytest.raises(GroupAuthorizationFailedError):
        await read(broker.address(part), SUBSCRIPTIONS[part][0], rights.group_of(other))


async def test_analysts_read_everything_and_write_nothing(broker: Broker) -> None:
    address = broker.address(ANALYSTS)
    for topic in EVENT_TOPICS:
        await write(broker.address("wangi"), topic.name)
        assert await read(address, topic.name, f"{rights.group_of(ANALYSTS)}-of-one") == b"event"
        for name in (topic.name, f"{topic.name}.dlq"):
            with pytest.raises(FORBIDDEN):
                await write(address, name)
    with pytest.raises(GroupAuthorizationFailedError):
        await read(address, "wangi.auctions", rights.group_of("auction"))


async def test_gateway_reads_live_topics(broker: Broker) -> None:
    received = list[bytes]()
    events = KafkaEvents(broker.address("gateway"))

    async def listen() -> None:
        async for value in events:
            received.append(value)

    listening = asyncio.create_task(listen())
    try:
        await asyncio.wait_for(events.in_place.wait(), 20)
        for topic in LIVE_TOPICS:
            await write(broker.address("wangi"), topic)

        async def all_came() -> bool:
            return len(received) >= len(LIVE_TOPICS)

        await until(all_came)
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def test_kafka_refuses_missing_or_wrong_credentials(broker: Broker) -> None:
    theirs = SECRETS["WANGI_PASSWORD_AUCTION"]
    for address in (broker.bare, broker.address("auth", theirs), broker.address("wangi", theirs)):
        producer = make_producer(address)
        with pytest.raises(KafkaError):
            async with asyncio.timeout(20):
                await producer.start()
        await producer.stop()


async def test_rights_are_applied_once_and_extra_ones_removed(broker: Broker) -> None:
    owner = broker.address("wangi")
    assert await rights.apply_rights(owner) == []
    assert await check_topics(owner) == []
    extra = rights.Right("boost", rights.WRITE, rights.TOPIC, "wangi.auctions")
    wanted = rights.rights() | {extra}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rights, "rights", lambda: wanted)
        assert await rights.apply_rights(owner) == ["from now on boost may write wangi.auctions"]
        await write(broker.address("boost"), "wangi.auctions")
    assert await rights.check_rights(owner) == ["too much: boost may write wangi.auctions"]
    assert await rights.apply_rights(owner) == ["no longer: boost may write wangi.auctions"]
    with pytest.raises(TopicAuthorizationFailedError):
        await write(broker.address("boost"), "wangi.auctions")
    assert await rights.check_rights(owner) == []


async def test_service_cannot_grant_itself_rights(broker: Broker) -> None:
    with pytest.raises(KafkaError):
        await rights.apply_rights(broker.address("auction"))
