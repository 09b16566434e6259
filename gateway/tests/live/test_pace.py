import asyncio
import json
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from gateway import metrics
from gateway.live import feed, pace, socket
from gateway.tests.harness import Harness
from gateway.tests.live.support import NOW, bid_placed, open_auction, plain, receive, say
from libs.contracts import frames
from libs.contracts.event import Envelope, Event, make_envelope
from libs.contracts.events.auction import AuctionEnded, AuctionExtended, BidsVoided
from libs.contracts.rooms import Frame

LATER = NOW.replace(hour=14)


def envelope_json(event: Event, version: int) -> str:
    return make_envelope(event, version).model_dump_json()


def extended(version: int) -> str:
    return envelope_json(AuctionExtended(auction_id=7, product_id=1, ends_at=LATER, epoch=1), version)


def ended(version: int) -> str:
    event = AuctionEnded(
        auction_id=7, product_id=1, seller_id=2, outcome="sold", winner_id=9, price=150_00, highest_bidder_id=9,
        highest_bid=150_00, bid_count=10, ended_at=NOW, epoch=1,
    )  # fmt: skip
    return envelope_json(event, version)


def voided(version: int) -> str:
    event = BidsVoided(
        auction_id=7, product_id=1, seller_id=2, bidder_id=9, reason="bidder_banned", bid_ids=[4], current_bid=None,
        current_bidder_id=None, bid_count=0, reserve_met=None, voided_at=NOW, epoch=1,
    )  # fmt: skip
    return envelope_json(event, version)


async def watch(harness: Harness, ws: ClientConnection) -> None:
    open_auction(harness)
    await receive(ws)
    await say(ws, "joinAuction", auctionId=7)
    await receive(ws)


def shape(frame: dict[str, Any]) -> tuple[str, int | None, int, int | None]:
    return frame["type"], frame.get("fromSeq"), frame["seq"], frame.get("count")


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "PERIOD", 600.0)


def frames_in_time() -> tuple[float, float]:
    """Frames within half a second of their bid, and all frames."""
    within = metrics.REGISTRY.get_sample_value("gateway_bid_frame_seconds_bucket", {"le": "0.5"})
    return within or 0.0, metrics.REGISTRY.get_sample_value("gateway_bid_frame_seconds_count") or 0.0


async def test_late_bid_is_counted_late_only_in_watched_rooms(harness: Harness) -> None:
    late = json.loads(bid_placed(version=5))
    late["time"] = (datetime.now(UTC) - timedelta(seconds=3)).isoformat()
    within, total = frames_in_time()
    harness.events.publish(bid_placed(version=4, auction_id=8))
    async with plain(harness) as ws:
        await watch(harness, ws)
        harness.events.publish(bid_placed(version=4))
        await receive(ws)
        assert frames_in_time() == (within + 1, total + 1)
        harness.events.publish(json.dumps(late))
        await receive(ws)
    assert frames_in_time() == (within + 1, total + 2)


@pytest.mark.usefixtures("patient")
async def test_first_bid_in_quiet_room_is_sent_at_once(harness: Harness) -> None:
    async with plain(harness) as ws:
        await watch(harness, ws)
        harness.events.publish(bid_placed(version=4))
        assert shape(await receive(ws)) == ("newBid", None, 4, None)


async def test_quiet_room_gets_one_frame_per_bid(harness: Harness) -> None:
    async with plain(harness) as ws:
        await watch(harness, ws)
        for version in (4, 5, 6):
            harness.events.publish(bid_placed(version=version))
            frame = await receive(ws)
            assert shape(frame) == ("newBid", None, version, None)
            assert "bids" not in frame
            await asyncio.sleep(pace.PERIOD * 2.2)


async def test_concurrent_bids_share_a_frame(harness: Harness) -> None:
    async with plain(harness) as ws:
        await watch(harness, ws)
        for version in range(4, 34):
            harness.events.publish(bid_placed(version=version, amount=100_00 + version))
        frame = await receive(ws)
        assert shape(frame) == ("newBid", 4, 33, 30)
        assert frame["auction"]["currentBid"] == frame["bid"]["amount"] == 100.33
        assert [bid["id"] for bid in frame["bids"]] == list(range(14, 34))
        assert [bid["isWinning"] for bid in frame["bids"]] == [False] * 19 + [True]
        assert frame["bids"][-1] == frame["bid"]


@pytest.mark.quiet
async def test_busy_room_gets_twenty_frames_a_second_with_the_last_bid(
    harness: Harness,
) -> None:
    async with plain(harness) as ws:
        await watch(harness, ws)
        frames: list[dict[str, Any]] = []
        began, version = time.perf_counter(), 3
        while time.perf_counter() - began < 0.5:
            version += 1
            harness.events.publish(bid_placed(version=version, amount=version * 100))
            await asyncio.sleep(0.001)
        while not frames or frames[-1]["seq"] < version:
            frames.append(await receive(ws))
        took = time.perf_counter() - began
        assert took < 5.0
        assert len(frames) <= took / pace.PERIOD + 2
        assert frames[-1]["auction"]["currentBid"] == version
        covered = [n for frame in frames for n in range(frame.get("fromSeq", frame["seq"]), frame["seq"] + 1)]
        assert covered == list(range(4, version + 1))


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(("event", "name"), [(ended, "auctionEnded"), (voided, "resync")])
async def test_close_is_sent_at_once_after_its_bids(harness: Harness, event: Any, name: str) -> None:
    async with plain(harness) as ws:
        await watch(harness, ws)
        harness.events.publish(bid_placed(version=4))
        assert shape(await receive(ws)) == ("newBid", None, 4, None)
        for published in (bid_placed(version=5), bid_placed(version=6), event(7)):
            harness.events.publish(published)
        assert shape(await receive(ws)) == ("newBid", 5, 6, 2)
        assert (await receive(ws))["type"] == name


async def test_extension_follows_its_bid_and_seq_never_decreases(harness: Harness) -> None:
    async with plain(harness) as ws:
        await watch(harness, ws)
        for event in (bid_placed(version=4), extended(5)):
            harness.events.publish(event)
        first = [await receive(ws), await receive(ws)]
        assert [shape(frame)[:3] for frame in first] == [("newBid", None, 4), ("auctionExtended", None, 5)]
        for event in (bid_placed(version=6), extended(7), bid_placed(version=8)):
            harness.events.publish(event)
        busy = [await receive(ws), await receive(ws)]
        assert [shape(frame)[:3] for frame in busy] == [("newBid", 6, 8), ("auctionExtended", None, 8)]
        assert busy[1]["endsAt"] == "2026-11-21T14:00:00Z"


async def test_frame_never_covers_a_seq_that_was_not_received(harness: Harness) -> None:
    async with plain(harness) as ws:
        await watch(harness, ws)
        for version in (4, 5, 5, 7):
            harness.events.publish(bid_placed(version=version))
        assert [shape(await receive(ws))[:3] for _ in range(3)] == [
            ("newBid", 4, 5),
            ("newBid", None, 5),
            ("newBid", None, 7),
        ]


@pytest.mark.usefixtures("patient")
async def test_own_answer_does_not_wait_for_the_room(harness: Harness) -> None:
    async with plain(harness) as ws:
        await watch(harness, ws)
        await say(ws, "auth", token=harness.token())
        await receive(ws)
        harness.events.publish(bid_placed(version=4))
        await receive(ws)
        harness.events.publish(bid_placed(version=5))
        await say(ws, "placeBid", id="mine", auctionId=7, amount=105)
        assert (await receive(ws))["type"] == "bidAccepted"


async def test_slow_reader_gets_the_latest_state(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "LAGGING", -1)
    async with plain(harness) as ws:
        await watch(harness, ws)
        for version in (4, 5):
            harness.events.publish(bid_placed(version=version, amount=version * 100))
            await asyncio.sleep(pace.PERIOD * 1.2)
        harness.gateway.hub.catch_up()
        monkeypatch.undo()
        harness.gateway.hub.catch_up()
        harness.gateway.hub.catch_up()
        harness.events.publish(ended(6))
        assert [shape(await receive(ws))[:3] for _ in range(2)] == [
            ("newBid", None, 5),
            ("auctionEnded", None, 6),
        ]


async def test_watcher_count_does_not_displace_a_bid(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "LAGGING", -1)
    async with plain(harness) as ws:
        await watch(harness, ws)
        harness.events.publish(bid_placed(version=4, amount=400))
        await asyncio.sleep(pace.PERIOD * 1.2)
        hub, update_counts = harness.gateway.hub, harness.gateway.audience.update_counts
        await update_counts()
        monkeypatch.undo()
        hub.stirred.add("auction:7")
        await update_counts()
        hub.catch_up()
        frames = [await receive(ws) for _ in range(2)]
        assert [frame["type"] for frame in frames] == ["watchers", "newBid"]


async def test_room_without_watchers_builds_no_frame(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def frames_of(envelope: Envelope, event: Event) -> list[Frame]:
        made.append(envelope.type)
        return frames.frames_of(envelope, event)

    monkeypatch.setattr(feed, "frames_of", frames_of)
    harness.gateway.feed.apply(bid_placed(auction_id=8).encode())
    assert made == []
    async with plain(harness) as ws:
        await watch(harness, ws)
        harness.gateway.feed.apply(bid_placed().encode())
    assert made == ["wangi.auction.BidPlaced.v1"]
