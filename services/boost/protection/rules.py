from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from libs.contracts.events.protection import AppealOutcome, DisputeOutcome
from libs.contracts.events.trades import CancelledBy
from libs.kit.errors import DomainError
from libs.marketplace.errors import AppealedAlready, AppealTooLate, NeedsAnother
from services.boost.boosts.rules import MALAYSIA


class ProtectionStepRefused(DomainError):
    code = "protection_step_refused"
    message = "This step is not possible now."

    def __init__(self, state: str) -> None:
        super().__init__(state=state)


class BeingCancelled(DomainError):
    """Temporary. The outcome is known within seconds."""

    code = "being_cancelled"
    message = "This purchase is being cancelled. Please try again in a moment."


class CancellationClosed(DomainError):
    code = "cancellation_closed"
    message = "This purchase can no longer be cancelled."

    def __init__(self, state: str) -> None:
        super().__init__(state=state)


class CancellationOutdated(DomainError):
    """The deal moved on after a person agreed to cancel it."""

    code = "cancellation_outdated"
    message = "The purchase has moved on since you agreed to cancel. Please ask again."


class AlreadyPosted(DomainError):
    code = "already_posted"
    message = "The seller has posted the parcel, so you can't call off this purchase."


class NotYourStep(DomainError):
    status = 403
    code = "not_your_step"
    message = "This step is for the other person."


class ProtectionClosed(DomainError):
    code = "protection_closed"
    message = "This purchase can no longer be paid here."


class ShipByOpen(DomainError):
    code = "ship_by_open"
    message = "The seller still has time to ship."

    def __init__(self, until: str) -> None:
        super().__init__(until=until)


class EvidenceClosed(DomainError):
    code = "evidence_closed"
    message = "The time for evidence is over."


class TooMuchEvidence(DomainError):
    status = 429
    code = "too_much_evidence"
    message = "You have added as much as can be added."


class DisputeStillOpen(DomainError):
    code = "dispute_still_open"
    message = "The other side still has time to answer."

    def __init__(self, until: str) -> None:
        super().__init__(until=until)


class InvalidSplit(DomainError):
    status = 422
    code = "invalid_split"
    message = "The buyer's part must be more than nothing and less than the whole amount."


State = Literal[
    "awaiting_funds", "held", "shipped", "inspection", "disputed", "decided", "appealed", "return_requested",
    "return_sent", "withheld", "released", "refunded", "returned", "split", "cancelled", "outside",
]  # fmt: skip
Event = Literal[
    "PAID", "PAID_OUTSIDE", "SHIPPED", "ARRIVED", "ACCEPTED", "STAFF_DELIVERED", "DEAL_CANCELLED",
    "STAFF_CANCELLED", "CALL_OFF", "DISPUTE", "RELEASE", "REFUND", "RETURN", "SPLIT", "SEND_BACK", "TAKE_BACK",
    "OBJECT", "TIME", "STAFF_SHIPPED", "CLEARED", "DECIDE", "APPEAL", "REOPEN",
]  # fmt: skip
Role = Literal["buyer", "seller"]
Reason = Literal["not_received", "not_as_described", "counterfeit", "damaged"]
Outcome = Literal["released", "refunded", "returned", "split"]
FOR_STAFF: frozenset[str] = frozenset({"disputed", "appealed", "return_requested", "return_sent", "withheld"})
# The parcel is being returned. A later decision may change that.
GOING_BACK: frozenset[str] = frozenset({"return_requested", "return_sent"})
DECIDED_WITHIN = timedelta(hours=48)

# Late reports are ignored instead of refused. A late payment becomes wallet credit for the buyer.
REPORTED: frozenset[Event] = frozenset(
    {
        "PAID", "PAID_OUTSIDE", "SHIPPED", "ACCEPTED", "STAFF_DELIVERED", "DEAL_CANCELLED", "STAFF_CANCELLED",
        "TIME", "STAFF_SHIPPED", "CLEARED",
    }
)  # fmt: skip
# An unchanged state means that the event was already applied.
TABLE: dict[tuple[State, Event], State] = {
    ("awaiting_funds", "PAID"): "held",
    ("awaiting_funds", "PAID_OUTSIDE"): "outside",
    ("awaiting_funds", "DEAL_CANCELLED"): "cancelled",
    ("awaiting_funds", "STAFF_CANCELLED"): "cancelled",
    ("held", "SHIPPED"): "shipped",
    ("held", "STAFF_SHIPPED"): "shipped",
    ("held", "ACCEPTED"): "released",
    ("held", "STAFF_DELIVERED"): "inspection",
    ("held", "DEAL_CANCELLED"): "refunded",
    ("held", "STAFF_CANCELLED"): "refunded",
    ("held", "CALL_OFF"): "refunded",
    ("held", "TIME"): "refunded",
    ("shipped", "SHIPPED"): "shipped",
    ("shipped", "STAFF_SHIPPED"): "shipped",
    ("shipped", "ARRIVED"): "inspection",
    ("shipped", "ACCEPTED"): "released",
    ("shipped", "STAFF_DELIVERED"): "inspection",
    ("shipped", "DEAL_CANCELLED"): "refunded",
    ("shipped", "STAFF_CANCELLED"): "refunded",
    ("shipped", "DISPUTE"): "disputed",
    ("shipped", "TIME"): "inspection",
    ("inspection", "ARRIVED"): "inspection",
    ("inspection", "ACCEPTED"): "released",
    ("inspection", "DEAL_CANCELLED"): "refunded",
    ("inspection", "STAFF_CANCELLED"): "refunded",
    ("inspection", "DISPUTE"): "disputed",
    ("inspection", "TIME"): "released",
    ("disputed", "ACCEPTED"): "released",
    ("disputed", "DEAL_CANCELLED"): "refunded",
    ("disputed", "DISPUTE"): "disputed",
    ("disputed", "RELEASE"): "released",
    ("disputed", "REFUND"): "refunded",
    ("disputed", "RETURN"): "return_requested",
    ("disputed", "SPLIT"): "split",
    ("disputed", "OBJECT"): "disputed",
    ("disputed", "DECIDE"): "decided",
    ("decided", "ACCEPTED"): "released",
    ("decided", "RELEASE"): "released",
    ("decided", "REFUND"): "refunded",
    ("decided", "RETURN"): "return_requested",
    ("decided", "SPLIT"): "split",
    ("decided", "APPEAL"): "appealed",
    ("decided", "REOPEN"): "disputed",
    ("appealed", "ACCEPTED"): "released",
    ("appealed", "RELEASE"): "released",
    ("appealed", "REFUND"): "refunded",
    ("appealed", "RETURN"): "return_requested",
    ("appealed", "SPLIT"): "split",
    ("appealed", "APPEAL"): "appealed",
    ("return_requested", "ACCEPTED"): "released",
    ("return_requested", "DEAL_CANCELLED"): "refunded",
    ("return_requested", "RETURN"): "return_requested",
    ("return_requested", "RELEASE"): "released",
    ("return_requested", "REFUND"): "refunded",
    ("return_requested", "SPLIT"): "split",
    ("return_requested", "DECIDE"): "decided",
    ("return_requested", "SEND_BACK"): "return_sent",
    ("return_requested", "TIME"): "released",
    ("return_sent", "RELEASE"): "released",
    ("return_sent", "REFUND"): "refunded",
    ("return_sent", "SPLIT"): "split",
    ("return_sent", "DECIDE"): "decided",
    ("return_sent", "SEND_BACK"): "return_sent",
    ("return_sent", "TAKE_BACK"): "returned",
    ("return_sent", "OBJECT"): "disputed",
    ("return_sent", "DEAL_CANCELLED"): "returned",
    ("return_sent", "TIME"): "returned",
    ("withheld", "ACCEPTED"): "withheld",
    ("withheld", "CLEARED"): "released",
    ("withheld", "RELEASE"): "released",
    ("withheld", "REFUND"): "refunded",
    ("withheld", "SPLIT"): "split",
    ("withheld", "DEAL_CANCELLED"): "refunded",
    ("withheld", "STAFF_CANCELLED"): "refunded",
    ("released", "ACCEPTED"): "released",
    ("released", "RELEASE"): "released",
    ("refunded", "CALL_OFF"): "refunded",
    ("refunded", "REFUND"): "refunded",
    ("refunded", "DEAL_CANCELLED"): "refunded",
    ("returned", "TAKE_BACK"): "returned",
    ("returned", "DEAL_CANCELLED"): "returned",
    ("split", "SPLIT"): "split",
    ("cancelled", "DEAL_CANCELLED"): "cancelled",
    ("outside", "PAID_OUTSIDE"): "outside",
}
HOLDING: frozenset[State] = frozenset(
    {
        "held", "shipped", "inspection", "disputed", "decided", "appealed", "return_requested", "return_sent",
        "withheld",
    }
)  # fmt: skip
PAID_OUT: frozenset[State] = frozenset({"released", "refunded", "returned", "split"})
COMMANDS: dict[Event, Role] = {
    "ARRIVED": "buyer", "ACCEPTED": "buyer", "CALL_OFF": "buyer", "DISPUTE": "buyer", "SEND_BACK": "buyer",
    "TAKE_BACK": "seller", "OBJECT": "seller",
}  # fmt: skip
# Events that pay without a decision by staff. They are stopped while the pair is on hold (decision 0056).
WITHOUT_STAFF: frozenset[Event] = frozenset({"ACCEPTED", "TIME"})

SHIP_WITHIN_WORKING_DAYS = 3
CANCEL_AFTER = timedelta(days=14)
# A tracked parcel counts as delivered after this time.
COMES_WITHIN = timedelta(days=14)
INSPECTION = timedelta(hours=72)
EVIDENCE_FOR = timedelta(days=7)
# Deadlines of a return. The seller may object until the parcel counts as delivered.
SEND_BACK_WITHIN, COMES_BACK_WITHIN = timedelta(days=9), timedelta(days=14)
# A request lapses if no second person approves it within this time.
SECOND_PERSON_WITHIN = timedelta(days=3)
MAX_EVIDENCE, MAX_PHOTOGRAPHS = 20, 8
MAX_FEE_BASIS_POINTS = 2_000
WHOLE = 10_000


def next_deadline(state: State, now: datetime, *, has_tracking: bool) -> datetime | None:
    match state:
        case "held":
            return now + CANCEL_AFTER
        case "shipped" if has_tracking:
            return now + COMES_WITHIN
        case "inspection":
            return now + INSPECTION
        case "return_requested":
            return now + SEND_BACK_WITHIN
        case "return_sent":
            return now + COMES_BACK_WITHIN
        case _:
            return None


def next_state(state: State, event: Event, *, is_on_hold: bool = False, is_sent_back: bool = False) -> State:
    """Returns the same state if nothing changes. Raises if the event is refused. While the pair is on hold,
    payments without a decision by staff are withheld. A return confirmed on appeal continues as `return_sent`
    if the parcel was already sent."""
    following = TABLE.get((state, event))
    if (state, event) == ("appealed", "RETURN") and is_sent_back:
        return "return_sent"
    if following == "released" and state != "released" and is_on_hold and event in WITHOUT_STAFF:
        return "withheld"
    if following is not None:
        return following
    if event in REPORTED:
        return state
    raise ProtectionStepRefused(state)


def check_acceptance(state: State) -> None:
    if state != "released" and (state == "held" or state not in HOLDING):
        raise ProtectionStepRefused(state)


def fee_of(amount: int, basis_points: int) -> int:
    """Rounded to the nearest sen."""
    return (amount * basis_points * 2 + WHOLE) // (2 * WHOLE)


def ship_deadline(held_at: datetime) -> datetime:
    """Three working days, by the Malaysian calendar."""
    day, left = held_at, SHIP_WITHIN_WORKING_DAYS
    while left:
        day += timedelta(days=1)
        left -= day.astimezone(MALAYSIA).weekday() < 5
    return day


def may_decide(
    reason: Reason, *, have_both_spoken: bool, evidence_until: datetime, now: datetime, is_about_return: bool
) -> bool:
    """A counterfeit can be decided at once, unless a return is in dispute. Otherwise both sides must have
    given evidence or the deadline must have passed."""
    is_plain = reason == "counterfeit" and not is_about_return
    return is_plain or have_both_spoken or now >= evidence_until


def list_steps(state: State, role: Role, *, may_call_off: bool) -> list[Event]:
    return [
        event
        for event, who in COMMANDS.items()
        if who == role
        and TABLE.get((state, event), state) != state
        and (event != "CALL_OFF" or may_call_off)
        and (event != "ACCEPTED" or state != "held")
    ]


Decision = Literal["release", "refund", "return", "split"]
DECISION_EVENTS: dict[Decision, Event] = {
    "release": "RELEASE", "refund": "REFUND", "return": "RETURN", "split": "SPLIT",
}  # fmt: skip
DISPUTE_OUTCOMES: dict[Decision, DisputeOutcome] = {
    "release": "released", "refund": "refunded", "return": "returned", "split": "split",
}  # fmt: skip
# The sides that may appeal a decision.
AGAINST: dict[Decision, frozenset[Role]] = {
    "release": frozenset({"buyer"}),
    "refund": frozenset({"seller"}),
    "return": frozenset({"buyer", "seller"}),
    "split": frozenset({"buyer", "seller"}),
}


@dataclass(frozen=True)
class DecisionState:
    state: str
    decision: Decision | None
    until: datetime | None
    is_appealed: bool


def check_appeal(state: DecisionState, role: Role, now: datetime) -> None:
    """Raises if there is no decision, or if the appeal is late, repeated or from the favoured side."""
    if state.decision is None or state.until is None:
        raise ProtectionStepRefused(state.state)
    if state.is_appealed:
        raise AppealedAlready
    if now >= state.until:
        raise AppealTooLate
    if role not in AGAINST[state.decision]:
        raise NotYourStep
    if state.state != "decided":
        raise ProtectionStepRefused(state.state)


def may_appeal(state: DecisionState, role: Role, now: datetime) -> bool:
    try:
        check_appeal(state, role, now)
    except DomainError:
        return False
    return True


def pays_seller(decision: Decision) -> bool:
    return decision in ("release", "split")


def split_amount(decision: Decision, amount: int, fee: int, split: int | None) -> tuple[int, int]:
    """Returns the buyer's refund and the seller's share. Only a full refund includes the fee. `split` is the
    buyer's amount."""
    match decision:
        case "release":
            return 0, amount
        case "split":
            return split or 0, amount - (split or 0)
        case "refund" | "return":
            return amount + fee, 0


def check_decider(staff_id: int, decided_before: set[int | None]) -> None:
    if staff_id in decided_before:
        raise NeedsAnother


def appeal_outcome(
    before: tuple[Decision | None, int | None], now: tuple[Decision | None, int | None]
) -> AppealOutcome:
    return "upheld" if before == now else "changed"


# Longer than any request to messaging, so the outcome is final.
PENDING_FOR = timedelta(minutes=2)
# States in which a cancellation has nothing to refund.
ALREADY_BACK: frozenset[State] = frozenset({"refunded", "returned", "cancelled", "outside"})
BEFORE_PARCEL: frozenset[State] = frozenset({"awaiting_funds", "held"})
CANCELLING: frozenset[Event] = frozenset({"DEAL_CANCELLED", "STAFF_CANCELLED", "CALL_OFF"})
# Events allowed while a cancellation is pending, because none of them pays the seller.
WHILE_PENDING: frozenset[Event] = frozenset({"PAID", "PAID_OUTSIDE", "SHIPPED", "STAFF_SHIPPED", *CANCELLING})


@dataclass(frozen=True)
class Cancellation:
    """An agreement has both times. A request that awaits the other person has only `asked_at`."""

    by: CancelledBy | Literal["unpaid"]
    asked_at: datetime | None = None
    agreed_at: datetime | None = None

    @property
    def event(self) -> Event:
        return "STAFF_CANCELLED" if self.by == "staff" else "DEAL_CANCELLED"


def check_cancellation(state: State, cancellation: Cancellation, last_step_at: datetime | None) -> None:
    """Raises if the state does not allow the cancellation. Both times of an agreement must be later than
    `last_step_at`, when the parcel, the dispute or a decision last changed."""
    if state in ALREADY_BACK:
        return
    if cancellation.by == "unpaid" and state != "awaiting_funds":
        raise CancellationClosed(state)
    is_single = cancellation.by in ("buyer", "seller", "platform")
    if (state, cancellation.event) not in TABLE or (is_single and state not in BEFORE_PARCEL):
        raise CancellationClosed(state)
    if is_outdated(cancellation, last_step_at):
        raise CancellationOutdated


def is_outdated(cancellation: Cancellation, last_step_at: datetime | None) -> bool:
    halves = [item for item in (cancellation.asked_at, cancellation.agreed_at) if item is not None]
    return last_step_at is not None and any(halve <= last_step_at for halve in halves)
