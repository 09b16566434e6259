"""Facts about one act of staff on many things at once: a fact for each thing, under the id of their batch."""

from datetime import datetime
from typing import ClassVar, Literal
from uuid import UUID

from libs.contracts.fact import Fact, Id

AccountAct = Literal["suspend", "lift", "end_sessions"]
ListingAct = Literal["remove", "restore"]
CaseAct = Literal["claim", "dismiss"]
OrderAct = Literal["processing", "shipped", "delivered", "cancelled"]


class BatchFact(Fact):
    """One of staff did to one thing what they did to all of a batch; a fact of its own says the rest."""

    batch_id: UUID
    subject_id: Id
    by_admin_id: Id
    done_at: datetime

    @property
    def key(self) -> str:
        return f"batch-{self.batch_id}-{self.subject_id}"


class AccountBatchActDone(BatchFact):
    """It was done to an account."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    act: AccountAct


class ListingBatchActDone(BatchFact):
    """It was done to a listing."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"

    act: ListingAct


class CaseBatchActDone(BatchFact):
    """It was done to a case."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"

    act: CaseAct


class OrderBatchActDone(BatchFact):
    """An order was brought to a status."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"

    act: OrderAct
