"""Events of staff changes and staff access: who, when, why, the previous value, and the request."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field

from libs.contracts.event import Event, Id, PublicModel
from libs.contracts.events.admin import ActReason, CaseReason, RiskDecisionReason, SettingName
from libs.contracts.events.protection import DecisionReason
from libs.contracts.rules import RuleName

MAX_PARTIES = 5_000
# A fixed code, such as a state. Never user-written text.
Code = Annotated[str, Field(max_length=40, pattern=r"^[a-z][a-z_]*$")]
# The request id from the logs of the gateway and the services.
RequestId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9._-]+$")]
Value = bool | int | datetime | Code | None
FieldName = Literal[
    RuleName, SettingName, "isAdmin", "staffRole", "isBanned", "isSeller", "suspendedUntil", "identityCheckedAt",
    "banAsked", "roleAsked", "warned", "hasSecondFactor", "sessionsEnded", "status", "state",
    "decision", "claimedBy", "claimedUntil", "price", "currentBid", "currentBidderId", "bidCount", "version",
    "durationHours", "isActive", "isRenamed", "refunded", "asked", "askedAmount", "came", "dueAt", "trouble",
    "retried", "days", "isHidden", "liftedAt",
]  # fmt: skip
# Reason codes. The explanation of staff is not published.
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
# The kind of private data on a page or in a file.
PrivateData = Literal[
    "accounts", "account_acts", "listing_reports", "listing_revisions", "bought_listing", "person_strikes",
    "strike_case", "orders", "disputes", "dispute", "deal_money", "boost_orders", "boost_order", "wallet",
    "person_money", "bills", "bill", "callbacks", "payouts", "e_invoices", "cases", "case", "person_cases",
    "payment_cases", "payment_case", "risk", "person_risk", "record",
]  # fmt: skip
ReadFilter = Literal[
    "search", "role", "accountStatus", "status", "state", "seller", "sellerId", "person", "personId", "source",
    "subject", "kind", "byAdminId", "byStaff", "requestId", "since", "until", "judgement", "reason", "mine", "cursor",
    "page", "limit", "other",
]  # fmt: skip


class ChangedField(PublicModel):
    """The value of a field before and after a change."""

    name: FieldName
    before: Value
    after: Value


class StaffChangeEvent(Event):
    """Staff made a change. `by_admin_id` is None for operators on the command line."""

    change_id: UUID
    by_admin_id: Id | None
    # None for a platform rule or setting, which the field names.
    about_id: Id | None
    # The people whom the change concerns, such as the buyer and seller of a deal. The audit log hides it from
    # them. At most the first `MAX_PARTIES`, because an auction can have more bidders.
    party_ids: Annotated[list[Id], Field(max_length=MAX_PARTIES)]
    # The fields that changed. If none changed, all fields that could have changed.
    fields: Annotated[list[ChangedField], Field(min_length=1, max_length=12)]
    reason: Why | None
    # The case that required the change.
    case_id: Id | None
    # None if there was no request, such as for a case decision that a service applies.
    request_id: RequestId | None
    done_at: datetime

    @property
    def key(self) -> str:
        return f"staff-change-{self.change_id}"


class AccountChangedByStaff(StaffChangeEvent):
    """Staff changed an account or its role."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    act: AccountAct


class ListingChangedByStaff(StaffChangeEvent):
    """Staff removed or restored a listing."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"

    act: ListingAct


class AuctionChangedByStaff(StaffChangeEvent):
    """Staff voided bids at the bidder's request, or a strike after an appeal."""

    topic: ClassVar[str] = "wangi.auctions"
    producer: ClassVar[str] = "auction"

    act: AuctionAct


class OrderChangedByStaff(StaffChangeEvent):
    """Staff changed an order."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"

    act: OrderAct


class MessageChangedByStaff(StaffChangeEvent):
    """Staff hid a message or review, or restored a review."""

    topic: ClassVar[str] = "wangi.messages"
    producer: ClassVar[str] = "messaging"

    act: MessageAct


class MoneyChangedByStaff(StaffChangeEvent):
    """Staff changed a boost order, a package, a payment, a payout or the money of a deal."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    act: MoneyAct
    about_kind: Literal["order", "package", "payment", "payout", "deal"]


class PlatformChangedByStaff(StaffChangeEvent):
    """Staff assigned or decided a case or risk case, or changed a setting or rule."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"

    act: PlatformAct


class PrivateReadEvent(Event):
    """Staff viewed private data. Repeated access within a minute is published once."""

    read_id: UUID
    by_admin_id: Id
    what: PrivateData
    # The person or object that the page is about.
    about_id: Id | None
    # The names of the filters. The values are omitted, because they may be personal.
    filters: Annotated[list[ReadFilter], Field(max_length=12)]
    request_id: RequestId | None
    read_at: datetime

    @property
    def key(self) -> str:
        return f"read-{self.read_id}"


class AccountDataRead(PrivateReadEvent):
    """Staff viewed accounts with their email addresses and staff actions."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"


class ListingDataRead(PrivateReadEvent):
    """Staff viewed the reports and revisions of a listing."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"


class StrikeDataRead(PrivateReadEvent):
    """Staff viewed a person's strikes, or the sale behind a strike."""

    topic: ClassVar[str] = "wangi.auctions"
    producer: ClassVar[str] = "auction"


class OrderDataRead(PrivateReadEvent):
    """Staff viewed orders."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"


class MoneyDataRead(PrivateReadEvent):
    """Staff viewed boost orders, bills, payouts, wallets or disputes."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"


class CaseDataRead(PrivateReadEvent):
    """Staff viewed cases, risk scores or the audit log."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"
