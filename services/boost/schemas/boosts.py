"""What is boosted, over HTTP; the specification writes these fields in snake_case."""

from datetime import datetime

from pydantic import BaseModel


class BoostedOut(BaseModel):
    """A product of a seller that is featured now; its price is in cents."""

    id: int
    name: str
    price: int
    status: str
    image_url: str | None
    is_featured: bool
    boost_type: str
    boost_package_id: int
    boosted_until: datetime
    order_id: str
    # In cents, by all orders that gave a part of the time since it is featured.
    spent: int
