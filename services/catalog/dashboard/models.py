from datetime import datetime
from typing import Any

from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.catalog.models import MOMENT, Table


class Draft(Table, Numbered, table=True):
    __tablename__ = "drafts"

    seller_id: int
    form: dict[str, Any] = Field(sa_type=JSONB)
    created_at: datetime = Field(sa_type=MOMENT)
    updated_at: datetime = Field(sa_type=MOMENT)
