"""Facts about moderation: what people reported, what staff decided, and what operators set. No words of
anybody."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.fact import Fact, Id, PublicModel, Receipt
from libs.contracts.rules import RuleName

# `strike`: a winner who did not pay; `subject_id` is the strike's id in auction. `payment`: one that does not
# fit; `subject_id` is the payment's id in boost. `measure`: staff banned or suspended without a case;
# `subject_id` is the act's id in auth.
CaseKind = Literal["listing", "message", "review", "person", "purchase", "strike", "payment", "measure"]
Decision = Literal["dismiss", "take_down", "hide", "warn", "suspend", "uphold", "restore"]
# What came of the appeal of a measure, and of a strike: it is taken back, or stays.
AppealDecision = Literal["lift", "keep"]
# What a person may appeal here: against them, or against a message or review of theirs (`hide`).
Measure = Literal["warn", "suspend", "ban", "hide"]
# Why, from one list for reports and decisions; `staff`: a removal without a report, `same_photos`: found by
# no person. The three from `not_paid` on are about strikes, the last three about payments.
CaseReason = Literal[
    "counterfeit", "prohibited", "misleading", "stolen_photos", "same_photos", "scam", "harassment", "spam",
    "no_breach", "staff", "other", "not_paid", "was_paid", "seller_at_fault", "wrong_amount",
    "paid_twice", "nothing_came",
]  # fmt: skip
# Of these, why staff acts by hand on an account or a listing; `staff` where it says so in words alone.
ActReason = Literal[
    "counterfeit", "prohibited", "misleading", "stolen_photos", "same_photos", "scam", "harassment", "spam",
    "staff", "other",
]  # fmt: skip
# Of a payment that does not fit: what came becomes credit, the provider is asked again, or nothing came.
PaymentDecision = Literal["credit", "match", "write_off"]
# What came of a decision at the service that carries it out; `gone`: there is nothing any more.
Outcome = Literal["done", "already", "gone", "refused"]
# `asked`: it is a large amount, and another member of staff has to decide the same.
PaymentOutcome = Literal[Outcome, "asked"]
# What operators pause and open again; what is under way goes on.
SettingName = Literal["auctions", "payments", "protected_purchase", "registration"]
# What speaks for a bidder who only raises a seller's prices; the figures are counted over 180 days.
RiskCode = Literal[
    "concentrated", "never_wins", "stops_early", "least_raises", "answers", "new_account", "reciprocal", "unpaid",
    "second_chance", "retracted",
]  # fmt: skip
# What speaks for an account in other hands: what happened within three days of a new browser or of a changed
# credential.
TakeoverCode = Literal[
    "new_device", "new_network", "password_reset", "password_changed", "email_changed", "email_restored",
    "factor_removed", "sign_in_added", "payout_account", "payout_asked", "prices", "listings", "conversations",
    "offers",
]  # fmt: skip
# What came to these later; builds before 0073 know none of them.
FurtherCode = Literal[
    "shared_signal", "bought_again", "praised", "bought_here", "quick", "bought_back", "won_and_cancelled",
    "sales_cancelled", "sales_disputed", "sales_refunded",
]  # fmt: skip
# "deals": purchases of one person of another that look made up; "sales": a seller's that go wrong too often.
RiskKind = Literal["bids", "takeover", "deals", "sales"]
RiskLevel = Literal["review", "hold"]
RiskDecision = Literal["release", "confirm"]
# Why: nothing shows it, the two know each other, the owner did it themself; one person with two accounts,
# prices were driven, another person has the account, purchases are made up, a seller's sales go wrong.
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
# People who reported one thing and are told how it ended.
MOST_REPORTERS = 100


class CaseFact(Fact):
    """A fact about one case: one thing that was reported, by however many."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"
    key_field: ClassVar[str] = "case_id"

    case_id: Id
    kind: CaseKind
    subject_id: Id
    # Whose it is.
    about_id: Id


class CaseOpened(CaseFact):
    """Something waits for staff."""

    opened_at: datetime


class ReportFiled(CaseFact):
    """A report was put to its case; `reports` is how many that has now."""

    reporter_id: Id | None
    reason: CaseReason
    reports: int
    filed_at: datetime


class CaseClaimed(CaseFact):
    """One of staff looks at a case; until then no other person decides it."""

    by_admin_id: Id
    until: datetime
    claimed_at: datetime


class CaseClaimReturned(CaseFact):
    """One of staff gave a case back that they had claimed; another may claim it at once."""

    by_admin_id: Id
    returned_at: datetime


class CaseDecided(CaseFact):
    """Staff has decided; the service that owns the thing carries it out and answers."""

    by_admin_id: Id
    decision: Decision
    reason: CaseReason
    # For how many days a person is suspended.
    days: Annotated[int, Field(ge=1, le=365)] | None
    reporter_ids: Annotated[list[Id], Field(max_length=MOST_REPORTERS)]
    # The case whose removal a `restore` takes back, where it is another one: of what was reported since.
    overturns: Id | None = None
    decided_at: datetime


class CaseAppealed(CaseFact):
    """Whom a decision hit asks for a second look, by another member of staff."""

    appealed_at: datetime


class MeasureAppealDecided(CaseFact):
    """Another of staff looked again at a measure; auth takes back what is `granted`, messaging a hiding."""

    by_admin_id: Id
    measure: Measure
    granted: bool
    reason: CaseReason
    # Who reported what was hidden; builds before 0053 do not say.
    reporter_ids: Annotated[list[Id], Field(max_length=MOST_REPORTERS)] = []
    decided_at: datetime


class StrikeDecided(CaseFact):
    """Staff looked at a strike; auction takes it back if it is `lifted`, and tells both sides."""

    by_admin_id: Id
    lifted: bool
    reason: CaseReason
    decided_at: datetime


class PaymentDecided(CaseFact):
    """Staff decided about a payment that does not fit; boost carries it out and answers."""

    by_admin_id: Id
    decision: PaymentDecision
    reason: CaseReason
    decided_at: datetime


class SettingChanged(Fact):
    """An operator paused something for the whole platform, or opened it again."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"
    key_field: ClassVar[str] = "name"

    name: SettingName
    is_on: bool
    # How often it was changed.
    changes: Annotated[int, Field(ge=1)]
    by_admin_id: Id
    changed_at: datetime


class RuleChanged(Fact):
    """An operator moved a rule of the platform; both values, so that the record shows what it was."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"
    key_field: ClassVar[str] = "name"

    name: RuleName
    before: Annotated[int, Field(ge=0)]
    value: Annotated[int, Field(ge=0)]
    # How often it was moved.
    changes: Annotated[int, Field(ge=1)]
    by_admin_id: Id
    changed_at: datetime


class RiskReason(PublicModel):
    """One reason of a score: how many, of how many where it is a part of something."""

    code: RiskCode
    figure: Annotated[int, Field(ge=0)]
    of: Annotated[int, Field(ge=0)] | None


class TakeoverReason(PublicModel):
    """One reason for which an account looks taken over: how often, and how often in the four weeks before
    where that matters."""

    code: TakeoverCode
    figure: Annotated[int, Field(ge=0)]
    of: Annotated[int, Field(ge=0)] | None


class FurtherReason(PublicModel):
    """One reason of a score that came later: how many, of how many where it is a part of something."""

    code: FurtherCode
    figure: Annotated[int, Field(ge=0)]
    of: Annotated[int, Field(ge=0)] | None


class RiskFact(Fact):
    """A fact about one pair of a bidder, or buyer, and a seller whose bids or purchases look arranged, or
    about one account that looks taken over or whose sales go wrong: then both are its person."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"

    pair_id: Id
    bidder_id: Id
    seller_id: Id
    # How much was told about the pair, this fact counted; builds before 0056 do not say.
    step: Annotated[int, Field(ge=1)] | None = None
    # Builds before 0056 knew only bids.
    kind: RiskKind = "bids"

    @property
    def key(self) -> str:
        return f"risk-{self.pair_id}"


class RiskFlagged(RiskFact):
    """A pair or an account waits for staff, or has reached the next level since; the strongest reasons
    first, those of an account apart, because builds before 0056 know none of them, and further ones, which
    builds before 0073 do not know."""

    score_percent: Annotated[int, Field(ge=0, le=100)]
    level: RiskLevel
    reasons: Annotated[list[RiskReason], Field(max_length=3)]
    takeover_reasons: Annotated[list[TakeoverReason], Field(max_length=3)] = []
    further_reasons: Annotated[list[FurtherReason], Field(max_length=3)] = []
    flagged_at: datetime


class RiskClaimed(RiskFact):
    """One of staff looks at a pair or an account; until then no other person decides it."""

    by_admin_id: Id
    until: datetime
    claimed_at: datetime


class RiskClaimReturned(RiskFact):
    """One of staff gave a pair or an account back that they had claimed; another may claim it at once."""

    by_admin_id: Id
    returned_at: datetime


class RiskCleared(RiskFact):
    """Staff has released a pair or an account: nothing was wrong up to then, or it is with its owner
    again."""

    by_admin_id: Id
    # Builds before 0044 do not say.
    reason: RiskDecisionReason | None = None
    decided_at: datetime


class RiskConfirmed(RiskFact):
    """Staff has confirmed that a pair's bids were arranged, or that an account was taken over."""

    by_admin_id: Id
    reason: RiskDecisionReason | None = None
    decided_at: datetime


class PersonForgotten(Receipt):
    """Nothing personal about an erased person is left in admin."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"
