"""The tables of auth: accounts and their refresh families."""

from datetime import datetime

from sqlalchemy import DateTime, Index, LargeBinary, text
from sqlmodel import Field, SQLModel

from libs.kit.db import metadata_of

METADATA = metadata_of("auth")


class Table(SQLModel):
    """Everything in the schema `auth`."""

    metadata = METADATA


class User(Table, table=True):
    """An account. `username_key` and `email_key` are the folded forms that must be unique."""

    __tablename__ = "users"

    id: int | None = Field(default=None, primary_key=True)
    username: str
    username_key: str = Field(unique=True)
    email: str
    email_key: str = Field(unique=True)
    password_hash: str
    first_name: str
    last_name: str
    address: str | None = None
    profile_image: str | None = None
    avatar_url: str | None = None
    cover_photo: str | None = None
    shop_name: str | None = None
    location: str | None = None
    bio: str | None = None
    provider: str | None = None
    is_seller: bool = True
    is_admin: bool = False
    is_banned: bool = False
    is_verified: bool = False
    email_verified: bool = False
    epoch: int = 0
    version: int = 1
    created_at: datetime = Field(
        sa_type=DateTime(timezone=True),
        sa_column_kwargs={"server_default": text("clock_timestamp()")},
    )


class RefreshFamily(Table, table=True):
    """One signed-in device: the current refresh token and its immediate parent, only as hashes."""

    __tablename__ = "refresh_families"
    __table_args__ = (Index("ix_refresh_families_user_id", "user_id"),)

    id: str = Field(primary_key=True)
    user_id: int = Field(foreign_key="users.id")
    current_hash: bytes = Field(sa_type=LargeBinary)
    parent_hash: bytes | None = Field(default=None, sa_type=LargeBinary)
    rotated_at: datetime = Field(sa_type=DateTime(timezone=True))
    created_at: datetime = Field(sa_type=DateTime(timezone=True))
    expires_at: datetime = Field(sa_type=DateTime(timezone=True))
    revoked_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
