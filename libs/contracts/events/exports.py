"""Events of files that staff downloaded."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.fact import Fact, Id

ListFilter = Literal[
    "search", "role", "status", "seller", "person", "standing", "source", "subject", "kind", "byAdminId", "byStaff",
    "requestId", "since", "until",
]  # fmt: skip


class ExportFact(Fact):
    """A member of staff downloaded a list."""

    by_admin_id: Id
    # The names of the filters. Their values may be personal.
    filters: Annotated[list[ListFilter], Field(max_length=10)]
    exported_at: datetime

    @property
    def key(self) -> str:
        return f"export-{self.by_admin_id}"


class AccountsExported(ExportFact):
    """The list of accounts was downloaded."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"


class OrdersExported(ExportFact):
    """The list of orders was downloaded."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"


class ListingsExported(ExportFact):
    """The list of listings was downloaded."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"


class RecordExported(ExportFact):
    """The audit log was downloaded."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"
