from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.events.auth import UserBanned
from libs.contracts.events.catalog import ProductRemoved
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.auction.bidding import sequencer as bidding_sequencer
from services.auction.sales.models import BiddingPause
from services.auction.tests.makers import SELLER_ID, an_auction, bid, bidder, ended, read_auction, say
from services.auction.tests.test_buy_now import bought

pytestmark = pytest.mark.servers
FARID = signed_in(SELLER_ID, "farid")


async def withdraw(auction: Service, auction_id: int) -> Any:
    secret = auction.app.state.settings.internal_secret.get_secret_value()
    return await auction.http.post(
        f"/internal/auctions/{auction_id}/withdraw", json={}, headers=FARID | {"X-Internal-Secret": secret}
    )


async def test_buy_now_sale_cannot_be_withdrawn_during_payment_window(auction: Service) -> None:
    auction_id = await an_auction(auction, buy_now_price=30_000)
    assert (await bought(auction, auction_id)).status_code == 200
    taken = await withdraw(auction, auction_id)
    assert (taken.status_code, taken.json()["code"]) == (409, "auction_has_bids")


async def test_listing_removed_by_staff_has_no_second_chance(auction: Service) -> None:
    auction_id = await ended(auction, (bidder(19_101, "amir"), 105), reserve_price=50_000)
    product_id = (await read_auction(auction, auction_id, FARID))["productId"]
    gone = ProductRemoved(
        product_id=product_id,
        seller_id=SELLER_ID,
        auction_id=auction_id,
        reason="moderated",
        removed_at=clock.about_now(),
    )
    assert await auction.deliver(gone) == ["handled"]
    answer = await say(auction, auction_id, "second-chance", FARID)
    assert (answer.status_code, answer.json()["code"]) == (409, "no_second_chance")


async def test_second_chance_of_banned_seller_expires(auction: Service) -> None:
    me, seller = bidder(19_111, "amir"), 19_112
    auction_id = await ended(auction, (me, 105), reserve_price=50_000)
    async with auction.database.transaction() as session:
        theirs = text("UPDATE auctions SET seller_id = :seller WHERE id = :id")
        await session.execute(theirs, {"seller": seller, "id": auction_id})
    who = signed_in(seller, "rahim")
    assert (await say(auction, auction_id, "second-chance", who)).status_code in (200, 201)
    assert await auction.deliver(UserBanned(user_id=seller, by_admin_id=1, banned_at=clock.about_now())) == [
        "handled"
    ]
    answer = await say(auction, auction_id, "second-chance/answer", me, accept=True)
    assert (answer.status_code, answer.json()["code"]) == (409, "offer_over")
    assert not await auction.rows("SELECT 1 FROM sales WHERE auction_id = :id", id=auction_id)


async def test_leaders_raise_to_reserve_is_kept_as_maximum(
    auction: Service,
) -> None:
    auction_id, me = await an_auction(auction, reserve_price=25_000), bidder(19_121, "amir")
    assert (await bid(auction, auction_id, 105, me)).status_code == 201
    assert (await bid(auction, auction_id, 300, me)).json()["auction"]["currentBid"] == 250
    (row,) = await auction.rows(
        "SELECT max(most) AS most FROM maximums WHERE auction_id = :id", id=auction_id
    )
    assert row["most"] == 30_000


async def test_removed_listing_text_is_hidden_in_lists(auction: Service) -> None:
    me = bidder(19_131, "amir")
    auction_id = await ended(auction, (me, 105))
    product_id = (await read_auction(auction, auction_id))["productId"]
    gone = ProductRemoved(
        product_id=product_id,
        seller_id=SELLER_ID,
        auction_id=auction_id,
        reason="moderated",
        removed_at=clock.about_now(),
    )
    assert await auction.deliver(gone) == ["handled"]
    page = (await auction.http.get("/api/auctions/mine?when=over", headers=me)).json()
    assert [line["listing"] for line in page["auctions"]] == [None]


async def test_repeated_bid_gets_its_old_answer_after_a_ban(
    auction: Service,
) -> None:
    """P-A6"""
    auction_id, me = await an_auction(auction), bidder(19_141, "amir")
    first = await bid(auction, auction_id, 105, me, key="lost-on-the-way-1")
    async with auction.database.transaction() as session:
        session.add(BiddingPause(user_id=19_141, until=clock.about_now() + timedelta(days=14)))
    again = await bid(auction, auction_id, 105, me, key="lost-on-the-way-1")
    assert (again.status_code, again.content) == (201, first.content)
    assert (await bid(auction, auction_id, 120, me, key="another-one-here")).json()[
        "code"
    ] == "bidding_paused"


async def test_bid_that_waited_too_long_is_refused(auction: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    auction_id = await an_auction(auction)
    monkeypatch.setattr(bidding_sequencer, "PATIENCE_SECONDS", -1.0)
    answer = await bid(auction, auction_id, 105)
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert not await auction.rows("SELECT 1 FROM bids WHERE auction_id = :id", id=auction_id)
