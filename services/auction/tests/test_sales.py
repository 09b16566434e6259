import asyncio
from datetime import datetime, timedelta

import pytest

from libs.contracts.events.auth import UserErased
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.auction.tests.makers import (
    FARID,
    afterwards,
    an_auction,
    bid,
    bidder,
    cancelled_deal,
    ended,
    finish_account_removals,
    opened,
    process_sales,
    read_auction,
    recorded_events,
    report_payment,
    say,
)
from services.auction.tests.test_own_auctions import states

pytestmark = pytest.mark.servers


async def test_winner_is_reminded_once_a_day_before_deadline(auction: Service) -> None:
    """U20, AUC-50"""
    paid = await ended(auction, (bidder(18_202, "zaki"), 105))
    waits = await ended(auction, (bidder(18_201, "amir"), 105))
    await report_payment(auction, paid, paid=True)
    clock.forward(hours=23)
    await process_sales(auction)
    assert await recorded_events(auction, f"sale-{waits}") == []
    clock.forward(hours=1, minutes=1)
    await asyncio.gather(*(process_sales(auction) for _ in range(4)))
    await process_sales(auction)
    (event,) = await auction.recorded(f"sale-{waits}")
    assert (event["type"], event["data"]["winnerId"]) == ("wangi.auction.PaymentReminded.v1", 18_201)
    assert await recorded_events(auction, f"sale-{paid}") == [("SaleSettled", 1)]


async def test_confirmed_payment_closes_the_obligation_once(auction: Service) -> None:
    """U28, U38"""
    me = bidder(18_211, "amir")
    auction_id = await ended(auction, (me, 105))
    assert (await afterwards(auction, auction_id, me))["sale"]["state"] == "to_pay"
    for paid in (True, True, False):
        await report_payment(auction, auction_id, paid=paid)
    assert (await afterwards(auction, auction_id, me))["sale"]["state"] == "paid"
    assert await recorded_events(auction, f"sale-{auction_id}") == [("SaleSettled", 1)]
    assert await auction.recorded("strikes-18211") == []
    assert (await auction.ask("/internal/users/18211/obligations")).json() == {"obligations": []}


async def unpaid(auction: Service, who: dict[str, str]) -> int:
    auction_id = await ended(auction, (who, 105))
    clock.forward(hours=49)
    await report_payment(auction, auction_id, paid=False)
    return auction_id


async def test_two_strikes_in_ninety_days_pause_bidding_for_two_weeks(auction: Service) -> None:
    """U20, AUC-50"""
    me = bidder(18_241, "amir")
    await unpaid(auction, me)
    assert (await bid(auction, await opened(auction), 105, me)).status_code == 201
    clock.forward(days=91)
    await unpaid(auction, me)
    assert (await auction.recorded("strikes-18241"))[-1]["data"]["strikes"] == 1
    await unpaid(auction, me)
    strike = (await auction.recorded("strikes-18241"))[-1]["data"]
    assert strike["strikes"] == 2
    until = datetime.fromisoformat(strike["suspendedUntil"])
    assert until - datetime.fromisoformat(strike["givenAt"]) == timedelta(days=14)
    staff = signed_in(1, "boss", roles=("admin",))
    seen = (await auction.http.get("/api/admin/auctions/strikes/18241", headers=staff)).json()
    assert [item["number"] for item in seen["strikes"]] == [1, 2, 3]
    assert datetime.fromisoformat(seen["pausedUntil"]) == until
    open_one = await opened(auction)
    refused = await bid(auction, open_one, 105, me)
    assert (refused.status_code, refused.json()["code"]) == (403, "bidding_paused")
    assert datetime.fromisoformat(refused.json()["details"]["until"]) == until
    clock.forward(days=14, minutes=1)
    assert (await bid(auction, await opened(auction), 105, me)).status_code == 201


async def test_concurrent_strikes_are_counted_in_order(auction: Service) -> None:
    """M6"""
    me = bidder(18_251, "amir")
    both = [await ended(auction, (me, 105)), await ended(auction, (me, 105))]
    clock.forward(hours=49)
    await asyncio.gather(*(report_payment(auction, person, paid=False) for person in both))
    events = await auction.recorded("strikes-18251")
    assert [(event["version"], event["data"]["strikes"]) for event in events] == [(1, 1), (2, 2)]


async def test_only_seller_and_buyer_see_the_sale(auction: Service) -> None:
    """P-G1, ROLE-12"""
    me, stranger = bidder(18_311, "amirzul"), bidder(18_312, "zaki")
    auction_id = await ended(auction, (me, 105))
    assert (await afterwards(auction, auction_id, FARID))["sale"]["buyer"]["name"] == "amirzul"
    empty = {"sale": None, "secondChance": None, "nextBidder": None, "mayRelist": False}
    assert await afterwards(auction, auction_id, stranger) == empty
    assert (await say(auction, auction_id, "second-chance/answer", stranger, accept=True)).status_code == 404
    assert (await auction.http.get(f"/api/auctions/{auction_id}/afterwards")).status_code == 401


async def test_erased_winner_gets_no_strike_and_export_holds_the_rest(auction: Service) -> None:
    """U38, P-G2"""
    me = bidder(18_321, "amir")
    await unpaid(auction, me)
    export = (await auction.ask("/internal/users/18321/export")).json()
    assert [len(export[name]) for name in ("sales", "second_chances", "strikes")] == [1, 0, 1]
    gone = await ended(auction, (me, 105))
    await auction.deliver(UserErased(user_id=18_321, erased_at=datetime.fromisoformat("2026-11-22T00:00Z")))
    await finish_account_removals(auction)
    clock.forward(hours=49)
    await report_payment(auction, gone, paid=False)
    assert len(await auction.recorded("strikes-18321")) == 1


async def test_only_seller_bidder_and_staff_see_bidder_names(auction: Service) -> None:
    """U23"""
    auction_id = await an_auction(auction)
    await bid(auction, auction_id, 105, bidder(18_331, "amirzul"))
    await bid(auction, auction_id, 110, bidder(18_332, "zakiman"))

    async def names(who: dict[str, str]) -> list[str]:
        return [item["bidder"]["name"] for item in (await read_auction(auction, auction_id, who))["bids"]]

    assert await names({}) == await names(bidder(18_333, "mei")) == ["z***n", "a***l"]
    assert await names(bidder(18_331, "amirzul")) == ["z***n", "amirzul"]
    assert await names(FARID) == ["zakiman", "amirzul"]
    assert await names(signed_in(18_334, "staff", roles=("admin",))) == ["zakiman", "amirzul"]


async def test_sale_cancelled_in_conversation_ends_without_strike(auction: Service) -> None:
    """U28, ROLE-12"""
    me = bidder(48_291, "amir")
    auction_id = await ended(auction, (bidder(18_292, "zaki"), 105), (me, 110))
    await auction.deliver(cancelled_deal(auction_id, 48_291))
    shown = await afterwards(auction, auction_id, FARID)
    assert (shown["sale"]["state"], shown["sale"]["cancelledBy"]) == ("cancelled", "seller")
    assert (shown["nextBidder"]["bidder"]["name"], shown["mayRelist"]) == ("zaki", True)
    assert await states(auction, me, when="over") == {auction_id: "cancelled"}
    assert await recorded_events(auction, f"sale-{auction_id}") == [("SaleSettled", 1)]
    assert await auction.recorded("strikes-48291") == []
    await report_payment(auction, auction_id, paid=True)
    clock.forward(hours=25)
    await process_sales(auction)
    assert await recorded_events(auction, f"sale-{auction_id}") == [("SaleSettled", 1)]
