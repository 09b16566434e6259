from datetime import datetime
from typing import Any

from sqlalchemy import Index, LargeBinary
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from services.auth.models import MOMENT, Table


class Passkey(Table, table=True):
    __tablename__ = "passkeys"
    __table_args__ = (Index("ix_passkeys_user_id", "user_id"),)

    id: bytes = Field(primary_key=True, sa_type=LargeBinary)
    user_id: int = Field(foreign_key="users.id")
    public_key: bytes = Field(sa_type=LargeBinary)
    sign_count: int = 0
    name: str
    created_at: datetime = Field(sa_type=MOMENT)
    last_used_at: datetime | None = Field(default=None, sa_type=MOMENT)


class Challenge(Table, table=True):
    """A challenge expires soon and can be answered only once."""

    __tablename__ = "challenges"
    __table_args__ = (Index("ix_challenges_expires_at", "expires_at"),)

    id: str = Field(primary_key=True)
    kind: str
    user_id: int | None = Field(default=None, foreign_key="users.id")
    secret: bytes = Field(sa_type=LargeBinary)
    payload: dict[str, Any] = Field(default_factory=dict, sa_type=JSONB)
    expires_at: datetime = Field(sa_type=MOMENT)
