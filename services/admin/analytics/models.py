from datetime import date, datetime
from typing import Any

from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.admin.models import MOMENT, Table


class WebEvent(Table, Numbered, table=True):
    """An event from a visitor who consented. No field identifies the visitor."""

    __tablename__ = "web_events"

    # A random id for each page load. It links the steps of one visit.
    session: str
    name: str
    happened_at: datetime = Field(sa_type=MOMENT)
    path: str
    params: dict[str, Any] = Field(sa_type=JSONB)
    received_at: datetime = Field(sa_type=MOMENT)


class WebEventDay(Table, table=True):
    __tablename__ = "web_event_days"

    day: date = Field(primary_key=True)
    kept: int
    is_counted: bool = False


class WebEventCount(Table, table=True):
    __tablename__ = "web_event_counts"

    day: date = Field(primary_key=True)
    name: str = Field(primary_key=True)
    times: int
    visits: int
