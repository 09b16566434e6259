from datetime import datetime

from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.catalog.models import MOMENT, Table


class ProductImage(Table, Numbered, table=True):
    """Position 0 is the main picture."""

    __tablename__ = "product_images"

    product_id: int = Field(foreign_key="products.id")
    image_url: str
    image_order: int = 0
    image_name: str = ""
    kind: str | None = None  # As stated by the seller.
    token: str | None = None  # None until the picture is uploaded.
    client_token: str | None = None
    created_at: datetime = Field(sa_type=MOMENT)


class Picture(Table, table=True):
    """Unique by content and owner. The files are named `{token}-{size}.webp`. `look` is a 64-bit perceptual
    hash. A bought picture belongs to a purchase and is kept even if no listing shows it."""

    __tablename__ = "pictures"

    token: str = Field(primary_key=True)
    seller_id: int
    width: int
    height: int
    blur: str | None = None
    bytes: int = 0
    look: int | None = None
    is_bought: bool = False
    created_at: datetime = Field(sa_type=MOMENT)


class DiscardedPicture(Table, table=True):
    """A job deletes the files after the commit."""

    __tablename__ = "discarded_pictures"

    token: str = Field(primary_key=True)
