"""What goes over HTTP about a lot after its end."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field

from libs.contracts.events.trades import CancelledBy
from libs.kit.http.schemas import Id, In, Out
from libs.kit.money import RinggitOut
from services.auction.sales.models import Sale
from services.auction.sales.rules import SaleState, sale_state

Sen = Annotated[int, Field(strict=True, ge=1, le=10**11)]


class SettleIn(In):
    """A seller's word about the payment of one sale of a lot."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"sale": 1, "paid": True}}}

    sale: Annotated[int, Field(strict=True, ge=1, le=2**31 - 1)]
    paid: Annotated[bool, Field(strict=True)]


class AnswerIn(In):
    """A bidder's answer to a second chance."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"accept": True}}}

    accept: Annotated[bool, Field(strict=True)]


class WithdrawIn(In):
    """The auction that the bottle is reserved for instead, if it is listed anew."""

    relisted_as: Id | None = None


class BoughtIn(In):
    """The buyer who agreed with the seller on the Buy Now price; money in sen."""

    buyer_id: Id
    price: Sen


class SettleForIn(In):
    """What was said of a sale in the conversation of its two people; messaging knows who said it."""

    seller_id: Id
    sale: Annotated[int, Field(strict=True, ge=1, le=2**31 - 1)]
    paid: Annotated[bool, Field(strict=True)]
    # Who calls the sale off, which is then neither paid nor unpaid.
    cancelled_by: Literal["buyer", "seller", "staff"] | None = None


class SoldOut(Out):
    """A sale, for messaging; money in sen."""

    auction_id: int
    sale: int
    price: int
    pay_by: datetime
    state: SaleState

    @classmethod
    def of(cls, sale: Sale) -> Self:
        """Return a sale as messaging reads it."""
        return cls(
            auction_id=sale.auction_id,
            sale=sale.number,
            price=sale.price,
            pay_by=sale.pay_by,
            state=sale_state(sale),
        )


class BuyNowOut(Out):
    """For how much a lot may be bought at once, in sen."""

    auction_id: int
    price: int


class PartyOut(Out):
    """The other side of a sale; a person who is gone has no name."""

    id: int
    name: str
    is_deleted: bool


class SaleOut(Out):
    """A sale of the lot: for how much and until when; for its seller and buyer."""

    number: int
    buyer: PartyOut
    price: RinggitOut
    won_at: datetime
    pay_by: datetime
    state: SaleState
    # Who called it off, in the conversation.
    cancelled_by: CancelledBy | None


class SecondChanceOut(Out):
    """An offer to a bidder; for them and the seller."""

    bidder: PartyOut
    price: RinggitOut
    offered_at: datetime
    expires_at: datetime
    answer: str | None


class NextBidderOut(Out):
    """The bidder to offer the lot to now, and at what price."""

    bidder: PartyOut
    price: RinggitOut


class AfterwardsOut(Out):
    """What becomes of the lot, as the seller or the buyer may see it."""

    sale: SaleOut | None
    second_chance: SecondChanceOut | None
    # For the seller, when a second chance may be offered.
    next_bidder: NextBidderOut | None
    # For the seller: it is theirs again.
    may_relist: bool


class StrikeOut(Out):
    """An auction that a person won and did not pay."""

    id: int | None
    number: int
    auction_id: int
    given_at: datetime
    # When staff took it back.
    lifted_at: datetime | None


class StrikeCaseOut(Out):
    """What happened in the sale that a strike was given for, and both sides of it."""

    strike_id: int
    number: int
    given_at: datetime
    lifted_at: datetime | None
    auction_id: int
    product_id: int | None
    seller_id: int
    buyer_id: int
    # Empty for people whose name is gone or not known here yet.
    seller_username: str
    buyer_username: str
    # In cents.
    price: Sen
    won_at: datetime
    pay_by: datetime
    reminded_at: datetime | None
    settled_at: datetime | None
    # How many strikes of this person count now, and until when they may not bid.
    counting: int
    paused_until: datetime | None


class StrikesOut(Out):
    """A person's strikes, in order, and the end of their newest bidding pause."""

    strikes: list[StrikeOut]
    paused_until: datetime | None
