from datetime import datetime

from sqlalchemy import Index, LargeBinary, Text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlmodel import Field

from libs.contracts.scopes import Scope
from services.auth.models import MOMENT, Table


class ApiKey(Table, table=True):
    """`previous_hash` belongs to the secret before the last rotation, which is valid until
    `previous_ends_at`."""

    __tablename__ = "api_keys"
    __table_args__ = (Index("ix_api_keys_user_id", "user_id"),)

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id")
    name: str
    scopes: list[Scope] = Field(sa_type=ARRAY(Text))
    # The first characters of the key, so that the owner can recognise it.
    prefix: str
    secret_hash: bytes = Field(sa_type=LargeBinary, unique=True)
    previous_hash: bytes | None = Field(default=None, sa_type=LargeBinary, unique=True)
    previous_ends_at: datetime | None = Field(default=None, sa_type=MOMENT)
    generation: int = 1
    days: int
    created_at: datetime = Field(sa_type=MOMENT)
    expires_at: datetime = Field(sa_type=MOMENT)
    last_used_at: datetime | None = Field(default=None, sa_type=MOMENT)
    revoked_at: datetime | None = Field(default=None, sa_type=MOMENT)

    @property
    def known_id(self) -> int:
        assert self.id is not None
        return self.id
