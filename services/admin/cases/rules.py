"""The rules of cases: who may look at one and decide it, how, and which service carries that out."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal, get_args

from libs.contracts.events.admin import (
    AppealDecision,
    CaseKind,
    CaseReason,
    Decision,
    Measure,
    PaymentDecision,
)
from libs.contracts.events.auth import UserBanned, UserSuspended, UserUnbanned
from libs.contracts.events.catalog import ProductRemoved
from libs.contracts.events.measures import (
    AccountMeasure,
    MeasureAppliedToAuctions,
    MeasureAppliedToListings,
    MeasureAppliedToMessages,
    MeasureAppliedToMoney,
    MeasureReceiptFact,
    measure_of,
)
from libs.contracts.fact import Fact
from libs.kit.http.appeals import AppealedAlready, AppealTooLate, NeedsAnother
from libs.kit.http.claims import is_claimed
from libs.kit.http.errors import DomainError
from libs.kit.http.parties import OwnMatter


class CaseOver(DomainError):
    """It was decided already."""

    code = "case_over"
    message = "This case has been decided."


class OwnCase(OwnMatter):
    """No one decides about themself, nor about what they reported."""

    status = 409
    code = "own_case"
    message = "You cannot decide a case about yourself, or one that you reported."


class WrongDecision(DomainError):
    """A decision that this kind of case does not have, or not in this state."""

    status = 422
    code = "wrong_decision"
    message = "This case cannot be decided like that."


# Where a case stands; `claimed` is shown of one that waits while a person looks at it. `contested`: a measure
# is appealed. It is shown as `appealed`, but new reports of the same thing open a case of their
# own; otherwise an appeal would pull later reports under the first decision.
State = Literal["open", "appealed", "contested", "decided", "closed"]
OPEN_STATES: tuple[State, ...] = ("open", "appealed", "contested")
JOINED_BY_REPORTS: tuple[State, ...] = ("open", "appealed")
AnyDecision = Literal[Decision, Measure, AppealDecision, PaymentDecision]
CASES_KEPT = timedelta(days=400)
APPEAL_WITHIN = timedelta(days=30)
# Reports of one case that are kept each by itself; beyond these they are only counted.
MOST_REPORTS = 100
# Reasons that cannot wait, and from how many reports on anything cannot.
URGENT: frozenset[CaseReason] = frozenset({"counterfeit", "prohibited", "scam", "harassment"})
MANY_REPORTS = 3
NORMAL, URGENT_PRIORITY, APPEAL = 0, 1, 2

# Within which time a case is to be decided, by how urgent it is.
SERVICE_LEVEL = {
    NORMAL: timedelta(hours=72), URGENT_PRIORITY: timedelta(hours=24), APPEAL: timedelta(hours=48),
}  # fmt: skip

OF_KIND: dict[CaseKind, frozenset[AnyDecision]] = {
    "listing": frozenset({"dismiss", "take_down", "warn", "suspend"}),
    "message": frozenset({"dismiss", "hide", "warn", "suspend"}),
    "review": frozenset({"dismiss", "hide", "warn", "suspend"}),
    "person": frozenset({"dismiss", "warn", "suspend"}),
    "purchase": frozenset({"dismiss", "warn", "suspend"}),
    "strike": frozenset({"lift", "keep"}),
    "payment": frozenset({"credit", "match", "write_off"}),
    # Decided before there was a case; staff looks at it again when it is appealed.
    "measure": frozenset(),
}
# What people report; its appeals are one queue, those of the other kinds are queues of their own.
REPORTED_KINDS: tuple[CaseKind, ...] = ("listing", "message", "review", "person", "purchase")
MEASURES: frozenset[AnyDecision] = frozenset(get_args(Measure))
OF_APPEAL: frozenset[AnyDecision] = frozenset({"uphold", "restore"})
OF_MEASURE_APPEAL: frozenset[AnyDecision] = frozenset({"lift", "keep"})
CARRIED_OUT_BY: dict[AnyDecision, str] = {
    "take_down": "catalog", "restore": "catalog", "hide": "messaging", "warn": "auth", "suspend": "auth",
    "lift": "auth",
}  # fmt: skip
# Who answers to every decision about a case of this kind.
OWNERS: dict[CaseKind, str] = {"strike": "auction", "payment": "boost"}
# What is appealed in one queue: what was reported, and what staff did to a person without a report.
APPEALED_KINDS: tuple[CaseKind, ...] = (*REPORTED_KINDS, "measure")
# What moderators decide; payments are finance's.
MODERATED_KINDS: tuple[CaseKind, ...] = (*APPEALED_KINDS, "strike")
PAYMENTS: tuple[CaseKind, ...] = ("payment",)
# From so many strikes on, which count together in ninety days, staff looks at the newest unasked.
STRIKES_TO_LOOK_AT = 3


def carried_out_by(kind: CaseKind, decision: AnyDecision, before: str | None) -> str | None:
    """Return which service owes an answer to a decision, if one does; `before` is what was decided first."""
    if before == "hide" and decision == "lift":
        return CARRIED_OUT_BY["hide"]
    return OWNERS.get(kind) or CARRIED_OUT_BY.get(decision)


def case_priority(reason: CaseReason, reports: int) -> int:
    """Return how urgent a case is by its newest report and their number."""
    return URGENT_PRIORITY if reason in URGENT or reports >= MANY_REPORTS else NORMAL


def shown_state(state: str, claimed_until: datetime | None, now: datetime) -> str:
    """Return the state to show: one that a person looks at is claimed, until the time for it is over."""
    shown = "appealed" if state == "contested" else state
    return "claimed" if shown == "open" and is_claimed(claimed_until, now) else shown


def check_may_look(
    state: str,
    *,
    staff_id: int,
    people: Collection[int | None],
    decided_by: Collection[int | None],
) -> None:
    """Refuse a case that is over, one of one's own, and an appeal against oneself."""
    if state not in OPEN_STATES:
        raise CaseOver
    OwnCase.refuse_party(staff_id, people)
    if state in ("appealed", "contested") and staff_id in decided_by:
        raise NeedsAnother


def fitting_decisions(kind: CaseKind, state: str) -> frozenset[AnyDecision]:
    """Return how a case that waits may be decided."""
    if state == "contested":
        return OF_MEASURE_APPEAL
    return OF_APPEAL if state == "appealed" else OF_KIND[kind]


def check_appeal(kind: CaseKind, decision: str | None, decided_at: datetime, now: datetime) -> None:
    """Refuse a second appeal, and one of a measure or strike that is too long ago."""
    # A strike is appealed whether staff looked at it before or not, unless it was taken back.
    may_appeal = decision != "lift" if kind == "strike" else decision in MEASURES
    if not may_appeal:
        raise AppealedAlready
    if now > decided_at + APPEAL_WITHIN:
        raise AppealTooLate


def check_decision(kind: CaseKind, state: str, decision: AnyDecision, days: int | None) -> None:
    """Refuse a decision that does not fit; only a suspension has days."""
    if decision not in fitting_decisions(kind, state) or (days is None) == (decision == "suspend"):
        raise WrongDecision


RECEIPTS: tuple[type[MeasureReceiptFact], ...] = (
    MeasureAppliedToListings, MeasureAppliedToAuctions, MeasureAppliedToMessages, MeasureAppliedToMoney,
)  # fmt: skip
# Who tells of the measure carries its part out in that transaction, so no one waits for auth, nor for catalog
# where a listing is removed.
SERVICES = tuple(kind.producer for kind in RECEIPTS)
SERVICES_OF_REMOVAL = ("auction", "boost")
_HEARD: tuple[type[Fact], ...] = (UserBanned, UserUnbanned, UserSuspended, ProductRemoved, *RECEIPTS)
MEASURE_KINDS = frozenset(kind.type_name() for kind in _HEARD)
MEASURES_KEPT = timedelta(days=400)

# Whose, when, which, and what it is about: the listing of a removal, else the person again.
Key = tuple[int, datetime, AccountMeasure, int]
Answer = Mapping[str, Any]


def services_of(measure: AccountMeasure) -> tuple[str, ...]:
    """Return the services that carry a measure out."""
    return SERVICES_OF_REMOVAL if measure == "remove_listing" else SERVICES


@dataclass
class MeasureBatch:
    """Measures that facts name, with what services answered; a measure may be named by an answer first."""

    told: dict[Key, dict[str, Answer]] = field(default_factory=dict)

    def take(self, fact: Fact) -> None:
        """Add a measure or the answer of a service; of two answers of one service the first counts."""
        if isinstance(fact, MeasureReceiptFact):
            subject = fact.user_id if fact.product_id is None else fact.product_id
            answers = self.told.setdefault((fact.user_id, fact.decided_at, fact.measure, subject), {})
            kept = {"user_id", "product_id", "measure", "decided_at"}
            answers.setdefault(fact.producer, fact.model_dump(mode="json", exclude=kept))
        elif isinstance(fact, UserBanned | UserUnbanned | UserSuspended):
            measure, decided_at = measure_of(fact)
            self.told.setdefault((fact.user_id, decided_at, measure, fact.user_id), {})
        elif isinstance(fact, ProductRemoved) and fact.reason == "moderated":
            self.told.setdefault((fact.seller_id, fact.removed_at, "remove_listing", fact.product_id), {})
