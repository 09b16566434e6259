"""Receipts of a span of time, with what an e-invoice says of their orders."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.boost.models.orders import Order, Receipt
from services.boost.models.payments import Payment


class Issued(NamedTuple):
    """A receipt, its order, and the payment by which that was paid, if not by wallet credit alone."""

    receipt: Receipt
    order: Order
    payment: Payment | None


async def issued(
    session: AsyncSession, begin: datetime, end: datetime, after: int | None, most: int
) -> list[Issued]:
    """Return receipts that were issued from one moment to before another, the oldest first, from behind the
    receipt of an order."""
    query = (
        select(Receipt, Order, Payment)
        .join(Order, col(Order.id) == col(Receipt.order_id))
        .outerjoin(
            Payment, (col(Payment.order_id) == col(Receipt.order_id)) & (col(Payment.settled_as) == "order")
        )
        .where(col(Receipt.issued_at) >= begin, col(Receipt.issued_at) < end)
    )
    place = tuple_(col(Receipt.issued_at), col(Receipt.order_id))
    if after is not None:
        last = select(col(Receipt.issued_at), col(Receipt.order_id)).where(col(Receipt.order_id) == after)
        query = query.where(place > last.scalar_subquery())
    rows = await session.execute(query.order_by(col(Receipt.issued_at), col(Receipt.order_id)).limit(most))
    return [Issued(*row) for row in rows]
