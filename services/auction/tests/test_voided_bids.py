import asyncio
from datetime import datetime
from typing import Any

import pytest

from libs.contracts.event import Envelope
from libs.contracts.frames import frames_of
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.auction.alerts.service import notify_outbid, scan_auctions
from services.auction.auctions.queries import lock_auction
from services.auction.bidding.voids import cancel_auction
from services.auction.tests.makers import SELLER_ID, an_auction, bid, bidder, read_auction, run_closing

pytestmark = pytest.mark.servers
STAFF_ID, KIM, LEE = 9_500, 9_501, 9_502
_ALWAYS = ("currentBid", "currentBidderId", "bidCount", "winnerId")
_PUBLIC = (*_ALWAYS, "seq", "endsAt", "reserveMet", "outcome")
STAFF = signed_in(STAFF_ID, "aisyah", roles=("seller", "admin"))


async def void_bids(
    auction: Service,
    auction_id: int,
    user_id: int,
    who: dict[str, str] = STAFF,
    *,
    key: str = "",
    **form: Any,
) -> Any:
    headers = who | ({"Idempotency-Key": key} if key else {})
    body = {"userId": user_id, "reason": "typo"} | form
    return await auction.http.post(f"/api/admin/auctions/{auction_id}/void-bids", json=body, headers=headers)


async def a_slip(auction: Service, **terms: Any) -> int:
    auction_id = await an_auction(auction, **terms)
    for who, amount in ((KIM, 105), (LEE, 1_100)):
        assert (await bid(auction, auction_id, amount, bidder(who, "someone"))).status_code == 201
    return auction_id


async def voided(auction: Service, auction_id: int) -> list[dict[str, Any]]:
    return [
        event
        for event in await auction.recorded(auction_id)
        if event["type"] == "wangi.auction.BidsVoided.v1"
    ]


async def test_price_and_leader_come_from_remaining_bids(auction: Service) -> None:
    auction_id = await a_slip(auction, reserve_price=50_000)
    before = await read_auction(auction, auction_id)
    answer = await void_bids(auction, auction_id, LEE)
    assert (answer.status_code, answer.json()["voided"]) == (200, 1), answer.text
    after = await read_auction(auction, auction_id)
    assert (after["currentBid"], after["currentBidderId"], after["bidCount"]) == (105.0, KIM, 1)
    assert (after["minimumBid"], after["reserveMet"], after["status"]) == (110.0, False, "active")
    assert after["endsAt"] == before["endsAt"]
    assert [b["bidderId"] for b in after["bids"]] == [KIM]
    body = answer.json()["auction"]
    assert (body["currentBid"], body["seq"], body["reservePrice"]) == (105.0, after["seq"], None)
    assert (await bid(auction, auction_id, 110, bidder(LEE, "someone"))).status_code == 201


async def test_voided_bid_resyncs_room_and_names_staff_and_reason(
    auction: Service,
) -> None:
    auction_id = await a_slip(auction)
    await void_bids(auction, auction_id, LEE, reason="changed_description")
    (event,) = await voided(auction, auction_id)
    data = event["data"]
    assert (data["reason"], data["retractedFor"], data["byAdminId"]) == (
        "retracted",
        "changed_description",
        STAFF_ID,
    )
    assert (data["bidderId"], data["currentBid"], data["currentBidderId"]) == (LEE, 10_500, KIM)
    after = await read_auction(auction, auction_id)
    (frame,) = frames_of(Envelope.model_validate(event))
    assert (frame.room, frame.name) == (f"auction:{auction_id}", "resync")
    assert (event["version"], frame.payload.model_dump()["seq"]) == (after["seq"], after["seq"])


async def test_voiding_twice_voids_once(auction: Service) -> None:
    """P-A6"""
    auction_id = await a_slip(auction)
    key = "slip-of-lee"
    results = await asyncio.gather(*(void_bids(auction, auction_id, LEE, key=key) for _ in range(8)))
    assert {result.status_code for result in results} <= {200, 503}
    assert len({result.content for result in results if result.status_code == 200}) == 1
    again = await void_bids(auction, auction_id, LEE)
    assert (again.status_code, again.json()["code"]) == (409, "no_bids_to_void")
    assert len(await voided(auction, auction_id)) == 1
    other = await void_bids(auction, auction_id, LEE, key=key, reason="other")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")


async def test_only_staff_void_a_bid(auction: Service) -> None:
    auction_id = await a_slip(auction)
    asked = [
        await void_bids(auction, auction_id, LEE, who) for who in (bidder(LEE), signed_in(SELLER_ID, "farid"))
    ]
    assert [(item.status_code, item.json()["code"]) for item in asked] == [(403, "forbidden")] * 2
    assert (await void_bids(auction, auction_id, LEE, {})).status_code == 401
    assert (await read_auction(auction, auction_id))["currentBidderId"] == LEE
    assert await voided(auction, auction_id) == []


@pytest.mark.parametrize("is_closed", [False, True])
async def test_bid_cannot_be_voided_after_the_end(auction: Service, is_closed: bool) -> None:
    auction_id = await a_slip(auction)
    clock.forward(days=7)
    if is_closed:
        await run_closing(auction)
    answer = await void_bids(auction, auction_id, LEE)
    assert (answer.status_code, answer.json()["code"]) == (409, "auction_ended")
    assert (await read_auction(auction, auction_id))["winnerId"] == LEE


async def test_bid_on_cancelled_auction_cannot_be_voided(auction: Service) -> None:
    auction_id = await a_slip(auction)
    async with auction.database.transaction() as session:
        found = await lock_auction(session, auction_id)
        await cancel_auction(session, [found], "seller_banned", 1)
    answer = await void_bids(auction, auction_id, LEE)
    assert (answer.status_code, answer.json()["code"]) == (409, "auction_not_active")


async def test_void_is_judged_under_the_lock(auction: Service) -> None:
    """M6"""
    auction_id = await a_slip(auction)
    async with auction.database.transaction() as holder:
        found = await lock_auction(holder, auction_id)
        waiting = asyncio.create_task(void_bids(auction, auction_id, LEE))
        while not await auction.rows("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"):
            assert not waiting.done()
        await cancel_auction(holder, [found], "seller_banned", 1)
    assert (await waiting).json()["code"] == "auction_not_active"
    assert await voided(auction, auction_id) == []


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"reason": "because"}, "invalid_input"),
        ({"userId": "9502 or 1"}, "invalid_input"),
        ({"x": 1}, "invalid_input"),
    ],
)
async def test_invalid_void_request_is_refused(auction: Service, form: dict[str, Any], code: str) -> None:
    auction_id = await a_slip(auction)
    answer = await void_bids(auction, auction_id, LEE, **form)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert (await void_bids(auction, 2**62, LEE)).status_code == 404
    never = await void_bids(auction, auction_id, 9_599)
    assert (never.status_code, never.json()["code"]) == (409, "no_bids_to_void")


async def test_voided_maximum_never_bids_again(auction: Service) -> None:
    """U21"""
    auction_id, lee = await an_auction(auction), bidder(LEE, "someone")
    await bid(auction, auction_id, 105, bidder(KIM, "someone"))
    assert (await bid(auction, auction_id, 110, lee, most=5_000)).status_code == 201
    await void_bids(auction, auction_id, LEE)
    mine = (await auction.http.get("/api/auctions/mine?role=bidding&when=running", headers=lee)).json()[
        "auctions"
    ]
    assert auction_id not in [item["auction"]["id"] for item in mine]
    assert (await bid(auction, auction_id, 110, lee)).json()["result"] == "leading"
    assert (await bid(auction, auction_id, 115, bidder(KIM, "someone"))).json()["result"] == "leading"
    await void_bids(auction, auction_id, KIM, reason="other")
    shown = await read_auction(auction, auction_id, lee)
    assert (shown["currentBid"], shown["currentBidderId"], shown["ownMaximum"]) == (110.0, LEE, 110.0)
    assert (await bid(auction, auction_id, 115, lee, most=5_000)).json()["result"] == "raised"
    assert (await bid(auction, auction_id, 130, bidder(KIM, "someone"))).json()["result"] == "outbid"
    await void_bids(auction, auction_id, KIM)
    assert (await read_auction(auction, auction_id, lee))["ownMaximum"] == 5_000.0


async def test_bidder_of_voided_bid_was_not_outbid(auction: Service) -> None:
    auction_id = await an_auction(auction)
    for who, amount in ((KIM, 105), (LEE, 1_100)):
        await bid(auction, auction_id, amount, bidder(who, "someone"))
        await _look_and_notify(auction)
    await void_bids(auction, auction_id, LEE)
    await _look_and_notify(auction)
    assert len(await auction.recorded(f"outbid-{auction_id}-{KIM}")) == 1
    assert await auction.recorded(f"outbid-{auction_id}-{LEE}") == []


async def test_concurrent_bids_and_void_leave_consistent_log(
    auction: Service,
) -> None:
    """P-A3, P-D2"""
    auction_id = await a_slip(auction)
    bids = [bid(auction, auction_id, 1_105 + 5 * n, bidder(9_600 + n, f"late{n}")) for n in range(8)]
    answers = await asyncio.gather(*bids, void_bids(auction, auction_id, LEE))
    assert answers[-1].status_code == 200
    shown = await read_auction(auction, auction_id)
    assert shown["currentBid"] == max(item["amount"] for item in shown["bids"])
    assert LEE not in [item["bidderId"] for item in shown["bids"]]
    versions = [event["version"] for event in await auction.recorded(auction_id)]
    assert versions == list(range(1, len(versions) + 1))


async def test_events_alone_rebuild_the_auction(auction: Service) -> None:
    """P-D5"""
    auction_id = await an_auction(auction, reserve_price=12_000)
    await bid(auction, auction_id, 105, bidder(KIM, "someone"), most=150)
    await bid(auction, auction_id, 130, bidder(LEE, "someone"))
    assert _folded(await auction.recorded(auction_id)) == await _public(auction, auction_id)
    clock.forward(days=6, hours=23, minutes=59)
    await bid(auction, auction_id, 200, bidder(LEE, "someone"))
    assert _folded(await auction.recorded(auction_id)) == await _public(auction, auction_id)
    await void_bids(auction, auction_id, LEE)
    assert _folded(await auction.recorded(auction_id)) == await _public(auction, auction_id)
    clock.forward(days=1)
    await run_closing(auction)
    assert _folded(await auction.recorded(auction_id)) == await _public(auction, auction_id)


def _folded(events: list[dict[str, Any]]) -> dict[str, Any]:
    state: dict[str, Any] = {"currentBid": None, "currentBidderId": None, "bidCount": 0, "winnerId": None}
    for event in events:
        data, kind = event["data"], event["type"].split(".")[2]
        state["seq"] = event["version"]
        if kind == "BidPlaced":
            data = data | {"currentBid": data["amount"], "currentBidderId": data["bidderId"]}
        state |= {name: data[name] for name in _PUBLIC if name in data}
    return state | {"endsAt": datetime.fromisoformat(state["endsAt"])}


async def _public(auction: Service, auction_id: int) -> dict[str, Any]:
    shown = await read_auction(auction, auction_id)
    state = {name: shown[name] for name in _PUBLIC if shown[name] is not None or name in _ALWAYS}
    price = None if shown["currentBid"] is None else round(shown["currentBid"] * 100)
    return state | {"currentBid": price, "endsAt": datetime.fromisoformat(shown["endsAt"])}


async def _look_and_notify(auction: Service) -> None:
    async with auction.database.transaction() as session:
        await scan_auctions(session)
    async with auction.database.transaction() as session:
        await notify_outbid(session)
