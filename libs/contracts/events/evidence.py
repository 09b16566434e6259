"""What photographs of listings show, and copied photographs."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.event import Event, Id

# The bottle's front is the cover. The other four complete the set that buyers look for.
PictureKind = Literal["front", "name_and_date", "level", "batch_code", "box"]


class SamePictureFound(Event):
    """A photograph looks like one of an earlier listing of another seller."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"
    key_field: ClassVar[str] = "product_id"

    product_id: Id
    seller_id: Id
    other_product_id: Id
    other_seller_id: Id
    # The number of differing bits of 64.
    distance: Annotated[int, Field(ge=0, le=64)]
    # The number of other listings with copies of this one's photographs so far.
    found: Annotated[int, Field(ge=1)]
    found_at: datetime

    @property
    def key(self) -> str:
        return f"same-pictures-{self.product_id}"
