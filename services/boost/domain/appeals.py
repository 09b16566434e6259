"""The appeal of how a dispute was decided: once, by the one whom it goes against, before anything moves."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from libs.contracts.events.protection import AppealOutcome, DisputeOutcome
from libs.kit.http.appeals import AppealedAlready, AppealTooLate, NeedsAnother
from libs.kit.http.errors import DomainError
from services.boost.domain.protection import Event, Role
from services.boost.domain.refusals_protection import NotYourStep, ProtectionStepRefused

Decision = Literal["release", "refund", "return", "split"]
EVENTS: dict[Decision, Event] = {
    "release": "RELEASE", "refund": "REFUND", "return": "RETURN", "split": "SPLIT",
}  # fmt: skip
OUTCOMES: dict[Decision, DisputeOutcome] = {
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


def shares(decision: Decision, amount: int, fee: int, split: int | None) -> tuple[int, int]:
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


def outcome_of(
    before: tuple[Decision | None, int | None], now: tuple[Decision | None, int | None]
) -> AppealOutcome:
    """Return what an appeal has changed: the decision, or in a split who gets how much."""
    return "upheld" if before == now else "changed"
