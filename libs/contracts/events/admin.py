"""Events of moderation: reports, staff decisions and settings. They contain no user-written text."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.event import ErasureAcknowledged, Event, Id, PublicModel
from libs.contracts.rules import RuleName

# `strike` is an unpaid win, with the strike in auction as `subject_id`. `payment` is a mismatched payment in
# boost. `sanction` is a ban or suspension without a case, with the staff action in auth as `subject_id`.
CaseKind = Literal["listing", "message", "review", "person", "purchase", "strike", "payment", "sanction"]
Decision = Literal["dismiss", "take_down", "hide", "warn", "suspend", "uphold", "restore"]
# The outcome of an appeal against a sanction or strike.
AppealDecision = Literal["lift", "keep"]
# What a person can appeal: a sanction, or the hiding of a message or review (`hide`).
Sanction = Literal["warn", "suspend", "ban", "hide"]
# Reasons of reports and decisions. `staff` is a removal without a report. `same_photos` is detected
# automatically. Three reasons are only for strikes (from `not_paid`), and the last three are only for
# payments.
CaseReason = Literal[
    "counterfeit", "prohibited", "misleading", "stolen_photos", "same_photos", "scam", "harassment", "spam",
    "no_breach", "staff", "other", "not_paid", "was_paid", "seller_at_fault", "wrong_amount",
    "paid_twice", "nothing_came",
]  # fmt: skip
# Reasons of staff actions on accounts and listings. `staff` means that only the words of the action explain
# the reason.
ActReason = Literal[
    "counterfeit", "prohibited", "misleading", "stolen_photos", "same_photos", "scam", "harassment", "spam",
    "staff", "other",
]  # fmt: skip
# Decisions about a mismatched payment: credit the received amount, poll the provider, or write the payment
# off.
PaymentDecision = Literal["credit", "match", "write_off"]
# The result of applying a decision in a service. `gone` means that the subject no longer exists.
Outcome = Literal["done", "already", "gone", "refused"]
# `asked` means that a large amount awaits a second person.
PaymentOutcome = Literal[Outcome, "asked"]
# Features that operators can pause. Pausing does not affect anything in progress.
SettingName = Literal["auctions", "payments", "protected_purchase", "registration"]
# Signs of a bidder who only raises a seller's prices, counted over 180 days.
RiskCode = Literal[
    "concentrated", "never_wins", "stops_early", "least_raises", "answers", "new_account", "reciprocal", "unpaid",
    "second_chance", "retracted",
]  # fmt: skip
# Signs of an account takeover, counted within three days of a new browser or a changed credential.
TakeoverCode = Literal[
    "new_device", "new_network", "password_reset", "password_changed", "email_changed", "email_restored",
    "factor_removed", "sign_in_added", "payout_account", "payout_asked", "prices", "listings", "conversations",
    "offers",
]  # fmt: skip
# Risk codes that older builds do not know, because they were added in build 0073.
FurtherCode = Literal[
    "shared_signal", "bought_again", "praised", "bought_here", "quick", "bought_back", "won_and_cancelled",
    "sales_cancelled", "sales_disputed", "sales_refunded",
]  # fmt: skip
# `deals` are fake purchases between two people. `sales` is a seller whose sales often fail.
RiskKind = Literal["bids", "takeover", "deals", "sales"]
RiskLevel = Literal["review", "hold"]
RiskDecision = Literal["release", "confirm"]
# Reasons of risk decisions.
RiskDecisionReason = Literal[
    "nothing_shown",
    "known_to_each_other",
    "owner_confirmed",
    "same_person",
    "prices_driven",
    "account_taken",
    "made_up",
    "sales_go_wrong",
    "other",
]
# Maximum number of reporters who are notified of an outcome.
MAX_REPORTERS = 100


class CaseEvent(Event):
    """An event of a case. A case has a single subject and collects all reports about it."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"
    key_field: ClassVar[str] = "case_id"

    case_id: Id
    kind: CaseKind
    subject_id: Id
    # The person the case is about.
    about_id: Id


class CaseOpened(CaseEvent):
    """A case was opened and awaits a decision by staff."""

    opened_at: datetime


class ReportFiled(CaseEvent):
    """A report was added to a case. `reports` is the number of reports in the case."""

    reporter_id: Id | None
    reason: CaseReason
    reports: int
    filed_at: datetime


class CaseClaimed(CaseEvent):
    """A case was assigned to a member of staff. Other staff cannot decide the case before `until`."""

    by_admin_id: Id
    until: datetime
    claimed_at: datetime


class CaseClaimReturned(CaseEvent):
    """A member of staff released a case."""

    by_admin_id: Id
    returned_at: datetime


class CaseDecided(CaseEvent):
    """Staff decided a case.
    The service that owns the subject applies the decision and publishes the outcome."""

    by_admin_id: Id
    decision: Decision
    reason: CaseReason
    # Length of a suspension.
    days: Annotated[int, Field(ge=1, le=365)] | None
    reporter_ids: Annotated[list[Id], Field(max_length=MAX_REPORTERS)]
    # The earlier case whose removal a `restore` reverses, if any.
    overturns: Id | None = None
    decided_at: datetime


class CaseAppealed(CaseEvent):
    """A decision was appealed. Another member of staff decides the appeal."""

    appealed_at: datetime


class SanctionAppealDecided(CaseEvent):
    """Staff decided an appeal against a sanction.
    If `granted`, auth lifts the sanction, or messaging restores the hidden content."""

    by_admin_id: Id
    sanction: Sanction
    granted: bool
    reason: CaseReason
    # The people who reported the hidden content. Missing before build 0053.
    reporter_ids: Annotated[list[Id], Field(max_length=MAX_REPORTERS)] = []
    decided_at: datetime


class StrikeDecided(CaseEvent):
    """Staff reviewed a strike.
    If `lifted`, auction withdraws the strike. Auction notifies buyer and seller."""

    by_admin_id: Id
    lifted: bool
    reason: CaseReason
    decided_at: datetime


class PaymentDecided(CaseEvent):
    """Staff decided about a mismatched payment. Boost applies the decision and publishes the outcome."""

    by_admin_id: Id
    decision: PaymentDecision
    reason: CaseReason
    decided_at: datetime


class SettingChanged(Event):
    """An operator paused or resumed a feature of the platform."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"
    key_field: ClassVar[str] = "name"

    name: SettingName
    is_on: bool
    # Number of changes so far.
    changes: Annotated[int, Field(ge=1)]
    by_admin_id: Id
    changed_at: datetime


class RuleChanged(Event):
    """An operator changed a platform rule from `before` to `value`."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"
    key_field: ClassVar[str] = "name"

    name: RuleName
    before: Annotated[int, Field(ge=0)]
    value: Annotated[int, Field(ge=0)]
    # Number of changes so far.
    changes: Annotated[int, Field(ge=1)]
    by_admin_id: Id
    changed_at: datetime


class RiskReason(PublicModel):
    """A reason for a risk score: a count, and the total if the reason is a share."""

    code: RiskCode
    figure: Annotated[int, Field(ge=0)]
    of: Annotated[int, Field(ge=0)] | None


class TakeoverReason(PublicModel):
    """A sign of a takeover: a count, and where relevant the count of the previous four weeks."""

    code: TakeoverCode
    figure: Annotated[int, Field(ge=0)]
    of: Annotated[int, Field(ge=0)] | None


class FurtherReason(PublicModel):
    """A reason for a risk score, unknown to older builds: a count, and the total if the reason is a share."""

    code: FurtherCode
    figure: Annotated[int, Field(ge=0)]
    of: Annotated[int, Field(ge=0)] | None


class RiskEvent(Event):
    """An event of a risk case about two people or a single account.
    The two people are a bidder or buyer and a seller with suspicious bids or purchases. A single account may
    be taken over, or its sales often fail. For a single account, both ids are equal."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"

    pair_id: Id
    bidder_id: Id
    seller_id: Id
    # Number of events about the pair. Missing before build 0056.
    step: Annotated[int, Field(ge=1)] | None = None
    # Builds before 0056 only published `bids`.
    kind: RiskKind = "bids"

    @property
    def key(self) -> str:
        return f"risk-{self.pair_id}"


class RiskFlagged(RiskEvent):
    """A risk case awaits staff or has reached the next level.
    Reasons are sorted, strongest first. Takeover reasons and later additions are in separate lists, because
    older builds do not know them."""

    score_percent: Annotated[int, Field(ge=0, le=100)]
    level: RiskLevel
    reasons: Annotated[list[RiskReason], Field(max_length=3)]
    takeover_reasons: Annotated[list[TakeoverReason], Field(max_length=3)] = []
    further_reasons: Annotated[list[FurtherReason], Field(max_length=3)] = []
    flagged_at: datetime


class RiskClaimed(RiskEvent):
    """A risk case was assigned to a member of staff. Other staff cannot decide the case before `until`."""

    by_admin_id: Id
    until: datetime
    claimed_at: datetime


class RiskClaimReturned(RiskEvent):
    """A member of staff released a risk case."""

    by_admin_id: Id
    returned_at: datetime


class RiskCleared(RiskEvent):
    """Staff cleared a pair or account: nothing wrong was found, or the owner has recovered the account."""

    by_admin_id: Id
    # Missing before build 0044.
    reason: RiskDecisionReason | None = None
    decided_at: datetime


class RiskConfirmed(RiskEvent):
    """Staff confirmed arranged bids, fake purchases, failing sales or a takeover."""

    by_admin_id: Id
    reason: RiskDecisionReason | None = None
    decided_at: datetime


class PersonForgotten(ErasureAcknowledged):
    """Admin has erased a person's data."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"
