import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest
from aiokafka import AIOKafkaProducer
from aiokafka.conn import AIOKafkaConnection
from aiokafka.producer.sender import SendProduceReqHandler

from deploy.local.stack import Stack
from libs.kit import service
from libs.kit.events import leaving, relay
from libs.kit.events.relay import LostLeadership
from libs.kit.tests.lab import Lab, open_lab, until

# A broken producer leaves open sockets to the garbage collector.
pytestmark = [
    pytest.mark.servers,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]


@pytest.fixture
async def lab(stack: Stack) -> AsyncIterator[Lab]:
    async with open_lab(stack) as opened:
        yield opened


async def nothing_waits(lab: Lab) -> bool:
    return await lab.count("SELECT count(*) FROM outbox WHERE published_at IS NULL") == 0


async def test_replaced_leader_marks_nothing(lab: Lab, stack: Stack) -> None:
    await lab.ping("a", 1)
    connection = await asyncpg.connect(lab.url, server_settings={"search_path": lab.name})
    await connection.execute("INSERT INTO leaders (name, epoch) VALUES ('relay', 7)")
    lab.relay.epoch = 6
    async with lab.relay.publisher.opened():
        with pytest.raises(LostLeadership):
            await lab.relay.drain_once(connection)
    await connection.close()
    assert not await nothing_waits(lab)


@pytest.mark.parametrize("turns", range(5))
async def test_relay_stopped_while_waking_stops(lab: Lab, turns: int) -> None:
    carrying = asyncio.create_task(lab.relay.run())

    async def leads() -> bool:
        return lab.relay.looked_at > 0

    await until(leads)
    await asyncio.sleep(0.2)  # The relay is idle now.
    lab.relay.wake()
    for _ in range(turns):
        await asyncio.sleep(0)
    carrying.cancel()
    assert await asyncio.wait([carrying], timeout=5) == ({carrying}, set())


async def test_relay_stopped_while_broker_hangs_stops(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    handle_frame, silent = AIOKafkaConnection._handle_frame, asyncio.Event()

    def handle_or_drop(connection: AIOKafkaConnection, answer: bytes) -> None:
        if not silent.is_set():
            handle_frame(connection, answer)

    async def leads() -> bool:
        return lab.relay.looked_at > 0

    monkeypatch.setattr(AIOKafkaConnection, "_handle_frame", handle_or_drop)
    carrying = asyncio.create_task(lab.relay.run())
    await until(leads)
    silent.set()
    await lab.ping("a", 1)
    await asyncio.sleep(0.5)
    carrying.cancel()
    assert await asyncio.wait([carrying], timeout=10) == ({carrying}, set())


async def test_producer_with_broken_task_is_replaced(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    send = SendProduceReqHandler.do

    async def breaks_once(handler: SendProduceReqHandler, *rest: Any) -> None:
        monkeypatch.setattr(SendProduceReqHandler, "do", send)
        raise RuntimeError("a mistake of the client")

    monkeypatch.setattr(SendProduceReqHandler, "do", breaks_once)
    await lab.ping("a", 1)
    async with lab.running():
        await until(lambda: nothing_waits(lab))


async def test_relay_times_out_waiting_for_broker(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    partitions_for, ends = AIOKafkaProducer.partitions_for, AIOKafkaProducer.stop

    async def no_answer(producer: AIOKafkaProducer, *words: Any) -> None:
        monkeypatch.setattr(AIOKafkaProducer, "partitions_for", partitions_for)
        await asyncio.Event().wait()

    async def no_end(producer: AIOKafkaProducer) -> None:
        monkeypatch.setattr(AIOKafkaProducer, "stop", ends)
        await asyncio.Event().wait()

    monkeypatch.setattr(AIOKafkaProducer, "partitions_for", no_answer)
    monkeypatch.setattr(AIOKafkaProducer, "stop", no_end)
    monkeypatch.setattr(relay, "TURN_SECONDS", 2.0)
    monkeypatch.setattr(leaving, "WORD_SECONDS", 0.1)
    await lab.ping("a", 1)
    async with lab.running():
        await until(lambda: nothing_waits(lab))


@pytest.mark.parametrize("part", ["relay", "consumer"])
async def test_process_with_stuck_relay_or_consumer_exits(
    lab: Lab, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    monkeypatch.setattr(service, "LOOK_SECONDS", 0.01)
    began = time.monotonic()
    async with lab.running():
        await until(lambda: min(lab.relay.beat, lab.consumer.beat) > began + 1)
        looking = asyncio.create_task(service.end_when_still(lab.relay, lab.consumer))
        await asyncio.sleep(0.1)
        assert not looking.done()
    getattr(lab, part).beat -= service.STILL_SECONDS
    with pytest.raises(service.Still, match=part.capitalize()):
        await looking
