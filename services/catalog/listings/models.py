from datetime import datetime

from sqlalchemy import Text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.catalog.models import MOMENT, Table


class Category(Table, table=True):
    __tablename__ = "categories"

    id: int = Field(primary_key=True)
    name: str
    description: str


class Product(Table, Numbered, table=True):
    """Amounts are in sen."""

    __tablename__ = "products"

    seller_id: int
    name: str
    brand: str
    brand_key: str = ""  # Brand without accents and capitals, so that different spellings match.
    description: str
    concentration: str | None = None
    notes: str | None = None
    state: str | None = None
    price: int
    image_url: str | None = None
    stock_quantity: int = 1
    category_id: int = Field(foreign_key="categories.id")
    is_new: bool = False
    remaining_percent: int = 100
    volume_ml: int
    batch_code: str | None = None
    purchase_year: int | None = None
    box_condition: str = "Good"
    listing_type: str = "fixed"
    status: str = "active"
    auction_id: int | None = None
    relist_of: int | None = None
    version: int = 1
    created_at: datetime = Field(sa_type=MOMENT)
    updated_at: datetime = Field(sa_type=MOMENT)
    sold_at: datetime | None = Field(default=None, sa_type=MOMENT)
    archived_at: datetime | None = Field(default=None, sa_type=MOMENT)
    removed_at: datetime | None = Field(default=None, sa_type=MOMENT)
    removed_reason: str | None = None
    featured_at: datetime | None = Field(default=None, sa_type=MOMENT)
    featured_until: datetime | None = Field(default=None, sa_type=MOMENT)
    premium_until: datetime | None = Field(default=None, sa_type=MOMENT)
    featured_duration_hours: int | None = None
    boost_package_id: int | None = None
    boost_group_id: int | None = None
    published_price: int | None = None  # The lowest published price.
    price_published_at: datetime | None = Field(default=None, sa_type=MOMENT)
    popularity: int = 0
    delivered: int = 0  # Orders delivered in the last ninety days.
    rating_tenths: int | None = None
    reviews: int = 0
    words: list[str] = Field(default_factory=list, sa_type=ARRAY(Text))
    title_words: list[str] = Field(
        default_factory=list, sa_type=ARRAY(Text)
    )  # The search words of name and brand.

    @property
    def known_auction_id(self) -> int:
        assert self.auction_id is not None
        return self.auction_id
