"""Offers to all who keep a listing, over HTTP."""

from datetime import datetime

from libs.kit.http.schemas import Id, In, Out
from libs.kit.money import RinggitOut
from services.messaging.schemas.offers import Amount


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
