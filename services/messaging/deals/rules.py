from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, Protocol

from libs.contracts.events.trades import CancelledBy
from libs.kit.errors import DomainError
from libs.kit.money import ringgit
from libs.marketplace.errors import ConflictOfInterest


class StepRefused(DomainError):
    status = 409
    code = "step_refused"
    message = "This step is not possible now."

    def __init__(self, state: str, message: str | None = None) -> None:
        super().__init__(message, state=state)


class CancellationClosed(DomainError):
    status = 409
    code = "cancellation_closed"
    message = "This purchase can no longer be cancelled."


class CancellationOutdated(DomainError):
    status = 409
    code = "cancellation_outdated"
    message = "The purchase has moved on since you agreed to cancel. Please ask again."


class NotPosted(DomainError):
    status = 409
    code = "not_posted"
    message = "The seller hasn't posted or handed over the bottle yet."


class NotYourTurn(DomainError):
    status = 403
    code = "not_your_turn"
    message = "Only the other person can confirm this."


class NoLongerAvailable(DomainError):
    status = 409
    code = "no_longer_available"
    message = "No longer available"


class PriceChanged(DomainError):
    """The price of the listing differs from the price on the card."""

    status = 409
    code = "price_changed"
    message = "The price has changed. Please check it and confirm again."

    def __init__(self, price: int) -> None:
        super().__init__(price=ringgit(price))
        self.price = price


class NotForSale(DomainError):
    status = 409
    code = "not_for_sale"
    message = "This listing cannot be sold in a conversation now."


class AlreadySettled(DomainError):
    status = 409
    code = "already_settled"
    message = "This sale has already been marked as paid, unpaid or cancelled."


class PaymentWindowOpen(DomainError):
    status = 409
    code = "payment_window_open"
    message = "The winner still has time to pay."

    def __init__(self, pay_by: datetime) -> None:
        super().__init__(payBy=pay_by.isoformat())


class ReviewClosed(DomainError):
    status = 409
    code = "review_closed"
    message = "This purchase can no longer be reviewed."


class NoDeal(DomainError):
    """Distinguishes an unknown deal from a wrong URL or secret, which also cause a 404."""

    status = 404
    code = "no_deal"
    message = "There is no such deal."


class OwnOrder(ConflictOfInterest):
    code = "own_order"
    message = "This is your own order. Another member of staff has to handle it."


State = Literal[
    "offered", "unavailable", "awaiting_payment", "awaiting_delivery", "shipped", "awaiting_review", "completed",
    "cancelled",
]  # fmt: skip


Event = Literal[
    "INITIATE",
    "CONFIRM_PAYMENT",
    "SHIP",
    "CONFIRM_DELIVERY",
    "REVIEW",
    "LAPSE",
    "CANCEL",
    "AGREE_CANCEL",
    "REFUND",
    "RELEASE",
    "CALL_OFF",
]


Role = Literal["buyer", "seller"]


REVIEW_WITHIN = timedelta(days=14)


REPORT_UNPAID_WITHIN = timedelta(days=14)


# How long an agreed price is valid if the purchase is not confirmed at once.
AGREED_FOR = timedelta(hours=48)


REMIND_AFTER = (timedelta(hours=24), timedelta(hours=72))


# Who has to act in a deal without progress.
WAITS_FOR: dict[str, Role] = {
    "awaiting_payment": "seller",
    "awaiting_delivery": "seller",
    "shipped": "buyer",
    "awaiting_review": "buyer",
}


# Cards in order, with the person who has to act.
CARDS: dict[str, Role] = {
    "INITIATE": "buyer",
    "CONFIRM_PAYMENT": "seller",
    "CONFIRM_DELIVERY": "buyer",
    "REVIEW": "buyer",
}


NEXT_CARD = {
    "INITIATE": "CONFIRM_PAYMENT",
    "CONFIRM_PAYMENT": "CONFIRM_DELIVERY",
    "CONFIRM_DELIVERY": "REVIEW",
}


OPEN_IN: dict[str, tuple[State, ...]] = {
    "INITIATE": ("offered",),
    "CONFIRM_PAYMENT": ("awaiting_payment",),
    "CONFIRM_DELIVERY": ("awaiting_delivery", "shipped"),
    "REVIEW": ("awaiting_review",),
}


_STATES: tuple[State, ...] = (
    "offered", "unavailable", "awaiting_payment", "awaiting_delivery", "shipped", "awaiting_review", "completed",
    "cancelled",
)  # fmt: skip


# An unchanged state means that the step was already taken. Pairs that are not listed are refused.
TABLE: dict[tuple[State, Event], State] = {
    ("offered", "INITIATE"): "awaiting_payment",
    ("offered", "CANCEL"): "cancelled",
    ("unavailable", "INITIATE"): "awaiting_payment",  # Catalog decides, because stock may be free again.
    ("unavailable", "CANCEL"): "cancelled",
    ("awaiting_payment", "INITIATE"): "awaiting_payment",
    ("awaiting_payment", "CONFIRM_PAYMENT"): "awaiting_delivery",
    ("awaiting_payment", "CANCEL"): "cancelled",
    ("awaiting_payment", "REFUND"): "cancelled",
    ("awaiting_payment", "CALL_OFF"): "cancelled",
    ("awaiting_delivery", "INITIATE"): "awaiting_delivery",
    ("awaiting_delivery", "CONFIRM_PAYMENT"): "awaiting_delivery",
    ("awaiting_delivery", "SHIP"): "shipped",
    ("awaiting_delivery", "CONFIRM_DELIVERY"): "awaiting_review",
    ("awaiting_delivery", "AGREE_CANCEL"): "cancelled",
    ("awaiting_delivery", "REFUND"): "cancelled",
    ("awaiting_delivery", "CALL_OFF"): "cancelled",
    ("awaiting_delivery", "RELEASE"): "awaiting_review",
    ("shipped", "INITIATE"): "shipped",
    ("shipped", "CONFIRM_PAYMENT"): "shipped",
    ("shipped", "SHIP"): "shipped",
    ("shipped", "CONFIRM_DELIVERY"): "awaiting_review",
    ("shipped", "AGREE_CANCEL"): "cancelled",
    ("shipped", "REFUND"): "cancelled",
    ("shipped", "RELEASE"): "awaiting_review",
    ("awaiting_review", "INITIATE"): "awaiting_review",
    ("awaiting_review", "CONFIRM_PAYMENT"): "awaiting_review",
    ("awaiting_review", "CONFIRM_DELIVERY"): "awaiting_review",
    ("awaiting_review", "REVIEW"): "completed",
    ("awaiting_review", "LAPSE"): "completed",
    ("awaiting_review", "REFUND"): "cancelled",  # Staff confirmed the delivery, and the buyer disputed it.
    ("completed", "INITIATE"): "completed",
    ("completed", "CONFIRM_PAYMENT"): "completed",
    ("completed", "CONFIRM_DELIVERY"): "completed",
    ("completed", "REFUND"): "cancelled",
    ("cancelled", "CANCEL"): "cancelled",
    ("cancelled", "AGREE_CANCEL"): "cancelled",
    ("cancelled", "CALL_OFF"): "cancelled",
    ("cancelled", "RELEASE"): "awaiting_review",  # The seller was paid anyway.
}


TransactionStatus = Literal[
    "OFFERED", "WAITING_PAYMENT", "WAITING_DELIVERY", "WAITING_REVIEW", "COMPLETED", "CANCELLED"
]


OrderStatus = Literal["pending", "processing", "shipped", "delivered", "cancelled"]


STATUS: dict[State, TransactionStatus] = {
    "offered": "OFFERED",
    "unavailable": "OFFERED",
    "awaiting_payment": "WAITING_PAYMENT",
    "awaiting_delivery": "WAITING_DELIVERY",
    "shipped": "WAITING_DELIVERY",
    "awaiting_review": "WAITING_REVIEW",
    "completed": "COMPLETED",
    "cancelled": "CANCELLED",
}


ORDER_STATUS: dict[State, OrderStatus] = {
    "offered": "pending",
    "unavailable": "pending",
    "awaiting_payment": "pending",
    "awaiting_delivery": "processing",
    "shipped": "shipped",
    "awaiting_review": "delivered",
    "completed": "delivered",
    "cancelled": "cancelled",
}


# Status changes that staff may make, and the corresponding step. All other changes are refused.
STAFF_STEPS: dict[tuple[OrderStatus, OrderStatus], Event] = {
    ("pending", "processing"): "CONFIRM_PAYMENT",
    ("processing", "shipped"): "SHIP",
    ("shipped", "delivered"): "CONFIRM_DELIVERY",
    ("pending", "cancelled"): "CANCEL",
    ("processing", "cancelled"): "AGREE_CANCEL",
}


# Buyer and seller cannot delete their accounts in these states.
UNFINISHED: tuple[State, ...] = ("awaiting_payment", "awaiting_delivery", "shipped")


# Staff cannot act on the other person in these states.
OPEN_STATES: tuple[State, ...] = (*UNFINISHED, "awaiting_review")


PROGRESS: dict[State, int] = {
    "offered": 0, "unavailable": 0, "awaiting_payment": 1, "awaiting_delivery": 2, "shipped": 2, "awaiting_review": 3,
    "completed": 4, "cancelled": 0,
}  # fmt: skip


@dataclass(frozen=True)
class BuyNow:
    auction_id: int
    price: int


@dataclass(frozen=True)
class Sale:
    auction_id: int
    number: int
    price: int
    pay_by: datetime
    # None if the buyer confirms Buy Now in the conversation, because the auction is won by this step.
    won_at: datetime | None = None


def states_of(status: OrderStatus | None) -> list[State]:
    return [state for state in _STATES if status in (None, ORDER_STATUS[state])]


def state_after(state: State, event: Event) -> State:
    """Returns the same state if the step was already taken. Raises if the step is refused."""
    following = TABLE.get((state, event))
    if following is None:
        raise ReviewClosed if event == "REVIEW" else StepRefused(state)
    return following


def has_left_seller(before: State, *, is_returned: bool) -> bool:
    """`before` is the state in which the deal was cancelled."""
    return before in ("shipped", "awaiting_review", "completed") and not is_returned


def is_in_doubt(by: CancelledBy, reason: str) -> bool:
    """True if the seller may not have the bottle as described. The platform cancels deals that were not
    delivered or had to be refunded."""
    return by == "platform" or (by == "seller" and reason == "unavailable")


def order_number(deal_id: int) -> str:
    return f"W{deal_id:06}"


def order_id(words: str) -> int | None:
    digits = words.strip().upper().removeprefix("W")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 18 else None


def staff_step(state: State, wanted: OrderStatus) -> Event:
    found = STAFF_STEPS.get((ORDER_STATUS[state], wanted))
    if found is None:
        raise StepRefused(state)
    return found


def check_posted(state: State, *, is_money_held: bool) -> None:
    if must_be_posted("CONFIRM_DELIVERY", state, is_money_held=is_money_held):
        raise NotPosted


class AuctionDeal(Protocol):
    state: str
    state_since: datetime
    sale_number: int | None
    pay_by: datetime | None
    cancelled_by: str | None
    is_money_held: bool


def check_may_report_unpaid(deal: AuctionDeal, now: datetime) -> None:
    """For 14 days after the buyer cancelled, the seller can still report that the buyer did not pay, so that
    cancelling does not avoid a strike."""
    if deal.sale_number is None:
        raise StepRefused(deal.state)
    if deal.is_money_held:
        raise AlreadySettled
    is_cancelled_by_buyer = deal.state == "cancelled" and deal.cancelled_by == "buyer"
    if is_cancelled_by_buyer and now < deal.state_since + REPORT_UNPAID_WITHIN:
        return
    if deal.state not in ("offered", "awaiting_payment"):
        raise AlreadySettled
    if deal.pay_by is not None and now < deal.pay_by:
        raise PaymentWindowOpen(deal.pay_by)


# Card texts by step: for the person who acts, for the person who waits, and when done.
@dataclass(frozen=True)
class CardWords:
    title: str
    button: str
    waiting: str
    done: str


WORDS: dict[str, CardWords] = {
    "INITIATE": CardWords(
        "Purchase This Item", "Confirm Purchase", "Waiting for Buyer's Confirmation", "Purchase confirmed"
    ),
    "CONFIRM_PAYMENT": CardWords(
        "Payment",
        "Confirm Payment Received",
        "Waiting for seller to confirm payment receipt...",
        "Payment received - Transaction complete",
    ),
    "CONFIRM_DELIVERY": CardWords(
        "Delivery",
        "Confirm Delivery Received",
        "Waiting for buyer to confirm delivery receipt...",
        "Delivery confirmed",
    ),
    "REVIEW": CardWords(
        "Review", "Submit Review", "Waiting for buyer to submit a review...", "Review submitted"
    ),
}


UNAVAILABLE, CANCELLED = "No longer available", "This purchase was cancelled."


CardState = Literal["open", "waiting", "done", "unavailable", "cancelled"]


# The delivery card of a paid purchase that has not been posted yet.
POST_FIRST = {
    "seller": "Post or hand over the bottle, then save the shipment.",
    "buyer": "Waiting for seller to post or hand over the bottle...",
}


def must_be_posted(action: str, state: State, *, is_money_held: bool) -> bool:
    return action == "CONFIRM_DELIVERY" and state == "awaiting_delivery" and is_money_held


def card_state(
    action: str, state: State, *, is_clicked: bool, is_actor: bool, is_money_held: bool = False
) -> CardState:
    if is_clicked:
        return "done"
    if state in ("cancelled", "unavailable"):
        return "cancelled" if state == "cancelled" else "unavailable"
    if state not in OPEN_IN[action]:
        return "done"  # The review period is over.
    is_blocked = must_be_posted(action, state, is_money_held=is_money_held)
    return "open" if is_actor and not is_blocked else "waiting"


def card_text(action: str, state: CardState) -> str:
    words = WORDS[action]
    return {
        "open": words.button,
        "waiting": words.waiting,
        "done": words.done,
        "unavailable": UNAVAILABLE,
        "cancelled": CANCELLED,
    }[state]


REQUEST_LASTS = timedelta(hours=48)


@dataclass(frozen=True)
class CancelRequest:
    """Deleted by every later step of the deal."""

    by: Role
    at: datetime

    @property
    def until(self) -> datetime:
        return self.at + REQUEST_LASTS


def open_request(by: Role | None, at: datetime | None, now: datetime) -> CancelRequest | None:
    """Requests without a time predate the expiry of requests and are ignored."""
    if by is None or at is None or now >= at + REQUEST_LASTS:
        return None
    return CancelRequest(by, at)


def agreed_request(request: CancelRequest | None, role: Role) -> CancelRequest | None:
    """The other person's request, to which this person agrees by cancelling."""
    return request if request is not None and request.by != role else None


# Only the newest deliveries count. With fewer than `LEAST` deliveries there are no figures.
NEWEST_DELIVERIES, LEAST = 100, 3


_SECONDS_OF_DAY = 86_400


@dataclass(frozen=True)
class Deliveries:
    """`in_peace` counts deliveries without a report by the buyer. The median is the time from payment to
    delivery."""

    count: int
    in_peace: int
    median_seconds: float | None

    @property
    def satisfaction(self) -> int | None:
        """In percent, rounded down. None with fewer than `LEAST` deliveries."""
        return 100 * self.in_peace // self.count if self.count >= LEAST else None

    @property
    def shipping_days(self) -> int | None:
        """In days, rounded up. None with fewer than `LEAST` deliveries."""
        if self.count < LEAST or self.median_seconds is None:
            return None
        return max(1, -int(-self.median_seconds // _SECONDS_OF_DAY))
