"""Events of conversations. They never contain the text of messages."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.event import ErasureAcknowledged, Event, Id
from libs.contracts.events.admin import CaseReason, Outcome

MessageKind = Literal["TEXT", "FILE", "ACTION"]
# Range of the message length in characters.
LengthBand = Literal["0", "1-50", "51-200", "201-1000", "1001-2000"]
ReportReason = Literal["scam", "harassment", "counterfeit", "spam", "other"]


class ConversationEvent(Event):
    """An event of a conversation."""

    topic: ClassVar[str] = "wangi.messages"
    producer: ClassVar[str] = "messaging"
    key_field: ClassVar[str] = "conversation_id"


class ConversationStarted(ConversationEvent):
    """A person wrote to another person for the first time."""

    conversation_id: Id
    starter_id: Id
    other_id: Id
    product_id: Id | None
    started_at: datetime


class MessageSent(ConversationEvent):
    """A message was sent. `seq` is its position in the conversation."""

    conversation_id: Id
    message_id: Id
    seq: int
    sender_id: Id
    receiver_id: Id
    product_id: Id | None
    kind: MessageKind
    length: LengthBand
    # True if the receiver is notified immediately. False for a muted conversation, and for steps that
    # `wangi.trades` publishes.
    notifies_receiver: bool = True
    sent_at: datetime


class MessageChanged(ConversationEvent):
    """A message was deleted by its sender, or its card has changed.
    `seq` is the conversation's new sequence number."""

    conversation_id: Id
    message_id: Id
    seq: int
    sender_id: Id
    receiver_id: Id
    change: Literal["deleted", "card"]
    changed_at: datetime


class MessagesRead(ConversationEvent):
    """A person has read messages up to `up_to_id`. `message_ids` contains the newest of these messages."""

    conversation_id: Id
    reader_id: Id
    sender_id: Id
    message_ids: Annotated[list[Id], Field(max_length=100)]
    up_to_id: Id
    read_at: datetime


class MessagesUnread(ConversationEvent):
    """Messages have been unread so long that an email is sent. Not repeated until the messages are read."""

    conversation_id: Id
    reader_id: Id
    sender_id: Id
    # The newest unread message.
    message_id: Id
    notified_at: datetime


class PersonBlocked(ConversationEvent):
    """A person blocked or unblocked another person."""

    blocker_id: Id
    blocked_id: Id
    is_blocked: bool
    changed_at: datetime

    @property
    def key(self) -> str:
        return f"block-{self.blocker_id}-{self.blocked_id}"


class MessageReported(ConversationEvent):
    """A person reported another person or a message. The reporter's words are not published."""

    report_id: Id
    reporter_id: Id
    about_id: Id
    message_id: Id | None
    # The reported purchase.
    transaction_id: Id | None = None
    review_id: Id | None = None
    # The person whom the reported review is about.
    rated_id: Id | None = None
    reason: ReportReason
    reported_at: datetime

    @property
    def key(self) -> str:
        return f"report-{self.report_id}"


class ReportedFileOpened(Event):
    """Staff opened the attachment of a reported message."""

    topic: ClassVar[str] = "wangi.messages"
    producer: ClassVar[str] = "messaging"

    report_id: Id
    message_id: Id
    by_admin_id: Id
    opened_at: datetime

    @property
    def key(self) -> str:
        return f"opened-{self.report_id}"


class ReportsRead(Event):
    """Staff viewed reports with their surrounding messages."""

    topic: ClassVar[str] = "wangi.messages"
    producer: ClassVar[str] = "messaging"

    report_ids: Annotated[list[Id], Field(min_length=1, max_length=100)]
    by_admin_id: Id
    read_at: datetime

    @property
    def key(self) -> str:
        return f"read-{self.report_ids[0]}"


class HidingAppealAnswered(Event):
    """A granted appeal against hiding a message or review was processed.
    `gone` if the text no longer exists."""

    topic: ClassVar[str] = "wangi.messages"
    producer: ClassVar[str] = "messaging"

    case_id: Id
    kind: Literal["message", "review"]
    subject_id: Id
    outcome: Outcome
    answered_at: datetime

    @property
    def key(self) -> str:
        return f"hidden-{self.case_id}"


class MessageHidden(Event):
    """Staff hid a message because of a case, or the message was already gone."""

    topic: ClassVar[str] = "wangi.messages"
    producer: ClassVar[str] = "messaging"

    case_id: Id
    message_id: Id
    sender_id: Id
    reason: CaseReason
    outcome: Outcome
    hidden_at: datetime

    @property
    def key(self) -> str:
        return f"hidden-{self.case_id}"


class PersonForgotten(ErasureAcknowledged):
    """Messaging has erased a person's data."""

    topic: ClassVar[str] = "wangi.messages"
    producer: ClassVar[str] = "messaging"
