from datetime import datetime

from sqlalchemy import Index, LargeBinary
from sqlmodel import Field

from services.auth.models import MOMENT, Table


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


class GuessCount(Table, table=True):
    """How many guesses were made in one bucket (an account, a device, a network) since its window began."""

    __tablename__ = "guess_counts"

    bucket: str = Field(primary_key=True)
    made: int
    ends_at: datetime = Field(sa_type=MOMENT)


# What a signing key is sealed for.
SIGNING = "signing key"


class SigningKey(Table, table=True):
    """A key that signs, will sign, or signed access tokens; sealed with the installation's root secret."""

    __tablename__ = "signing_keys"

    kid: str = Field(primary_key=True)
    sealed: bytes = Field(sa_type=LargeBinary)
    signs_from: datetime = Field(sa_type=MOMENT)
    gone_at: datetime | None = Field(default=None, sa_type=MOMENT)


class KeptKey(Table, table=True):
    """A key of an earlier root secret, sealed by the present one: by it old recovery codes and passkeys still
    fit."""

    __tablename__ = "kept_keys"

    id: int | None = Field(default=None, primary_key=True)
    purpose: str
    sealed: bytes = Field(sa_type=LargeBinary)
