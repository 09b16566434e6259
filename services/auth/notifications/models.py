from datetime import datetime
from typing import Any

from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from services.auth.models import MOMENT, Table


class Notice(Table, table=True):
    """Something a person wanted to hear of; its words are made when it is read, in the reader's language."""

    __tablename__ = "notices"

    id: int | None = Field(default=None, primary_key=True)
    user_id: int
    kind: str
    # What it is about, so that mails about the same thing can be kept apart by a day.
    about: str
    facts: dict[str, Any] = Field(sa_type=JSONB)
    link: str
    # Whose words are among the facts; they go when that person does.
    writer_id: int | None = None
    mailed: bool = False
    # It waits for the next mail about all things of its kind.
    to_mail: bool = False
    shown: bool = True
    created_at: datetime = Field(sa_type=MOMENT)
    read_at: datetime | None = Field(default=None, sa_type=MOMENT)


class OutbidMail(Table, table=True):
    """When a person gets the next mail about auctions in which they were outbid, and when they got the last
    one."""

    __tablename__ = "outbid_mails"

    user_id: int = Field(primary_key=True)
    due_at: datetime | None = Field(default=None, sa_type=MOMENT)
    sent_at: datetime | None = Field(default=None, sa_type=MOMENT)


class NoticePreference(Table, table=True):
    """How a person wants to hear of one kind of thing; without a row, the defaults hold."""

    __tablename__ = "notice_preferences"

    user_id: int = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    in_app: bool
    mail: bool
    # Without a value the default of the kind holds.
    push: bool | None = None


class Lot(Table, table=True):
    """What a listing with an auction is called, for notices about it: facts about auctions name nothing."""

    __tablename__ = "lots"

    product_id: int = Field(primary_key=True)
    seller_id: int
    name: str
    kept_at: datetime = Field(sa_type=MOMENT)
