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
    model_config = In.model_config | {"json_schema_extra": {"example": {"productId": 7, "amount": 560}}}

    product_id: Id
    amount: Amount
    buyer_id: Id | None = None


class CounterIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"amount": 600}}}

    amount: Amount


class FloorIn(In):
    """Null removes the floor."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"amount": 500}}}

    amount: Amount | None


class FloorOut(Out):
    """Offers below this amount are declined automatically. Only the seller can see it."""

    amount: RinggitOut | None


class ListingFloorOut(Out):
    """Offers for this listing below this amount are declined automatically. Only the seller can see it."""

    product_id: int
    amount: RinggitOut


class OfferOut(Out):
    """An offer, from the reader's point of view."""

    id: int
    product_id: int
    amount: RinggitOut
    asking_price: RinggitOut | None
    by: Side
    is_own: bool
    state: OfferState
    expires_at: datetime
    transaction_id: int | None


class FavouriteCampaignIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"productId": 7, "amount": 560}}}

    product_id: Id
    amount: Amount


class FavouriteCampaignOut(Out):
    """An offer to everyone who saved a listing. The number of people is not shown."""

    product_id: int
    amount: RinggitOut
    created_at: datetime
    # When the listing may be offered again.
    again_at: datetime


class OpenCampaignOut(Out):
    """`campaign` is null if the seller has no open offer for the listing."""

    campaign: FavouriteCampaignOut | None


class FavouriteOfferOut(Out):
    id: int
    product_id: int
    seller_id: int
    amount: RinggitOut
    expires_at: datetime


class ReceivedOut(Out):
    """`offer` is null if there is no offer that you can accept."""

    offer: FavouriteOfferOut | None
