from datetime import date, datetime
from typing import Any

from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.admin.models import MOMENT, Table


class AuditEntry(Table, Numbered, table=True):
    """Rows are never changed."""

    __tablename__ = "audit_log"

    event_id: str
    type: str
    source: str
    subject: str
    version: int
    happened_at: datetime = Field(sa_type=MOMENT)
    data: dict[str, Any] = Field(sa_type=JSONB)
    # The number in the chain, and the hashes of the previous entry and of this entry. None for entries from
    # before chains existed.
    chain: str | None = None
    number: int | None = None
    before: str | None = None
    hash: str | None = None


class AuditChain(Table, table=True):
    __tablename__ = "audit_chains"

    chain: str = Field(primary_key=True)
    last: int
    head: str


class AuditBeginning(Table, table=True):
    """The oldest entry of a chain. Changes only when old entries expire."""

    __tablename__ = "audit_beginnings"

    chain: str = Field(primary_key=True)
    first: int
    before: str


class EventDay(Table, table=True):
    """Number of events per day in Malaysia. Old days are merged into one row."""

    __tablename__ = "event_days"

    name: str = Field(primary_key=True)
    day: date = Field(primary_key=True)
    times: int
