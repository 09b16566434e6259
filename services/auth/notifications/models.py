from datetime import datetime
from typing import Any

from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from services.auth.models import MOMENT, Table


class Notification(Table, table=True):
    """The text is rendered when the notification is read, in the reader's language."""

    __tablename__ = "notifications"

    id: int | None = Field(default=None, primary_key=True)
    user_id: int
    kind: str
    # The subject. Mails about the same subject are at least a day apart.
    about: str
    context: dict[str, Any] = Field(sa_type=JSONB)
    link: str
    # The person whose text `context` contains. The text is deleted when this person is erased.
    writer_id: int | None = None
    mailed: bool = False
    # True if the next combined mail includes the notification.
    to_mail: bool = False
    shown: bool = True
    created_at: datetime = Field(sa_type=MOMENT)
    read_at: datetime | None = Field(default=None, sa_type=MOMENT)


class OutbidMail(Table, table=True):
    __tablename__ = "outbid_mails"

    user_id: int = Field(primary_key=True)
    due_at: datetime | None = Field(default=None, sa_type=MOMENT)
    sent_at: datetime | None = Field(default=None, sa_type=MOMENT)


class NotificationPreference(Table, table=True):
    """If a row is missing, the default settings of its kind apply."""

    __tablename__ = "notification_preferences"

    user_id: int = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    in_app: bool
    mail: bool
    # None uses the default of the kind.
    push: bool | None = None


class ListingTitle(Table, table=True):
    """A replica of listing titles, which auction events do not contain."""

    __tablename__ = "listing_titles"

    product_id: int = Field(primary_key=True)
    seller_id: int
    name: str
    kept_at: datetime = Field(sa_type=MOMENT)
