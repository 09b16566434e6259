"""The rule of the first bid: an operator chooses it for auctions that start from then on."""

import pytest

from libs.kit.testing import Service
from libs.marketplace.tests.makers import ruled
from services.auction.tests.makers import (
    BIDDER_ID,
    FARID,
    a_listing,
    bid,
    bidder,
    depart,
    opened,
    read_auction,
)

pytestmark = pytest.mark.servers


async def least(auction: Service, auction_id: int) -> float:
    """The least bid as the page of the auction shows it, and as a bid of nearly nothing is answered."""
    shown: float = (await read_auction(auction, auction_id))["minimumBid"]
    refused = (await bid(auction, auction_id, 1)).json()
    assert refused["code"] == "bid_too_low"
    assert refused["details"]["minimum"] == shown
    return shown


async def test_the_first_bid_is_above_the_starting_price_until_an_operator_chooses(auction: Service) -> None:
    auction_id = await opened(auction)
    assert await least(auction, auction_id) == 105
    assert (await bid(auction, auction_id, 104.99)).status_code == 409


async def test_an_auction_that_starts_after_the_change_may_begin_at_its_starting_price(
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


async def test_an_auction_that_runs_keeps_the_rule_that_it_started_with(auction: Service) -> None:
    before = await opened(auction)
    async with ruled(auction, first_bid=1):
        during = await opened(auction)
        assert (await least(auction, before), await least(auction, during)) == (105, 100)
        assert (await bid(auction, before, 100)).status_code == 409
    assert (await least(auction, before), await least(auction, during)) == (105, 100)
    assert (await bid(auction, during, 100)).status_code == 201


async def test_when_all_bids_are_taken_back_the_rule_of_its_start_counts_again(auction: Service) -> None:
    async with ruled(auction, first_bid=1):
        auction_id = await opened(auction)
    who = bidder(BIDDER_ID + 7_000, "sementara")
    assert (await bid(auction, auction_id, 120, who)).status_code == 201
    await depart(auction, BIDDER_ID + 7_000, "banned")
    assert await least(auction, auction_id) == 100


async def test_an_auction_that_was_opened_twice_keeps_its_first_rule(auction: Service) -> None:
    auction_id = await opened(auction)
    product_id = (await read_auction(auction, auction_id))["productId"]
    async with ruled(auction, first_bid=1):
        await auction.hear(a_listing(auction_id, product_id))
        mine = await auction.http.get(f"/api/auctions/{auction_id}", headers=FARID)
        assert mine.json()["minimumBid"] == 105
