"""Sign-ins, and the browsers they were made from."""

from datetime import datetime

from sqlalchemy import Index, LargeBinary
from sqlmodel import Field

from services.auth.models.base import MOMENT, Table


class RefreshFamily(Table, table=True):
    """One signed-in device: the current refresh token and its immediate parent, only as hashes."""

    __tablename__ = "refresh_families"
    __table_args__ = (Index("ix_refresh_families_user_id", "user_id"),)

    id: str = Field(primary_key=True)
    user_id: int = Field(foreign_key="users.id")
    current_hash: bytes = Field(sa_type=LargeBinary)
    parent_hash: bytes | None = Field(default=None, sa_type=LargeBinary)
    rotated_at: datetime = Field(sa_type=MOMENT)
    created_at: datetime = Field(sa_type=MOMENT)
    expires_at: datetime = Field(sa_type=MOMENT)
    revoked_at: datetime | None = Field(default=None, sa_type=MOMENT)
    device: str = ""
    place: str = ""
    signed_in_with: str = "password"


class KnownDevice(Table, table=True):
    """A browser a person has signed in with before, known by a cookie of which only the hash is kept."""

    __tablename__ = "known_devices"

    user_id: int = Field(primary_key=True, foreign_key="users.id")
    device_hash: bytes = Field(primary_key=True, sa_type=LargeBinary)
    seen_at: datetime = Field(sa_type=MOMENT)
