from datetime import datetime
from typing import Literal, Self

from libs.contracts.event import Sen
from libs.contracts.events.catalog import ListingType
from libs.contracts.events.evidence import PictureKind
from libs.kit.http.schemas import Id, In, Out
from libs.kit.money import RinggitOut
from services.catalog.reservations.models import BoughtListing

ReservationState = Literal["provisional", "firm", "sold", "released"]


class ReservationIn(In):
    """Without an agreement on the price, `amount` has to be the asking price."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"dealId": 7, "buyerId": 42, "amount": 64_000}}
    }

    deal_id: Id
    buyer_id: Id
    amount: Sen
    is_price_agreed: bool = True


class ReservationOut(Out):
    deal_id: int
    state: ReservationState


class BoughtPictureOut(Out):
    """Smaller versions are at `{imageUrl}-{size}`."""

    image_url: str
    kind: PictureKind | None


class BoughtListingOut(Out):
    """`price` is the asking price of the listing. The purchase has the agreed amount."""

    deal_id: int
    product_id: int
    bought_at: datetime
    name: str
    brand: str
    description: str
    category: str
    price: RinggitOut
    listing_type: ListingType
    is_new: bool
    volume: int
    remaining_percentage: int
    box_condition: str
    concentration: str | None
    notes: str | None
    state: str | None
    batch_code: str | None
    purchase_year: int | None
    images: list[BoughtPictureOut]

    @classmethod
    def from_row(cls, row: BoughtListing) -> Self:
        listing = row.listing
        pictures = [BoughtPictureOut.model_validate(picture) for picture in listing["images"]]
        about = {name: listing[name] for name in cls.model_fields.keys() & listing.keys() - {"images"}}
        return cls(
            deal_id=row.deal_id, product_id=row.product_id, bought_at=row.bought_at, images=pictures,
            volume=listing["volume_ml"], remaining_percentage=listing["remaining_percent"], **about,
        )  # fmt: skip
