"""How an auction stands for one person: as a bidder, as its seller."""

from datetime import datetime
from typing import Literal

from services.auction.domain import sales

BidderState = Literal["leading", "outbid", "offered", "to_pay", "won", "unpaid", "lost", "cancelled"]
SellerState = Literal[
    "live", "to_be_paid", "paid", "unpaid", "offered", "reserve_not_met", "no_bids", "cancelled"
]
_BOUGHT: dict[sales.SaleState, BidderState] = {"to_pay": "to_pay", "paid": "won", "unpaid": "unpaid"}
_SOLD: dict[sales.SaleState, SellerState] = {"to_pay": "to_be_paid", "paid": "paid", "unpaid": "unpaid"}


def for_bidder(
    *,
    status: str,
    outcome: str | None,
    leads: bool,
    sale: sales.Sold | None,
    offer: sales.Offered | None,
    now: datetime,
) -> BidderState:
    """Return what has become of a person's bids; `sale` is their own, `outcome` is given from the moment of
    the end."""
    if status == "active":
        return "leading" if leads else "outbid"
    if status == "cancelled":
        return "cancelled"
    if offer is not None and sales.is_open(offer, now):
        return "offered"
    if sale is not None:
        return _BOUGHT[sales.state_of(sale)]
    return "to_pay" if outcome == "sold" and leads else "lost"


def for_seller(
    *, status: str, outcome: str | None, sale: sales.Sold | None, offer: sales.Offered | None, now: datetime
) -> SellerState:
    """Return how a seller's auction goes or went; `sale` is the newest."""
    if status == "active":
        return "live"
    if status == "cancelled":
        return "cancelled"
    if offer is not None and sales.is_open(offer, now):
        return "offered"
    if sale is not None:
        return _SOLD[sales.state_of(sale)]
    if outcome == "sold":
        return "to_be_paid"
    return "reserve_not_met" if outcome == "reserve_not_met" else "no_bids"
