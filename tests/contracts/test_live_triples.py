import asyncio
import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from gateway.live.hub import Hub
from gateway.live.pace import Pace
from libs.contracts.event import Envelope
from libs.contracts.frames import frames_of
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auction.tests.makers import (
    RIVAL_ID,
    SELLER_ID,
    an_auction,
    bid,
    bidder,
    remove_accounts,
    run_closing,
)

pytestmark = pytest.mark.servers
FOLDER = Path(__file__).parent / "live"
IGNORED = ["serverNow", "updatedAt"]


def _from_now(terms: dict[str, Any]) -> dict[str, Any]:
    if "seconds_left" not in terms:
        return terms
    return {"ends_at": datetime.now(UTC) + timedelta(seconds=terms["seconds_left"])}


async def fetched(auction: Service, auction_id: int) -> dict[str, Any]:
    state: dict[str, Any] = (await auction.http.get(f"/api/auctions/{auction_id}")).json()
    return state


async def frames_since(auction: Service, auction_id: int, seq: int) -> list[dict[str, Any]]:
    envelopes = [Envelope.model_validate(row) for row in await auction.recorded(auction_id)]
    return [
        {"type": frame.name} | json.loads(frame.body)
        for envelope in envelopes
        if envelope.version > seq
        for frame in frames_of(envelope)
    ]


Bids = list[tuple[int, str, float] | tuple[int, str, float, float]]
SCENES: dict[str, tuple[dict[str, Any], Bids, int]] = {
    "first-bid": ({}, [(42, "amir", 105)], 0),
    "outbid": ({}, [(42, "amir", 105), (RIVAL_ID, "zaki", 110)], 1),
    "three-in-a-row": ({}, [(42, "amir", 105), (RIVAL_ID, "zaki", 112.5), (42, "amir", 120)], 0),
    "reserve-met": ({"reserve_price": 11_000}, [(42, "amir", 105), (RIVAL_ID, "zaki", 110)], 1),
    "a-late-bid": ({"seconds_left": 90}, [(42, "amir", 105), (RIVAL_ID, "zaki", 110)], 0),
    "two-maximums": ({"buy_now_price": 30_000}, [(42, "amir", 105, 150), (RIVAL_ID, "zaki", 110, 140)], 1),
    "up-to-the-reserve": (
        {"reserve_price": 15_000, "buy_now_price": 30_000},
        [(42, "amir", 105), (RIVAL_ID, "zaki", 110, 200)],
        1,
    ),
    "past-fifty-bids": ({}, [(42 + n % 2, "amir", 105 + n * 5) for n in range(53)], 50),
}


@pytest.mark.parametrize("name", SCENES)
async def test_frames_update_a_room_to_its_state_after(auction: Service, name: str) -> None:
    terms, bids, seen = SCENES[name]
    auction_id = await an_auction(auction, **_from_now(terms))
    for user, username, amount, *most in bids[:seen]:
        await bid(auction, auction_id, amount, bidder(user, username), most=most[0] if most else None)
    before = await fetched(auction, auction_id)
    for user, username, amount, *most in bids[seen:]:
        await bid(auction, auction_id, amount, bidder(user, username), most=most[0] if most else None)
    after = await fetched(auction, auction_id)
    frames = await frames_since(auction, auction_id, before["seq"])
    assert before["seq"] != after["seq"], "the scene changes nothing and so proves nothing"
    assert [frame["seq"] for frame in frames] == list(range(before["seq"] + 1, after["seq"] + 1))
    triple = {"name": name, "before": before, "frames": frames, "after": after, "ignore": IGNORED}
    compare(FOLDER / f"{name}.json", triple)


class _Room(Hub):
    def __init__(self) -> None:
        super().__init__()
        self.received: list[dict[str, Any]] = []

    def publish(
        self, room: str, name: str, body: str, *, passing: bool = False, numbered: bool = True
    ) -> int:
        self.received.append({"type": name} | json.loads(body))
        return 1


async def test_bids_in_one_frame_give_the_same_state(auction: Service) -> None:
    auction_id = await an_auction(auction, **_from_now({"seconds_left": 90}))
    await bid(auction, auction_id, 105, bidder(42, "amir"))
    before = await fetched(auction, auction_id)
    for user, username, amount in [(RIVAL_ID, "zaki", 110), (42, "amir", 115), (RIVAL_ID, "zaki", 120)]:
        await bid(auction, auction_id, amount, bidder(user, username))
    after = await fetched(auction, auction_id)
    room = _Room()
    pace = Pace(room)
    for envelope in [Envelope.model_validate(row) for row in await auction.recorded(auction_id)]:
        for frame in frames_of(envelope) if envelope.version > before["seq"] else ():
            pace.publish(frame)
    await asyncio.sleep(0)
    assert [frame["type"] for frame in room.received] == ["newBid", "auctionExtended"]
    assert (room.received[0]["count"], room.received[1]["seq"]) == (3, after["seq"])
    triple = {
        "name": "a-late-rush",
        "before": before,
        "frames": room.received,
        "after": after,
        "ignore": IGNORED,
    }
    compare(FOLDER / "a-late-rush.json", triple)


ENDS: dict[str, tuple[int, tuple[str, ...]]] = {
    "a-cancelled-auction": (SELLER_ID, ("auctionEnded",)),
    "voided-bids": (RIVAL_ID, ("resync",)),
}


@pytest.mark.parametrize("name", ENDS)
async def test_ban_is_seen_live_and_gives_the_state_after(auction: Service, name: str) -> None:
    """U1, C40"""
    person, expected_frames = ENDS[name]
    auction_id = await an_auction(auction)
    names = {42: "amir", RIVAL_ID: "zaki"}
    for user, amount in [(42, 105), (RIVAL_ID, 110), (42, 115), (RIVAL_ID, 120)]:
        await bid(auction, auction_id, amount, bidder(user, names[user]))
    before = await fetched(auction, auction_id)
    await remove_accounts(auction, person, "banned")
    after = await fetched(auction, auction_id)
    frames = await frames_since(auction, auction_id, before["seq"])
    assert tuple(frame["type"] for frame in frames) == expected_frames
    assert [frame["seq"] for frame in frames] == list(range(before["seq"] + 1, after["seq"] + 1))
    triple = {"name": name, "before": before, "frames": frames, "after": after, "ignore": IGNORED}
    compare(FOLDER / f"{name}.json", triple)


@pytest.mark.parametrize("name", ["sold", "reserve-not-met", "no-bids"])
async def test_watchers_see_auction_end_without_another_request(auction: Service, name: str) -> None:
    """P-A5"""
    auction_id = await an_auction(auction, reserve_price=50_000 if name == "reserve-not-met" else None)
    if name != "no-bids":
        await bid(auction, auction_id, 105)
    before = await fetched(auction, auction_id)
    clock.forward(days=7)
    await run_closing(auction)
    after = await fetched(auction, auction_id)
    frames = await frames_since(auction, auction_id, before["seq"])
    assert [(frame["type"], frame["outcome"]) for frame in frames] == [
        ("auctionEnded", name.replace("-", "_"))
    ]
    triple = {"name": f"hammer-{name}", "before": before, "frames": frames, "after": after, "ignore": IGNORED}
    compare(FOLDER / f"hammer-{name}.json", triple)


def compare(path: Path, triple: dict[str, Any]) -> None:
    """WRITE_TRIPLES=1 rewrites the triple after an intended change."""
    if os.environ.get("WRITE_TRIPLES"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(triple, indent=1, ensure_ascii=False) + "\n")
    assert _shape(json.loads(path.read_text())) == _shape(triple)


def _shape(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _shape(part) for name, part in value.items() if name not in {"id", "name"}}
    if isinstance(value, list):
        return [_shape(part) for part in value]
    return type(value).__name__
