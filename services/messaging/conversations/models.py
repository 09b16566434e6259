from datetime import datetime
from typing import Any

from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.messaging.models import MOMENT, Table


class Conversation(Table, Numbered, table=True):
    """`seq` counts the changes in the conversation. `version` counts the published events."""

    __tablename__ = "conversations"

    low_id: int
    high_id: int
    started_by: int
    seq: int = 0
    version: int = 0
    created_at: datetime = Field(sa_type=MOMENT)
    # Opened by the platform for an auction. Excluded from daily limits.
    by_platform: bool = False


class Side(Table, table=True):
    __tablename__ = "conversation_sides"

    conversation_id: int = Field(primary_key=True, foreign_key="conversations.id")
    user_id: int = Field(primary_key=True)
    other_id: int
    # Number of messages received, and how many of these were read and delivered to a device. None of these
    # decrease.
    received: int = 0
    read: int = 0
    delivered: int = 0
    last_message_id: int | None = None
    product_id: int | None = None
    last_at: datetime = Field(sa_type=MOMENT)
    is_pinned: bool = False
    is_muted: bool = False
    is_archived: bool = False
    # Until this is set, the other person counts as a stranger.
    has_written: bool = False
    # When the oldest unread message arrived, and whether an email about unread messages was sent.
    unread_since: datetime | None = Field(default=None, sa_type=MOMENT)
    mailed: bool = False


class Block(Table, table=True):
    """The row is kept after unblocking, because its version must keep increasing."""

    __tablename__ = "blocks"

    blocker_id: int = Field(primary_key=True)
    blocked_id: int = Field(primary_key=True)
    is_active: bool = True
    version: int = 1
    created_at: datetime = Field(sa_type=MOMENT)


class Report(Table, Numbered, table=True):
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
