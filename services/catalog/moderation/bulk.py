from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.batches import ListingBatchActDone
from libs.contracts.events.exports import ListFilter, ListingsExported
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.http import bulk
from libs.kit.http.bulk import Act, BatchOut, BatchPreviewOut
from libs.kit.http.client import InternalClient
from libs.kit.http.export import Streamed
from libs.kit.http.idempotency import Once
from libs.kit.http.table_file import Line, Table, answer_table
from libs.kit.money import plain_ringgit
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from services.catalog.listings.models import Product
from services.catalog.moderation import queries, service
from services.catalog.moderation.schemas import BulkListingsIn


async def preview_bulk(
    database: Database, auctions: InternalClient, staffer: Identity, form: BulkListingsIn
) -> BatchPreviewOut:
    return await bulk.preview(database, form.lines, _act_of(auctions, staffer, form))


async def carry_out_bulk(
    database: Database, auctions: InternalClient, staffer: Identity, form: BulkListingsIn, once: Once
) -> BatchOut:
    def make_event(batch_id: UUID, product_id: int, at: datetime) -> ListingBatchActDone:
        return ListingBatchActDone(
            batch_id=batch_id, subject_id=product_id, by_admin_id=staffer.user_id, act=form.act, done_at=at
        )

    return await bulk.carry_out(database, once, form.lines, _act_of(auctions, staffer, form), make_event)


def _act_of(auctions: InternalClient, staffer: Identity, form: BulkListingsIn) -> Act:
    async def act(session: AsyncSession, product_id: int) -> None:
        if form.act == "restore":
            await service.restore_listing(session, auctions, staffer, product_id)
        else:
            assert form.reason is not None
            await service.take_down_listing(session, auctions, staffer, product_id, form.reason, form.code)

    return act


HEAD = (
    "id", "name", "brand", "price (RM)", "type", "status", "removed because", "stock", "seller id", "listed at",
)  # fmt: skip


async def export_listings(
    database: Database, session: AsyncSession, staffer: Identity, filters: queries.ListingFilters
) -> Streamed:
    """The access log entry is written with the first line."""
    given: dict[ListFilter, str | None] = {
        "search": filters.search, "status": filters.status, "seller": filters.seller,
    }  # fmt: skip
    set_filters = [name for name, value in given.items() if value]
    now = await clock.now(session)
    event = ListingsExported(by_admin_id=staffer.user_id, filters=set_filters, exported_at=now)
    await outbox.record(session, event, version=1)

    async def read(reading: AsyncSession, before: int | None, most: int) -> list[Line]:
        found = await queries.list_newest_of_all(reading, filters, before, most)
        return [(item.known_id, _cells(item)) for item in found]

    return await answer_table(database, Table("wangi-listings.csv", HEAD, read))


def _cells(one: Product) -> Sequence[Any]:
    return (
        one.known_id, one.name, one.brand, plain_ringgit(one.price), one.listing_type,
        one.status, one.removed_reason, one.stock_quantity, one.seller_id, one.created_at.isoformat(),
    )  # fmt: skip
