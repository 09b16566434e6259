from typing import Any

from libs.contracts.event import Event
from libs.contracts.events import auction, catalog, protection, trades
from libs.kit.process import clock
from services.auth.tests.auctioned_listings import soon

NOW = clock.about_now


def a_bid(seller: int, **changes: Any) -> auction.BidPlaced:
    usual: dict[str, Any] = {
        "auction_id": 41, "product_id": 42, "seller_id": seller, "bid_id": 43, "bidder_id": 900_044,
        "bidder_name": "a***z", "amount": 12_050, "placed_at": NOW(), "previous_bidder_id": 900_045, "bid_count": 3,
        "minimum_bid": 12_550, "ends_at": soon(hours=1), "reserve_met": None, "epoch": 1,
    }  # fmt: skip
    return auction.BidPlaced(**(usual | changes))


def a_deal(seller: int, buyer: int) -> dict[str, Any]:
    return {"transaction_id": 51, "product_id": 52, "seller_id": seller, "buyer_id": buyer}


def news(seller: int, buyer: int) -> dict[str, Event]:
    auction_ids: dict[str, Any] = {"auction_id": 61, "product_id": 62, "seller_id": seller}
    terms: dict[str, Any] = {
        "starting_price": 100, "bid_increment": 100, "buy_now_price": None, "has_reserve": True,
        "ends_at": soon(hours=9), "epoch": 1,
    }  # fmt: skip
    listing: dict[str, Any] = {
        "product_id": 62, "seller_id": seller, "auction_id": None, "name": "Oud Meridian", "brand": "Verrane",
        "description": "My words", "listing_type": "fixed", "category_id": 4, "price": 10_050, "stock_quantity": 2,
        "volume_ml": 50, "remaining_percent": 60, "batch_code": "LOT-X", "purchase_year": 2024, "box_condition": "Good",
        "images": [],
    }  # fmt: skip
    changed: dict[str, Any] = {
        "concentration": None,
        "notes": None,
        "state": None,
        "status": "active",
        "changed": ["price"],
    }
    deal = a_deal(seller, buyer)
    return {
        "listing.published": catalog.ProductListed(**listing, listed_at=NOW()),
        "listing.changed": catalog.ProductChanged(**listing, **changed, changed_at=NOW()),
        "listing.removed": catalog.ProductRemoved(
            product_id=62, seller_id=seller, auction_id=None, reason="archived", removed_at=NOW()
        ),
        "listing.sold": catalog.ProductSold(
            product_id=62, seller_id=seller, auction_id=None, price=100, sold_at=NOW()
        ),
        "auction.opened": auction.AuctionOpened(**auction_ids, **terms, starts_at=NOW()),
        "auction.changed": auction.AuctionChanged(**auction_ids, **terms, minimum_bid=100, changed_at=NOW()),
        "auction.cancelled": auction.AuctionCancelled(
            **auction_ids, reason="listing_withdrawn", cancelled_at=NOW(), epoch=1
        ),
        "auction.ended": auction.AuctionEnded(
            **auction_ids, outcome="sold", winner_id=buyer, price=100, highest_bidder_id=buyer, highest_bid=100,
            bid_count=1, ended_at=NOW(), epoch=1,
        ),
        "bid.placed": a_bid(seller),
        "bid.outbid": a_bid(1, previous_bidder_id=seller),
        "auction.won": auction.AuctionWon(
            **auction_ids | {"seller_id": 1}, winner_id=seller, price=100, won_at=NOW(), pay_by=soon(hours=48)
        ),
        "auction.lost": auction.BidderLost(
            **auction_ids | {"seller_id": 1, "user_id": seller}, outcome="sold", price=100, lost_at=NOW()
        ),
        "order.opened": trades.DealOpened(
            **deal, conversation_id=9, amount=100, sold_by="fixed", auction_id=None, opened_at=NOW()
        ),
        "order.paid": trades.ActionConfirmed(
            **deal, message_id=9, action_type="CONFIRM_PAYMENT", actor_id=seller, confirmed_at=NOW()
        ),
        "order.shipped": trades.DealShipped(**deal, courier="jnt", has_tracking=True, shipped_at=NOW()),
        "order.delivered": trades.DealDelivered(**deal, amount=100, delivered_at=NOW()),
        "order.cancelled": trades.DealCancelled(
            **deal, cancelled_by="buyer", reason="changed_mind", was_paid=False, cancelled_at=NOW()
        ),
        "order.completed": trades.DealCompleted(**deal, is_reviewed=True, completed_at=NOW()),
        "payment.held": protection.FundsHeld(
            **deal, amount=100, fee=5, auction_id=None, sale_number=None, ship_by=soon(days=3), held_at=NOW()
        ),
        "payment.released": protection.FundsReleased(
            **deal, amount=100, fee=5, returned_to_buyer=0, reason="accepted", released_at=NOW()
        ),
        "payment.refunded": protection.FundsRefunded(
            **deal, amount=100, reason="deal_cancelled", refunded_at=NOW()
        ),
        "dispute.opened": protection.DisputeOpened(
            **deal, reason="damaged", evidence_until=soon(days=3), opened_at=NOW()
        ),
        "dispute.resolved": protection.DisputeResolved(
            **deal, outcome="split", returned_to_buyer=50, resolved_by="staff", resolved_at=NOW()
        ),
    }  # fmt: skip
