"""The appeal of how a dispute was decided: once, by the one whom it goes against, before anything moves."""

from datetime import datetime
from typing import Literal

from libs.contracts.events.protection import AppealOutcome, DisputeOutcome
from libs.kit.http.appeals import AppealedAlready, AppealTooLate, NeedsAnother
from services.boost.domain.protection import Event, Role
from services.boost.domain.refusals import NotYourStep

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


def check_appeal(
    decision: Decision | None, role: Role, *, is_appealed: bool, until: datetime | None, now: datetime
) -> None:
    """Refuse an appeal by the one whom the decision favours, a second one, and one that comes too late."""
    if is_appealed:
        raise AppealedAlready
    if decision is None or until is None or now >= until:
        raise AppealTooLate
    if role not in AGAINST[decision]:
        raise NotYourStep


def check_decider(staff_id: int, decided_before: set[int | None]) -> None:
    """Refuse a person who has decided what is appealed, or had asked for that decision."""
    if staff_id in decided_before:
        raise NeedsAnother


def outcome_of(
    before: tuple[Decision | None, int | None], now: tuple[Decision | None, int | None]
) -> AppealOutcome:
    """Return what an appeal has changed: the decision, or in a split who gets how much."""
    return "upheld" if before == now else "changed"
