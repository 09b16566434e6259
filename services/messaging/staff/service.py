from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.batches import OrderBatchActDone
from libs.contracts.events.exports import ListFilter, OrdersExported
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.http import bulk
from libs.kit.http.bulk import BatchOut, BatchPreviewOut, Begin
from libs.kit.http.export import Streamed
from libs.kit.http.idempotency import Once
from libs.kit.http.table_file import Line, Table, answer_table
from libs.kit.money import plain_ringgit
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from services.messaging.deals import commands, orders
from services.messaging.deals.commands import Owners
from services.messaging.deals.queries import (
    find_orders_by_number,
    get_deals,
    list_all_orders,
    list_newest_deals,
)
from services.messaging.deals.rules import OrderStatus, order_id, states_of
from services.messaging.deals.schemas import BulkOrdersIn, OrderOut
from services.messaging.deals.timeline import StaffDecision

HEAD = (
    "id", "order", "at", "status", "total (RM)", "listing", "buyer", "buyer id", "seller", "seller id", "courier",
    "tracking number",
)  # fmt: skip


async def export_orders(
    database: Database,
    session: AsyncSession,
    staffer: Identity,
    search: str,
    status: OrderStatus | None,
    person_id: int | None,
) -> Streamed:
    """The access log entry is written with the first line."""
    number = search.strip() if person_id is None else ""
    filters: dict[ListFilter, Any] = {"search": number, "status": status, "person": person_id}
    set_filters = [name for name, value in filters.items() if value]
    now = await clock.now(session)
    event = OrdersExported(by_admin_id=staffer.user_id, filters=set_filters, exported_at=now)
    await outbox.record(session, event, version=1)

    async def read(reading: AsyncSession, before: int | None, most: int) -> list[Line]:
        if number:  # A number matches few orders, so there is no second page.
            found = await find_orders_by_number(reading, order_id(number), number)
        elif person_id is not None:
            found = await list_newest_deals(reading, person_id, states_of(status), most, before)
        else:
            found = await list_all_orders(reading, states=states_of(status), before=before, most=most)
        return [(item.id, _cells(item)) for item in await orders.orders_out(reading, found)]

    return await answer_table(database, Table("wangi-orders.csv", HEAD, read))


def _cells(order: OrderOut) -> Sequence[Any]:
    (item,) = order.items
    return (
        order.id, order.order_number, order.created_at.isoformat(), order.status,
        plain_ringgit(order.total), item.name, order.buyer.username, order.buyer.id,
        order.seller.username, order.seller.id, order.courier, order.tracking_number,
    )  # fmt: skip


async def preview_bulk(
    database: Database, owners: Owners, staffer: Identity, form: BulkOrdersIn
) -> BatchPreviewOut:
    async with database.reading() as session:
        deals = await get_deals(session, form.lines)

    async def foresee(deal_id: int) -> Literal["possible", "unknown"]:
        return await commands.foresee_status(owners, deals.get(deal_id), form.status, _word(staffer, form))

    return await bulk.preview_without_trying(form.lines, foresee)


async def carry_out_bulk(
    database: Database, owners: Owners, staffer: Identity, form: BulkOrdersIn, once: Once
) -> BatchOut:
    async def command(deal_id: int, begin: Begin) -> None:
        await commands.set_status(database, owners, deal_id, form.status, _word(staffer, form), begin)

    def make_event(batch_id: UUID, deal_id: int, at: datetime) -> OrderBatchActDone:
        return OrderBatchActDone(
            batch_id=batch_id, subject_id=deal_id, by_admin_id=staffer.user_id, act=form.status, done_at=at
        )

    return await bulk.command_each(database, once, form.lines, command, make_event)


def _word(staffer: Identity, form: BulkOrdersIn) -> StaffDecision:
    return StaffDecision(staffer.user_id, form.reason, form.words)
