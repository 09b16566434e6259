"""What goes over HTTP about the lot of an auction."""

from typing import Any

from libs.contracts.events.evidence import PictureKind
from libs.kit.http.schemas import Out
from services.auction.auctions.models import Person


class LotImageOut(Out):
    """A picture of the lot; smaller ones are at `{imageUrl}-{size}`, if its measures are known."""

    id: int
    image_url: str
    image_order: int
    # What it shows, as the seller says.
    kind: PictureKind | None
    width: int | None
    height: int | None
    sizes: list[int]


class LotSellerOut(Out):
    """A seller; one who is gone has no name and no picture."""

    id: int
    username: str
    is_deleted: bool
    profile_image: str | None


class LotOut(Out):
    """What is for sale."""

    id: int
    name: str
    brand: str
    description: str
    volume: int
    remaining_percentage: int
    category_id: int
    batch_code: str | None
    purchase_year: int | None
    box_condition: str
    image_url: str | None
    images: list[LotImageOut]
    seller_id: int
    seller: LotSellerOut


def lot_of(card: dict[str, Any], seller: Person) -> LotOut:
    """Return the lot described by catalog's fact."""
    images = pictures_of(card)
    return LotOut(
        id=card["productId"],
        name=card["name"],
        brand=card["brand"],
        description=card["description"],
        volume=card["volumeMl"],
        remaining_percentage=card["remainingPercent"],
        category_id=card["categoryId"],
        batch_code=card["batchCode"],
        purchase_year=card["purchaseYear"],
        box_condition=card["boxCondition"],
        image_url=images[0].image_url if images else None,
        images=images,
        seller_id=card["sellerId"],
        seller=LotSellerOut(
            id=card["sellerId"],
            username=seller.username,
            is_deleted=seller.is_deleted,
            profile_image=seller.image,
        ),
    )


def pictures_of(card: dict[str, Any]) -> list[LotImageOut]:
    """Return its pictures; one whose measures are unknown is shown whole."""
    unknown: dict[str, Any] = {"width": None, "height": None, "sizes": []}
    measures, kinds = card.get("measures") or [], card.get("kinds") or []
    return [
        LotImageOut(
            id=place + 1,
            image_url=address,
            image_order=place,
            kind=kinds[place] if place < len(kinds) else None,
            **((measures[place] if place < len(measures) else None) or unknown),
        )
        for place, address in enumerate(card["images"])
    ]
