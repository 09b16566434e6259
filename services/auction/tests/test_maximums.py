from typing import Any

import pytest

from libs.contracts.event import Envelope
from libs.contracts.frames import frames_of
from libs.kit.testing import Service
from services.auction.tests.makers import (
    RIVAL_ID,
    SELLER_ID,
    an_auction,
    bid,
    bidder,
    read_auction,
    remove_accounts,
)

pytestmark = pytest.mark.servers
AMIR, ZAKI = bidder(), bidder(RIVAL_ID, "zaki")
# Digits that no time or id contains.
SECRET = 73_217_39


async def test_higher_maximum_outbids_challenger_at_once(auction: Service) -> None:
    """AUC-21, U21"""
    auction_id = await an_auction(auction)
    first = await bid(auction, auction_id, 105, most=150)
    assert (first.json()["result"], first.json()["auction"]["currentBid"]) == ("leading", 105.0)
    second = await bid(auction, auction_id, 110, ZAKI)
    body = second.json()
    assert (second.status_code, body["result"], body["bid"]["amount"]) == (201, "outbid", 110.0)
    assert body["message"] == "Your bid was accepted, but an automatic bid was higher."
    assert (body["auction"]["currentBid"], body["auction"]["minimumBid"]) == (115.0, 120.0)
    shown = await read_auction(auction, auction_id)
    assert [(b["bidder"]["name"], b["amount"], b["isAuto"], b["isWinning"]) for b in shown["bids"]] == [
        ("a***r", 115.0, True, True),
        ("z***i", 110.0, False, False),
        ("a***r", 105.0, False, False),
    ]


async def test_earlier_of_equal_maximums_leads(auction: Service) -> None:
    """U21"""
    auction_id = await an_auction(auction)
    await bid(auction, auction_id, 105, most=150)
    answer = await bid(auction, auction_id, 150, ZAKI)
    assert answer.json()["result"] == "outbid"
    shown = await read_auction(auction, auction_id)
    assert (shown["currentBid"], shown["currentBidderId"]) == (150.0, 42)
    assert [(b["amount"], b["isWinning"]) for b in shown["bids"][:2]] == [(150.0, True), (150.0, False)]


async def test_raising_own_maximum_publishes_nothing(auction: Service) -> None:
    """U21"""
    auction_id = await an_auction(auction)
    await bid(auction, auction_id, 105)
    raised = await bid(auction, auction_id, 110, most=200)
    assert (raised.status_code, raised.json()["result"], raised.json()["auction"]["currentBid"]) == (
        201, "raised", 105.0,
    )  # fmt: skip
    assert len(await auction.recorded(auction_id)) == 2
    again = await bid(auction, auction_id, 110, most=200)
    assert (again.status_code, again.json()["code"]) == (409, "maximum_not_raised")
    assert (await bid(auction, auction_id, 150, ZAKI)).json()["result"] == "outbid"


async def test_maximum_is_visible_to_its_bidder_only(auction: Service) -> None:
    """P-G1"""
    auction_id = await an_auction(auction)
    await bid(auction, auction_id, 105, most=SECRET / 100)
    await bid(auction, auction_id, 110, ZAKI)
    events = await auction.recorded(auction_id)
    frames = [
        frame.payload.model_dump_json()
        for event in events
        for frame in frames_of(Envelope.model_validate(event))
    ]
    others = [
        await read_auction(auction, auction_id, who) for who in (None, ZAKI, bidder(SELLER_ID, "farid"))
    ]
    for public in (*events, *frames, *others):
        assert str(SECRET) not in str(public)
        assert str(SECRET / 100) not in str(public)
    assert (await read_auction(auction, auction_id, AMIR))["ownMaximum"] == SECRET / 100
    export = await auction.ask("/internal/users/42/export")
    assert SECRET in [row["most"] for row in export.json()["maximums"] if row["auction_id"] == auction_id]


async def test_bids_against_banned_person_no_longer_raise_price(auction: Service) -> None:
    """U1, U21"""
    auction_id, banned = await an_auction(auction), bidder(7_701, "gone")
    await bid(auction, auction_id, 105, most=140)
    assert (await bid(auction, auction_id, 120, banned)).json()["auction"]["currentBid"] == 125.0
    assert (await bid(auction, auction_id, 130, banned, most=150)).json()["auction"]["currentBid"] == 145.0
    await remove_accounts(auction, 7_701, "banned")
    shown = await read_auction(auction, auction_id, AMIR)
    assert (shown["currentBid"], shown["currentBidderId"], shown["ownMaximum"]) == (105.0, 42, 140.0)
    assert [b["amount"] for b in shown["bids"]] == [105.0]
    assert len((await auction.recorded(auction_id))[-1]["data"]["bidIds"]) == 5
    assert (await bid(auction, auction_id, 135, ZAKI)).json()["auction"]["currentBid"] == 140.0


@pytest.mark.parametrize("most", [104.99, "x", True, 100_000.01, -1])
async def test_invalid_maximum_is_refused(auction: Service, most: Any) -> None:
    auction_id = await an_auction(auction)
    answer = await bid(auction, auction_id, 105, most=most)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_amount")
    assert (await read_auction(auction, auction_id))["bidCount"] == 0


async def test_same_key_with_other_maximum_is_another_bid(auction: Service) -> None:
    auction_id = await an_auction(auction)
    key = "maximum-of-one-tap"
    first = await bid(auction, auction_id, 105, most=150, key=key)
    same = await bid(auction, auction_id, 105, most=150, key=key)
    other = await bid(auction, auction_id, 105, most=160, key=key)
    assert (first.status_code, same.content == first.content) == (201, True)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")
