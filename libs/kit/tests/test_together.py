from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from faststream import AckPolicy
from faststream.kafka import KafkaRouter
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncSession

from deploy.local.stack import Stack
from libs.contracts.event import Envelope, make_envelope
from libs.kit.events import inbox, partition_worker
from libs.kit.events.inbox import Message
from libs.kit.events.subscribing import Session, Subscriptions
from libs.kit.process import buggify
from libs.kit.tests.lab import Lab, Ping, batch_subscriptions_for, open_lab, subscriptions_for
from libs.kit.tests.pings import EACH, EVERYTHING, all_handled, check_effects, crash_in_the_middle, ping_all

pytestmark = [
    pytest.mark.servers,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]


@pytest.fixture
async def lab(stack: Stack) -> AsyncIterator[Lab]:
    """Only stores events, as admin does, so they may share a transaction."""
    async with open_lab(stack) as opened:
        router = KafkaRouter(ack_policy=AckPolicy.MANUAL)

        @router.subscriber("wangi.moderation", batch=True)
        async def write_down(envelopes: list[Envelope], session: Session) -> None:
            for envelope in envelopes:
                if envelope.type == Ping.type_name():
                    await opened.handle(Ping.parse(envelope.data), session)

        opened.subscriptions = Subscriptions(router)
        opened.consumer = opened.new_consumer()
        yield opened


def message(lab: Lab, name: str, n: int, offset: int = 0) -> Message:
    envelope = make_envelope(Ping(name=f"{lab.name}-{name}", lab=lab.name, n=n), n)
    return inbox.parse_message(
        "wangi.moderation", 0, offset, name.encode(), envelope.model_dump_json().encode()
    )


POINTS = ("before-inbox-insert", "after-inbox-insert", "after-effect", "before-commit", "after-commit")


@pytest.mark.parametrize("point", [*POINTS, "before-offset-commit"])
async def test_crash_in_shared_transaction_loses_and_duplicates_nothing(
    lab: Lab, point: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partition_worker, "TOGETHER", 3)  # Makes more than one batch.
    await ping_all(lab)
    armed = crash_in_the_middle(lab, point)

    async def struck_and_settled() -> bool:
        return bool(armed) and not buggify.is_armed(point) and await all_handled(lab)

    await lab.until(struck_and_settled)
    check_effects(await lab.effects())


async def test_waiting_events_share_a_transaction_and_duplicates_apply_once(lab: Lab) -> None:
    first, second = message(lab, "a", 1), message(lab, "b", 1)
    commits: list[AsyncSession] = []
    lab.database.after_commit.append(commits.append)
    assert await lab.consumer.inbox.handle_all([first, second, first]) == ["handled", "handled", "seen"]
    assert len(commits) == 1
    assert await lab.effects() == [("a", 1), ("b", 1)]
    assert await lab.consumer.inbox.handle_all([second, message(lab, "b", 2)]) == ["seen", "handled"]


async def test_batch_is_deduplicated_with_one_query(lab: Lab) -> None:
    asked = list[str]()

    def ask(connection: Any, cursor: Any, statement: str, *more: Any) -> None:
        asked.append(statement)

    event.listen(lab.database.engine.sync_engine, "before_cursor_execute", ask)
    assert await lab.consumer.inbox.handle_all([message(lab, "a", n) for n in range(1, 6)]) == ["handled"] * 5
    assert sum("INTO inbox" in item for item in asked) == 1


async def test_poison_in_batch_parks_its_key_and_others_apply(lab: Lab) -> None:
    def poison(ping: Ping) -> None:
        if ping.name.endswith("-b") and ping.n == 2:
            raise ValueError("this bottle cannot be counted")

    lab.fault = poison
    await ping_all(lab)

    async def settled() -> bool:
        parked = await lab.count("SELECT count(*) FROM parked")
        return parked == EACH - 1 and len(await lab.effects()) == len(EVERYTHING) - (EACH - 1)

    await lab.until(settled)
    assert [n for name, n in await lab.effects() if name == "b"] == [1]
    assert sorted(n for name, n in await lab.effects() if name == "c") == list(range(1, EACH + 1))


async def test_latest_only_handler_gets_newest_event_per_key(
    lab: Lab,
) -> None:
    handled: list[tuple[str, int]] = []

    async def keep(ping: Ping, session: Any) -> None:
        handled.append((ping.name.removeprefix(f"{lab.name}-"), ping.n))

    keeping = inbox.Inbox("keeper", lab.database, subscriptions_for(keep, newest_counts=True))
    waiting = [message(lab, name, n) for n in (1, 2, 3) for name in ("a", "b")]
    assert await keeping.handle_all(waiting) == ["handled"] * 6
    assert handled == [("a", 3), ("b", 3)]
    assert await keeping.handle_all(waiting) == ["seen"] * 6


async def test_slow_handler_gets_events_singly(lab: Lab) -> None:
    assert not inbox.Inbox("careful", lab.database, subscriptions_for(lab.handle)).may_join(
        message(lab, "a", 1)
    )
    assert lab.consumer.inbox.may_join(message(lab, "a", 1))


async def test_concurrent_events_are_handed_over_as_batch(lab: Lab) -> None:
    handled: list[list[int]] = []

    async def handle(pings: Sequence[Ping], session: AsyncSession) -> None:
        handled.append([ping.n for ping in pings])
        for ping in pings:
            await lab.handle(ping, session)

    batch_inbox = inbox.Inbox("together", lab.database, batch_subscriptions_for(handle))
    waiting = [message(lab, "a", 1), message(lab, "a", 2), message(lab, "b", 3)]
    assert all(batch_inbox.may_join(item) for item in waiting)
    commits: list[AsyncSession] = []
    lab.database.after_commit.append(commits.append)
    assert await batch_inbox.handle_all(waiting) == ["handled"] * 3
    assert (len(commits), handled) == (1, [[1, 2, 3]])
    assert await batch_inbox.handle_all([waiting[0], message(lab, "b", 4)]) == ["seen", "handled"]
    assert handled[1:] == [[4]], "what came twice is not handed over again"


async def test_kit_handler_runs_before_service_handler_in_batches(lab: Lab) -> None:
    handled: list[tuple[str, list[int]]] = []

    async def handle(pings: Sequence[Ping], session: AsyncSession) -> None:
        handled.append(("service", [ping.n for ping in pings]))

    async def listen(ping: Ping, session: AsyncSession) -> None:
        handled.append(("kit", [ping.n]))

    subscriptions = batch_subscriptions_for(handle)
    subscriptions.also(Ping, listen)
    both = inbox.Inbox("both", lab.database, subscriptions)
    assert await both.handle_all([message(lab, "a", 1), message(lab, "a", 2)]) == ["handled"] * 2
    assert handled == [("kit", [1]), ("kit", [2]), ("service", [1, 2])]


async def test_poisoned_event_in_batch_is_parked_alone(lab: Lab) -> None:
    batches: list[int] = []

    async def handle(pings: Sequence[Ping], session: AsyncSession) -> None:
        batches.append(len(pings))
        for ping in pings:
            await lab.handle(ping, session)

    def poison(ping: Ping) -> None:
        if ping.name.endswith("-b") and ping.n == 2:
            raise ValueError("nobody can handle this")

    lab.subscriptions = batch_subscriptions_for(handle)
    lab.consumer, lab.fault = lab.new_consumer(), poison
    await ping_all(lab)

    async def settled() -> bool:
        parked = await lab.count("SELECT count(*) FROM parked")
        return parked == EACH - 1 and len(await lab.effects()) == len(EVERYTHING) - (EACH - 1)

    await lab.until(settled)
    assert max(batches) > 1, "no event was handled in a batch"
    for key, count in (("a", EACH), ("b", 1), ("c", EACH), ("d", EACH)):
        assert [n for name, n in await lab.effects() if name == key] == list(range(1, count + 1))
