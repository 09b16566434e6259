"""Facts about files that staff takes of its lists: who took which, and by which filters."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.fact import Fact, Id

ListFilter = Literal[
    "search", "role", "status", "seller", "person", "standing", "source", "subject", "kind", "byAdminId", "byStaff",
    "requestId", "since", "until",
]  # fmt: skip


class ExportFact(Fact):
    """One of staff took a list as a file."""

    by_admin_id: Id
    # The names of the filters that were set; what was looked for may be a person's name.
    filters: Annotated[list[ListFilter], Field(max_length=10)]
    exported_at: datetime

    @property
    def key(self) -> str:
        return f"export-{self.by_admin_id}"


class AccountsExported(ExportFact):
    """The list of accounts was taken as a file."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"


class OrdersExported(ExportFact):
    """The list of orders was taken as a file."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"


class ListingsExported(ExportFact):
    """The list of listings was taken as a file."""

    topic: ClassVar[str] = "wangi.products"
    producer: ClassVar[str] = "catalog"


class RecordExported(ExportFact):
    """The newest entries of the record were taken as a file."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"
