"""Conversations, and what was written in them."""

from datetime import datetime
from typing import Any

from sqlalchemy import Text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.messaging.models.base import MOMENT, Table


class Conversation(Table, Numbered, table=True):
    """All that two people write to each other; `seq` counts every change in it, `version` its facts."""

    __tablename__ = "conversations"

    low_id: int
    high_id: int
    started_by: int
    seq: int = 0
    version: int = 0
    created_at: datetime = Field(sa_type=MOMENT)
    # The platform began it, for an auction's seller and winner: it counts to no daily limit.
    by_platform: bool = False


class Side(Table, table=True):
    """A conversation as one of its two people has it."""

    __tablename__ = "conversation_sides"

    conversation_id: int = Field(primary_key=True, foreign_key="conversations.id")
    user_id: int = Field(primary_key=True)
    other_id: int
    # How many messages came, and how many of them were read and were shown on a device: never fewer later.
    received: int = 0
    read: int = 0
    delivered: int = 0
    last_message_id: int | None = None
    product_id: int | None = None
    last_at: datetime = Field(sa_type=MOMENT)
    is_pinned: bool = False
    is_muted: bool = False
    is_archived: bool = False
    # Whether this person has written themself: until then the other one is a stranger to them.
    has_written: bool = False
    # When the oldest unread message came, and whether a mail has told of it.
    unread_since: datetime | None = Field(default=None, sa_type=MOMENT)
    mailed: bool = False


class Message(Table, Numbered, table=True):
    """A message; `place` counts those that its receiver got in this conversation."""

    __tablename__ = "messages"

    conversation_id: int = Field(foreign_key="conversations.id")
    seq: int
    changed_seq: int
    place: int
    sender_id: int
    receiver_id: int
    content: str = ""
    product_id: int | None = None
    message_type: str = "TEXT"
    file_id: int | None = Field(default=None, foreign_key="message_files.id")
    action_type: str | None = None
    actor_id: int | None = None
    deal_id: int | None = Field(default=None, foreign_key="deals.id")
    offer_id: int | None = Field(default=None, foreign_key="offers.id")
    is_clicked: bool = False
    reply_to_id: int | None = None
    client_id: str | None = None
    warnings: list[str] = Field(default_factory=list, sa_type=ARRAY(Text))
    deleted_at: datetime | None = Field(default=None, sa_type=MOMENT)
    created_at: datetime = Field(sa_type=MOMENT)


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


class Block(Table, table=True):
    """A person who wants no messages of another; kept with its number when it is taken back."""

    __tablename__ = "blocks"

    blocker_id: int = Field(primary_key=True)
    blocked_id: int = Field(primary_key=True)
    is_active: bool = True
    version: int = 1
    created_at: datetime = Field(sa_type=MOMENT)


class Report(Table, Numbered, table=True):
    """A report about a person, or one message, purchase or review of theirs, with what was said around it."""

    __tablename__ = "message_reports"

    reporter_id: int
    about_id: int
    message_id: int | None = None
    deal_id: int | None = Field(default=None, foreign_key="deals.id")
    review_id: int | None = Field(default=None, foreign_key="reviews.id")
    reason: str
    words: str = ""
    context: list[dict[str, Any]] = Field(default_factory=list, sa_type=JSONB)
    created_at: datetime = Field(sa_type=MOMENT)
