"""Acknowledgements of sanctions: what each service did because of a ban, a suspension, its end, or a
removed listing."""

from datetime import UTC, datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.event import Event, Id, PublicModel
from libs.contracts.events.auth import UserBanned, UserSuspended, UserUnbanned

AccountSanction = Literal["ban", "lift_ban", "suspend", "lift_suspension", "remove_listing"]
SanctionEvent = UserBanned | UserUnbanned | UserSuspended
# What is counted.
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
    """How often a sanction had this consequence."""

    what: Consequence
    count: Annotated[int, Field(ge=0, le=2**31 - 1)]


class SanctionAcknowledged(Event):
    """A service has applied a sanction completely. The sanction is identified by person, kind, time and,
    for a removal, listing."""

    user_id: Id
    sanction: AccountSanction
    # For a removal. The person is then the seller.
    product_id: Id | None = None
    # As in the event of the sanction.
    decided_at: datetime
    consequences: Annotated[list[ConsequenceCount], Field(max_length=4)]
    applied_at: datetime

    @property
    def key(self) -> str:
        moment = self.decided_at.astimezone(UTC).isoformat()
        subject = self.user_id if self.product_id is None else f"{self.user_id}-{self.product_id}"
        return f"sanction-{subject}-{self.sanction}-{moment}"


class SanctionAppliedToListings(SanctionAcknowledged):
    """A person's listings are hidden, or shown again."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"


class SanctionAppliedToAuctions(SanctionAcknowledged):
    """All auctions of a banned person are cancelled and all their open bids void, which an unban does not
    restore. Or the auction of a removed listing is cancelled."""

    topic: ClassVar[str] = "wangi.auctions"
    producer: ClassVar[str] = "auction"


class SanctionAppliedToMessages(SanctionAcknowledged):
    """A person's messages, offers and new purchases are refused, or accepted again."""

    topic: ClassVar[str] = "wangi.messages"
    producer: ClassVar[str] = "messaging"


class SanctionAppliedToMoney(SanctionAcknowledged):
    """A person's boost orders, payments and payouts are refused, or accepted again. Or the boosts of a
    removed listing were credited."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"
