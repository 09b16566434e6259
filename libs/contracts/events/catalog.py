"""Facts about what is for sale."""

from datetime import datetime
from typing import ClassVar, Literal

from libs.contracts.fact import Fact, Id, Receipt, Sen


class ProductFact(Fact):
    """A fact about one product."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"
    key_field: ClassVar[str] = "product_id"


class ProductListed(ProductFact):
    """A seller put a bottle up for sale; with `auction_id` set, the named auction opens."""

    words: ClassVar[frozenset[str]] = frozenset({"name", "brand", "description", "batch_code", "images"})
    written_by: ClassVar[str | None] = "seller_id"

    product_id: Id
    seller_id: Id
    name: str
    brand: str
    description: str
    listing_type: Literal["fixed", "negotiable", "auction"]
    category_id: Id
    price: Sen
    stock_quantity: int
    volume_ml: int
    remaining_percent: int
    batch_code: str | None
    purchase_year: int | None
    box_condition: Literal["Good", "Damaged", "No Box"]
    images: list[str]
    auction_id: Id | None
    listed_at: datetime


class PersonForgotten(Receipt):
    """Nothing personal about an erased person is left in catalog."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"
