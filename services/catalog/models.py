"""The tables of catalog: categories, products, their pictures, and who sells."""

from datetime import datetime

from sqlalchemy import DateTime
from sqlmodel import Field, SQLModel

from libs.kit.db import metadata_of
from libs.kit.people import PersonColumns

METADATA = metadata_of("catalog")


class Table(SQLModel):
    """Everything in the schema `catalog`."""

    metadata = METADATA


class Category(Table, table=True):
    """One of the four shelves."""

    __tablename__ = "categories"

    id: int = Field(primary_key=True)
    name: str
    description: str


class Product(Table, table=True):
    """A bottle for sale; money in sen."""

    __tablename__ = "products"

    id: int | None = Field(default=None, primary_key=True)
    seller_id: int
    name: str
    brand: str
    description: str
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
    version: int = 1
    created_at: datetime = Field(sa_type=DateTime(timezone=True))

    @property
    def known_id(self) -> int:
        """The id of a product that has been flushed."""
        assert self.id is not None
        return self.id


class ProductImage(Table, table=True):
    """One picture of a product; order 0 is the main one."""

    __tablename__ = "product_images"

    id: int | None = Field(default=None, primary_key=True)
    product_id: int = Field(foreign_key="products.id")
    image_url: str
    image_order: int = 0


class Person(Table, PersonColumns, table=True):
    """A person as catalog knows them; the kit keeps this table."""

    __tablename__ = "people"


class DiscardedPicture(Table, table=True):
    """A picture that nothing shows any more; its file is taken away by the job, after the commit."""

    __tablename__ = "discarded_pictures"

    token: str = Field(primary_key=True)


class AuctionCopy(Table, table=True):
    """The public figures of an auction for its card, told by the auction service."""

    __tablename__ = "auction_copies"

    auction_id: int = Field(primary_key=True)
    product_id: int
    starting_price: int
    bid_increment: int
    buy_now_price: int | None
    current_bid: int | None = None
    bid_count: int = 0
    ends_at: datetime = Field(sa_type=DateTime(timezone=True))
    status: str = "active"
    changed_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    """When the newest fact about it happened; an older one that comes late changes nothing."""
