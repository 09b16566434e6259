"""Rules after the end of an auction: time to pay, reminder, strike and second chance (beyond 6.1)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal, Protocol

from libs.kit.errors import DomainError
from services.auction.auctions.rules import BidderState, SellerState
from services.auction.bidding.rules import AuctionEnded, AuctionState, OwnListing, buy_now_open


class NoSecondChance(DomainError):
    code = "no_second_chance"
    message = "There is no second chance to offer here."


class SecondChanceOpen(DomainError):
    code = "second_chance_open"
    message = "A second chance offer is still open."


class OfferOver(DomainError):
    code = "offer_over"
    message = "This offer is over."


class BuyNowClosed(DomainError):
    """The bids have reached the Buy Now price, or the auction has no Buy Now price (C21)."""

    code = "buy_now_closed"
    message = "Buy Now is no longer available for this auction."


class PriceDiffers(DomainError):
    code = "price_differs"
    message = "The price is not the Buy Now price of this auction."


REMIND_BEFORE = timedelta(hours=24)
OFFER_WINDOW = timedelta(hours=24)
# A paid sale is rarely cancelled later. Until then the next bidder may get the bottle.
MAY_BE_CANCELLED_FOR = timedelta(days=30)
STRIKES_COUNT_FOR = timedelta(days=90)
PAUSE = timedelta(days=14)
# The second strike pauses bidding. The third opens a case for staff.
STRIKES_THAT_PAUSE = 2

Answer = Literal["accepted", "declined", "expired"]
SaleState = Literal["to_pay", "paid", "unpaid", "cancelled"]


class Sold(Protocol):
    buyer_id: int
    paid: bool | None
    cancelled_by: str | None
    left_seller: bool


class Offered(Protocol):
    bidder_id: int
    answer: str | None
    expires_at: datetime


def sale_state(sale: Sold) -> SaleState:
    if sale.paid is None:
        return "to_pay"
    if sale.cancelled_by is not None:
        return "cancelled"
    return "paid" if sale.paid else "unpaid"


def is_sold(sales: Sequence[Sold]) -> bool:
    """Also True if the bottle of a cancelled sale has not come back."""
    return any(sale.paid is not False or sale.left_seller for sale in sales)


def paused_until(strikes: int, now: datetime) -> datetime | None:
    return now + PAUSE if strikes >= STRIKES_THAT_PAUSE else None


def remaining_pause(given: Sequence[datetime]) -> datetime | None:
    ends = [
        paused_until(sum(at - STRIKES_COUNT_FOR < item <= at for item in given[: place + 1]), at)
        for place, at in enumerate(given)
    ]
    return max((end for end in ends if end is not None), default=None)


def is_offer_open(offer: Offered, now: datetime) -> bool:
    return offer.answer is None and now < offer.expires_at


def check_may_offer(
    outcome: str | None, *, taken_back: bool, failed: int, offered: int, is_sold: bool
) -> None:
    """One second chance is allowed for each winner who did not pay, and one if the reserve was not met."""
    allowed = failed + (outcome == "reserve_not_met")
    if taken_back or is_sold or offered >= allowed:
        raise NoSecondChance


def check_buy_now(
    state: AuctionState, buy_now_price: int | None, buyer_id: int, price: int, now: datetime
) -> None:
    if buyer_id == state.seller_id:
        raise OwnListing
    if state.status == "ended" or now >= state.ends_at:
        raise AuctionEnded
    if not buy_now_open(state, buy_now_price):
        raise BuyNowClosed
    if price != buy_now_price:
        raise PriceDiffers


_BOUGHT: dict[SaleState, BidderState] = {
    "to_pay": "to_pay", "paid": "won", "unpaid": "unpaid", "cancelled": "cancelled",
}  # fmt: skip


_SOLD: dict[SaleState, SellerState] = {
    "to_pay": "to_be_paid", "paid": "paid", "unpaid": "unpaid", "cancelled": "cancelled",
}  # fmt: skip


def bidder_state(
    *,
    status: str,
    outcome: str | None,
    leads: bool,
    sale: Sold | None,
    offer: Offered | None,
    now: datetime,
) -> BidderState:
    """`sale` is the sale to this person. `outcome` is set as soon as the end has passed, even before the
    auction is closed."""
    if status == "active":
        return "leading" if leads else "outbid"
    if status == "cancelled":
        return "cancelled"
    if offer is not None and is_offer_open(offer, now):
        return "offered"
    if sale is not None:
        return _BOUGHT[sale_state(sale)]
    return "to_pay" if outcome == "sold" and leads else "lost"


def seller_state(
    *,
    status: str,
    outcome: str | None,
    sale: Sold | None,
    offer: Offered | None,
    now: datetime,
) -> SellerState:
    if status == "active":
        return "live"
    if status == "cancelled":
        return "cancelled"
    if offer is not None and is_offer_open(offer, now):
        return "offered"
    if sale is not None:
        return _SOLD[sale_state(sale)]
    if outcome == "sold":
        return "to_be_paid"
    return "reserve_not_met" if outcome == "reserve_not_met" else "no_bids"
