"""The tables of messaging: its copies of people and of what they may talk about."""

from datetime import datetime

from sqlalchemy import DateTime
from sqlmodel import Field, SQLModel

from libs.kit.db import metadata_of

METADATA = metadata_of("messaging")


class Table(SQLModel):
    """Everything in the schema `messaging`."""

    metadata = METADATA


class UserCopy(Table, table=True):
    """A person one may write to, told by auth."""

    __tablename__ = "user_copies"

    user_id: int = Field(primary_key=True)
    username: str
    registered_at: datetime = Field(sa_type=DateTime(timezone=True))


class ProductCopy(Table, table=True):
    """A product one may talk about, told by catalog."""

    __tablename__ = "product_copies"

    product_id: int = Field(primary_key=True)
    seller_id: int
    name: str
    price: int
    listing_type: str
    image_url: str | None
