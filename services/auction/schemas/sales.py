"""What goes over HTTP about a lot after its end."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from libs.kit.http.schemas import Id, In, Out
from libs.kit.money import RinggitOut
from services.auction.domain.sales import SaleState

Sen = Annotated[int, Field(strict=True, ge=1, le=10**11)]


class SettleIn(In):
    """What the seller says about the payment, and which sale of the lot is meant by its number."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"sale": 1, "paid": True}}}

    sale: Annotated[int, Field(strict=True, ge=1, le=2**31 - 1)]
    paid: Annotated[bool, Field(strict=True)]


class AnswerIn(In):
    """What the bidder says to a second chance."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"accept": True}}}

    accept: Annotated[bool, Field(strict=True)]


class WithdrawIn(In):
    """The auction that the bottle is reserved for instead, if it is listed anew."""

    relisted_as: Id | None = None


class BoughtIn(In):
    """Who agreed with the seller on the Buy Now price; money in sen, from one part of the house to another."""

    buyer_id: Id
    price: Sen


class PartyOut(Out):
    """The other side of a sale; whoever is gone has no name."""

    id: int
    name: str
    is_deleted: bool


class SaleOut(Out):
    """Who may buy the lot, for how much and until when; told to the two it is about."""

    number: int
    buyer: PartyOut
    price: RinggitOut
    won_at: datetime
    pay_by: datetime
    state: SaleState


class SecondChanceOut(Out):
    """An offer to somebody who bid; told to them and to the seller."""

    bidder: PartyOut
    price: RinggitOut
    offered_at: datetime
    expires_at: datetime
    answer: str | None


class NextBidderOut(Out):
    """Whom the seller may offer it to now, and at what price."""

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
