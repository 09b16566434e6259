"""What goes over HTTP about a lot after its end."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from libs.kit.http.schemas import Id, In, Out
from libs.kit.money import RinggitOut
from services.auction.domain.sales import SaleState

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
