from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import pytest

from libs.contracts.events.auction import AuctionEnded, BidPlaced
from libs.kit.testing import Service, signed_in
from services.catalog.tests.makers import an_auction, listed

pytestmark = pytest.mark.servers
NOW = datetime.now(UTC)
Result = Literal["sold", "reserve_not_met", "no_bids"]


def ended(product: dict[str, Any], outcome: Result, *, bids: int = 2) -> AuctionEnded:
    sold = outcome == "sold"
    highest = 11_000 if bids else None
    return AuctionEnded(
        auction_id=product["auction"]["id"], product_id=product["id"], seller_id=product["sellerId"], outcome=outcome,
        winner_id=9 if sold else None, price=highest if sold else None, highest_bidder_id=9 if bids else None,
        highest_bid=highest, bid_count=bids, ended_at=NOW + timedelta(minutes=5), epoch=1,
    )  # fmt: skip


async def card(catalog: Service, product: dict[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = (await catalog.http.get(f"/api/products/{product['id']}")).json()
    return shown


@pytest.mark.parametrize(
    ("outcome", "bids", "status", "relisted"),
    [("sold", 2, "pending", 409), ("reserve_not_met", 2, "active", 201), ("no_bids", 0, "active", 201)],
)
async def test_sold_listing_waits_for_winner_and_unsold_can_be_relisted(
    catalog: Service, outcome: Result, bids: int, status: str, relisted: int
) -> None:
    """C25, AUC-13"""
    seller = signed_in(7_900 + bids + len(outcome), "farid")
    product = await listed(catalog, seller, body=an_auction())
    event = ended(product, outcome, bids=bids)
    await catalog.deliver(event, version=2)
    await catalog.deliver(event, version=2)
    shown = await card(catalog, product)
    assert (shown["status"], shown["auction"]["status"], shown["auction"]["bidCount"]) == (
        status,
        "ended",
        bids,
    )
    changes = [
        item for item in await catalog.recorded(product["id"]) if item["type"].endswith("ProductChanged.v1")
    ]
    assert len(changes) == (1 if outcome == "sold" else 0)
    terms = {"startingPrice": 80, "endsAt": (NOW + timedelta(days=9)).isoformat()}
    path = f"/api/products/{product['id']}/relist"
    answer = await catalog.http.post(path, json={"auction": terms}, headers=seller)
    assert answer.status_code == relisted, answer.text


async def test_bid_event_after_the_end_changes_nothing(catalog: Service) -> None:
    """P-D3"""
    product = await listed(catalog, signed_in(7_950, "farid"), body=an_auction())
    await catalog.deliver(ended(product, "sold"), version=3)
    late = BidPlaced(
        auction_id=product["auction"]["id"], product_id=product["id"], seller_id=7_950, bid_id=1, bidder_id=8,
        bidder_name="a***z", amount=10_500, bid_count=1, placed_at=NOW, previous_bidder_id=None, minimum_bid=11_000,
        ends_at=NOW + timedelta(days=7), reserve_met=None, epoch=1,
    )  # fmt: skip
    await catalog.deliver(late, version=2)
    shown = await card(catalog, product)
    assert (shown["auction"]["currentBid"], shown["auction"]["status"]) == (110.0, "ended")
