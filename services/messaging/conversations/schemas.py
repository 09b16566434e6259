from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from libs.contracts.events.catalog import ListingType
from libs.contracts.events.messaging import ReportReason
from libs.kit.http.schemas import Id, In, Out
from libs.kit.money import RinggitOut
from services.messaging.conversations.rules import LONGEST
from services.messaging.offers.schemas import OfferOut

Content = Annotated[str, StringConstraints(max_length=LONGEST)]


ClientId = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]


class MessageIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"receiverId": 42, "content": "Is it still available?"}}
    }

    receiver_id: Id
    content: Content
    product_id: Id | None = None
    reply_to_id: Id | None = None
    client_id: ClientId | None = None


class ReadIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"senderId": 42}}}

    message_id: Id | None = None
    sender_id: Id | None = None

    @model_validator(mode="after")
    def _names_one(self) -> "ReadIn":
        if self.message_id is None and self.sender_id is None:
            raise ValueError("Please name a message or a sender.")
        return self


class SideIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"isPinned": True}}}

    is_pinned: bool | None = None
    is_muted: bool | None = None
    is_archived: bool | None = None


class ReportIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"reason": "scam", "messageId": 7}}}

    reason: ReportReason
    message_id: Id | None = None
    words: Annotated[str, StringConstraints(max_length=1_000)] = ""


class PersonOut(Out):
    id: int
    username: str
    profile_image: str | None
    is_deleted: bool
    is_verified: bool


class ProductOut(Out):
    id: int
    name: str
    image_url: str | None
    price: RinggitOut
    status: str
    listing_type: ListingType


class SentenceOut(Out):
    """A platform-generated sentence, as a template with values. `content` contains the English text."""

    code: Literal["purchase_confirmed", "offered"]
    # Empty if the name was erased.
    name: str
    amount: RinggitOut


class QuoteOut(Out):
    """The message being replied to."""

    id: int
    sender_id: int
    content: str
    sentence: SentenceOut | None


class CardOut(Out):
    """A step of a deal, from the reader's point of view."""

    transaction_id: int
    title: str
    text: str
    state: Literal["open", "waiting", "done", "unavailable", "cancelled"]
    amount: RinggitOut
    # Number of completed steps, out of four.
    progress: int
    # `pay_by` is set while the payment is outstanding.
    auction_id: int | None
    pay_by: datetime | None


class FileOut(Out):
    name: str
    content_type: str
    size: int
    # Pictures only.
    width: int | None
    height: int | None


class SentFileOut(Out):
    success: Literal[True]
    message: "MessageOut"


class MessageOut(Out):
    """A message, from the reader's point of view."""

    id: int
    conversation_id: int
    seq: int
    changed_seq: int
    sender_id: int
    receiver_id: int
    content: str
    # For translation. Null if a person wrote the message.
    sentence: SentenceOut | None
    product_id: int | None
    message_type: Literal["TEXT", "FILE", "ACTION"]
    file_url: str | None
    # The specification also uses the name `file_url`.
    file_url_snake: Annotated[str | None, Field(serialization_alias="file_url")]
    file: FileOut | None
    action_type: str | None
    actor_id: int | None
    is_read: bool
    is_delivered: bool
    is_clicked: bool
    is_deleted: bool
    created_at: datetime
    sender: PersonOut
    receiver: PersonOut
    product: ProductOut | None
    reply_to: QuoteOut | None
    card: CardOut | None
    offer: OfferOut | None
    # Only for the receiver.
    warnings: list[str]
    # Chosen by the sender's client.
    client_id: str | None


class ViewOut(Out):
    """A message and the person it is rendered for."""

    viewer_id: int
    message: MessageOut


class ConversationOut(Out):
    """A conversation, from the reader's point of view."""

    id: int
    user: PersonOut
    product: ProductOut | None
    last_message: MessageOut | None
    unread_count: int
    seq: int
    epoch: int
    is_pinned: bool
    is_muted: bool
    is_archived: bool
    is_blocked: bool
    # True if the other person wrote first and has not been answered.
    is_stranger: bool


class UnreadOut(Out):
    count: int


class ReadOut(UnreadOut):
    """`messageIds` lists the newest messages that became read. Empty if all messages were already read."""

    reader_id: int
    sender_id: int
    message_ids: list[int]
    up_to_id: int | None


class DoneOut(Out):
    success: Literal[True]


class OpenOut(Out):
    """`isOpen` is true if both people have written and neither has blocked the other."""

    is_open: bool


class ContactOut(Out):
    user_id: int
    username: str
    is_deleted: bool
    product_id: int | None
    product_name: str | None


ReportedKind = Literal["message", "review", "person", "purchase"]


class SaidOut(Out):
    sender_id: int
    username: str
    content: str


class ReportOut(Out):
    """A report with the surrounding messages or the steps of the purchase."""

    reporter_id: int
    reason: ReportReason
    words: str
    created_at: datetime
    said: list[SaidOut]
    steps: list[str]
