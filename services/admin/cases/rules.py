from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal, get_args

from libs.contracts.event import Event
from libs.contracts.events.admin import (
    AppealDecision,
    CaseKind,
    CaseReason,
    Decision,
    PaymentDecision,
    Sanction,
)
from libs.contracts.events.auth import UserBanned, UserSuspended, UserUnbanned
from libs.contracts.events.catalog import ProductRemoved
from libs.contracts.events.sanctions import (
    AccountSanction,
    SanctionAcknowledged,
    SanctionAppliedToAuctions,
    SanctionAppliedToListings,
    SanctionAppliedToMessages,
    SanctionAppliedToMoney,
    sanction_of,
)
from libs.kit.errors import DomainError
from libs.marketplace.assignments import is_claimed
from libs.marketplace.errors import AppealedAlready, AppealTooLate, ConflictOfInterest, NeedsAnother


class CaseOver(DomainError):
    code = "case_over"
    message = "This case has been decided."


class OwnCase(ConflictOfInterest):
    """Staff may not read a case about themselves. They may not decide a case that they reported, or whose
    listing they bid on."""

    status = 409
    code = "own_case"
    message = "You're involved in this case. Another member of staff has to handle it."


class WrongDecision(DomainError):
    status = 422
    code = "wrong_decision"
    message = "This case cannot be decided like that."


# `contested` is a sanction under appeal. It is shown as `appealed`, but new reports open another case,
# because the appeal would otherwise decide them too. `claimed` exists only as a shown state.
State = Literal["open", "appealed", "contested", "decided", "closed"]
OPEN_STATES: tuple[State, ...] = ("open", "appealed", "contested")
JOINED_BY_REPORTS: tuple[State, ...] = ("open", "appealed")
AnyDecision = Literal[Decision, Sanction, AppealDecision, PaymentDecision]
CASES_KEPT = timedelta(days=400)
APPEAL_WITHIN = timedelta(days=30)
# Further reports are counted but not stored.
MAX_REPORTS = 100
# Urgent reasons, and the number of reports that makes any case urgent.
URGENT: frozenset[CaseReason] = frozenset({"counterfeit", "prohibited", "scam", "harassment"})
MANY_REPORTS = 3
NORMAL, URGENT_PRIORITY, APPEAL = 0, 1, 2

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
    # Staff reviews a sanction without a report only after an appeal.
    "sanction": frozenset(),
}
# The kinds that people can report. Appeals of these kinds share a queue. Other kinds have their own queue.
REPORTED_KINDS: tuple[CaseKind, ...] = ("listing", "message", "review", "person", "purchase")
SANCTIONS: frozenset[AnyDecision] = frozenset(get_args(Sanction))
OF_APPEAL: frozenset[AnyDecision] = frozenset({"uphold", "restore"})
OF_SANCTION_APPEAL: frozenset[AnyDecision] = frozenset({"lift", "keep"})
CARRIED_OUT_BY: dict[AnyDecision, str] = {
    "take_down": "catalog", "restore": "catalog", "hide": "messaging", "warn": "auth", "suspend": "auth",
    "lift": "auth",
}  # fmt: skip
# These services respond to every decision about the kind.
OWNERS: dict[CaseKind, str] = {"strike": "auction", "payment": "boost"}
# Kinds that people can report, and sanctions without a report.
APPEALED_KINDS: tuple[CaseKind, ...] = (*REPORTED_KINDS, "sanction")
# Excludes payments, which finance decides.
MODERATED_KINDS: tuple[CaseKind, ...] = (*APPEALED_KINDS, "strike")
PAYMENTS: tuple[CaseKind, ...] = ("payment",)
# From this number of strikes within ninety days, staff reviews the newest strike without an appeal.
STRIKES_TO_LOOK_AT = 3


def carried_out_by(kind: CaseKind, decision: AnyDecision, before: str | None) -> str | None:
    """Returns the service that must respond to a decision. `before` is the first decision of the case."""
    if before == "hide" and decision == "lift":
        return CARRIED_OUT_BY["hide"]
    return OWNERS.get(kind) or CARRIED_OUT_BY.get(decision)


def case_priority(reason: CaseReason, reports: int) -> int:
    return URGENT_PRIORITY if reason in URGENT or reports >= MANY_REPORTS else NORMAL


def shown_state(state: str, claimed_until: datetime | None, now: datetime) -> str:
    """An open case is shown as claimed until the assignment expires."""
    shown = "appealed" if state == "contested" else state
    return "claimed" if shown == "open" and is_claimed(claimed_until, now) else shown


def check_may_look(
    state: str,
    *,
    staff_id: int,
    people: Collection[int | None],
    decided_by: Collection[int | None],
) -> None:
    """Raises if the case is over, involves the staff member, or is an appeal against that staff member's
    decision."""
    if state not in OPEN_STATES:
        raise CaseOver
    OwnCase.refuse_party(staff_id, people)
    if state in ("appealed", "contested") and staff_id in decided_by:
        raise NeedsAnother


def fitting_decisions(kind: CaseKind, state: str) -> frozenset[AnyDecision]:
    if state == "contested":
        return OF_SANCTION_APPEAL
    return OF_APPEAL if state == "appealed" else OF_KIND[kind]


def check_appeal(kind: CaseKind, decision: str | None, decided_at: datetime, now: datetime) -> None:
    # Every strike can be appealed unless it was lifted.
    may_appeal = decision != "lift" if kind == "strike" else decision in SANCTIONS
    if not may_appeal:
        raise AppealedAlready
    if now > decided_at + APPEAL_WITHIN:
        raise AppealTooLate


def check_decision(kind: CaseKind, state: str, decision: AnyDecision, days: int | None) -> None:
    """`days` is required for a suspension and not allowed otherwise."""
    if decision not in fitting_decisions(kind, state) or (days is None) == (decision == "suspend"):
        raise WrongDecision


ACKNOWLEDGEMENTS: tuple[type[SanctionAcknowledged], ...] = (
    SanctionAppliedToListings, SanctionAppliedToAuctions, SanctionAppliedToMessages, SanctionAppliedToMoney,
)  # fmt: skip
# No acknowledgement is expected from the service that publishes the sanction, because it applies its own part
# in the same transaction.
SERVICES = tuple(kind.producer for kind in ACKNOWLEDGEMENTS)
SERVICES_OF_REMOVAL = ("auction", "boost")
_SANCTION_EVENTS: tuple[type[Event], ...] = (
    UserBanned,
    UserUnbanned,
    UserSuspended,
    ProductRemoved,
    *ACKNOWLEDGEMENTS,
)
SANCTION_KINDS = frozenset(kind.type_name() for kind in _SANCTION_EVENTS)
SANCTIONS_KEPT = timedelta(days=400)

# User, time, sanction and subject. The subject is the listing for a removal, otherwise the user id.
Key = tuple[int, datetime, AccountSanction, int]
Answer = Mapping[str, Any]


def services_of(sanction: AccountSanction) -> tuple[str, ...]:
    return SERVICES_OF_REMOVAL if sanction == "remove_listing" else SERVICES


@dataclass
class SanctionBatch:
    """Collects sanctions and responses. A response may arrive before its sanction."""

    answers: dict[Key, dict[str, Answer]] = field(default_factory=dict)

    def add_event(self, event: Event) -> None:
        """The first response of each service is kept."""
        if isinstance(event, SanctionAcknowledged):
            subject = event.user_id if event.product_id is None else event.product_id
            answers = self.answers.setdefault((event.user_id, event.decided_at, event.sanction, subject), {})
            kept = {"user_id", "product_id", "sanction", "decided_at"}
            answers.setdefault(event.producer, event.model_dump(mode="json", exclude=kept))
        elif isinstance(event, UserBanned | UserUnbanned | UserSuspended):
            sanction, decided_at = sanction_of(event)
            self.answers.setdefault((event.user_id, decided_at, sanction, event.user_id), {})
        elif isinstance(event, ProductRemoved) and event.reason == "moderated":
            self.answers.setdefault(
                (event.seller_id, event.removed_at, "remove_listing", event.product_id), {}
            )
