"""The tables of admin: the record of all facts of the platform."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import DateTime
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from libs.kit.db.database import metadata_of
from libs.kit.db.rows import Numbered

METADATA = metadata_of("admin")


class Table(SQLModel):
    """Everything in the schema `admin`."""

    metadata = METADATA


class AuditEntry(Table, Numbered, table=True):
    """One fact as it was heard; written once, never changed."""

    __tablename__ = "audit_log"

    event_id: str
    type: str
    source: str
    subject: str
    version: int
    happened_at: datetime = Field(sa_type=DateTime(timezone=True))
    data: dict[str, Any] = Field(sa_type=JSONB)


class WebEvent(Table, Numbered, table=True):
    """Something a visitor did in the web app, after saying yes to being counted; nothing says who it was."""

    __tablename__ = "web_events"

    # Made anew with every page load; it joins the steps of one visit and nothing else.
    session: str
    name: str
    happened_at: datetime = Field(sa_type=DateTime(timezone=True))
    path: str
    params: dict[str, Any] = Field(sa_type=JSONB)
    received_at: datetime = Field(sa_type=DateTime(timezone=True))


class WebEventDay(Table, table=True):
    """A day of events: how many were kept, and whether they were counted when it had ended."""

    __tablename__ = "web_event_days"

    day: date = Field(primary_key=True)
    kept: int
    is_counted: bool = False


class WebEventCount(Table, table=True):
    """How often something happened on a day that has ended, and in how many visits."""

    __tablename__ = "web_event_counts"

    day: date = Field(primary_key=True)
    name: str = Field(primary_key=True)
    times: int
    visits: int
