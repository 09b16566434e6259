"""Offers over HTTP."""

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, WithJsonSchema

from libs.kit.http.schemas import Id, In, Out
from libs.kit.money import RinggitOut, sen_from_ringgit
from services.messaging.offers.rules import OfferState, Side

LARGEST = 100_000_00


def _positive(sen: int) -> int:
    if not 0 < sen <= LARGEST:
        raise ValueError("Please enter an amount between RM 0.01 and RM 100,000.")
    return sen


Amount = Annotated[
    int,
    BeforeValidator(sen_from_ringgit),
    AfterValidator(_positive),
    WithJsonSchema({"type": "number", "exclusiveMinimum": 0, "maximum": LARGEST / 100, "multipleOf": 0.01}),
]


class OfferIn(In):
    """What a buyer would pay for a listing, or what its seller offers it to a buyer for."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"productId": 7, "amount": 560}}}

    product_id: Id
    amount: Amount
    # To whom a seller offers it; a buyer leaves it out.
    buyer_id: Id | None = None


class CounterIn(In):
    """Another price instead of an answer."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"amount": 600}}}

    amount: Amount


class FloorIn(In):
    """Below what offers are declined without a question; null: none."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"amount": 500}}}

    amount: Amount | None


class FloorOut(Out):
    """Below what offers for a listing are declined; for its seller alone."""

    amount: RinggitOut | None


class ListingFloorOut(Out):
    """Below what offers for one of a seller's listings are declined; for its seller alone."""

    product_id: int
    amount: RinggitOut


class OfferOut(Out):
    """An offer, as one of the two people sees it."""

    id: int
    product_id: int
    amount: RinggitOut
    asking_price: RinggitOut | None
    by: Side
    # Whether the one who looks has made it.
    is_own: bool
    state: OfferState
    expires_at: datetime
    transaction_id: int | None


class FavouriteCampaignIn(In):
    """What a seller offers a listing for to all who keep it as favourite."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"productId": 7, "amount": 560}}}

    product_id: Id
    amount: Amount


class FavouriteCampaignOut(Out):
    """What a seller has offered to all who keep a listing, without the number of these people."""

    product_id: int
    amount: RinggitOut
    created_at: datetime
    # When the listing may be offered so again.
    again_at: datetime


class StandingCampaignOut(Out):
    """What a seller offers now to all who keep a listing; null where it is nothing."""

    campaign: FavouriteCampaignOut | None


class FavouriteOfferOut(Out):
    """What the seller of a listing offers to one who keeps it."""

    id: int
    product_id: int
    seller_id: int
    amount: RinggitOut
    expires_at: datetime


class ReceivedOut(Out):
    """What may be accepted for a listing; null where nothing is offered."""

    offer: FavouriteOfferOut | None
