"""Kinds of listing photographs, and events of copied photographs."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.event import Event, Id

# The front of the bottle is the cover. The other four kinds complete the set that buyers expect.
PictureKind = Literal["front", "name_and_date", "level", "batch_code", "box"]


class SamePictureFound(Event):
    """A photograph is similar to a photograph of an earlier listing by another seller."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"
    key_field: ClassVar[str] = "product_id"

    product_id: Id
    seller_id: Id
    other_product_id: Id
    other_seller_id: Id
    # Number of differing bits, out of 64.
    distance: Annotated[int, Field(ge=0, le=64)]
    # Number of other listings with copies of this listing's photographs so far.
    found: Annotated[int, Field(ge=1)]
    found_at: datetime

    @property
    def key(self) -> str:
        return f"same-pictures-{self.product_id}"
