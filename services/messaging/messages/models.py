from datetime import datetime

from sqlalchemy import Text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.messaging.models import MOMENT, Table


class Message(Table, Numbered, table=True):
    """`place` is the message's number among the receiver's messages in the conversation."""

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
