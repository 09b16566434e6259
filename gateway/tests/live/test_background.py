import asyncio
import os
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from gateway import metrics
from gateway.live.feed import KafkaEvents
from gateway.live.hub import Hub
from gateway.tests.harness import Harness, open_harness
from gateway.tests.live.support import bid_placed, open_auction, plain, receive, say
from libs.contracts.event import make_envelope
from libs.contracts.events.auth import UserSessionEnded, session_mark


def close(listening: asyncio.Server | None) -> None:
    assert listening is not None
    listening.close()


@pytest.fixture
def exits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    codes: list[int] = []
    monkeypatch.setattr(os, "_exit", codes.append)
    return codes


async def test_replica_with_dead_background_task_exits(
    exits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken() -> AsyncIterator[bytes]:
        yield b""
        raise AssertionError

    async def blind(hub: Hub) -> None:
        raise AssertionError

    async with open_harness() as harness:
        harness.gateway.events = broken()
        close(harness.gateway.listening)
        first = list(harness.gateway.tasks)
        await harness.gateway.start()
        harness.gateway.tasks += first
        await asyncio.sleep(0.05)
        assert exits == [70]
        monkeypatch.setattr(Hub, "watch", blind)
        watched = list(harness.gateway.tasks)
        close(harness.gateway.listening)
        harness.gateway.events = aiter(harness.events)
        await harness.gateway.start()
        harness.gateway.tasks += watched
        await asyncio.sleep(0.05)
        assert exits == [70, 70]
    assert exits == [70, 70]


async def test_orderly_stop_is_not_a_crash(exits: list[int]) -> None:
    async with open_harness():
        await asyncio.sleep(0)
    assert exits == []


async def test_bad_event_does_not_block_later_ones(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    open_auction(harness)
    apply, failed = (
        harness.gateway.feed.apply,
        metrics.REGISTRY.get_sample_value("gateway_events_failed_total"),
    )
    assert failed is not None

    def stumble(value: bytes) -> None:
        if value == b"bad":
            raise RuntimeError
        apply(value)

    monkeypatch.setattr(harness.gateway.feed, "apply", stumble)
    async with plain(harness) as ws:
        await receive(ws)
        await say(ws, "joinAuction", auctionId=7)
        await receive(ws)
        harness.events.publish("bad")
        harness.events.publish(bid_placed())
        assert (await receive(ws))["type"] == "newBid"
    assert metrics.REGISTRY.get_sample_value("gateway_events_failed_total") == failed + 1


async def test_replica_with_ended_feed_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    events = KafkaEvents("127.0.0.1:1")

    async def broken() -> AsyncIterator[bytes]:
        events.in_place.set()
        yield b"one"
        raise AssertionError

    monkeypatch.setattr(events, "stream", broken)
    received = aiter(events)
    assert (await anext(received), events.ready) == (b"one", True)
    with pytest.raises(AssertionError):
        await anext(received)
    assert not events.ready


async def test_replica_is_ready_after_first_read_and_stays_so_without_broker(harness: Harness) -> None:
    """P-H2"""
    events = harness.gateway.events = KafkaEvents("127.0.0.1:1")
    assert harness.gateway.readiness() == {"serving": True, "live": False}
    events.begun = True
    assert not events.ready
    assert harness.gateway.readiness() == {"serving": True, "live": True}


async def test_ended_session_loses_its_sockets_and_others_stay(
    harness: Harness,
) -> None:
    """P-F2"""
    async with plain(harness) as ws, plain(harness) as other:
        for socket, session in ((ws, "phone"), (other, "laptop")):
            await receive(socket)
            await say(socket, "auth", token=harness.token(7, epoch=1, sid=session))
            await receive(socket)
        event = UserSessionEnded(user_id=7, session=session_mark("phone"), ended_at=datetime.now(UTC))
        harness.events.publish(make_envelope(event, 1).model_dump_json())
        assert (await receive(ws))["code"] == "signed_out"
        await say(other, "auth", token=harness.token(7, epoch=1, sid="phone"))
        assert (await receive(other))["code"] == "not_signed_in"
        headers = {"Authorization": f"Bearer {harness.token(7, epoch=1, sid='phone')}"}
        async with harness.http.get(f"{harness.address}/api/favorites", headers=headers) as answer:
            assert answer.status == 401
        headers = {"Authorization": f"Bearer {harness.token(7, epoch=1, sid='laptop')}"}
        async with harness.http.get(f"{harness.address}/api/favorites", headers=headers) as answer:
            assert answer.status == 200


async def test_revocation_hint_closes_sockets(harness: Harness) -> None:
    async with plain(harness) as ws, plain(harness) as other:
        for socket, person in ((ws, 7), (other, 8)):
            await receive(socket)
            await say(socket, "auth", token=harness.token(person, epoch=1))
            await receive(socket)
        harness.gateway.hints.raise_epoch(7, 2)
        assert (await receive(ws))["code"] == "signed_out"
        await say(other, "auth", token=harness.token(7, epoch=1))
        assert (await receive(other))["code"] == "not_signed_in"
