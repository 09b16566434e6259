"""Events of moderation: reports, staff decisions, and settings. They contain no words of anybody."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.event import ErasureAcknowledged, Event, Id, PublicModel
from libs.contracts.rules import RuleName

# `strike`: an unpaid win; `subject_id` is the strike in auction. `payment`: a mismatched payment in boost.
# `sanction`: a ban or suspension without a case; `subject_id` is the staff action in auth.
CaseKind = Literal["listing", "message", "review", "person", "purchase", "strike", "payment", "sanction"]
Decision = Literal["dismiss", "take_down", "hide", "warn", "suspend", "uphold", "restore"]
# The outcome of an appeal of a sanction or strike.
AppealDecision = Literal["lift", "keep"]
# What a person may appeal: a sanction, or a hidden message or review (`hide`).
Sanction = Literal["warn", "suspend", "ban", "hide"]
# Reasons of reports and decisions. `staff`: a removal without a report; `same_photos`: found automatically.
# The three from `not_paid` are about strikes, the last three about payments.
CaseReason = Literal[
    "counterfeit", "prohibited", "misleading", "stolen_photos", "same_photos", "scam", "harassment", "spam",
    "no_breach", "staff", "other", "not_paid", "was_paid", "seller_at_fault", "wrong_amount",
    "paid_twice", "nothing_came",
]  # fmt: skip
# The subset for staff actions on accounts and listings. `staff` if explained in words only.
ActReason = Literal[
    "counterfeit", "prohibited", "misleading", "stolen_photos", "same_photos", "scam", "harassment", "spam",
    "staff", "other",
]  # fmt: skip
# About a mismatched payment: credit what arrived, poll the provider, or write it off.
PaymentDecision = Literal["credit", "match", "write_off"]
# The outcome of a decision at the service that applies it. `gone`: the subject no longer exists.
Outcome = Literal["done", "already", "gone", "refused"]
# `asked`: a large amount, which needs a second person.
PaymentOutcome = Literal[Outcome, "asked"]
# Features that operators can pause. Anything in progress continues.
SettingName = Literal["auctions", "payments", "protected_purchase", "registration"]
# Signs of a bidder who only raises a seller's prices, counted over 180 days.
RiskCode = Literal[
    "concentrated", "never_wins", "stops_early", "least_raises", "answers", "new_account", "reciprocal", "unpaid",
    "second_chance", "retracted",
]  # fmt: skip
# Signs of a taken-over account, within three days of a new browser or changed credential.
TakeoverCode = Literal[
    "new_device", "new_network", "password_reset", "password_changed", "email_changed", "email_restored",
    "factor_removed", "sign_in_added", "payout_account", "payout_asked", "prices", "listings", "conversations",
    "offers",
]  # fmt: skip
# Added later. Builds before 0073 know none of them.
FurtherCode = Literal[
    "shared_signal", "bought_again", "praised", "bought_here", "quick", "bought_back", "won_and_cancelled",
    "sales_cancelled", "sales_disputed", "sales_refunded",
]  # fmt: skip
# "deals": made-up purchases between two people; "sales": a seller whose sales often fail.
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
# The most reporters who are notified of an outcome.
MAX_REPORTERS = 100


class CaseEvent(Event):
    """An event of a case: one subject, however many reported it."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"
    key_field: ClassVar[str] = "case_id"

    case_id: Id
    kind: CaseKind
    subject_id: Id
    # The person it is about.
    about_id: Id


class CaseOpened(CaseEvent):
    """A case waits for staff."""

    opened_at: datetime


class ReportFiled(CaseEvent):
    """A report was added to a case. `reports` is the case's number of reports."""

    reporter_id: Id | None
    reason: CaseReason
    reports: int
    filed_at: datetime


class CaseClaimed(CaseEvent):
    """A case was assigned to a member of staff. Until then nobody else decides it."""

    by_admin_id: Id
    until: datetime
    claimed_at: datetime


class CaseClaimReturned(CaseEvent):
    """A member of staff released their assignment of a case."""

    by_admin_id: Id
    returned_at: datetime


class CaseDecided(CaseEvent):
    """Staff decided a case. The service that owns the subject applies the decision and answers."""

    by_admin_id: Id
    decision: Decision
    reason: CaseReason
    # The length of a suspension.
    days: Annotated[int, Field(ge=1, le=365)] | None
    reporter_ids: Annotated[list[Id], Field(max_length=MAX_REPORTERS)]
    # The case whose removal a `restore` reverses, if it is an earlier one.
    overturns: Id | None = None
    decided_at: datetime


class CaseAppealed(CaseEvent):
    """A decision was appealed. Another member of staff decides."""

    appealed_at: datetime


class SanctionAppealDecided(CaseEvent):
    """Staff decided an appeal of a sanction. If `granted`, auth lifts it, or messaging restores what was
    hidden."""

    by_admin_id: Id
    sanction: Sanction
    granted: bool
    reason: CaseReason
    # Who reported the hidden content. Missing before build 0053.
    reporter_ids: Annotated[list[Id], Field(max_length=MAX_REPORTERS)] = []
    decided_at: datetime


class StrikeDecided(CaseEvent):
    """Staff decided about a strike. If `lifted`, auction withdraws it. Auction notifies both sides."""

    by_admin_id: Id
    lifted: bool
    reason: CaseReason
    decided_at: datetime


class PaymentDecided(CaseEvent):
    """Staff decided about a mismatched payment. Boost applies the decision and answers."""

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
    # The number of changes so far.
    changes: Annotated[int, Field(ge=1)]
    by_admin_id: Id
    changed_at: datetime


class RuleChanged(Event):
    """An operator changed a rule of the platform, from one value to another."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"
    key_field: ClassVar[str] = "name"

    name: RuleName
    before: Annotated[int, Field(ge=0)]
    value: Annotated[int, Field(ge=0)]
    # The number of changes so far.
    changes: Annotated[int, Field(ge=1)]
    by_admin_id: Id
    changed_at: datetime


class RiskReason(PublicModel):
    """A reason of a risk score: a count, and its total if it is a share."""

    code: RiskCode
    figure: Annotated[int, Field(ge=0)]
    of: Annotated[int, Field(ge=0)] | None


class TakeoverReason(PublicModel):
    """A reason to suspect a takeover: a count, and that of the four weeks before where relevant."""

    code: TakeoverCode
    figure: Annotated[int, Field(ge=0)]
    of: Annotated[int, Field(ge=0)] | None


class FurtherReason(PublicModel):
    """A later added reason of a risk score: a count, and its total if it is a share."""

    code: FurtherCode
    figure: Annotated[int, Field(ge=0)]
    of: Annotated[int, Field(ge=0)] | None


class RiskEvent(Event):
    """An event of a risk case: a pair of bidder or buyer and seller with suspicious bids or purchases, or
    one account that looks taken over or whose sales fail. Then both ids are its person."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"

    pair_id: Id
    bidder_id: Id
    seller_id: Id
    # The number of events about the pair. Missing before build 0056.
    step: Annotated[int, Field(ge=1)] | None = None
    # Builds before 0056 knew only bids.
    kind: RiskKind = "bids"

    @property
    def key(self) -> str:
        return f"risk-{self.pair_id}"


class RiskFlagged(RiskEvent):
    """A risk case waits for staff or has reached the next level, with its strongest reasons first. Reasons
    of accounts and later additions are separate lists, because older builds do not know them."""

    score_percent: Annotated[int, Field(ge=0, le=100)]
    level: RiskLevel
    reasons: Annotated[list[RiskReason], Field(max_length=3)]
    takeover_reasons: Annotated[list[TakeoverReason], Field(max_length=3)] = []
    further_reasons: Annotated[list[FurtherReason], Field(max_length=3)] = []
    flagged_at: datetime


class RiskClaimed(RiskEvent):
    """A risk case was assigned to a member of staff. Until then nobody else decides it."""

    by_admin_id: Id
    until: datetime
    claimed_at: datetime


class RiskClaimReturned(RiskEvent):
    """A member of staff released their assignment of a risk case."""

    by_admin_id: Id
    returned_at: datetime


class RiskCleared(RiskEvent):
    """Staff cleared a pair or account: nothing was wrong so far, or the owner has the account again."""

    by_admin_id: Id
    # Missing before build 0044.
    reason: RiskDecisionReason | None = None
    decided_at: datetime


class RiskConfirmed(RiskEvent):
    """Staff confirmed arranged bids or a takeover."""

    by_admin_id: Id
    reason: RiskDecisionReason | None = None
    decided_at: datetime


class PersonForgotten(ErasureAcknowledged):
    """Admin has erased a person's data."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"
