from datetime import datetime
from typing import Any

from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from services.auth.models import MOMENT, Table


class Notification(Table, table=True):
    """A notification. Its text is rendered when it is read, in the reader's language."""

    __tablename__ = "notifications"

    id: int | None = Field(default=None, primary_key=True)
    user_id: int
    kind: str
    # The subject. Mails about the same subject are at least a day apart.
    about: str
    context: dict[str, Any] = Field(sa_type=JSONB)
    link: str
    # The person whose words are among the values. They are deleted with that person.
    writer_id: int | None = None
    mailed: bool = False
    # It is to be included in the next mail about all notifications of its kind.
    to_mail: bool = False
    shown: bool = True
    created_at: datetime = Field(sa_type=MOMENT)
    read_at: datetime | None = Field(default=None, sa_type=MOMENT)


class OutbidMail(Table, table=True):
    """When a person gets the next mail about outbid auctions, and when they got the previous one."""

    __tablename__ = "outbid_mails"

    user_id: int = Field(primary_key=True)
    due_at: datetime | None = Field(default=None, sa_type=MOMENT)
    sent_at: datetime | None = Field(default=None, sa_type=MOMENT)


class NotificationPreference(Table, table=True):
    """The settings of a person for one kind of notification. Without a row, the defaults apply."""

    __tablename__ = "notification_preferences"

    user_id: int = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    in_app: bool
    mail: bool
    # None for the default of the kind.
    push: bool | None = None


class Lot(Table, table=True):
    """The title of a listing with an auction, for notifications: events about auctions do not contain it."""

    __tablename__ = "lots"

    product_id: int = Field(primary_key=True)
    seller_id: int
    name: str
    kept_at: datetime = Field(sa_type=MOMENT)
