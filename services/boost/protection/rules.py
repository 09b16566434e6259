"""The states of a protected purchase as a table: what each event does to the money in each state."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from libs.contracts.events.protection import AppealOutcome, DisputeOutcome
from libs.contracts.events.trades import CancelledBy
from libs.kit.http.appeals import AppealedAlready, AppealTooLate, NeedsAnother
from libs.kit.http.errors import DomainError
from services.boost.boosts.rules import MALAYSIA


class ProtectionStepRefused(DomainError):
    code = "protection_step_refused"
    message = "This step is not possible now."

    def __init__(self, state: str) -> None:
        super().__init__(state=state)


class BeingCancelled(DomainError):
    """Messaging is about to cancel the deal; the answer comes in seconds."""

    code = "being_cancelled"
    message = "This purchase is being cancelled. Please try again in a moment."


class CancellationClosed(DomainError):
    """A deal whose money was paid out, or whose dispute staff decides."""

    code = "cancellation_closed"
    message = "This purchase can no longer be cancelled."

    def __init__(self, state: str) -> None:
        super().__init__(state=state)


class CancellationOutdated(DomainError):
    """One of the two agreed to cancel before the deal moved on."""

    code = "cancellation_outdated"
    message = "The purchase has moved on since you agreed to cancel. Please ask again."


class AlreadyPosted(DomainError):
    """The buyer calls off a purchase that its seller has posted or handed over."""

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
# The states in which staff may have something to decide.
FOR_STAFF: frozenset[str] = frozenset({"disputed", "appealed", "return_requested", "return_sent", "withheld"})
# The parcel goes back by a decision, which a later one may change.
GOING_BACK: frozenset[str] = frozenset({"return_requested", "return_sent"})
# How long staff may take once both were to be heard.
DECIDED_WITHIN = timedelta(hours=48)

# What other services tell has happened already: where it comes too late it is not refused and changes
# nothing. A bill that is paid too late becomes wallet credit of its buyer.
REPORTED: frozenset[Event] = frozenset(
    {
        "PAID", "PAID_OUTSIDE", "SHIPPED", "ACCEPTED", "STAFF_DELIVERED", "DEAL_CANCELLED", "STAFF_CANCELLED",
        "TIME", "STAFF_SHIPPED", "CLEARED",
    }
)  # fmt: skip
# (state, event) -> the state after it; the same state means that it was done before.
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
# Where money of the buyer is held, and where it has gone.
HOLDING: frozenset[State] = frozenset(
    {
        "held", "shipped", "inspection", "disputed", "decided", "appealed", "return_requested", "return_sent",
        "withheld",
    }
)  # fmt: skip
PAID_OUT: frozenset[State] = frozenset({"released", "refunded", "returned", "split"})
# What the two people may do themselves, and which of them.
COMMANDS: dict[Event, Role] = {
    "ARRIVED": "buyer", "ACCEPTED": "buyer", "CALL_OFF": "buyer", "DISPUTE": "buyer", "SEND_BACK": "buyer",
    "TAKE_BACK": "seller", "OBJECT": "seller",
}  # fmt: skip
# What pays the seller without a decision of staff: none of it does while the two are on hold (0055).
WITHOUT_STAFF: frozenset[Event] = frozenset({"ACCEPTED", "TIME"})

SHIP_WITHIN_WORKING_DAYS = 3
CANCEL_AFTER = timedelta(days=14)
# A parcel that can be followed is taken to have come after so long.
COMES_WITHIN = timedelta(days=14)
INSPECTION = timedelta(hours=72)
EVIDENCE_FOR = timedelta(days=7)
# Until what is on its way back counts as come, its seller may say that it did not.
SEND_BACK_WITHIN, COMES_BACK_WITHIN = timedelta(days=9), timedelta(days=14)
# What one member of staff asked for about a large amount lapses when no other one agreed.
SECOND_PERSON_WITHIN = timedelta(days=3)
MOST_EVIDENCE, MOST_PHOTOGRAPHS = 20, 8
MOST_FEE_BASIS_POINTS = 2_000
WHOLE = 10_000


def next_state(state: State, event: Event, *, is_on_hold: bool = False, is_sent_back: bool = False) -> State:
    """Return the state after an event, the same one where nothing changes; raise where it is refused. What
    would pay a seller who is on hold with the buyer waits for moderators, and a parcel that was on its way
    back when it was decided otherwise is on its way back again."""
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
    """Refuse acceptance before the bottle was posted, and after the money has gone elsewhere."""
    if state != "released" and (state == "held" or state not in HOLDING):
        raise ProtectionStepRefused(state)


def fee_of(amount: int, basis_points: int) -> int:
    """Return the fee for an amount, rounded to the nearest sen."""
    return (amount * basis_points * 2 + WHOLE) // (2 * WHOLE)


def ship_deadline(held_at: datetime) -> datetime:
    """Return until when the seller is to ship: three working days, by the calendar of Malaysia."""
    day, left = held_at, SHIP_WITHIN_WORKING_DAYS
    while left:
        day += timedelta(days=1)
        left -= day.astimezone(MALAYSIA).weekday() < 5
    return day


def may_decide(
    reason: Reason, *, have_both_spoken: bool, evidence_until: datetime, now: datetime, is_about_return: bool
) -> bool:
    """Return whether staff may decide a dispute: at once on a counterfeit, else when both were heard or the
    time for it is over; about what came back both are heard always."""
    is_plain = reason == "counterfeit" and not is_about_return
    return is_plain or have_both_spoken or now >= evidence_until


def list_steps(state: State, role: Role, *, may_call_off: bool) -> list[Event]:
    """Return what one of the two people may do now, beside paying and adding evidence."""
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
# Whom a decision goes against: a split gives neither of them all, a return is for neither.
AGAINST: dict[Decision, frozenset[Role]] = {
    "release": frozenset({"buyer"}),
    "refund": frozenset({"seller"}),
    "return": frozenset({"buyer", "seller"}),
    "split": frozenset({"buyer", "seller"}),
}


@dataclass(frozen=True)
class DecisionStanding:
    """Where a purchase stands with what was decided of it, and until when that may be appealed."""

    state: str
    decision: Decision | None
    until: datetime | None
    is_appealed: bool


def check_appeal(standing: DecisionStanding, role: Role, now: datetime) -> None:
    """Refuse an appeal of what was not decided or has ended otherwise, a second one, one that comes too late,
    and one by the side that the decision favours."""
    if standing.decision is None or standing.until is None:
        raise ProtectionStepRefused(standing.state)
    if standing.is_appealed:
        raise AppealedAlready
    if now >= standing.until:
        raise AppealTooLate
    if role not in AGAINST[standing.decision]:
        raise NotYourStep
    if standing.state != "decided":
        raise ProtectionStepRefused(standing.state)


def may_appeal(standing: DecisionStanding, role: Role, now: datetime) -> bool:
    """Return whether an appeal by this one of the two would be taken now."""
    try:
        check_appeal(standing, role, now)
    except DomainError:
        return False
    return True


def pays_seller(decision: Decision) -> bool:
    """Return whether a decision gives the seller money at once."""
    return decision in ("release", "split")


def split_amount(decision: Decision, amount: int, fee: int, split: int | None) -> tuple[int, int]:
    """Return what the buyer gets back and what the seller gets; only the buyer gets the fee back. `split` is
    the buyer's part where the amount is divided."""
    match decision:
        case "release":
            return 0, amount
        case "split":
            return split or 0, amount - (split or 0)
        case "refund" | "return":
            return amount + fee, 0


def check_decider(staff_id: int, decided_before: set[int | None]) -> None:
    """Refuse a person who has decided what is appealed, or had asked for that decision."""
    if staff_id in decided_before:
        raise NeedsAnother


def appeal_outcome(
    before: tuple[Decision | None, int | None], now: tuple[Decision | None, int | None]
) -> AppealOutcome:
    """Return what an appeal has changed: the decision, or in a split who gets how much."""
    return "upheld" if before == now else "changed"


# Longer than any request of messaging lasts: a deal that it has not cancelled by then is not cancelled.
PENDING_FOR = timedelta(minutes=2)
# The money has already gone where a cancellation would send it, or none is held.
ALREADY_BACK: frozenset[State] = frozenset({"refunded", "returned", "cancelled", "outside"})
BEFORE_PARCEL: frozenset[State] = frozenset({"awaiting_funds", "held"})
CANCELLING: frozenset[Event] = frozenset({"DEAL_CANCELLED", "STAFF_CANCELLED", "CALL_OFF"})
# While a cancellation is pending only these change the deal: none of them pays the seller or decides.
WHILE_PENDING: frozenset[Event] = frozenset({"PAID", "PAID_OUTSIDE", "SHIPPED", "STAFF_SHIPPED", *CANCELLING})


@dataclass(frozen=True)
class Cancellation:
    """Who cancels. An agreement has the times at which the first person asked and the second one agreed;
    a request that still waits for the other person has only the first."""

    by: CancelledBy
    asked_at: datetime | None = None
    agreed_at: datetime | None = None

    @property
    def event(self) -> Event:
        return "STAFF_CANCELLED" if self.by == "staff" else "DEAL_CANCELLED"


def check_cancellation(state: State, cancellation: Cancellation, last_step_at: datetime | None) -> None:
    """Raise if the deal may not be cancelled. `last_step_at` is when the parcel, the dispute or a decision
    last moved on; both halves of an agreement must be newer."""
    if state in ALREADY_BACK:
        return
    is_single = cancellation.by in ("buyer", "seller", "platform")
    if (state, cancellation.event) not in TABLE or (is_single and state not in BEFORE_PARCEL):
        raise CancellationClosed(state)
    if is_outdated(cancellation, last_step_at):
        raise CancellationOutdated


def is_outdated(cancellation: Cancellation, last_step_at: datetime | None) -> bool:
    """Return whether one of the two agreed before the deal last moved on."""
    halves = [one for one in (cancellation.asked_at, cancellation.agreed_at) if one is not None]
    return last_step_at is not None and any(one <= last_step_at for one in halves)
