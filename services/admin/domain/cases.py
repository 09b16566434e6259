"""The rules of cases: who may look at one and decide it, how, and which service carries that out."""

from datetime import datetime, timedelta
from typing import Literal

from libs.contracts.events.admin import CaseKind, CaseReason, Decision
from services.admin.domain.refusals import CaseOver, CaseTaken, NeedsAnother, OwnCase, WrongDecision

# Where a case stands; `claimed` is shown of one that waits while a person looks at it.
State = Literal["open", "appealed", "decided", "closed"]
WAITING: tuple[State, ...] = ("open", "appealed")
CLAIMED_FOR = timedelta(minutes=30)
CASES_KEPT = timedelta(days=400)
# Reports of one case that are kept each by itself; beyond these they are only counted.
MOST_REPORTS = 100
# Reasons that cannot wait, and from how many reports on anything cannot.
URGENT: frozenset[CaseReason] = frozenset({"counterfeit", "prohibited", "scam", "harassment"})
MANY_REPORTS = 3
NORMAL, URGENT_PRIORITY, APPEAL = 0, 1, 2

OF_KIND: dict[CaseKind, frozenset[Decision]] = {
    "listing": frozenset({"dismiss", "take_down", "warn", "suspend"}),
    "message": frozenset({"dismiss", "hide", "warn", "suspend"}),
    "review": frozenset({"dismiss", "hide", "warn", "suspend"}),
    "person": frozenset({"dismiss", "warn", "suspend"}),
    "purchase": frozenset({"dismiss", "warn", "suspend"}),
}
OF_APPEAL: frozenset[Decision] = frozenset({"uphold", "restore"})
CARRIED_OUT_BY: dict[Decision, str] = {
    "take_down": "catalog", "restore": "catalog", "hide": "messaging", "warn": "auth", "suspend": "auth",
}  # fmt: skip


def priority(reason: CaseReason, reports: int) -> int:
    """Return how urgent a case is by its newest report and their number."""
    return URGENT_PRIORITY if reason in URGENT or reports >= MANY_REPORTS else NORMAL


def shown_state(state: str, claimed_until: datetime | None, now: datetime) -> str:
    """Return the state to show: one that a person looks at is claimed, until the time for it is over."""
    return "claimed" if state == "open" and is_claimed(claimed_until, now) else state


def is_claimed(until: datetime | None, now: datetime) -> bool:
    """Return whether a person looks at a case now."""
    return until is not None and until > now


def check_may_look(
    state: str,
    *,
    staff_id: int,
    about_id: int,
    decided_by: int | None,
    claimed_by: int | None,
    claimed_until: datetime | None,
    now: datetime,
) -> None:
    """Refuse a case that is over or another person's, one about oneself, and an appeal against oneself."""
    if state not in WAITING:
        raise CaseOver
    if staff_id == about_id:
        raise OwnCase
    if state == "appealed" and staff_id == decided_by:
        raise NeedsAnother
    if claimed_by not in (None, staff_id) and claimed_until is not None and claimed_until > now:
        assert claimed_by is not None
        raise CaseTaken(claimed_by, claimed_until)


def check_decision(kind: CaseKind, state: str, decision: Decision, days: int | None) -> None:
    """Refuse a decision that does not fit; only a suspension has days."""
    fitting = OF_APPEAL if state == "appealed" else OF_KIND[kind]
    if decision not in fitting or (days is None) == (decision == "suspend"):
        raise WrongDecision
