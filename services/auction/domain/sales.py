"""What becomes of a lot after its end: time to pay, a reminder, a strike, a second chance (beyond 6.1)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal, Protocol

from services.auction.domain.bids import AuctionState, buy_now_open
from services.auction.domain.refusals_bidding import AuctionEnded, OwnListing
from services.auction.domain.refusals_sales import (
    AlreadySettled,
    BuyNowClosed,
    NoSecondChance,
    PaymentWindowOpen,
    PriceDiffers,
)

REMIND_BEFORE = timedelta(hours=24)
OFFER_WINDOW = timedelta(hours=24)
STRIKES_COUNT_FOR = timedelta(days=90)
PAUSE = timedelta(days=14)
# With the second the person bids no more for a while; the third is for staff to look at.
STRIKES_THAT_PAUSE = 2

Answer = Literal["accepted", "declined", "expired"]
SaleState = Literal["to_pay", "paid", "unpaid", "cancelled"]


class Sold(Protocol):
    """A sale as its rules need it."""

    buyer_id: int
    paid: bool | None
    cancelled_by: str | None


class Offered(Protocol):
    """A second chance as its rules need it."""

    bidder_id: int
    answer: str | None
    expires_at: datetime


def state_of(sale: Sold) -> SaleState:
    """Return how a sale stands; only the seller's word says that money came."""
    if sale.paid is None:
        return "to_pay"
    if sale.cancelled_by is not None:
        return "cancelled"
    return "paid" if sale.paid else "unpaid"


def is_recorded(sale: Sold, *, paid: bool) -> bool:
    """Return whether this was said of a sale before; raise where the opposite was.

    That the buyer called it off does not keep the seller from saying that they did not pay."""
    if sale.paid is None:
        return False
    if sale.paid is not paid or sale.cancelled_by not in (None, "buyer"):
        raise AlreadySettled
    return sale.cancelled_by is None


def check_may_be_unpaid(pay_by: datetime, now: datetime) -> None:
    """Refuse to call a sale unpaid before the time to pay is over."""
    if now < pay_by:
        raise PaymentWindowOpen(pay_by)


def paused_until(strikes: int, now: datetime) -> datetime | None:
    """Return until when a person with so many strikes in ninety days may not bid."""
    return now + PAUSE if strikes >= STRIKES_THAT_PAUSE else None


def pause_left(given: Sequence[datetime]) -> datetime | None:
    """Return the end of the pause that the strikes given at these moments, in order, ask for."""
    ends = [
        paused_until(sum(at - STRIKES_COUNT_FOR < one <= at for one in given[: place + 1]), at)
        for place, at in enumerate(given)
    ]
    return max((end for end in ends if end is not None), default=None)


def is_open(offer: Offered, now: datetime) -> bool:
    """Return whether a second chance may still be taken."""
    return offer.answer is None and now < offer.expires_at


def check_may_offer(
    outcome: str | None, *, taken_back: bool, failed: int, offered: int, is_sold: bool
) -> None:
    """Allow one second chance for each winner who did not pay, and one where the reserve was not met."""
    allowed = failed + (outcome == "reserve_not_met")
    if taken_back or is_sold or offered >= allowed:
        raise NoSecondChance


def check_buy_now(
    state: AuctionState, buy_now_price: int | None, buyer_id: int, price: int, now: datetime
) -> None:
    """Refuse Buy Now unless this buyer may have the lot for this price (C21)."""
    if buyer_id == state.seller_id:
        raise OwnListing
    if state.status == "ended" or now >= state.ends_at:
        raise AuctionEnded
    if not buy_now_open(state, buy_now_price):
        raise BuyNowClosed
    if price != buy_now_price:
        raise PriceDiffers
