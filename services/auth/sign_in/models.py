from datetime import datetime

from sqlalchemy import Index, LargeBinary
from sqlmodel import Field

from services.auth.models import MOMENT, Table


class RefreshFamily(Table, table=True):
    """A session on a device. Stores hashes of the current refresh token and of the token before it."""

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
    """A browser that has signed in to the account. Only a hash of its device cookie is stored."""

    __tablename__ = "known_devices"

    user_id: int = Field(primary_key=True, foreign_key="users.id")
    device_hash: bytes = Field(primary_key=True, sa_type=LargeBinary)
    seen_at: datetime = Field(sa_type=MOMENT)


class GuessCount(Table, table=True):
    __tablename__ = "guess_counts"

    bucket: str = Field(primary_key=True)
    made: int
    ends_at: datetime = Field(sa_type=MOMENT)


SIGNING = "signing key"


class SigningKey(Table, table=True):
    """The key is encrypted with the root secret."""

    __tablename__ = "signing_keys"

    kid: str = Field(primary_key=True)
    sealed: bytes = Field(sa_type=LargeBinary)
    signs_from: datetime = Field(sa_type=MOMENT)
    gone_at: datetime | None = Field(default=None, sa_type=MOMENT)


class KeptKey(Table, table=True):
    """A key derived from an earlier root secret. Old recovery codes and passkeys need it."""

    __tablename__ = "kept_keys"

    id: int | None = Field(default=None, primary_key=True)
    purpose: str
    sealed: bytes = Field(sa_type=LargeBinary)
