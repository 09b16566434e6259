"""The tables of auth: accounts, sign-ins, second factors, one-time links, mails, keys, and what staff did."""

from datetime import datetime
from typing import Any

from sqlalchemy import Index, LargeBinary, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from services.auth.models.base import METADATA, MOMENT, Table
from services.auth.models.notices import Lot, Notice, NoticePreference, OutbidMail

__all__ = [
    "AddressUndo",
    "Challenge",
    "Erasure",
    "ErasureReceipt",
    "GuessCount",
    "KeptKey",
    "KnownDevice",
    "Lot",
    "METADATA",
    "Mail",
    "Notice",
    "NoticePreference",
    "OneTimeLink",
    "OutbidMail",
    "OutsideIdentity",
    "Passkey",
    "RecoveryCode",
    "RefreshFamily",
    "SigningKey",
    "StaffAct",
    "Table",
    "User",
]


class User(Table, table=True):
    """An account. `username_key`, `username_look` and `email_key` are the folded forms that must be unique."""

    __tablename__ = "users"

    id: int | None = Field(default=None, primary_key=True)
    username: str
    username_key: str = Field(unique=True)
    username_look: str = Field(unique=True)
    email: str
    email_key: str = Field(unique=True)
    pending_email: str | None = None
    pending_session: str | None = None  # asked for the new address, and lives on when that is confirmed
    password_hash: str | None = None
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
    language: str = "en"
    theme: str = "system"
    is_seller: bool = True
    is_admin: bool = False
    is_banned: bool = False
    is_verified: bool = False
    email_verified: bool = False
    suspended_until: datetime | None = Field(default=None, sa_type=MOMENT)
    seller_terms_at: datetime | None = Field(default=None, sa_type=MOMENT)
    totp_secret: bytes | None = Field(default=None, sa_type=LargeBinary)
    totp_confirmed_at: datetime | None = Field(default=None, sa_type=MOMENT)
    totp_last_step: int | None = None
    closed_at: datetime | None = Field(default=None, sa_type=MOMENT)
    erased_at: datetime | None = Field(default=None, sa_type=MOMENT)
    epoch: int = 0
    version: int = 1
    created_at: datetime = Field(sa_type=MOMENT, sa_column_kwargs={"server_default": text("clock_timestamp()")})

    @property
    def known_id(self) -> int:
        """The id of an account that is in the database."""
        assert self.id is not None
        return self.id

    @property
    def has_second_factor(self) -> bool:
        """Whether signing in by password asks for a code as well."""
        return self.totp_confirmed_at is not None


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
    """A browser somebody has signed in with before, known by a cookie of which only the hash is kept."""

    __tablename__ = "known_devices"

    user_id: int = Field(primary_key=True, foreign_key="users.id")
    device_hash: bytes = Field(primary_key=True, sa_type=LargeBinary)
    seen_at: datetime = Field(sa_type=MOMENT)


class OneTimeLink(Table, table=True):
    """The newest link of its purpose that was mailed to a person; its token is kept as a hash only."""

    __tablename__ = "one_time_links"
    __table_args__ = (UniqueConstraint("user_id", "purpose", name="uq_one_time_links_user_id_purpose"),)

    id: str = Field(primary_key=True)
    user_id: int = Field(foreign_key="users.id")
    purpose: str
    token_hash: bytes = Field(sa_type=LargeBinary)
    epoch: int
    expires_at: datetime = Field(sa_type=MOMENT)


class AddressUndo(Table, table=True):
    """The way back to an address that was changed: a link in a mail to it, kept as a hash, good once for a week."""

    __tablename__ = "address_undos"
    __table_args__ = (Index("ix_address_undos_user_id", "user_id"), Index("ix_address_undos_email_key", "email_key"))
    id: str = Field(primary_key=True)
    user_id: int = Field(foreign_key="users.id")
    token_hash: bytes = Field(sa_type=LargeBinary)
    email: str
    email_key: str
    changed_at: datetime = Field(sa_type=MOMENT)
    expires_at: datetime = Field(sa_type=MOMENT)


class Mail(Table, table=True):
    """A mail that waits to be sent; the row goes when the mail server has taken it."""

    __tablename__ = "mails"
    __table_args__ = (Index("ix_mails_next_at", "next_at"),)

    id: int | None = Field(default=None, primary_key=True)
    user_id: int | None = Field(default=None, foreign_key="users.id")
    address: str
    kind: str
    language: str = "en"
    facts: dict[str, Any] = Field(default_factory=dict, sa_type=JSONB)
    link_id: str
    """Names the mail to mail servers, and the one-time link inside if it carries one."""
    attempts: int = 0
    next_at: datetime = Field(sa_type=MOMENT)
    created_at: datetime = Field(sa_type=MOMENT)


class GuessCount(Table, table=True):
    """How many guesses were made in one bucket (an account, a device, a network) since its window began."""

    __tablename__ = "guess_counts"

    bucket: str = Field(primary_key=True)
    made: int
    ends_at: datetime = Field(sa_type=MOMENT)


class SigningKey(Table, table=True):
    """A key that signs, will sign, or signed access tokens; sealed with the installation's root secret."""

    __tablename__ = "signing_keys"

    kid: str = Field(primary_key=True)
    sealed: bytes = Field(sa_type=LargeBinary)
    signs_from: datetime = Field(sa_type=MOMENT)
    gone_at: datetime | None = Field(default=None, sa_type=MOMENT)


class KeptKey(Table, table=True):
    """A key of an earlier root secret, sealed by the present one: by it old recovery codes and passkeys still fit."""

    __tablename__ = "kept_keys"

    id: int | None = Field(default=None, primary_key=True)
    purpose: str
    sealed: bytes = Field(sa_type=LargeBinary)


class RecoveryCode(Table, table=True):
    """One of ten ways back in when the second factor is lost; each works once."""

    __tablename__ = "recovery_codes"

    user_id: int = Field(primary_key=True, foreign_key="users.id")
    code_hash: bytes = Field(primary_key=True, sa_type=LargeBinary)
    used_at: datetime | None = Field(default=None, sa_type=MOMENT)


class Passkey(Table, table=True):
    """A key pair on a person's device that signs in without a password."""

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
    """A question put to a browser or an outside provider; answered once, soon, or never."""

    __tablename__ = "challenges"
    __table_args__ = (Index("ix_challenges_expires_at", "expires_at"),)

    id: str = Field(primary_key=True)
    kind: str
    user_id: int | None = Field(default=None, foreign_key="users.id")
    secret: bytes = Field(sa_type=LargeBinary)
    told: dict[str, Any] = Field(default_factory=dict, sa_type=JSONB)
    expires_at: datetime = Field(sa_type=MOMENT)


class OutsideIdentity(Table, table=True):
    """An account at an outside provider that signs in to one of ours."""

    __tablename__ = "outside_identities"
    __table_args__ = (Index("ix_outside_identities_user_id", "user_id"),)

    provider: str = Field(primary_key=True)
    subject: str = Field(primary_key=True)
    user_id: int = Field(foreign_key="users.id")
    linked_at: datetime = Field(sa_type=MOMENT)


class StaffAct(Table, table=True):
    """What staff did to an account: who, when, why, and what it was before and after. Never changed."""

    __tablename__ = "staff_acts"
    __table_args__ = (Index("ix_staff_acts_user_id", "user_id"),)

    id: int | None = Field(default=None, primary_key=True)
    user_id: int
    by_admin_id: int | None = None
    act: str
    reason: str
    before: dict[str, Any] = Field(sa_type=JSONB)
    after: dict[str, Any] = Field(sa_type=JSONB)
    request_id: str = ""
    happened_at: datetime = Field(sa_type=MOMENT)


class Erasure(Table, table=True):
    """Somebody asked to be forgotten, and how far it has come."""

    __tablename__ = "erasures"

    user_id: int = Field(primary_key=True)
    asked_at: datetime = Field(sa_type=MOMENT)
    erased_at: datetime | None = Field(default=None, sa_type=MOMENT)
    confirmed_at: datetime | None = Field(default=None, sa_type=MOMENT)
    """When every service was found to have said that it has forgotten the person; nobody asks after that."""


class ErasureReceipt(Table, table=True):
    """One service's word that it has forgotten the person."""

    __tablename__ = "erasure_receipts"

    user_id: int = Field(primary_key=True)
    service: str = Field(primary_key=True)
    forgotten_at: datetime = Field(sa_type=MOMENT)
