import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiokafka import AIOKafkaConsumer, TopicPartition
from aiokafka.conn import AIOKafkaConnection

from deploy.local.stack import Stack
from libs.kit.errors import Unavailable
from libs.kit.events import consumer, inbox, leaving, partition_worker
from libs.kit.events.broker import partition_of
from libs.kit.events.consumer import Consumer
from libs.kit.events.inbox import Inbox
from libs.kit.tests.lab import Lab, Ping, open_lab, until
from libs.kit.tests.pings import all_handled, check_effects, ping_all

pytestmark = [
    pytest.mark.servers,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]
TOPIC = "wangi.moderation"


@pytest.fixture
async def lab(stack: Stack) -> AsyncIterator[Lab]:
    async with open_lab(stack) as opened:
        yield opened


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[AIOKafkaConsumer]:
    start, all_of_them = AIOKafkaConsumer.start, list[AIOKafkaConsumer]()

    async def starting(kafka: AIOKafkaConsumer) -> None:
        if kafka._group_id is not None:  # Skips a consumer without a group.
            all_of_them.append(kafka)
        await start(kafka)

    monkeypatch.setattr(AIOKafkaConsumer, "start", starting)
    return all_of_them


@pytest.fixture
def watchful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumer, "HEARTBEAT_SECONDS", 0.1)
    monkeypatch.setattr(consumer, "QUIET_SECONDS", 1.0)


def partition_in(lab: Lab, name: str) -> int:
    return partition_of(f"{lab.name}-{name}", {0, 1, 2, 3})


def elsewhere(lab: Lab, name: str) -> str:
    return next(other for other in "bcdefghij" if partition_in(lab, other) != partition_in(lab, name))


@contextlib.asynccontextmanager
async def others_move(lab: Lab, name: str) -> AsyncIterator[None]:
    async def go_on() -> None:
        for n in range(1, 10_000):
            await lab.ping(name, n)
            await asyncio.sleep(0.1)

    moving = asyncio.create_task(go_on())
    yield
    moving.cancel()
    await asyncio.gather(moving, return_exceptions=True)


@pytest.mark.parametrize("question", ["start", "getmany", "commit"])
async def test_unanswered_broker_request_restarts_consumer(
    lab: Lab, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, asked = getattr(AIOKafkaConsumer, question), list[str]()

    async def counted_ask(kafka: AIOKafkaConsumer, *words: Any, **more: Any) -> Any:
        asked.append(question)
        return await (ask(kafka, *words, **more) if len(asked) > 1 else asyncio.Event().wait())

    monkeypatch.setattr(AIOKafkaConsumer, question, counted_ask)
    monkeypatch.setattr(consumer, "START_SECONDS", 12.0 if question != "start" else 2.0)
    monkeypatch.setattr(consumer, "TURN_SECONDS", 2.0)

    async def gave_up() -> bool:
        return len(asked) > 1

    async with lab.running():
        await ping_all(lab)
        await until(lambda: all_handled(lab))
        await until(gave_up)
    check_effects(await lab.effects())


async def test_partition_with_stuck_handler_is_restarted(
    lab: Lab, watchful: None, begun: list[AIOKafkaConsumer], monkeypatch: pytest.MonkeyPatch
) -> None:
    handle, hung = Inbox.handle, list[str]()

    async def handling(self: Inbox, message: inbox.Message) -> str:
        if message.key == f"{lab.name}-a" and not hung:
            hung.append(message.key)
            await asyncio.Event().wait()
        return await handle(self, message)

    monkeypatch.setattr(Inbox, "handle", handling)
    await lab.ping("a", 1)
    await _is_handled_while_others_move(lab)
    assert (len(hung), len(begun)) == (1, 2)


async def test_partition_without_data_is_restarted(
    lab: Lab, watchful: None, begun: list[AIOKafkaConsumer], monkeypatch: pytest.MonkeyPatch
) -> None:
    getmany, stuck = AIOKafkaConsumer.getmany, TopicPartition(TOPIC, partition_in(lab, "a"))

    async def getting(kafka: AIOKafkaConsumer, *words: Any, **more: Any) -> Any:
        if kafka is begun[0] and stuck in kafka.assignment():
            kafka.pause(stuck)
        return await getmany(kafka, *words, **more)

    monkeypatch.setattr(AIOKafkaConsumer, "getmany", getting)
    await lab.ping("a", 1)
    await _is_handled_while_others_move(lab)
    assert len(begun) == 2


async def _is_handled_while_others_move(lab: Lab) -> None:
    async with lab.running(), others_move(lab, elsewhere(lab, "a")):
        await until(_handled(lab))
    effects = await lab.effects()
    assert len(effects) == len(set(effects))


async def test_worker_waiting_for_database_is_not_restarted(
    lab: Lab, watchful: None, begun: list[AIOKafkaConsumer], monkeypatch: pytest.MonkeyPatch
) -> None:
    back, stood, still = asyncio.Event(), list[TopicPartition](), Consumer.find_stuck_partitions

    def find_stuck_partitions(self: Consumer, places: dict[TopicPartition, int]) -> list[TopicPartition]:
        found = still(self, places)
        stood.extend(found)
        return found

    async def noticed_twice() -> bool:
        return len(stood) > 1

    def fault(ping: Ping) -> None:
        if not back.is_set():
            raise Unavailable

    async def answers() -> bool:
        return back.is_set()

    monkeypatch.setattr(Consumer, "find_stuck_partitions", find_stuck_partitions)
    monkeypatch.setattr(lab.database, "answers", answers)
    lab.fault = fault
    await lab.ping("a", 1)
    async with lab.running(), others_move(lab, elsewhere(lab, "a")):
        await until(noticed_twice)
        back.set()
        await until(_handled(lab))
    assert len(begun) == 1


def _handled(lab: Lab) -> Any:
    async def handled() -> bool:
        return ("a", 1) in await lab.effects()

    return handled


async def test_retried_message_is_not_a_stuck_partition(
    lab: Lab, begun: list[AIOKafkaConsumer], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert partition_worker.PATIENCE_SECONDS + inbox.HANDLER_SECONDS <= consumer.QUIET_SECONDS / 2
    monkeypatch.setattr(consumer, "HEARTBEAT_SECONDS", 0.1)
    monkeypatch.setattr(consumer, "QUIET_SECONDS", 4.0)

    def poison(ping: Ping) -> None:
        if ping.name.endswith("-a"):
            raise ValueError("this bottle cannot be counted")

    async def parked() -> bool:
        return await lab.count("SELECT count(*) FROM parked") == 1

    lab.fault = poison
    await lab.ping("a", 1)
    async with lab.running(), others_move(lab, elsewhere(lab, "a")):
        await until(parked)
    assert len(begun) == 1


async def test_hanging_broker_client_leaves_nothing_behind(
    lab: Lab, begun: list[AIOKafkaConsumer], monkeypatch: pytest.MonkeyPatch
) -> None:
    handle_frame, silent = AIOKafkaConnection._handle_frame, list[AIOKafkaConnection]()

    def handle_or_drop(connection: AIOKafkaConnection, answer: bytes) -> None:
        if connection not in silent:
            handle_frame(connection, answer)

    monkeypatch.setattr(AIOKafkaConnection, "_handle_frame", handle_or_drop)
    monkeypatch.setattr(consumer, "TURN_SECONDS", 1.0)
    monkeypatch.setattr(leaving, "WORD_SECONDS", 0.5)

    async def another_began() -> bool:
        return len(begun) > 1

    async with lab.running():
        await lab.ping("a", 1)
        await until(_handled(lab))
        silent.extend(begun[0]._client._conns.values())
        await lab.ping("a", 2)
        lab.consumer.kept_at = 0.0
        await until(another_began)
        left = [str(task.get_coro()) for task in asyncio.all_tasks() if _belongs_to(task, begun[0])]
        assert left == []
        assert not [conn for conn in begun[0]._client._conns.values() if conn.connected()]
        await ping_all(lab)


def _belongs_to(task: "asyncio.Task[Any]", kafka: AIOKafkaConsumer) -> bool:
    frame = getattr(task.get_coro(), "cr_frame", None)
    return frame is not None and frame.f_locals.get("self") in (
        kafka._coordinator,
        kafka._fetcher,
        kafka._client,
    )


async def test_replaced_consumer_waits_for_its_open_transactions(
    lab: Lab, begun: list[AIOKafkaConsumer], monkeypatch: pytest.MonkeyPatch
) -> None:
    getmany, order = AIOKafkaConsumer.getmany, list[str]()
    in_hand = asyncio.Event()

    async def getting(kafka: AIOKafkaConsumer, *words: Any, **more: Any) -> Any:
        if kafka is begun[0] and in_hand.is_set():
            await asyncio.Event().wait()
        if kafka is not begun[0]:
            order.append("followed")
        return await getmany(kafka, *words, **more)

    async def left(kafka: AIOKafkaConsumer) -> None:
        order.append("left")
        await leaving.stop_client(kafka)

    handle = Inbox.handle

    async def handling(self: Inbox, message: inbox.Message) -> str:
        if message.key != f"{lab.name}-a" or in_hand.is_set():
            return await handle(self, message)
        in_hand.set()
        try:
            return str(await asyncio.Event().wait())
        finally:
            await lab.database.answers()  # A rollback would query the database.
            order.append("over")

    monkeypatch.setattr(Inbox, "handle", handling)
    monkeypatch.setattr(AIOKafkaConsumer, "getmany", getting)
    monkeypatch.setattr(consumer, "stop_client", left)
    monkeypatch.setattr(leaving, "WORD_SECONDS", 0.1)
    monkeypatch.setattr(consumer, "TURN_SECONDS", 1.0)
    await lab.ping("a", 1)
    async with lab.running():
        await until(_handled(lab))
    assert order[:3] == ["over", "left", "followed"]
