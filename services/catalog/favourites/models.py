from datetime import datetime
from typing import Any

from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.catalog.models import MOMENT, Table


class Favourite(Table, table=True):
    __tablename__ = "favourites"

    user_id: int = Field(primary_key=True)
    product_id: int = Field(primary_key=True, foreign_key="products.id")
    added_at: datetime = Field(sa_type=MOMENT)
    price_when_added: int


class SavedSearch(Table, Numbered, table=True):
    """`version` is the version of the published events."""

    __tablename__ = "saved_searches"

    user_id: int
    name: str
    wanted: dict[str, Any] = Field(sa_type=JSONB)  # The filters, named as in the API.
    by_mail: bool = True
    version: int = 0
    created_at: datetime = Field(sa_type=MOMENT)
    seen_at: datetime = Field(sa_type=MOMENT)


class SavedSearchHit(Table, table=True):
    __tablename__ = "saved_search_hits"

    search_id: int = Field(primary_key=True, foreign_key="saved_searches.id")
    product_id: int = Field(primary_key=True)
    found_at: datetime = Field(sa_type=MOMENT)
