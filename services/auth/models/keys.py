"""Signing keys, and keys of earlier root secrets."""

from datetime import datetime

from sqlalchemy import LargeBinary
from sqlmodel import Field

from services.auth.models.base import MOMENT, Table

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
