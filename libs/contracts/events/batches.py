"""Events of bulk actions: an event per item, with the id of the batch."""

from datetime import datetime
from typing import ClassVar, Literal
from uuid import UUID

from libs.contracts.event import Event, Id

AccountAct = Literal["suspend", "lift", "end_sessions"]
ListingAct = Literal["remove", "restore"]
CaseAct = Literal["claim", "dismiss"]
OrderAct = Literal["processing", "shipped", "delivered", "cancelled"]


class BatchEvent(Event):
    """A bulk action was applied to an item. Another event has the details."""

    batch_id: UUID
    subject_id: Id
    by_admin_id: Id
    done_at: datetime

    @property
    def key(self) -> str:
        return f"batch-{self.batch_id}-{self.subject_id}"


class AccountBatchActDone(BatchEvent):
    """A bulk action was applied to an account."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    act: AccountAct


class ListingBatchActDone(BatchEvent):
    """A bulk action was applied to a listing."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"

    act: ListingAct


class CaseBatchActDone(BatchEvent):
    """A bulk action was applied to a case."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"

    act: CaseAct


class OrderBatchActDone(BatchEvent):
    """A bulk action set the status of an order."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"

    act: OrderAct
