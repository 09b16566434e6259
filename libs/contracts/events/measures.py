"""Receipts of measures: what each service did because a person was banned or suspended, or that ended."""

from datetime import UTC, datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.events.auth import UserBanned, UserSuspended, UserUnbanned
from libs.contracts.fact import Fact, Id, PublicModel

AccountMeasure = Literal["ban", "lift_ban", "suspend", "lift_suspension"]
MeasureFact = UserBanned | UserUnbanned | UserSuspended
# What is counted of it: how many listings, auctions and bids.
Consequence = Literal["listings_hidden", "listings_shown", "auctions_cancelled", "bids_voided"]


def measure_of(fact: MeasureFact) -> tuple[AccountMeasure, datetime]:
    """Return which measure a fact tells of, and its moment."""
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
    """A service has carried out the last of what follows there from a measure; it refuses from then on, or
    lets act again, what the measure says. Person, measure and its moment name the measure."""

    user_id: Id
    measure: AccountMeasure
    # As the fact of the measure has it.
    decided_at: datetime
    consequences: Annotated[list[ConsequenceCount], Field(max_length=4)]
    applied_at: datetime

    @property
    def key(self) -> str:
        """Return one key for each measure."""
        moment = self.decided_at.astimezone(UTC).isoformat()
        return f"measure-{self.user_id}-{self.measure}-{moment}"


class MeasureAppliedToListings(MeasureReceiptFact):
    """A person's listings are hidden, or shown again."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"


class MeasureAppliedToAuctions(MeasureReceiptFact):
    """The last of a banned person's auctions is cancelled and the last of their open bids void; a lifted ban
    brings neither back."""

    topic: ClassVar[str] = "wangi.auctions"
    producer: ClassVar[str] = "auction"


class MeasureAppliedToMessages(MeasureReceiptFact):
    """A person's messages, offers and new purchases are refused, or taken again."""

    topic: ClassVar[str] = "wangi.messages"
    producer: ClassVar[str] = "messaging"


class MeasureAppliedToMoney(MeasureReceiptFact):
    """A person's orders of boosts, payments and payouts are refused, or taken again."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"
