from datetime import datetime

from sqlalchemy import Index, LargeBinary, text
from sqlmodel import Field

from services.auth.models import MOMENT, Table


class User(Table, table=True):
    """`username_key`, `username_look` and `email_key` are folded and unique."""

    __tablename__ = "users"

    id: int | None = Field(default=None, primary_key=True)
    username: str
    username_key: str = Field(unique=True)
    username_look: str = Field(unique=True)
    email: str
    email_key: str = Field(unique=True)
    pending_email: str | None = None
    # The session that requested the new address. It survives the confirmation.
    pending_session: str | None = None
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
    # False while it is only the browser's language.
    language_chosen: bool = False
    theme: str = "system"
    is_seller: bool = True
    is_admin: bool = False
    # The staff role of a person who is not an admin.
    staff_role: str | None = None
    staff_since: datetime | None = Field(default=None, sa_type=MOMENT)
    is_banned: bool = False
    # Replicated from messaging.
    is_verified: bool = False
    # When the verified badge was lost.
    badge_lost_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # In sen, replicated from boost.
    wallet_balance: int = 0
    wallet_entry: int = 0
    identity_checked_at: datetime | None = Field(default=None, sa_type=MOMENT)
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
    created_at: datetime = Field(
        sa_type=MOMENT, sa_column_kwargs={"server_default": text("clock_timestamp()")}
    )

    @property
    def known_id(self) -> int:
        assert self.id is not None
        return self.id

    @property
    def serves_as(self) -> str | None:
        return "admin" if self.is_admin else self.staff_role

    @property
    def serves_in_two_steps(self) -> bool:
        """An authenticator added after the role was given may be an intruder's."""
        on, since = self.totp_confirmed_at, self.staff_since
        return on is not None and since is not None and since >= on

    @property
    def has_second_factor(self) -> bool:
        return self.totp_confirmed_at is not None


class AccountTotal(Table, table=True):
    """Triggers maintain sixteen rows, which are summed."""

    __tablename__ = "account_totals"

    slot: int = Field(primary_key=True)
    people: int = 0
    sellers: int = 0


class AddressUndo(Table, table=True):
    """The link is valid once within a week. Only its hash is stored."""

    __tablename__ = "address_undos"
    __table_args__ = (
        Index("ix_address_undos_user_id", "user_id"),
        Index("ix_address_undos_email_key", "email_key"),
    )
    id: str = Field(primary_key=True)
    user_id: int = Field(foreign_key="users.id")
    token_hash: bytes = Field(sa_type=LargeBinary)
    email: str
    email_key: str
    changed_at: datetime = Field(sa_type=MOMENT)
    expires_at: datetime = Field(sa_type=MOMENT)
