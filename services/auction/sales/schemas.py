from datetime import datetime
from typing import Annotated, Self

from pydantic import Field

from libs.contracts.events.trades import CancelledBy
from libs.kit.http.schemas import Id, In, Out
from libs.kit.money import RinggitOut
from services.auction.sales.models import Sale
from services.auction.sales.rules import SaleState, sale_state

Sen = Annotated[int, Field(strict=True, ge=1, le=10**11)]


class AnswerIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"accept": True}}}

    accept: Annotated[bool, Field(strict=True)]


class WithdrawIn(In):
    relisted_as: Id | None = None


class BoughtIn(In):
    """Amounts are in sen."""

    buyer_id: Id
    price: Sen


class SoldOut(Out):
    """Amounts are in sen."""

    auction_id: int
    sale: int
    price: int
    pay_by: datetime
    state: SaleState

    @classmethod
    def from_model(cls, sale: Sale) -> Self:
        return cls(
            auction_id=sale.auction_id,
            sale=sale.number,
            price=sale.price,
            pay_by=sale.pay_by,
            state=sale_state(sale),
        )


class BuyNowOut(Out):
    auction_id: int
    price: int


class PartyOut(Out):
    """The other party of a sale. The name is empty if the account was deleted."""

    id: int
    name: str
    is_deleted: bool


class SaleOut(Out):
    number: int
    buyer: PartyOut
    price: RinggitOut
    won_at: datetime
    pay_by: datetime
    state: SaleState
    cancelled_by: CancelledBy | None


class SecondChanceOut(Out):
    bidder: PartyOut
    price: RinggitOut
    offered_at: datetime
    expires_at: datetime
    answer: str | None


class NextBidderOut(Out):
    bidder: PartyOut
    price: RinggitOut


class AfterwardsOut(Out):
    sale: SaleOut | None
    second_chance: SecondChanceOut | None
    # Only for the seller, and only if a second chance may be offered.
    next_bidder: NextBidderOut | None
    # Only for the seller. True if the listing may be listed again.
    may_relist: bool


class StrikeOut(Out):
    id: int | None
    number: int
    auction_id: int
    given_at: datetime
    lifted_at: datetime | None


class StrikeCaseOut(Out):
    strike_id: int
    number: int
    given_at: datetime
    lifted_at: datetime | None
    auction_id: int
    product_id: int | None
    seller_id: int
    buyer_id: int
    # Empty if the account was deleted or its name has not arrived yet.
    seller_username: str
    buyer_username: str
    # In sen.
    price: Sen
    won_at: datetime
    pay_by: datetime
    reminded_at: datetime | None
    settled_at: datetime | None
    # The number of strikes that still count, and until when the person may not bid.
    counting: int
    paused_until: datetime | None


class StrikesOut(Out):
    strikes: list[StrikeOut]
    paused_until: datetime | None
