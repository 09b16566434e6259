"""The list of orders as a file for staff."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.exports import ListFilter, OrdersExported
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.http.access import Identity
from libs.kit.http.export import Streamed
from libs.kit.http.table_file import Line, Table, answer_table
from libs.kit.money import plain_ringgit
from libs.kit.process import clock
from services.messaging.domain.deals import OrderStatus, order_id, states_of
from services.messaging.queries import deals as queries
from services.messaging.schemas.deals import OrderOut
from services.messaging.service import orders

HEAD = (
    "id", "order", "at", "status", "total (RM)", "listing", "buyer", "buyer id", "seller", "seller id", "courier",
    "tracking number",
)  # fmt: skip


async def export(
    database: Database,
    session: AsyncSession,
    staffer: Identity,
    search: str,
    status: OrderStatus | None,
    person_id: int | None,
) -> Streamed:
    """Return the newest orders as a file; that they were taken is told with its first line."""
    number = search.strip() if person_id is None else ""
    filters: dict[ListFilter, Any] = {"search": number, "status": status, "person": person_id}
    set_filters = [name for name, value in filters.items() if value]
    now = await clock.now(session)
    fact = OrdersExported(by_admin_id=staffer.user_id, filters=set_filters, exported_at=now)
    await outbox.record(session, fact, version=1)

    async def read(reading: AsyncSession, before: int | None, most: int) -> list[Line]:
        if number:  # as on the page: a number finds a few, so there is no second page
            found = await queries.orders_by_number(reading, order_id(number), number)
        elif person_id is not None:
            found = await queries.newest_of(reading, person_id, states_of(status), most, before)
        else:
            found = await queries.orders_of_all(reading, states=states_of(status), before=before, most=most)
        return [(one.id, _cells(one)) for one in await orders.orders_out(reading, found)]

    return await answer_table(database, Table("wangi-orders.csv", HEAD, read))


def _cells(order: OrderOut) -> Sequence[Any]:
    (item,) = order.items
    return (
        order.id, order.order_number, order.created_at.isoformat(), order.status,
        plain_ringgit(order.total), item.name, order.buyer.username, order.buyer.id,
        order.seller.username, order.seller.id, order.courier, order.tracking_number,
    )  # fmt: skip
