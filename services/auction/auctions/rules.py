from datetime import datetime
from typing import Literal

from libs.kit import money
from libs.kit.errors import DomainError, InvalidInput
from services.auction.bidding.rules import HIGHEST_BID


class ListingRemoved(DomainError):
    """Staff or the seller removed the listing. Only the seller can still see it."""

    status = 410
    code = "listing_removed"
    message = "This listing is no longer available"


class AuctionHasBids(DomainError):
    """The terms are final after the first bid (U22)."""

    code = "auction_has_bids"
    message = "An auction with bids can no longer be changed"


class TooManyReserved(DomainError):
    code = "too_many_reserved"
    message = "Too many of your auctions are still opening. Please try again in an hour."


MIN_INCREMENT = 1_00
# Limit per seller. Open auctions count towards the limit on listings instead.
MAX_RESERVED = 500


def check_terms(
    *,
    starting_price: int,
    reserve_price: int | None,
    buy_now_price: int | None,
    bid_increment: int,
    ends_at: datetime,
    now: datetime,
) -> None:
    faults = []
    if starting_price < 1:
        faults.append(("startingPrice", "Starting price must be greater than 0"))
    if starting_price > HIGHEST_BID:
        faults.append(
            ("startingPrice", f"Starting price must be {money.format_ringgit(HIGHEST_BID)} or less")
        )
    if bid_increment < MIN_INCREMENT:
        faults.append(("bidIncrement", "Bid increment must be at least 1"))
    if reserve_price is not None and reserve_price < starting_price:
        faults.append(("reservePrice", "Reserve price must be at least the starting price"))
    if buy_now_price is not None and buy_now_price < max(starting_price, reserve_price or 0):
        faults.append(("buyNowPrice", "Buy Now price must be above the reserve price"))
    if ends_at <= now:
        faults.append(("auctionEndDate", "End date must be in the future"))
    if (ends_at - now).days > 3650:
        faults.append(("auctionEndDate", "End date must be within ten years"))
    if faults:
        raise InvalidInput(fields=[{"field": f"auction.{field}", "message": text} for field, text in faults])


BidderState = Literal["leading", "outbid", "offered", "to_pay", "won", "unpaid", "lost", "cancelled"]
SellerState = Literal[
    "live", "to_be_paid", "paid", "unpaid", "offered", "reserve_not_met", "no_bids", "cancelled"
]
