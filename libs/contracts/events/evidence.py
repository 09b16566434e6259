"""What the photographs of a listing show, and where the same one was found."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.fact import Fact, Id

# The photograph of the whole bottle is its cover; the other four are the set that buyers look for.
PictureKind = Literal["front", "name_and_date", "level", "batch_code", "box"]


class SamePictureFound(Fact):
    """A photograph of a listing looks like one of another seller's listing, which was there before."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"
    key_field: ClassVar[str] = "product_id"

    product_id: Id
    seller_id: Id
    other_product_id: Id
    other_seller_id: Id
    # In how many of 64 bits they differ.
    distance: Annotated[int, Field(ge=0, le=64)]
    # Of how many other listings photographs were found at this one so far.
    found: Annotated[int, Field(ge=1)]
    found_at: datetime

    @property
    def key(self) -> str:
        return f"same-pictures-{self.product_id}"
