from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.admin.config_resource import ConfigResource, ConfigResourceType
from sqlalchemy import text

from deploy.local.stack import Stack
from libs.kit.events import outbox
from libs.kit.events.publisher import Publisher
from libs.kit.events.refused_events import RefusedEvents
from libs.kit.tests.lab import Lab, Ping, open_lab
from libs.kit.tests.pings import EVERYTHING, ping_all

pytestmark = [
    pytest.mark.servers,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]

LARGE = b"x" * 5_000


@pytest.fixture
async def lab(stack: Stack) -> AsyncIterator[Lab]:
    async with open_lab(stack) as opened:
        yield opened


@pytest.fixture
async def small(lab: Lab) -> AsyncIterator[str]:
    name = f"{lab.name}.small"
    admin = AIOKafkaAdminClient(bootstrap_servers=lab.bootstrap)
    await admin.start()
    await admin.create_topics([NewTopic(name, 1, 1, topic_configs={"max.message.bytes": "2000"})])
    yield name
    await admin.delete_topics([name])
    await admin.close()


async def put_all(lab: Lab, topic: str, *events: tuple[str, bytes]) -> None:
    async with lab.database.transaction() as session:
        for key, payload in events:
            await outbox.queue_message(session, topic, key, payload)


async def waiting(lab: Lab) -> int:
    return await lab.count("SELECT count(*) FROM outbox WHERE published_at IS NULL")


async def nothing_waits(lab: Lab) -> bool:
    return await waiting(lab) == 0


async def aside(lab: Lab) -> list[str]:
    async with lab.database.reading() as session:
        query = "SELECT left(encode(payload, 'escape'), 5) FROM outbox WHERE published_at = 'infinity' ORDER BY id"
        return [row[0] for row in await session.execute(text(query))]


async def test_refused_event_parks_its_key_and_others_continue(lab: Lab, small: str) -> None:
    await put_all(lab, small, ("a", b"first"), ("b", LARGE), ("b", b"later"), ("a", b"other"))
    await ping_all(lab)

    async def others_are_out() -> bool:
        return await nothing_waits(lab) and sorted(set(await lab.effects())) == sorted(EVERYTHING)

    await lab.until(others_are_out)
    assert await aside(lab) == ["xxxxx", "later"]
    await put_all(lab, small, ("b", b"newer"), ("a", b"again"))
    await lab.until(lambda: nothing_waits(lab))
    assert await aside(lab) == ["xxxxx", "later", "newer"]
    (refused,) = await RefusedEvents(lab.database).overview()
    assert (refused["topic"], refused["key"], refused["waiting"]) == (small, "b", 3)
    assert "MessageSizeTooLarge" in refused["cause"]


async def test_refused_events_are_published_in_order_once_accepted(lab: Lab, small: str) -> None:
    await put_all(lab, small, ("b", LARGE), ("b", b"later"))
    await lab.until(lambda: nothing_waits(lab))
    admin = AIOKafkaAdminClient(bootstrap_servers=lab.bootstrap)
    await admin.start()
    roomier = ConfigResource(ConfigResourceType.TOPIC, small, configs={"max.message.bytes": "9000"})
    await admin.alter_configs([roomier])
    await admin.close()
    assert await RefusedEvents(lab.database).retry(small, "b") == 2
    await put_all(lab, small, ("b", b"newer"))
    await lab.until(lambda: nothing_waits(lab))
    assert await aside(lab) == []
    assert await RefusedEvents(lab.database).overview() == []


async def test_discarding_refused_events_frees_their_key(lab: Lab, small: str) -> None:
    await put_all(lab, small, ("b", LARGE))
    await lab.until(lambda: nothing_waits(lab))
    assert await RefusedEvents(lab.database).discard(small, "b") == 1
    await put_all(lab, small, ("b", b"newer"))
    await lab.until(lambda: nothing_waits(lab))
    assert await aside(lab) == []
    assert await lab.count("SELECT count(*) FROM outbox WHERE published_at = '-infinity'") == 1


async def test_batch_too_large_together_is_sent_singly(lab: Lab, small: str) -> None:
    await put_all(lab, small, *[("c", b"y" * 900) for _ in range(8)])
    await lab.until(lambda: nothing_waits(lab))
    assert await aside(lab) == []


async def test_topic_accepts_events_after_a_refused_batch(lab: Lab, small: str) -> None:
    await put_all(lab, small, *[("c", b"y" * 900) for _ in range(8)])
    await lab.until(lambda: nothing_waits(lab))
    await put_all(lab, small, ("c", b"next"), ("d", b"next"))
    await lab.until(lambda: nothing_waits(lab))


async def test_key_freed_during_refusal_is_refused_again(
    lab: Lab, small: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await put_all(lab, small, ("b", LARGE))
    await lab.until(lambda: nothing_waits(lab))
    await put_all(lab, small, ("b", b"later"))
    publish = Publisher.publish

    async def freed_meanwhile(publisher: Publisher, *rest: Any) -> None:
        monkeypatch.setattr(Publisher, "publish", publish)
        await RefusedEvents(lab.database).discard(small, "b")
        await publish(publisher, *rest)

    monkeypatch.setattr(Publisher, "publish", freed_meanwhile)
    await lab.until(lambda: nothing_waits(lab))
    assert await aside(lab) == ["later"]
    (refused,) = await RefusedEvents(lab.database).overview()
    assert (refused["key"], refused["waiting"]) == ("b", 1)


async def test_unpublishable_event_rolls_back_its_transaction(lab: Lab) -> None:
    endless = Ping(name="n" * outbox.LARGEST_EVENT, lab=lab.name, n=1)

    async def act(*, together: bool) -> None:
        async with lab.database.transaction() as session:
            await outbox.record(session, Ping(name="fits", lab=lab.name, n=1), version=1)
            await (
                outbox.record_all(session, [(endless, 2)])
                if together
                else outbox.record(session, endless, version=2)
            )

    for together in (False, True):
        with pytest.raises(outbox.EventTooLarge):
            await act(together=together)
    with pytest.raises(outbox.EventTooLarge):
        outbox.event_columns([(endless, 1, None)])
    assert await lab.count("SELECT count(*) FROM outbox") == 0
