from datetime import datetime
from typing import Any

from sqlalchemy import Index, LargeBinary, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from services.auth.models import MOMENT, Table


class Mail(Table, table=True):
    """Deleted once the mail server has accepted the mail."""

    __tablename__ = "mails"
    __table_args__ = (Index("ix_mails_next_at", "next_at"),)

    id: int | None = Field(default=None, primary_key=True)
    user_id: int | None = Field(default=None, foreign_key="users.id")
    address: str
    kind: str
    language: str = "en"
    context: dict[str, Any] = Field(default_factory=dict, sa_type=JSONB)
    # Identifies the mail and its one-time link.
    link_id: str
    attempts: int = 0
    next_at: datetime = Field(sa_type=MOMENT)
    created_at: datetime = Field(sa_type=MOMENT)


class OneTimeLink(Table, table=True):
    """The newest link per person and purpose. Only a hash of the token is stored."""

    __tablename__ = "one_time_links"
    __table_args__ = (UniqueConstraint("user_id", "purpose", name="uq_one_time_links_user_id_purpose"),)

    id: str = Field(primary_key=True)
    user_id: int = Field(foreign_key="users.id")
    purpose: str
    token_hash: bytes = Field(sa_type=LargeBinary)
    epoch: int
    expires_at: datetime = Field(sa_type=MOMENT)
