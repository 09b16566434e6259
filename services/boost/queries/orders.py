"""Orders of boosts and their refunds."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import func, or_, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from libs.kit.process import clock
from services.boost.models.orders import Order, Refund
from services.boost.models.payments import Payment
from services.boost.queries import second_person

_LOCKED = {"populate_existing": True}
_UNFITTING = select(col(Payment.order_id)).where(
    col(Payment.status) == "review", col(Payment.order_id).is_not(None)
)
_ONE_SELLER = text(
    "SELECT pg_advisory_xact_lock(hashtextextended('boost.orders', CAST(:seller_id AS bigint)))"
)


async def order(session: AsyncSession, order_id: int) -> Order | None:
    """Return an order."""
    query = select(Order).where(col(Order.id) == order_id)
    return (await session.execute(query)).scalar_one_or_none()


async def locked(session: AsyncSession, order_id: int) -> Order:
    """Return an order that exists, locked; lock the products it is about before, if it may feature them."""
    query = select(Order).where(col(Order.id) == order_id).with_for_update()
    return (await session.execute(query.execution_options(**_LOCKED))).scalar_one()


async def locked_all(session: AsyncSession, order_ids: Collection[int]) -> dict[int, Order]:
    """Return orders, locked in the order of their ids."""
    query = select(Order).where(col(Order.id).in_(order_ids)).order_by(col(Order.id)).with_for_update()
    found = (await session.execute(query.execution_options(**_LOCKED))).scalars()
    return {one.known_id: one for one in found}


async def by_key(session: AsyncSession, seller_id: int, key: str) -> Order | None:
    """Return the order that a seller's key has made."""
    query = select(Order).where(col(Order.seller_id) == seller_id, col(Order.client_key) == key)
    return (await session.execute(query)).scalar_one_or_none()


async def open_same(
    session: AsyncSession, seller_id: int, package_id: int, product_ids: Sequence[int]
) -> Order | None:
    """Return the open order for the same package and products, locked."""
    query = select(Order).where(
        col(Order.seller_id) == seller_id,
        col(Order.package_id) == package_id,
        col(Order.product_ids) == list(product_ids),
        col(Order.status) == "pending",
    )
    found = await session.execute(query.with_for_update().execution_options(**_LOCKED))
    return found.scalar_one_or_none()


async def count_open(session: AsyncSession, seller_id: int, most: int) -> int:
    """Return how many orders of a seller wait for their payment, counted as far as `most`."""
    some = select(col(Order.id)).where(col(Order.seller_id) == seller_id, col(Order.status) == "pending")
    return int(
        (await session.execute(select(func.count()).select_from(some.limit(most).subquery()))).scalar_one()
    )


async def take_turn(session: AsyncSession, seller_id: int) -> None:
    """Let one request after the other open orders of a seller; the first lock after that of the person."""
    await session.execute(_ONE_SELLER, {"seller_id": seller_id})


async def of_seller(session: AsyncSession, seller_id: int, before: int | None, most: int) -> list[Order]:
    """Return a seller's orders, the newest first, from below an id."""
    query = select(Order).where(col(Order.seller_id) == seller_id)
    return await _page(session, query, before, most)


async def for_staff(
    session: AsyncSession, status: str | None, seller_id: int | None, before: int | None, most: int
) -> list[Order]:
    """Return orders of a state or a seller, the newest first, from below an id. In review are also those,
    whatever their state, of which a payment waits for staff; `asked` are those whose refund was asked for."""
    query, now = select(Order), clock.about_now()
    if status == "review":
        query = query.where(or_(col(Order.status) == status, col(Order.id).in_(_UNFITTING)))
    elif status == "asked":
        query = query.where(
            col(Order.status) == "paid", col(Order.id).in_(second_person.orders_asked_for(now))
        )
    elif status is not None:
        query = query.where(col(Order.status) == status)
    if seller_id is not None:
        query = query.where(col(Order.seller_id) == seller_id)
    return await _page(session, query, before, most)


async def _page(
    session: AsyncSession, query: SelectOfScalar[Order], before: int | None, most: int
) -> list[Order]:
    page = query.order_by(col(Order.id).desc()).limit(most)
    if before is not None:
        page = page.where(col(Order.id) < before)
    return list((await session.execute(page)).scalars())


async def unbilled(session: AsyncSession, now: datetime, most: int) -> list[int]:
    """Return open orders whose hour is over and that have no bill."""
    has_bill = select(Payment).where(col(Payment.order_id) == col(Order.id), col(Payment.status) == "open")
    query = select(col(Order.id)).where(
        col(Order.status) == "pending", col(Order.expires_at) <= now, ~has_bill.exists()
    )
    found = await session.execute(query.order_by(col(Order.expires_at)).limit(most))
    return [one for one in found.scalars() if one is not None]


async def set_aside(session: AsyncSession, seller_id: int) -> int:
    """Return how much wallet credit is set aside for a seller's orders that are not paid yet."""
    query = select(func.coalesce(func.sum(col(Order.credit)), 0)).where(
        col(Order.seller_id) == seller_id, col(Order.status).in_(("pending", "review"))
    )
    return int((await session.execute(query)).scalar_one())


async def refunds(session: AsyncSession, order_id: int) -> list[Refund]:
    """Return what of an order was given back."""
    query = select(Refund).where(col(Refund.order_id) == order_id).order_by(col(Refund.id))
    return list((await session.execute(query)).scalars())


async def refunds_of(session: AsyncSession, order_ids: Collection[int]) -> list[Refund]:
    """Return what of several orders was given back."""
    query = select(Refund).where(col(Refund.order_id).in_(order_ids))
    return list((await session.execute(query.order_by(col(Refund.order_id), col(Refund.id)))).scalars())


async def by_ids(session: AsyncSession, order_ids: Collection[int]) -> dict[int, Order]:
    """Return orders by their ids."""
    if not order_ids:
        return {}
    query = select(Order).where(col(Order.id).in_(order_ids))
    return {one.known_id: one for one in (await session.execute(query)).scalars()}
