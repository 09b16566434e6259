"""Receipts of measures: what each service did because a person was banned or suspended, or that ended, or
because staff removed a listing."""

from datetime import UTC, datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.events.auth import UserBanned, UserSuspended, UserUnbanned
from libs.contracts.fact import Fact, Id, PublicModel

AccountMeasure = Literal["ban", "lift_ban", "suspend", "lift_suspension", "remove_listing"]
MeasureFact = UserBanned | UserUnbanned | UserSuspended
# What is counted of it.
Consequence = Literal[
    "listings_hidden", "listings_shown", "auctions_cancelled", "bids_voided", "boosts_credited"
]  # fmt: skip


def measure_of(fact: MeasureFact) -> tuple[AccountMeasure, datetime]:
    match fact:
        case UserBanned():
            return "ban", fact.banned_at
        case UserUnbanned():
            return "lift_ban", fact.unbanned_at
        case UserSuspended():
            is_over = fact.until <= fact.suspended_at
            return "lift_suspension" if is_over else "suspend", fact.suspended_at


class ConsequenceCount(PublicModel):
    """How often something followed from a measure."""

    what: Consequence
    count: Annotated[int, Field(ge=0, le=2**31 - 1)]


class MeasureReceiptFact(Fact):
    """A service has done all that follows there from a measure. Person, measure, moment and (of a
    removal) listing say which."""

    user_id: Id
    measure: AccountMeasure
    # Of a removal; the person is its seller.
    product_id: Id | None = None
    # As the fact of the measure has it.
    decided_at: datetime
    consequences: Annotated[list[ConsequenceCount], Field(max_length=4)]
    applied_at: datetime

    @property
    def key(self) -> str:
        moment = self.decided_at.astimezone(UTC).isoformat()
        subject = self.user_id if self.product_id is None else f"{self.user_id}-{self.product_id}"
        return f"measure-{subject}-{self.measure}-{moment}"


class MeasureAppliedToListings(MeasureReceiptFact):
    """A person's listings are hidden, or shown again."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"


class MeasureAppliedToAuctions(MeasureReceiptFact):
    """The last of a banned person's auctions is cancelled and the last of their open bids void; a lifted ban
    brings neither back. Or the auction of a listing that staff removed is."""

    topic: ClassVar[str] = "wangi.auctions"
    producer: ClassVar[str] = "auction"


class MeasureAppliedToMessages(MeasureReceiptFact):
    """A person's messages, offers and new purchases are refused, or taken again."""

    topic: ClassVar[str] = "wangi.messages"
    producer: ClassVar[str] = "messaging"


class MeasureAppliedToMoney(MeasureReceiptFact):
    """A person's orders of boosts, payments and payouts are refused, or taken again; or what was left of the
    boosts of a listing that staff removed is credited."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"
