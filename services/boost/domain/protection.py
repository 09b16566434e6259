"""The states of a protected purchase as a table: what each event does to the money in each state."""

from datetime import datetime, timedelta
from typing import Literal

from services.boost.domain.receipts import MALAYSIA
from services.boost.domain.refusals_protection import ProtectionStepRefused

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

STATES: tuple[State, ...] = (
    "awaiting_funds", "held", "shipped", "inspection", "disputed", "decided", "appealed", "return_requested",
    "return_sent", "withheld", "released", "refunded", "returned", "split", "cancelled", "outside",
)  # fmt: skip
EVENTS: dict[Event, str] = {
    "PAID": "the provider tells that the bill is paid",
    "PAID_OUTSIDE": "messaging tells that the seller confirmed a payment (`ActionConfirmed`)",
    "SHIPPED": "messaging tells that the parcel is on its way (`DealShipped`)",
    "STAFF_SHIPPED": "staff sets the order to shipped (`DealShipped` by staff): as if its seller had sent it",
    "ARRIVED": "the buyer says that the parcel is here",
    "ACCEPTED": "the buyer accepts, here or by Confirm Delivery Received (`DealDelivered`), once it was posted",
    "STAFF_DELIVERED": "staff sets the order to delivered (`DealDelivered` by staff): as if it had come, no more",
    "DEAL_CANCELLED": "messaging tells that the deal is cancelled (`DealCancelled`)",
    "STAFF_CANCELLED": "staff cancels the order (`DealCancelled` by staff); what is disputed is not decided so",
    "CALL_OFF": "the buyer calls off what was not shipped in time",
    "DISPUTE": "the buyer opens a dispute",
    "RELEASE": "the seller gets the money: staff decided so, and where that may be appealed its time is over",
    "REFUND": "the buyer gets the money: staff decided so, and where that may be appealed its time is over",
    "RETURN": "the parcel goes back, then the money: staff decided so, and where that may be appealed its time is over",
    "SPLIT": "the amount is divided: staff decided so, and where that may be appealed its time is over",
    "SEND_BACK": "the buyer sends the parcel back",
    "TAKE_BACK": "the seller has the parcel again",
    "OBJECT": "the seller says that nothing came back, or something else",
    "TIME": "the time of the state is over; in `decided` the clock does what was decided instead",
    "CLEARED": "moderators have released the two (`RiskCleared`)",
    "DECIDE": "staff decides, and the one whom it goes against may appeal before anything moves",
    "APPEAL": "the one against whom it was decided asks another of staff to decide",
    "REOPEN": "moderators confirmed the two after the seller was to be paid: staff decides anew",
}
MEANINGS: dict[State, str] = {
    "awaiting_funds": "no money yet",
    "held": "the money is here; the seller is to ship",
    "shipped": "the parcel is on its way",
    "inspection": "the parcel is there; the buyer has 72 hours to look at it",
    "disputed": "no clock runs; both add evidence, staff decides",
    "decided": "staff has decided; the money waits for an appeal, for two days unless set otherwise",
    "appealed": "no clock runs; another of staff decides, and that stays",
    "return_requested": "the buyer is to send the parcel back",
    "return_sent": "the parcel is on its way back",
    "withheld": "the seller would be paid; the money waits for moderators",
    "released": "the seller has the money",
    "refunded": "the buyer has the money back",
    "returned": "the seller has the parcel and the buyer the money back",
    "split": "each has a part of the money",
    "cancelled": "there was no money, and there is no deal",
    "outside": "the seller was paid in another way",
}
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


def after(state: State, event: Event, *, is_on_hold: bool = False, is_sent_back: bool = False) -> State:
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


def ship_by(held_at: datetime) -> datetime:
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


def steps_of(state: State, role: Role, *, may_call_off: bool) -> list[Event]:
    """Return what one of the two people may do now, beside paying and adding evidence."""
    return [
        event
        for event, who in COMMANDS.items()
        if who == role
        and TABLE.get((state, event), state) != state
        and (event != "CALL_OFF" or may_call_off)
        and (event != "ACCEPTED" or state != "held")
    ]
