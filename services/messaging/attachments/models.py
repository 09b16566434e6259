from datetime import datetime

from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.messaging.models import MOMENT, Table


class MessageFile(Table, Numbered, table=True):
    """`token` is the name of the attachment's files in the store."""

    __tablename__ = "message_files"

    token: str
    sender_id: int
    receiver_id: int
    name: str
    content_type: str
    size: int
    # Pictures only. Clients reserve the space before the picture has loaded.
    width: int | None = None
    height: int | None = None
    created_at: datetime = Field(sa_type=MOMENT)


class DiscardedFile(Table, table=True):
    __tablename__ = "discarded_files"

    token: str = Field(primary_key=True)
