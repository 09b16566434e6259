from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.people import names_of
from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound
from libs.kit.process import clock
from services.boost.domain.orders import shown_status
from services.boost.models.orders import Order
from services.boost.queries import boosts as boost_queries
from services.boost.queries import orders as order_queries
from services.boost.queries import payments as payment_queries
from services.boost.queries import products as product_queries
from services.boost.queries import receipts as receipt_queries
from services.boost.queries import second_person as second_person_queries
from services.boost.schemas.orders import OrderOut, StaffOrderOut, UntilOut


async def orders_out(session: AsyncSession, orders: Sequence[Order]) -> list[OrderOut]:
    """Return orders as their seller sees them."""
    ids = [one.known_id for one in orders]
    urls = await payment_queries.urls(session, ids)
    numbers = await receipt_queries.numbers(session, ids)
    parts = await boost_queries.of_order(session, ids)
    featured = {part.product_id for found in parts.values() for part in found}
    copies = await product_queries.copies(session, featured)
    spent = await boost_queries.spent(session, featured)
    return [
        OrderOut(
            order_id=str(one.known_id),
            status=shown_status(one.status, has_failed=one.failed_at is not None),
            amount=one.amount,
            credit_used=one.credit,
            refunded=one.refunded,
            package_id=one.package_id,
            package_name=one.package_name,
            package_type=one.package_type,
            item_count=one.item_count,
            duration_hours=one.duration_hours,
            product_ids=one.product_ids,
            payment_url=urls.get(one.known_id) if one.status == "pending" else None,
            created_at=one.created_at,
            paid_at=one.paid_at,
            receipt_number=numbers.get(one.known_id),
            featured_until=[
                UntilOut(
                    product_id=part.product_id,
                    name=copies[part.product_id].name if part.product_id in copies else None,
                    since=part.starts_at,
                    until=part.ends_at,
                    amount=part.amount,
                    spent=spent.get(part.product_id, 0),
                )
                for part in parts.get(one.known_id, [])
            ],
        )
        for one in orders
    ]


async def staff_orders_out(session: AsyncSession, orders: Sequence[Order]) -> list[StaffOrderOut]:
    """Return orders as staff sees them."""
    shown = await orders_out(session, orders)
    names = await names_of(session, {order.seller_id for order in orders})
    ids, now = [order.known_id for order in orders], await clock.now(session)
    waiting = await second_person_queries.orders_waiting(session, ids, now)
    return [
        StaffOrderOut(
            **out.model_dump(by_alias=False),
            seller_id=order.seller_id,
            seller_name=names.get(order.seller_id, ""),
            waits_for_second_person=order.status == "paid" and order.id in waiting,
        )
        for out, order in zip(shown, orders, strict=True)
    ]


async def order_for(session: AsyncSession, user: Identity, order_id: int) -> Order:
    """Return an order of this person."""
    order = await order_queries.order(session, order_id)
    if order is None or order.seller_id != user.user_id:
        raise NotFound
    return order
