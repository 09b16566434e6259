from datetime import datetime

from sqlalchemy import Index, LargeBinary, text
from sqlmodel import Field

from services.auth.models import MOMENT, Table


class User(Table, table=True):
    """`username_key`, `username_look` and `email_key` are normalised and unique."""

    __tablename__ = "users"

    id: int | None = Field(default=None, primary_key=True)
    username: str
    username_key: str = Field(unique=True)
    username_look: str = Field(unique=True)
    email: str
    email_key: str = Field(unique=True)
    pending_email: str | None = None
    # The session that requested the new email address. This session survives the confirmation.
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
    # False if the language was only detected from the browser.
    language_chosen: bool = False
    theme: str = "system"
    is_seller: bool = True
    is_admin: bool = False
    # Admins have no staff role.
    staff_role: str | None = None
    staff_since: datetime | None = Field(default=None, sa_type=MOMENT)
    is_banned: bool = False
    # Replicated from messaging.
    is_verified: bool = False
    badge_lost_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # In sen. Replicated from boost.
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
        """True if the staff role was given after two-step sign-in was turned on. An authenticator added later
        may be an intruder's."""
        on, since = self.totp_confirmed_at, self.staff_since
        return on is not None and since is not None and since >= on

    @property
    def has_second_factor(self) -> bool:
        return self.totp_confirmed_at is not None


class AccountTotal(Table, table=True):
    """Counts of accounts, maintained by triggers. The sixteen rows must be summed."""

    __tablename__ = "account_totals"

    slot: int = Field(primary_key=True)
    people: int = 0
    sellers: int = 0


class AddressUndo(Table, table=True):
    """An emailed link to restore the previous address. Valid once, for one week. Only a hash of the token is
    stored."""

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
