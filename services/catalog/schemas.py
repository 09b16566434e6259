"""What goes over HTTP about products."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from libs.kit.money import Ringgit, RinggitOut
from libs.kit.schemas import Count, Id, In, Instant, Out
from services.catalog import domain
from services.catalog.models import AuctionCopy, Category, Person, Product, ProductImage

Name = Annotated[
    str, AfterValidator(lambda words: domain.at_least(words, 3, 200, "Name must be at least 3 characters"))
]
Brand = Annotated[
    str, AfterValidator(lambda words: domain.at_least(words, 2, 100, "Brand must be at least 2 characters"))
]
Description = Annotated[
    str, AfterValidator(lambda words: domain.at_least(words, 10, 5000, "Description must be at least 10 characters"))
]
Price = Annotated[Ringgit, AfterValidator(domain.check_price)]
Year = Annotated[int, Field(strict=True, ge=1970, le=2100)]


class AuctionTermsIn(In):
    """The terms as typed; the auction service is the one to judge them."""

    starting_price: Ringgit
    reserve_price: Ringgit | None = None
    buy_now_price: Ringgit | None = None
    bid_increment: Ringgit = 500
    ends_at: Instant


class ProductIn(In):
    """A new listing."""

    name: Name
    brand: Brand
    description: Description
    price: Price | None = None
    image_url: Annotated[str, Field(max_length=300), AfterValidator(domain.check_image)] | None = None
    stock_quantity: Count = 1
    category_id: Annotated[int, Field(strict=True, le=2**31 - 1), AfterValidator(domain.check_category)]
    volume: Annotated[int, Field(strict=True), AfterValidator(domain.check_volume)]
    remaining_percentage: Annotated[int, Field(strict=True, ge=1, le=100)] = 100
    batch_code: Annotated[str, Field(max_length=50)] | None = None
    purchase_year: Year | None = None
    box_condition: Literal["Good", "Damaged", "No Box"] = "Good"
    is_new: bool = False
    listing_type: Literal["fixed", "negotiable", "auction"] = "fixed"
    auction: AuctionTermsIn | None = None
    seller_id: Id | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.listing_type == "auction") != (self.auction is not None):
            raise ValueError("An auction needs its terms, and only an auction has them")
        if self.listing_type != "auction" and self.price is None:
            raise ValueError("Price must be greater than 0")
        if self.listing_type == "auction" and self.stock_quantity < 1:
            raise ValueError("Stock quantity must be at least 1")
        if self.purchase_year is not None and self.purchase_year > datetime.now(UTC).year:
            raise ValueError("Purchase year cannot be in the future")
        return self

    @property
    def asking_price(self) -> int:
        """The price of the listing; an auction asks its starting price."""
        if self.price is not None:
            return self.price
        assert self.auction is not None
        return self.auction.starting_price


class CategoryOut(Out):
    """A shelf."""

    id: int
    name: str
    description: str


class CategoryNameOut(Out):
    """A shelf, as a product names it."""

    id: int
    name: str


class ImageOut(Out):
    """One picture."""

    id: int
    image_url: str
    image_order: int


class SellerOut(Out):
    """Who sells; whoever is gone has no name."""

    id: int
    username: str
    is_deleted: bool
    profile_image: str | None


class AuctionCardOut(Out):
    """What a card shows of an auction."""

    id: int
    starting_price: RinggitOut
    current_bid: RinggitOut | None
    bid_count: int
    bid_increment: RinggitOut
    buy_now_price: RinggitOut | None
    ends_at: datetime
    status: str


class ProductOut(Out):
    """A product as everybody may see it."""

    id: int
    name: str
    brand: str
    description: str
    price: RinggitOut
    image_url: str | None
    images: list[ImageOut]
    category: CategoryNameOut
    category_id: int
    stock_quantity: int
    average_rating: float | None
    reviews: int
    is_new: bool
    is_featured: bool
    featured_until: datetime | None
    boost_package_id: int | None
    boost_group_id: int | None
    remaining_percentage: int
    volume: int
    batch_code: str | None
    purchase_year: int | None
    box_condition: str
    listing_type: str
    seller_id: int
    seller: SellerOut
    status: str
    created_at: datetime
    auction: AuctionCardOut | None


def card_of(auction: AuctionCopy, now: datetime) -> AuctionCardOut:
    """The auction's part of a card."""
    return AuctionCardOut(
        id=auction.auction_id,
        starting_price=auction.starting_price,
        current_bid=auction.current_bid,
        bid_count=auction.bid_count,
        bid_increment=auction.bid_increment,
        buy_now_price=auction.buy_now_price,
        ends_at=auction.ends_at,
        status="ended" if auction.status == "active" and auction.ends_at <= now else auction.status,
    )


def _seller_out(seller: Person) -> SellerOut:
    return SellerOut(
        id=seller.user_id, username=seller.username, is_deleted=seller.is_deleted, profile_image=seller.image
    )


def product_out(
    product: Product,
    category: Category,
    seller: Person,
    images: list[ProductImage],
    auction: AuctionCardOut | None,
) -> ProductOut:
    """A product with what belongs to it; ratings and boosts arrive with their features."""
    pictures = [ImageOut(id=i.id or 0, image_url=i.image_url, image_order=i.image_order) for i in images]
    row: dict[str, Any] = product.model_dump() | {
        "images": pictures,
        "image_url": pictures[0].image_url if pictures else product.image_url,
        "category": CategoryNameOut(id=category.id, name=category.name),
        "remaining_percentage": product.remaining_percent,
        "volume": product.volume_ml,
        "seller": _seller_out(seller),
        "auction": auction,
        "average_rating": None,
        "reviews": 0,
        "is_featured": False,
        "featured_until": None,
        "boost_package_id": None,
        "boost_group_id": None,
    }
    return ProductOut.model_validate(row)
