"""Attachments of messages, and files that are to be deleted."""

from datetime import datetime

from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.messaging.models import MOMENT, Table


class MessageFile(Table, Numbered, table=True):
    """A picture or document that was sent; the file is called by its token."""

    __tablename__ = "message_files"

    token: str
    sender_id: int
    receiver_id: int
    name: str
    content_type: str
    size: int
    # Of a picture, so that its place is kept until it has come.
    width: int | None = None
    height: int | None = None
    created_at: datetime = Field(sa_type=MOMENT)


class DiscardedFile(Table, table=True):
    """An attachment whose files are to be deleted."""

    __tablename__ = "discarded_files"

    token: str = Field(primary_key=True)
