from datetime import datetime

from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.messaging.models import MOMENT, Table


class Offer(Table, Numbered, table=True):
    __tablename__ = "offers"

    conversation_id: int = Field(foreign_key="conversations.id")
    product_id: int
    seller_id: int
    buyer_id: int
    by: str
    amount: int
    state: str = "open"
    version: int = 0
    answers_id: int | None = None  # The offer that this offer counters.
    deal_id: int | None = Field(default=None, foreign_key="deals.id")
    created_at: datetime = Field(sa_type=MOMENT)
    expires_at: datetime = Field(sa_type=MOMENT)
    answered_at: datetime | None = Field(default=None, sa_type=MOMENT)


class OfferFloor(Table, table=True):
    """Only the seller can see the floor."""

    __tablename__ = "offer_floors"

    product_id: int = Field(primary_key=True)
    seller_id: int
    amount: int


class FavouriteCampaign(Table, Numbered, table=True):
    """A price offered to everyone who saved a listing. A job sends the offers."""

    __tablename__ = "favourite_campaigns"

    product_id: int
    seller_id: int
    amount: int
    created_at: datetime = Field(sa_type=MOMENT)
    sent_at: datetime | None = Field(default=None, sa_type=MOMENT)
    withdrawn_at: datetime | None = Field(default=None, sa_type=MOMENT)


class FavouriteOffer(Table, table=True):
    """Sellers must never have access to these rows, because they reveal who saved a listing."""

    __tablename__ = "favourite_offers"

    campaign_id: int = Field(primary_key=True, foreign_key="favourite_campaigns.id")
    buyer_id: int = Field(primary_key=True)
    expires_at: datetime = Field(sa_type=MOMENT)
    offer_id: int | None = Field(default=None, foreign_key="offers.id")
    declined_at: datetime | None = Field(default=None, sa_type=MOMENT)
