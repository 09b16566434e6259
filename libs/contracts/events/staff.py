"""Facts about what staff changes and looks at: who, when, why, what it was before, in which request."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field

from libs.contracts.events.admin import ActReason, CaseReason, RiskDecisionReason, SettingName
from libs.contracts.events.protection import DecisionReason
from libs.contracts.fact import Fact, Id, PublicModel
from libs.contracts.rules import RuleName

# A fixed word of ours, such as a state; never what a person wrote.
Code = Annotated[str, Field(max_length=40, pattern=r"^[a-z][a-z_]*$")]
# The id under which the gateway and the services wrote their log lines of one request.
RequestId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9._-]+$")]
Value = bool | int | datetime | Code | None
FieldName = Literal[
    RuleName, SettingName, "isAdmin", "staffRole", "isBanned", "isSeller", "suspendedUntil", "identityCheckedAt",
    "banAsked", "roleAsked", "warned", "hasSecondFactor", "sessionsEnded", "status", "state",
    "decision", "claimedBy", "claimedUntil", "price", "currentBid", "currentBidderId", "bidCount", "version",
    "durationHours", "isActive", "isRenamed", "refunded", "asked", "askedAmount", "came", "dueAt", "trouble",
    "retried", "days", "isHidden", "liftedAt",
]  # fmt: skip
# Why, where staff chooses from a list; words that staff wrote stay with the service.
Why = Literal[
    CaseReason, ActReason, DecisionReason, RiskDecisionReason,
    "asked_by_buyer", "asked_by_seller", "courier", "mistake", "rules", "typo", "changed_description",
]  # fmt: skip
AccountAct = Literal[
    "ask_ban", "withdraw_ban", "ban", "unban", "suspend", "warn", "lift", "end_sessions", "seller_rights",
    "check_identity", "remove_second_factor", "make_support", "make_moderator", "make_finance", "make_admin",
    "remove_staff", "ask_role", "withdraw_role",
]  # fmt: skip
ListingAct = Literal["take_down", "restore"]
AuctionAct = Literal["void_bids", "lift_strike"]
OrderAct = Literal["set_status"]
MessageAct = Literal["hide_message", "hide_review", "restore_review"]
MoneyAct = Literal[
    "refund", "ask_refund", "withdraw_refund", "decide_dispute", "ask_decision", "withdraw_decision", "change_package",
    "payout_asked", "payout_retried", "payout_settled_paid", "payout_settled_refused", "payment_asked",
    "payment_credited", "payment_written_off", "ask_credit", "claim_dispute", "return_dispute",
]  # fmt: skip
PlatformAct = Literal[
    "claim_case", "return_case", "decide_case", "claim_risk", "return_risk", "decide_risk", "change_setting",
    "change_rule",
]  # fmt: skip
# What private data a page or a file holds.
PrivateData = Literal[
    "accounts", "account_acts", "listing_reports", "listing_revisions", "person_strikes", "strike_case", "orders",
    "disputes", "dispute", "deal_money", "boost_orders", "boost_order", "wallet", "person_money", "bills", "bill",
    "callbacks", "payouts", "e_invoices", "cases", "case", "person_cases", "payment_cases", "payment_case", "risk",
    "person_risk", "record",
]  # fmt: skip
ReadFilter = Literal[
    "search", "role", "standing", "status", "state", "seller", "sellerId", "person", "personId", "source", "subject",
    "kind", "byAdminId", "byStaff", "requestId", "since", "until", "judgement", "reason", "mine", "cursor", "page",
    "limit", "other",
]  # fmt: skip


class ChangedField(PublicModel):
    """One field before and after."""

    name: FieldName
    before: Value
    after: Value


class StaffChangeFact(Fact):
    """One of staff changed something; an operator at the command line has no id."""

    change_id: UUID
    by_admin_id: Id | None
    # None where a rule or a setting of the platform changed: the field names it.
    about_id: Id | None
    # The fields that differ; all that were looked at where none does.
    fields: Annotated[list[ChangedField], Field(min_length=1, max_length=12)]
    reason: Why | None
    # The case that asked for it.
    case_id: Id | None
    # None where no request did it: what a case asked for is done when its decision is heard.
    request_id: RequestId | None
    done_at: datetime

    @property
    def key(self) -> str:
        return f"staff-change-{self.change_id}"


class AccountChangedByStaff(StaffChangeFact):
    """An account, or the role of its person."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    act: AccountAct


class ListingChangedByStaff(StaffChangeFact):
    """A listing was taken down or put back."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"

    act: ListingAct


class AuctionChangedByStaff(StaffChangeFact):
    """Bids of a person were taken back at their request, or a strike after an appeal."""

    topic: ClassVar[str] = "wangi.auctions"
    producer: ClassVar[str] = "auction"

    act: AuctionAct


class OrderChangedByStaff(StaffChangeFact):
    """An order was moved by hand."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"

    act: OrderAct


class MessageChangedByStaff(StaffChangeFact):
    """Staff hid a message or a review, or put a review back."""

    topic: ClassVar[str] = "wangi.messages"
    producer: ClassVar[str] = "messaging"

    act: MessageAct


class MoneyChangedByStaff(StaffChangeFact):
    """An order of boosts, a package, a payment, a payout or the money of a deal."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    act: MoneyAct
    about_kind: Literal["order", "package", "payment", "payout", "deal"]


class PlatformChangedByStaff(StaffChangeFact):
    """Staff claimed or decided a case or a risk, or changed a setting or a rule of the platform."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"

    act: PlatformAct


class PrivateReadFact(Fact):
    """One of staff looked at private data; the same look within a minute is told once."""

    read_id: UUID
    by_admin_id: Id
    what: PrivateData
    # Whose, where the page is of one person or thing.
    about_id: Id | None
    # The names of the filters that were set; what was looked for may be a person's name.
    filters: Annotated[list[ReadFilter], Field(max_length=12)]
    request_id: RequestId | None
    read_at: datetime

    @property
    def key(self) -> str:
        return f"read-{self.read_id}"


class AccountDataRead(PrivateReadFact):
    """Accounts, with their addresses for mail, and what staff did to them."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"


class ListingDataRead(PrivateReadFact):
    """What people wrote about a listing, and how it was changed."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"


class StrikeDataRead(PrivateReadFact):
    """A person's strikes, or the sale that one was given for."""

    topic: ClassVar[str] = "wangi.auctions"
    producer: ClassVar[str] = "auction"


class OrderDataRead(PrivateReadFact):
    """The orders of people."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"


class MoneyDataRead(PrivateReadFact):
    """Orders, bills, payouts, wallets or disputes."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"


class CaseDataRead(PrivateReadFact):
    """Cases, scores of people, or the record."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"
