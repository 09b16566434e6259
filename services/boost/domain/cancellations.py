"""Whether a deal may be cancelled, seen from the money that is held for it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from libs.contracts.events.trades import CancelledBy
from services.boost.domain.protection import TABLE, Event, State
from services.boost.domain.refusals_protection import CancellationClosed, CancellationOutdated

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
