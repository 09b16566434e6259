from datetime import date, datetime
from typing import Any

from sqlalchemy import DateTime, Text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlmodel import Field, SQLModel

from libs.kit.db.database import metadata_of
from libs.kit.db.rows import Numbered
from libs.marketplace.people import PersonColumns

METADATA = metadata_of("catalog")
MOMENT: Any = DateTime(timezone=True)


class Table(SQLModel):
    metadata = METADATA


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
    brand_key: str = ""  # without accents and capitals, so that two spellings are one brand
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
    told_price: int | None = None  # the lowest published price
    price_told_at: datetime | None = Field(default=None, sa_type=MOMENT)
    popularity: int = 0
    delivered: int = 0  # orders delivered in the last ninety days
    rating_tenths: int | None = None
    reviews: int = 0
    words: list[str] = Field(default_factory=list, sa_type=ARRAY(Text))
    title_words: list[str] = Field(
        default_factory=list, sa_type=ARRAY(Text)
    )  # the search words of name and brand

    @property
    def known_auction_id(self) -> int:
        assert self.auction_id is not None
        return self.auction_id


class ProductImage(Table, Numbered, table=True):
    """Position 0 is the main picture."""

    __tablename__ = "product_images"

    product_id: int = Field(foreign_key="products.id")
    image_url: str
    image_order: int = 0
    image_name: str = ""
    kind: str | None = None  # as the seller says
    token: str | None = None  # None until it is uploaded
    client_token: str | None = None
    created_at: datetime = Field(sa_type=MOMENT)


class Picture(Table, table=True):
    """Unique by content and owner, with files `{token}-{size}.webp`. `look` is a 64-bit perceptual hash."""

    __tablename__ = "pictures"

    token: str = Field(primary_key=True)
    seller_id: int
    width: int
    height: int
    blur: str | None = None
    bytes: int = 0
    look: int | None = None
    created_at: datetime = Field(sa_type=MOMENT)


class Person(Table, PersonColumns, table=True):
    """Maintained by the kit."""

    __tablename__ = "people"

    # Flagged by moderation with a high score, and not cleared.
    is_suspected: bool = False


class DiscardedPicture(Table, table=True):
    """A job deletes the files after the commit."""

    __tablename__ = "discarded_pictures"

    token: str = Field(primary_key=True)


class AuctionReplica(Table, table=True):
    """The public figures of an auction for its card, replicated from events."""

    __tablename__ = "auction_replicas"

    auction_id: int = Field(primary_key=True)
    product_id: int
    starting_price: int
    bid_increment: int
    buy_now_price: int | None
    has_reserve: bool = False
    current_bid: int | None = None
    bid_count: int = 0
    starts_at: datetime | None = Field(default=None, sa_type=MOMENT)
    ends_at: datetime = Field(sa_type=MOMENT)
    status: str = "active"
    changed_at: datetime | None = Field(default=None, sa_type=MOMENT)  # from its newest event


class Draft(Table, Numbered, table=True):
    __tablename__ = "drafts"

    seller_id: int
    form: dict[str, Any] = Field(sa_type=JSONB)
    created_at: datetime = Field(sa_type=MOMENT)
    updated_at: datetime = Field(sa_type=MOMENT)


class Favourite(Table, table=True):
    __tablename__ = "favourites"

    user_id: int = Field(primary_key=True)
    product_id: int = Field(primary_key=True, foreign_key="products.id")
    added_at: datetime = Field(sa_type=MOMENT)
    price_when_added: int


class ProductCount(Table, table=True):
    """`favourite_changes` and `moderations` are versions of events."""

    __tablename__ = "product_counts"

    product_id: int = Field(primary_key=True, foreign_key="products.id")
    views: int = 0
    favourites: int = 0
    favourite_changes: int = 0
    reports: int = 0
    same_pictures: int = 0
    moderations: int = 0
    waiting_case: int | None = None  # an undecided case in admin
    is_removed_by_case: bool = False


class ProductDay(Table, table=True):
    __tablename__ = "product_days"

    product_id: int = Field(primary_key=True)
    day: date = Field(primary_key=True)
    views: int = 0
    favourites: int = 0


class ProductVisitor(Table, table=True):
    """Stores a one-way hash that is deleted after a day."""

    __tablename__ = "product_visitors"

    day: date = Field(primary_key=True)
    product_id: int = Field(primary_key=True)
    visitor: bytes = Field(primary_key=True)


class SavedSearch(Table, Numbered, table=True):
    """`version` numbers its events."""

    __tablename__ = "saved_searches"

    user_id: int
    name: str
    wanted: dict[str, Any] = Field(sa_type=JSONB)  # the filters, named as in the API
    by_mail: bool = True
    version: int = 0
    created_at: datetime = Field(sa_type=MOMENT)
    seen_at: datetime = Field(sa_type=MOMENT)


class SavedSearchHit(Table, table=True):
    __tablename__ = "saved_search_hits"

    search_id: int = Field(primary_key=True, foreign_key="saved_searches.id")
    product_id: int = Field(primary_key=True)
    found_at: datetime = Field(sa_type=MOMENT)


class SearchCount(Table, table=True):
    __tablename__ = "search_counts"

    day: date = Field(primary_key=True)
    terms: str = Field(primary_key=True)
    times: int = 0
    results: int = 0


class SearchDay(Table, table=True):
    __tablename__ = "search_days"

    day: date = Field(primary_key=True)
    version: int = 0


class Word(Table, table=True):
    __tablename__ = "vocabulary"

    word: str = Field(primary_key=True)
    shown: str


class Report(Table, Numbered, table=True):
    """One report per person and listing."""

    __tablename__ = "reports"

    product_id: int = Field(foreign_key="products.id")
    reporter_id: int
    reason: str
    words: str = ""
    created_at: datetime = Field(sa_type=MOMENT)


class Appeal(Table, Numbered, table=True):
    __tablename__ = "appeals"

    product_id: int = Field(foreign_key="products.id")
    seller_id: int
    words: str
    created_at: datetime = Field(sa_type=MOMENT)


class Reservation(Table, table=True):
    """Reserves an item for a deal at the agreed amount in sen."""

    __tablename__ = "reservations"

    deal_id: int = Field(primary_key=True)
    product_id: int = Field(foreign_key="products.id")
    buyer_id: int
    amount: int = 0
    state: str = "provisional"
    created_at: datetime = Field(sa_type=MOMENT)
