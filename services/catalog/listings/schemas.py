from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self, cast

from pydantic import AfterValidator, Field, model_validator

from libs.contracts.events.catalog import BoxCondition, Concentration, ListingType, State
from libs.contracts.events.evidence import PictureKind
from libs.kit.errors import InvalidInput
from libs.kit.http.schemas import Id, In, Instant, Out
from libs.kit.money import Ringgit, RinggitOut, refuse_negative
from services.catalog.listings import rules
from services.catalog.listings.queries import ListingDetails
from services.catalog.pictures.models import Picture, ProductImage
from services.catalog.pictures.rules import SIZES, ChosenPicture
from services.catalog.pictures.schemas import PictureIn
from services.catalog.replicas.models import AuctionReplica
from services.catalog.sellers.schemas import SellerOut, seller_out

Name = Annotated[
    str, AfterValidator(lambda words: rules.at_least(words, 3, 200, "Name must be at least 3 characters"))
]


Brand = Annotated[
    str, AfterValidator(lambda words: rules.at_least(words, 2, 100, "Brand must be at least 2 characters"))
]


Description = Annotated[
    str,
    AfterValidator(
        lambda words: rules.at_least(words, 10, 5000, "Description must be at least 10 characters")
    ),
]


Notes = Annotated[str, AfterValidator(lambda words: rules.clean_optional_text(words, 500))]


BatchCode = Annotated[str, AfterValidator(lambda words: rules.clean_optional_text(words, 50))]


Price = Annotated[Ringgit, refuse_negative(rules.PRICE), AfterValidator(rules.check_price)]


StartingPrice = Annotated[Ringgit, refuse_negative("Starting price must be greater than 0")]


ReservePrice = Annotated[Ringgit, refuse_negative("Reserve price must be greater than 0")]


BuyNowPrice = Annotated[Ringgit, refuse_negative("Buy Now price must be greater than 0")]


Increment = Annotated[Ringgit, refuse_negative("Bid increment must be at least 1")]


Year = Annotated[
    int, Field(strict=True), AfterValidator(lambda year: rules.check_year(year, datetime.now(UTC).year))
]


StockQuantity = Annotated[int, Field(strict=True, le=100_000), AfterValidator(rules.check_stock)]


class AuctionTermsIn(In):
    """The auction service validates the terms."""

    starting_price: StartingPrice
    reserve_price: ReservePrice | None = None
    buy_now_price: BuyNowPrice | None = None
    bid_increment: Increment = 500
    ends_at: Instant


class ProductIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {
        "name": "Blanc Matin", "brand": "Verrane", "price": 390, "categoryId": 1, "volume": 100,
        "description": "Bought at the counter in KLCC, sprays well, box included.", "remainingPercentage": 85,
        "purchaseYear": 2023, "boxCondition": "Good", "listingType": "negotiable",
    }}}  # fmt: skip

    name: Name
    brand: Brand
    description: Description
    price: Price | None = None
    image_url: Annotated[str, Field(max_length=300)] | None = None
    # A plain token or URL keeps the picture's kind.
    images: Annotated[list[Annotated[str, Field(max_length=300)] | PictureIn], Field(max_length=5)] | None = (
        None
    )
    stock_quantity: StockQuantity = 1
    category_id: Annotated[int, Field(strict=True, le=2**31 - 1), AfterValidator(rules.check_category)]
    volume: Annotated[int, Field(strict=True), AfterValidator(rules.check_volume)]
    remaining_percentage: Annotated[int, Field(strict=True, ge=1, le=100)] = 100
    batch_code: BatchCode | None = None
    purchase_year: Year | None = None
    box_condition: BoxCondition = "Good"
    is_new: bool = False
    listing_type: ListingType = "fixed"
    concentration: Concentration | None = None
    notes: Notes | None = None
    state: State | None = None
    auction: AuctionTermsIn | None = None
    seller_id: Id | None = None
    draft_id: Id | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.listing_type == "auction") != (self.auction is not None):
            raise InvalidInput.field("auction", "An auction needs its terms, and only an auction has them")
        if self.listing_type != "auction" and self.price is None:
            raise InvalidInput.field("price", rules.PRICE)
        if self.listing_type == "auction" and self.stock_quantity < 1:
            raise InvalidInput.field("stockQuantity", "Stock quantity must be at least 1")
        return self

    @property
    def asking_price(self) -> int:
        if self.auction is not None:
            return self.auction.starting_price
        assert self.price is not None
        return self.price

    @property
    def chosen_pictures(self) -> list[ChosenPicture]:
        if self.images is None:
            return [ChosenPicture(self.image_url)] if self.image_url else []
        return [
            ChosenPicture(image)
            if isinstance(image, str)
            else ChosenPicture(image.image_url, image.kind, says_kind=True)
            for image in self.images
        ]


class RelistIn(In):
    """`auction` is required for an auction. Other listings may have a new `price`."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"price": 120.0}}}

    auction: AuctionTermsIn | None = None
    price: Price | None = None


class NoteIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"note": "The box has a small tear at the back."}}
    }

    note: Annotated[
        str, AfterValidator(lambda words: rules.at_least(words, 3, 500, "Please write a short note"))
    ]


class DoneOut(Out):
    success: Literal[True]


class CategoryOut(Out):
    id: int
    name: str
    description: str
    count: int


class CategoryNameOut(Out):
    id: int
    name: str


class ImageOut(Out):
    """Smaller versions are at `{imageUrl}-{size}`. `blur` is a placeholder to show while the picture
    loads."""

    id: int
    image_url: str
    image_order: int
    image_name: str
    kind: PictureKind | None
    width: int | None
    height: int | None
    blur: str | None
    sizes: list[int]


class AuctionCardOut(Out):
    id: int
    starting_price: RinggitOut
    current_bid: RinggitOut | None
    bid_count: int
    bid_increment: RinggitOut
    buy_now_price: RinggitOut | None
    has_reserve: bool
    starts_at: datetime | None
    ends_at: datetime
    status: str


class ProductOut(Out):
    id: int
    name: str
    brand: str
    description: str
    price: RinggitOut
    price_sen: int
    currency: Literal["MYR"]
    price_per_ml: RinggitOut
    image_url: str | None
    images: list[ImageOut]
    category: CategoryNameOut
    category_id: int
    stock_quantity: int
    average_rating: float | None
    reviews: int
    views: int
    favourites: int
    is_new: bool
    is_featured: bool
    featured_at: datetime | None
    featured_until: datetime | None
    featured_duration_hours: int | None
    boost_type: Literal["standard", "premium"] | None
    boost_package_id: int | None
    boost_group_id: int | None
    remaining_percentage: int
    volume: int
    concentration: str | None
    notes: str | None
    state: str | None
    batch_code: str | None
    purchase_year: int | None
    box_condition: str
    listing_type: ListingType
    seller_id: int
    seller: SellerOut
    status: str
    removed_reason: str | None
    relist_of: int | None
    created_at: datetime
    updated_at: datetime
    sold_at: datetime | None
    auction: AuctionCardOut | None


def product_out(details: ListingDetails, now: datetime) -> ProductOut:
    product, auction = details.product, details.auction
    images = [image_out(image, details.pictures.get(image.token or "")) for image in details.images]
    boost = rules.boost_type(product.featured_until, product.premium_until, now)
    asked = auction.current_bid or product.price if auction else product.price
    row: dict[str, Any] = product.model_dump(exclude={"words", "title_words"}) | {
        "price_sen": product.price,
        "price_per_ml": rules.price_per_ml(asked, product.volume_ml, product.remaining_percent),
        "images": images,
        "image_url": images[0].image_url if images else product.image_url,
        "category": CategoryNameOut(id=details.category.id, name=details.category.name),
        "remaining_percentage": product.remaining_percent,
        "volume": product.volume_ml,
        "seller": seller_out(details),
        "auction": card_of(auction, now) if auction else None,
        "average_rating": product.rating_tenths / 10 if product.rating_tenths is not None else None,
        "views": details.count.views if details.count else 0,
        "favourites": details.count.favourites if details.count else 0,
        "is_featured": boost is not None and product.status == "active",
        "boost_type": boost,
        "currency": "MYR",
        "status": rules.shown_status(product.status, featured=boost is not None),
    }
    return ProductOut.model_validate(row)


def image_out(image: ProductImage, picture: Picture | None) -> ImageOut:
    return ImageOut(
        id=image.known_id,
        image_url=image.image_url,
        image_order=image.image_order,
        image_name=image.image_name,
        kind=cast("PictureKind | None", image.kind),
        width=picture.width if picture else None,
        height=picture.height if picture else None,
        blur=picture.blur if picture else None,
        sizes=list(SIZES) if picture else [],
    )


def card_of(auction: AuctionReplica, now: datetime) -> AuctionCardOut:
    ended = auction.status == "active" and auction.ends_at <= now
    return AuctionCardOut(
        **auction.model_dump(include=set(AuctionCardOut.model_fields) - {"id", "status"}),
        id=auction.auction_id,
        status="ended" if ended else auction.status,
    )
