"""Facts about conversations; what people write never enters one."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.events.admin import CaseReason, Outcome
from libs.contracts.fact import Fact, Id, Receipt

MessageKind = Literal["TEXT", "FILE", "ACTION"]
# How long a text is, in characters: enough for analysts, too little to guess what was written.
LengthBand = Literal["0", "1-50", "51-200", "201-1000", "1001-2000"]
ReportReason = Literal["scam", "harassment", "counterfeit", "spam", "other"]


class ConversationFact(Fact):
    """A fact about the conversation of two people."""

    topic: ClassVar[str] = "wangi.messages"
    producer: ClassVar[str] = "messaging"
    key_field: ClassVar[str] = "conversation_id"


class ConversationStarted(ConversationFact):
    """A person wrote to another for the first time."""

    conversation_id: Id
    starter_id: Id
    other_id: Id
    product_id: Id | None
    started_at: datetime


class MessageSent(ConversationFact):
    """A message stands in a conversation, at the place `seq`."""

    conversation_id: Id
    message_id: Id
    seq: int
    sender_id: Id
    receiver_id: Id
    product_id: Id | None
    kind: MessageKind
    length: LengthBand
    # Whether its receiver is told at once: not in a muted conversation, nor of what `wangi.trades` tells.
    is_told: bool = True
    sent_at: datetime


class MessageChanged(ConversationFact):
    """A message was deleted by its sender, or its card stands otherwise; `seq` is the conversation's now."""

    conversation_id: Id
    message_id: Id
    seq: int
    sender_id: Id
    receiver_id: Id
    change: Literal["deleted", "card"]
    changed_at: datetime


class MessagesRead(ConversationFact):
    """One side has read what the other wrote, up to a message; `message_ids` are the newest of them."""

    conversation_id: Id
    reader_id: Id
    sender_id: Id
    message_ids: Annotated[list[Id], Field(max_length=100)]
    up_to_id: Id
    read_at: datetime


class MessagesUnread(ConversationFact):
    """Messages have waited so long that one mail tells of them, and no second one before one looks."""

    conversation_id: Id
    reader_id: Id
    sender_id: Id
    # The newest that waits.
    message_id: Id
    told_at: datetime


class PersonBlocked(ConversationFact):
    """A person wants no messages of another any more, or wants them again."""

    blocker_id: Id
    blocked_id: Id
    is_blocked: bool
    changed_at: datetime

    @property
    def key(self) -> str:
        return f"block-{self.blocker_id}-{self.blocked_id}"


class MessageReported(ConversationFact):
    """A person reported another, or one message; the words stay in messaging."""

    report_id: Id
    reporter_id: Id
    about_id: Id
    message_id: Id | None
    # The purchase that the report is about.
    transaction_id: Id | None = None
    review_id: Id | None = None
    # Whom a reported review rates.
    rated_id: Id | None = None
    reason: ReportReason
    reported_at: datetime

    @property
    def key(self) -> str:
        return f"report-{self.report_id}"


class ReportedFileOpened(Fact):
    """Staff opened the attachment of a message that was reported."""

    topic: ClassVar[str] = "wangi.messages"
    producer: ClassVar[str] = "messaging"

    report_id: Id
    message_id: Id
    by_admin_id: Id
    opened_at: datetime

    @property
    def key(self) -> str:
        return f"opened-{self.report_id}"


class ReportsRead(Fact):
    """Staff read what people reported of something, with the messages around it."""

    topic: ClassVar[str] = "wangi.messages"
    producer: ClassVar[str] = "messaging"

    report_ids: Annotated[list[Id], Field(min_length=1, max_length=100)]
    by_admin_id: Id
    read_at: datetime

    @property
    def key(self) -> str:
        return f"read-{self.report_ids[0]}"


class HidingAppealAnswered(Fact):
    """Because an appeal was granted a message or review is in its place again, as far as its words are kept;
    what was emptied is `gone`."""

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


class MessageHidden(Fact):
    """Staff has emptied a message, or would have, because of a case."""

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


class PersonForgotten(Receipt):
    """Nothing personal about an erased person is left in messaging."""

    topic: ClassVar[str] = "wangi.messages"
    producer: ClassVar[str] = "messaging"
