"""Acknowledgements of sanctions. Each service publishes what it did because of a ban, a suspension, the end
of a sanction, or a removed listing."""

from datetime import UTC, datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.event import Event, Id, PublicModel
from libs.contracts.events.auth import UserBanned, UserSuspended, UserUnbanned

AccountSanction = Literal["ban", "lift_ban", "suspend", "lift_suspension", "remove_listing"]
SanctionEvent = UserBanned | UserUnbanned | UserSuspended
# The consequences that are counted.
Consequence = Literal[
    "listings_hidden", "listings_shown", "auctions_cancelled", "bids_voided", "boosts_credited"
]  # fmt: skip


def sanction_of(event: SanctionEvent) -> tuple[AccountSanction, datetime]:
    match event:
        case UserBanned():
            return "ban", event.banned_at
        case UserUnbanned():
            return "lift_ban", event.unbanned_at
        case UserSuspended():
            is_over = event.until <= event.suspended_at
            return "lift_suspension" if is_over else "suspend", event.suspended_at


class ConsequenceCount(PublicModel):
    """The number of times that a sanction had this consequence."""

    what: Consequence
    count: Annotated[int, Field(ge=0, le=2**31 - 1)]


class SanctionAcknowledged(Event):
    """A service has completely applied a sanction.
    The sanction is identified by person, kind, time and, for a removal, the listing."""

    user_id: Id
    sanction: AccountSanction
    # Set for a removal. The person is then the seller.
    product_id: Id | None = None
    # Same as in the event of the sanction.
    decided_at: datetime
    consequences: Annotated[list[ConsequenceCount], Field(max_length=4)]
    applied_at: datetime

    @property
    def key(self) -> str:
        moment = self.decided_at.astimezone(UTC).isoformat()
        subject = self.user_id if self.product_id is None else f"{self.user_id}-{self.product_id}"
        return f"sanction-{subject}-{self.sanction}-{moment}"


class SanctionAppliedToListings(SanctionAcknowledged):
    """A person's listings were hidden or shown again."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"


class SanctionAppliedToAuctions(SanctionAcknowledged):
    """All auctions of a banned person were cancelled and all open bids of the person voided.
    Lifting the ban does not restore them. For a removed listing, its auction was cancelled."""

    topic: ClassVar[str] = "wangi.auctions"
    producer: ClassVar[str] = "auction"


class SanctionAppliedToMessages(SanctionAcknowledged):
    """A person's messages, offers and new purchases are refused, or accepted again."""

    topic: ClassVar[str] = "wangi.messages"
    producer: ClassVar[str] = "messaging"


class SanctionAppliedToMoney(SanctionAcknowledged):
    """A person's boost orders, payments and payouts are refused, or accepted again.
    For a removed listing, its boosts were credited."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"
