import pytest

from libs.kit.testing import Service
from libs.marketplace.tests.makers import ruled
from services.auction.tests.makers import (
    BIDDER_ID,
    FARID,
    a_listing,
    bid,
    bidder,
    opened,
    read_auction,
    remove_accounts,
)

pytestmark = pytest.mark.servers


async def least(auction: Service, auction_id: int) -> float:
    shown: float = (await read_auction(auction, auction_id))["minimumBid"]
    refused = (await bid(auction, auction_id, 1)).json()
    assert refused["code"] == "bid_too_low"
    assert refused["details"]["minimum"] == shown
    return shown


async def test_first_bid_exceeds_starting_price_by_default(auction: Service) -> None:
    auction_id = await opened(auction)
    assert await least(auction, auction_id) == 105
    assert (await bid(auction, auction_id, 104.99)).status_code == 409


async def test_new_auction_may_start_bidding_at_starting_price(
    auction: Service,
) -> None:
    async with ruled(auction, first_bid=1):
        auction_id = await opened(auction)
        assert await least(auction, auction_id) == 100
        assert (await bid(auction, auction_id, 99.99)).status_code == 409
        placed = await bid(auction, auction_id, 100)
        assert placed.status_code == 201
        assert placed.json()["auction"]["minimumBid"] == 105
    assert (await read_auction(auction, auction_id))["minimumBid"] == 105


async def test_running_auction_keeps_its_first_bid_rule(auction: Service) -> None:
    before = await opened(auction)
    async with ruled(auction, first_bid=1):
        during = await opened(auction)
        assert (await least(auction, before), await least(auction, during)) == (105, 100)
        assert (await bid(auction, before, 100)).status_code == 409
    assert (await least(auction, before), await least(auction, during)) == (105, 100)
    assert (await bid(auction, during, 100)).status_code == 201


async def test_auction_without_bids_again_uses_its_first_bid_rule(auction: Service) -> None:
    async with ruled(auction, first_bid=1):
        auction_id = await opened(auction)
    who = bidder(BIDDER_ID + 7_000, "sementara")
    assert (await bid(auction, auction_id, 120, who)).status_code == 201
    await remove_accounts(auction, BIDDER_ID + 7_000, "banned")
    assert await least(auction, auction_id) == 100


async def test_reopened_auction_keeps_its_first_rule(auction: Service) -> None:
    auction_id = await opened(auction)
    product_id = (await read_auction(auction, auction_id))["productId"]
    async with ruled(auction, first_bid=1):
        await auction.deliver(a_listing(auction_id, product_id))
        mine = await auction.http.get(f"/api/auctions/{auction_id}", headers=FARID)
        assert mine.json()["minimumBid"] == 105
