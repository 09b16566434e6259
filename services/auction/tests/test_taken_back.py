"""Bids that staff takes back at their bidder's request (row 31): a slip of the finger, or another
description."""

import asyncio
from datetime import datetime
from typing import Any

import pytest

from libs.contracts.fact import Envelope
from libs.contracts.frames import frames_of
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.auction.alerts import service as alerts_service
from services.auction.auctions import queries as auctions_queries
from services.auction.bidding import voids as bidding_voids
from services.auction.tests.makers import SELLER_ID, an_auction, bid, bidder, hammer, read_auction

pytestmark = pytest.mark.servers
STAFF_ID, KIM, LEE = 9_500, 9_501, 9_502
_ALWAYS = ("currentBid", "currentBidderId", "bidCount", "winnerId")
_PUBLIC = (*_ALWAYS, "seq", "endsAt", "reserveMet", "outcome")
STAFF = signed_in(STAFF_ID, "aisyah", roles=("seller", "admin"))


async def take_back(
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
    """KIM 105, LEE 1,100 instead of 110."""
    auction_id = await an_auction(auction, **terms)
    for who, amount in ((KIM, 105), (LEE, 1_100)):
        assert (await bid(auction, auction_id, amount, bidder(who, "someone"))).status_code == 201
    return auction_id


async def voided(auction: Service, auction_id: int) -> list[dict[str, Any]]:
    return [
        fact for fact in await auction.recorded(auction_id) if fact["type"] == "wangi.auction.BidsVoided.v1"
    ]


async def test_price_and_leader_are_those_of_the_bids_that_are_left(auction: Service) -> None:
    auction_id = await a_slip(auction, reserve_price=50_000)
    before = await read_auction(auction, auction_id)
    answer = await take_back(auction, auction_id, LEE)
    assert (answer.status_code, answer.json()["voided"]) == (200, 1), answer.text
    after = await read_auction(auction, auction_id)
    assert (after["currentBid"], after["currentBidderId"], after["bidCount"]) == (105.0, KIM, 1)
    assert (after["minimumBid"], after["reserveMet"], after["status"]) == (110.0, False, "active")
    assert after["endsAt"] == before["endsAt"]
    assert [b["bidderId"] for b in after["bids"]] == [KIM]
    told = answer.json()["auction"]
    assert (told["currentBid"], told["seq"], told["reservePrice"]) == (105.0, after["seq"], None)
    assert (await bid(auction, auction_id, 110, bidder(LEE, "someone"))).status_code == 201


async def test_a_bid_taken_back_resyncs_the_room_and_its_fact_holds_staff_and_reason(
    auction: Service,
) -> None:
    """Admin keeps every fact, so this is also the record of what staff did."""
    auction_id = await a_slip(auction)
    await take_back(auction, auction_id, LEE, reason="changed_description")
    (fact,) = await voided(auction, auction_id)
    data = fact["data"]
    assert (data["reason"], data["retractedFor"], data["byAdminId"]) == (
        "retracted",
        "changed_description",
        STAFF_ID,
    )
    assert (data["bidderId"], data["currentBid"], data["currentBidderId"]) == (LEE, 10_500, KIM)
    after = await read_auction(auction, auction_id)
    (frame,) = frames_of(Envelope.model_validate(fact))
    assert (frame.room, frame.name) == (f"auction:{auction_id}", "resync")
    assert (fact["version"], frame.payload.model_dump()["seq"]) == (after["seq"], after["seq"])


async def test_taken_back_twice_is_taken_back_once(auction: Service) -> None:
    """P-A6: the same key has the same answer; another member of staff finds nothing left."""
    auction_id = await a_slip(auction)
    key = "slip-of-lee"
    results = await asyncio.gather(*(take_back(auction, auction_id, LEE, key=key) for _ in range(8)))
    assert {one.status_code for one in results} <= {200, 503}
    assert len({one.content for one in results if one.status_code == 200}) == 1
    again = await take_back(auction, auction_id, LEE)
    assert (again.status_code, again.json()["code"]) == (409, "no_bids_to_take_back")
    assert len(await voided(auction, auction_id)) == 1
    other = await take_back(auction, auction_id, LEE, key=key, reason="other")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")


async def test_only_staff_takes_a_bid_back(auction: Service) -> None:
    """The bidder asks, the seller may not even that: both are refused, and the bid stays."""
    auction_id = await a_slip(auction)
    asked = [
        await take_back(auction, auction_id, LEE, who) for who in (bidder(LEE), signed_in(SELLER_ID, "farid"))
    ]
    assert [(one.status_code, one.json()["code"]) for one in asked] == [(403, "forbidden")] * 2
    assert (await take_back(auction, auction_id, LEE, {})).status_code == 401
    assert (await read_auction(auction, auction_id))["currentBidderId"] == LEE
    assert await voided(auction, auction_id) == []


@pytest.mark.parametrize("is_closed", [False, True])
async def test_after_the_end_no_bid_is_taken_back(auction: Service, is_closed: bool) -> None:
    """A winner stays the winner, also between the end and its closing."""
    auction_id = await a_slip(auction)
    clock.forward(days=7)
    if is_closed:
        await hammer(auction)
    answer = await take_back(auction, auction_id, LEE)
    assert (answer.status_code, answer.json()["code"]) == (409, "auction_ended")
    assert (await read_auction(auction, auction_id))["winnerId"] == LEE


async def test_of_a_cancelled_auction_nothing_is_taken_back(auction: Service) -> None:
    auction_id = await a_slip(auction)
    async with auction.database.transaction() as session:
        found = await auctions_queries.lock_auction(session, auction_id)
        await bidding_voids.cancel_auction(session, [found], "seller_banned", 1)
    answer = await take_back(auction, auction_id, LEE)
    assert (answer.status_code, answer.json()["code"]) == (409, "auction_not_active")


async def test_what_happened_while_the_request_waited_for_the_lock_counts(auction: Service) -> None:
    """M6: it is judged by the auction as it is under the lock, not as it was when staff asked."""
    auction_id = await a_slip(auction)
    async with auction.database.transaction() as holder:
        found = await auctions_queries.lock_auction(holder, auction_id)
        waiting = asyncio.create_task(take_back(auction, auction_id, LEE))
        while not await auction.rows("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"):
            assert not waiting.done()
        await bidding_voids.cancel_auction(holder, [found], "seller_banned", 1)
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
async def test_what_is_no_request_is_refused(auction: Service, form: dict[str, Any], code: str) -> None:
    auction_id = await a_slip(auction)
    answer = await take_back(auction, auction_id, LEE, **form)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert (await take_back(auction, 2**62, LEE)).status_code == 404
    never = await take_back(auction, auction_id, 9_599)
    assert (never.status_code, never.json()["code"]) == (409, "no_bids_to_take_back")


async def test_a_maximum_named_by_mistake_never_bids_again(auction: Service) -> None:
    """U21: it goes with the bids, whatever is voided later; the same amount may be named anew and counts
    then."""
    auction_id, lee = await an_auction(auction), bidder(LEE, "someone")
    await bid(auction, auction_id, 105, bidder(KIM, "someone"))
    assert (await bid(auction, auction_id, 110, lee, most=5_000)).status_code == 201
    await take_back(auction, auction_id, LEE)
    mine = (await auction.http.get("/api/auctions/mine?role=bidding&when=running", headers=lee)).json()[
        "auctions"
    ]
    assert auction_id not in [one["auction"]["id"] for one in mine]
    assert (await bid(auction, auction_id, 110, lee)).json()["result"] == "leading"
    assert (await bid(auction, auction_id, 115, bidder(KIM, "someone"))).json()["result"] == "leading"
    await take_back(auction, auction_id, KIM, reason="other")
    shown = await read_auction(auction, auction_id, lee)
    assert (shown["currentBid"], shown["currentBidderId"], shown["ownMaximum"]) == (110.0, LEE, 110.0)
    assert (await bid(auction, auction_id, 115, lee, most=5_000)).json()["result"] == "raised"
    assert (await bid(auction, auction_id, 130, bidder(KIM, "someone"))).json()["result"] == "outbid"
    await take_back(auction, auction_id, KIM)
    assert (await read_auction(auction, auction_id, lee))["ownMaximum"] == 5_000.0


async def test_a_bidder_whose_bid_was_taken_back_was_not_outbid(auction: Service) -> None:
    auction_id = await an_auction(auction)
    for who, amount in ((KIM, 105), (LEE, 1_100)):
        await bid(auction, auction_id, amount, bidder(who, "someone"))
        await _look_and_notify(auction)
    await take_back(auction, auction_id, LEE)
    await _look_and_notify(auction)
    assert len(await auction.recorded(f"outbid-{auction_id}-{KIM}")) == 1
    assert await auction.recorded(f"outbid-{auction_id}-{LEE}") == []


async def test_of_bids_and_a_request_at_the_same_moment_the_log_still_tells_the_price(
    auction: Service,
) -> None:
    """P-A3, P-D2: both wait for the auction's lock, so the numbers have no gap and the figures are those of
    the log."""
    auction_id = await a_slip(auction)
    bids = [bid(auction, auction_id, 1_105 + 5 * n, bidder(9_600 + n, f"late{n}")) for n in range(8)]
    answers = await asyncio.gather(*bids, take_back(auction, auction_id, LEE))
    assert answers[-1].status_code == 200
    shown = await read_auction(auction, auction_id)
    assert shown["currentBid"] == max(one["amount"] for one in shown["bids"])
    assert LEE not in [one["bidderId"] for one in shown["bids"]]
    versions = [fact["version"] for fact in await auction.recorded(auction_id)]
    assert versions == list(range(1, len(versions) + 1))


async def test_the_facts_alone_give_the_state_of_the_auction(auction: Service) -> None:
    """P-D5: bids, a maximum, a late bid, bids taken back, the hammer: the facts alone give what everybody
    sees."""
    auction_id = await an_auction(auction, reserve_price=12_000)
    await bid(auction, auction_id, 105, bidder(KIM, "someone"), most=150)
    await bid(auction, auction_id, 130, bidder(LEE, "someone"))
    assert _folded(await auction.recorded(auction_id)) == await _public(auction, auction_id)
    clock.forward(days=6, hours=23, minutes=59)
    await bid(auction, auction_id, 200, bidder(LEE, "someone"))
    assert _folded(await auction.recorded(auction_id)) == await _public(auction, auction_id)
    await take_back(auction, auction_id, LEE)
    assert _folded(await auction.recorded(auction_id)) == await _public(auction, auction_id)
    clock.forward(days=1)
    await hammer(auction)
    assert _folded(await auction.recorded(auction_id)) == await _public(auction, auction_id)


def _folded(facts: list[dict[str, Any]]) -> dict[str, Any]:
    state: dict[str, Any] = {"currentBid": None, "currentBidderId": None, "bidCount": 0, "winnerId": None}
    for fact in facts:
        told, kind = fact["data"], fact["type"].split(".")[2]
        state["seq"] = fact["version"]
        if kind == "BidPlaced":
            told = told | {"currentBid": told["amount"], "currentBidderId": told["bidderId"]}
        state |= {name: told[name] for name in _PUBLIC if name in told}
    return state | {"endsAt": datetime.fromisoformat(state["endsAt"])}


async def _public(auction: Service, auction_id: int) -> dict[str, Any]:
    shown = await read_auction(auction, auction_id)
    state = {name: shown[name] for name in _PUBLIC if shown[name] is not None or name in _ALWAYS}
    price = None if shown["currentBid"] is None else round(shown["currentBid"] * 100)
    return state | {"currentBid": price, "endsAt": datetime.fromisoformat(shown["endsAt"])}


async def _look_and_notify(auction: Service) -> None:
    async with auction.database.transaction() as session:
        await alerts_service.scan_auctions(session)
    async with auction.database.transaction() as session:
        await alerts_service.notify_outbid(session)
