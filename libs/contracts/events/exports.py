"""Events of lists that staff downloaded."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.event import Event, Id

ListFilter = Literal[
    "search", "role", "status", "seller", "person", "accountStatus", "source", "subject", "kind", "byAdminId",
    "byStaff", "requestId", "since", "until",
]  # fmt: skip


class ExportEvent(Event):
    """A member of staff downloaded a list."""

    by_admin_id: Id
    # The names of the filters. The values are omitted, because they may be personal.
    filters: Annotated[list[ListFilter], Field(max_length=10)]
    exported_at: datetime

    @property
    def key(self) -> str:
        return f"export-{self.by_admin_id}"


class AccountsExported(ExportEvent):
    """The list of accounts was downloaded."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"


class OrdersExported(ExportEvent):
    """The list of orders was downloaded."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"


class ListingsExported(ExportEvent):
    """The list of listings was downloaded."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"


class RecordExported(ExportEvent):
    """The audit log was downloaded."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"
