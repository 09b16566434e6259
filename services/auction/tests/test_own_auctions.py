from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.auction.tests.makers import (
    SELLER_ID,
    an_auction,
    bid,
    bidder,
    read_auction,
    remove_accounts,
    run_closing,
)

pytestmark = pytest.mark.servers


async def own_auctions(auction: Service, who: dict[str, str], **asked: Any) -> dict[str, Any]:
    page: dict[str, Any] = (await auction.http.get("/api/auctions/mine", params=asked, headers=who)).json()
    return page


async def states(auction: Service, who: dict[str, str], **asked: Any) -> dict[int, str]:
    return {
        item["auction"]["id"]: item["state"]
        for item in (await own_auctions(auction, who, **asked))["auctions"]
    }


async def test_bidder_sees_where_they_lead_or_are_outbid(auction: Service) -> None:
    """AUC-21, U20"""
    me, rival = bidder(18_101, "amir"), bidder(18_102, "zaki")
    led, lost = await an_auction(auction), await an_auction(auction)
    await bid(auction, led, 105, me, most=180)
    await bid(auction, lost, 105, me)
    await bid(auction, lost, 110, rival, most=171.37)  # Digits that no time contains.
    assert await states(auction, me) == {led: "leading", lost: "outbid"}
    lines = {item["auction"]["id"]: item for item in (await own_auctions(auction, me))["auctions"]}
    assert (lines[led]["ownBid"], lines[led]["ownMaximum"], lines[led]["listing"]["name"]) == (
        105.0,
        180.0,
        "Iris Telegram",
    )
    assert (lines[lost]["ownBid"], lines[lost]["ownMaximum"], lines[lost]["price"]) == (105.0, None, 110.0)
    assert "171.37" not in str(await own_auctions(auction, me))
    assert await states(auction, me, when="over") == {}


async def test_ended_auction_shows_payment_or_loss_before_closing(auction: Service) -> None:
    """AUC-50, U20"""
    me, rival = bidder(18_111, "amir"), bidder(18_112, "zaki")
    auction_id = await an_auction(auction)
    await bid(auction, auction_id, 105, rival)
    await bid(auction, auction_id, 110, me)
    clock.forward(days=7)
    before = (await own_auctions(auction, me, when="over"))["auctions"][0]
    assert await states(auction, me) == {}
    await run_closing(auction)
    after = (await own_auctions(auction, me, when="over"))["auctions"][0]
    assert (before["state"], before["price"]) == (after["state"], after["price"]) == ("to_pay", 110.0)
    left = datetime.fromisoformat(after["payBy"]) - datetime.fromisoformat(before["payBy"])
    assert timedelta(0) <= left < timedelta(minutes=1)
    assert await states(auction, rival, when="over") == {auction_id: "lost"}


async def test_seller_sees_running_and_ended_auctions_with_reserve(auction: Service) -> None:
    """AUC-10, AUC-13, ROLE-05"""
    farid = signed_in(SELLER_ID, "farid")
    unmet, none, sold = (
        await an_auction(auction, reserve_price=90_000),
        await an_auction(auction),
        await an_auction(auction),
    )
    for item in (unmet, sold):
        await bid(auction, item, 105)
    shown = {
        item["auction"]["id"]: item
        for item in (await own_auctions(auction, farid, role="selling", limit=50))["auctions"]
    }
    assert {shown[item]["state"] for item in shown} == {"live"}
    clock.forward(days=7)
    while await run_closing(auction):
        pass
    later = await an_auction(auction, ends_at=datetime.now(UTC) + timedelta(days=20))
    over = (await own_auctions(auction, farid, role="selling", when="over", limit=50))["auctions"]
    found = {item["auction"]["id"]: item for item in over}
    assert [found[item]["state"] for item in (unmet, none, sold)] == [
        "reserve_not_met",
        "no_bids",
        "to_be_paid",
    ]
    assert (found[unmet]["auction"]["reservePrice"], found[unmet]["auction"]["reserveMet"]) == (900.0, False)
    assert found[sold]["auction"]["bidCount"] == 1
    assert await states(auction, farid, role="selling") == {later: "live"}


async def test_own_auction_pages_have_no_gap(auction: Service) -> None:
    me = bidder(18_121, "amir")
    ids = []
    for hours in (30, 10, 20, 10, 5):
        ids.append(
            await an_auction(auction, ends_at=datetime(2031, 1, 1, tzinfo=UTC) + timedelta(hours=hours))
        )
        await bid(auction, ids[-1], 105, me)
    in_order = [ids[4], ids[1], ids[3], ids[2], ids[0]]

    async def walk(when: str) -> list[int]:
        seen: list[int] = []
        cursor: str | None = None
        while True:
            page = await own_auctions(
                auction, me, when=when, limit=2, **({"cursor": cursor} if cursor else {})
            )
            seen += [item["auction"]["id"] for item in page["auctions"]]
            cursor = page["next"]
            if cursor is None:
                return seen

    assert await walk("running") == in_order
    clock.forward(days=3650)
    while await run_closing(auction):
        pass
    assert sorted(await walk("over")) == sorted(ids)


@pytest.mark.parametrize(
    "malformed", [{"cursor": "x"}, {"limit": 51}, {"limit": 0}, {"role": "admin"}, {"cursor": "WyJhIiwxXQ"}]
)
async def test_invalid_page_is_refused(auction: Service, malformed: dict[str, Any]) -> None:
    answer = await auction.http.get("/api/auctions/mine", params=malformed, headers=bidder())
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")


async def test_guest_has_no_bids(auction: Service) -> None:
    """ROLE-04"""
    assert (await auction.http.get("/api/auctions/mine")).status_code == 401


async def test_old_bid_is_shown_as_outbid_to_its_bidder(
    auction: Service,
) -> None:
    """AUC-47, U21"""
    auction_id = await an_auction(auction)
    early, never = bidder(18_801, "amir"), bidder(18_803, "mei")
    await bid(auction, auction_id, 105, early)
    await bid(auction, auction_id, 110, bidder(18_802, "zaki"))
    assert (await read_auction(auction, auction_id, early))["ownBid"] == 105.0
    await bid(auction, auction_id, 115, early)
    for n in range(51):
        await bid(auction, auction_id, 120 + n * 5, bidder(18_804 + n % 2, "lee"))
    shown = await read_auction(auction, auction_id, early)
    assert (shown["ownBid"], shown["bidCount"]) == (115.0, 54)
    assert not [item for item in shown["bids"] if item["bidderId"] == 18_801]
    for other in (never, signed_in(SELLER_ID), {}):
        assert (await read_auction(auction, auction_id, other))["ownBid"] is None
    await remove_accounts(auction, 18_801, "banned")
    assert (await read_auction(auction, auction_id, early))["ownBid"] is None
