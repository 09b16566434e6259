"""The list of listings as a file for staff."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.exports import ListFilter, ListingsExported
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.http.access import Identity
from libs.kit.http.export import Streamed
from libs.kit.http.table_file import Line, Table, answer_table
from libs.kit.money import plain_ringgit
from libs.kit.process import clock
from services.catalog.models import Product
from services.catalog.queries import staff_lists as queries

HEAD = (
    "id", "name", "brand", "price (RM)", "type", "status", "removed because", "stock", "seller id", "listed at",
)  # fmt: skip


async def export(
    database: Database, session: AsyncSession, staffer: Identity, filters: queries.ListingFilters
) -> Streamed:
    """Return the newest of these listings as a file; that they were taken is told with its first line."""
    given: dict[ListFilter, str | None] = {
        "search": filters.search, "status": filters.status, "seller": filters.seller,
    }  # fmt: skip
    set_filters = [name for name, value in given.items() if value]
    now = await clock.now(session)
    fact = ListingsExported(by_admin_id=staffer.user_id, filters=set_filters, exported_at=now)
    await outbox.record(session, fact, version=1)

    async def read(reading: AsyncSession, before: int | None, most: int) -> list[Line]:
        found = await queries.newest_of_all(reading, filters, before, most)
        return [(one.known_id, _cells(one)) for one in found]

    return await answer_table(database, Table("wangi-listings.csv", HEAD, read))


def _cells(one: Product) -> Sequence[Any]:
    return (
        one.known_id, one.name, one.brand, plain_ringgit(one.price), one.listing_type,
        one.status, one.removed_reason, one.stock_quantity, one.seller_id, one.created_at.isoformat(),
    )  # fmt: skip
