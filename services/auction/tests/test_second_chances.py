from datetime import datetime
from typing import Any

import pytest

from libs.contracts.events.auth import UserBanned
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auction.tests.makers import (
    FARID,
    afterwards,
    bidder,
    cancelled_deal,
    ended,
    process_sales,
    read_auction,
    recorded_events,
    report_payment,
    say,
)

pytestmark = pytest.mark.servers


async def test_next_bidder_gets_second_chance_at_own_last_bid(auction: Service) -> None:
    winner, second, third = bidder(18_261, "amir"), bidder(18_262, "zaki"), bidder(18_263, "mei")
    auction_id = await ended(auction, (third, 105), (second, 110), (winner, 120))
    none = await say(auction, auction_id, "second-chance", FARID)
    assert (none.status_code, none.json()["code"]) == (409, "no_second_chance")
    clock.forward(hours=49)
    await report_payment(auction, auction_id, paid=False)
    before = await afterwards(auction, auction_id, FARID)
    assert (before["nextBidder"]["bidder"]["name"], before["nextBidder"]["price"]) == ("zaki", 110.0)
    offered = [await say(auction, auction_id, "second-chance", FARID) for _ in range(2)]
    assert [answer.status_code for answer in offered] == [200, 200]
    assert (await afterwards(auction, auction_id, second))["secondChance"]["price"] == 110.0
    assert (await afterwards(auction, auction_id, third))["secondChance"] is None
    taken = [await say(auction, auction_id, "second-chance/answer", second, accept=True) for _ in range(2)]
    assert [answer.status_code for answer in taken] == [200, 200]
    shown = await read_auction(auction, auction_id)
    assert (shown["outcome"], shown["winnerId"], shown["finalPrice"]) == ("sold", 18_262, 110.0)
    won = await auction.recorded(f"won-{auction_id}")
    assert [(event["version"], event["data"]["winnerId"], event["data"]["price"]) for event in won] == [
        (1, 18_261, 12_000), (2, 18_262, 11_000),
    ]  # fmt: skip
    assert await recorded_events(auction, f"sale-{auction_id}") == [
        ("SaleSettled", 1), ("SecondChanceOffered", 2), ("SecondChanceAnswered", 3),
    ]  # fmt: skip
    assert (
        len([event for event in await auction.recorded(auction_id) if "AuctionEnded" in event["type"]]) == 1
    )


async def test_settling_first_sale_again_changes_no_later_sale(auction: Service) -> None:
    """U20"""
    winner, second = bidder(18_265, "amir"), bidder(18_266, "zaki")
    auction_id = await ended(auction, (second, 110), (winner, 120))
    clock.forward(hours=49)
    await report_payment(auction, auction_id, paid=False)
    await say(auction, auction_id, "second-chance", FARID)
    await say(auction, auction_id, "second-chance/answer", second, accept=True)
    for paid in (False, True):
        await report_payment(auction, auction_id, paid=paid)
    assert (await afterwards(auction, auction_id, second))["sale"]["state"] == "to_pay"
    clock.forward(hours=49)
    await report_payment(auction, auction_id, paid=False)
    assert (await afterwards(auction, auction_id, second))["sale"]["state"] == "to_pay"
    await report_payment(auction, auction_id, sale=2, paid=True)
    assert (await afterwards(auction, auction_id, second))["sale"]["state"] == "paid"
    assert not await auction.recorded("strikes-18266")


async def test_sent_bottle_gets_no_second_chance_and_no_relisting(auction: Service) -> None:
    first, second, third = bidder(18_267, "amir"), bidder(18_268, "zaki"), bidder(18_269, "mei")
    auction_id = await ended(auction, (third, 105), (second, 110), (first, 120))
    await auction.deliver(cancelled_deal(auction_id, 18_267, cancelled_by="buyer"))
    assert (await say(auction, auction_id, "second-chance", FARID)).status_code == 200
    await say(auction, auction_id, "second-chance/answer", second, accept=True)
    await report_payment(auction, auction_id, sale=2, paid=True)
    sent = cancelled_deal(auction_id, 18_268, cancelled_by="agreement", sale_number=2, left_seller=True)
    await auction.deliver(sent)
    shown = await afterwards(auction, auction_id, FARID)
    assert (shown["sale"]["state"], shown["nextBidder"], shown["mayRelist"]) == ("cancelled", None, False)
    refused = await say(auction, auction_id, "second-chance", FARID)
    assert (refused.status_code, refused.json()["code"]) == (409, "no_second_chance")
    relisted = await take_back(auction, auction_id)
    assert (relisted.status_code, relisted.json()["code"]) == (409, "auction_has_bids")
    await report_payment(auction, auction_id, sale=1, paid=False)
    events = [event["data"] for event in await auction.recorded(f"sale-{auction_id}")]
    settled = [(event["saleNumber"], event["isFree"]) for event in events if "paid" in event]
    assert settled == [(1, True), (2, False), (2, False), (1, False)]


async def test_second_chance_is_declined_freely_and_offered_once(auction: Service) -> None:
    winner, second, third = bidder(18_271, "amir"), bidder(18_272, "zaki"), bidder(18_273, "mei")
    auction_id = await ended(auction, (third, 105), (second, 110), (winner, 120))
    clock.forward(hours=49)
    await report_payment(auction, auction_id, paid=False)
    await say(auction, auction_id, "second-chance", FARID)
    waits = await take_back(auction, auction_id)
    assert (waits.status_code, waits.json()["code"]) == (409, "second_chance_open")
    assert (await say(auction, auction_id, "second-chance/answer", second, accept=False)).status_code == 200
    late = await say(auction, auction_id, "second-chance/answer", second, accept=True)
    assert (late.status_code, late.json()["code"]) == (409, "offer_over")
    again = await say(auction, auction_id, "second-chance", FARID)
    assert (again.status_code, again.json()["code"]) == (409, "no_second_chance")
    assert not await auction.recorded("strikes-18272")
    assert (await afterwards(auction, auction_id, FARID))["mayRelist"]
    assert (await take_back(auction, auction_id)).status_code == 200


async def take_back(auction: Service, auction_id: int) -> Any:
    secret = auction.app.state.settings.internal_secret.get_secret_value()
    path = f"/internal/auctions/{auction_id}/withdraw"
    return await auction.http.post(path, json={}, headers=FARID | {"X-Internal-Secret": secret})


async def test_highest_bidder_below_reserve_is_offered_once_within_a_day(auction: Service) -> None:
    """AUC-10"""
    top, other = bidder(18_281, "amir"), bidder(18_282, "zaki")
    auction_id = await ended(auction, (other, 105), (top, 110), reserve_price=50_000)
    assert (await say(auction, auction_id, "second-chance", FARID)).status_code == 200
    clock.forward(hours=24, seconds=1)
    assert (await afterwards(auction, auction_id, top))["secondChance"]["answer"] == "expired"
    late = await say(auction, auction_id, "second-chance/answer", top, accept=True)
    assert (late.status_code, late.json()["code"]) == (409, "offer_over")
    await process_sales(auction)
    await process_sales(auction)
    events = await auction.recorded(f"sale-{auction_id}")
    assert [(event["version"], event["data"].get("answer")) for event in events] == [
        (1, None),
        (2, "expired"),
    ]
    assert (await say(auction, auction_id, "second-chance", FARID)).status_code == 409
    taken = await ended(auction, (other, 105), (top, 110), reserve_price=50_000)
    await say(auction, taken, "second-chance", FARID)
    assert (await say(auction, taken, "second-chance/answer", top, accept=True)).status_code == 200
    shown = await read_auction(auction, taken)
    assert (shown["outcome"], shown["winnerId"], shown["finalPrice"]) == ("reserve_not_met", 18_281, 110.0)


async def test_withdrawn_listing_has_no_second_chance(auction: Service) -> None:
    """C25"""
    auction_id = await ended(auction, (bidder(18_291, "amir"), 105), reserve_price=50_000)
    assert (await take_back(auction, auction_id)).status_code == 200
    assert (await say(auction, auction_id, "second-chance", FARID)).json()["code"] == "no_second_chance"


async def test_second_chance_skips_banned_bidder(auction: Service) -> None:
    winner, banned, third = bidder(18_301, "amir"), bidder(18_302, "zaki"), bidder(18_303, "mei")
    auction_id = await ended(auction, (third, 105), (banned, 110), (winner, 120))
    await auction.deliver(
        UserBanned(user_id=18_302, by_admin_id=1, banned_at=datetime.fromisoformat("2026-11-22T00:00Z"))
    )
    clock.forward(hours=49)
    await report_payment(auction, auction_id, paid=False)
    await say(auction, auction_id, "second-chance", FARID)
    assert (await afterwards(auction, auction_id, third))["secondChance"]["price"] == 105.0
