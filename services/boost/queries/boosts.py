"""What is featured until when, and by which orders."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.boost.domain.boosts import WARNED_BEFORE
from services.boost.models.boosts import Boost, FeaturedProduct

_LOCKED = {"populate_existing": True}
_SPENT = text("""
    WITH parts AS (
        SELECT b.product_id, b.amount, b.starts_at,
            lag(b.ends_at) OVER (PARTITION BY b.product_id ORDER BY b.starts_at) IS DISTINCT FROM b.starts_at
                AS begins
        FROM boosts b JOIN boost_orders o ON o.id = b.order_id
        WHERE b.product_id = ANY(:ids) AND o.status = 'paid')
    SELECT product_id, sum(amount) FROM parts WHERE starts_at >= (
        SELECT max(starts_at) FROM parts other WHERE other.product_id = parts.product_id AND other.begins)
    GROUP BY product_id""")


async def locked(
    session: AsyncSession, seller_id: int, product_ids: Sequence[int]
) -> dict[int, FeaturedProduct]:
    """Return the rows of products, locked in the order of their ids; the first lock of what features them."""
    ordered = sorted(product_ids)
    rows = [{"product_id": one, "seller_id": seller_id, "version": 0} for one in ordered]
    await session.execute(insert(FeaturedProduct).values(rows).on_conflict_do_nothing())
    return await locked_known(session, ordered)


async def locked_known(session: AsyncSession, product_ids: Collection[int]) -> dict[int, FeaturedProduct]:
    """Return the rows of products that were ever ordered, locked in the order of their ids."""
    query = select(FeaturedProduct).where(col(FeaturedProduct.product_id).in_(product_ids))
    query = query.order_by(col(FeaturedProduct.product_id)).with_for_update()
    found = (await session.execute(query.execution_options(**_LOCKED))).scalars()
    return {one.product_id: one for one in found}


async def parts(session: AsyncSession, product_ids: Collection[int], now: datetime) -> list[Boost]:
    """Return the boosts of products that are not over, in the order of their time. Call with them locked."""
    query = select(Boost).where(col(Boost.product_id).in_(product_ids), col(Boost.ends_at) > now)
    query = query.order_by(col(Boost.product_id), col(Boost.ends_at), col(Boost.order_id))
    return list((await session.execute(query.execution_options(**_LOCKED))).scalars())


async def of_order(session: AsyncSession, order_ids: Collection[int]) -> dict[int, list[Boost]]:
    """Return the boosts that orders gave."""
    query = select(Boost).where(col(Boost.order_id).in_(order_ids)).order_by(col(Boost.product_id))
    found: dict[int, list[Boost]] = {}
    for one in (await session.execute(query)).scalars():
        found.setdefault(one.order_id, []).append(one)
    return found


async def due(session: AsyncSession, now: datetime, most: int) -> list[FeaturedProduct]:
    """Return products whose time is over, the longest first."""
    query = select(FeaturedProduct).where(col(FeaturedProduct.featured_until) <= now)
    query = query.order_by(col(FeaturedProduct.featured_until)).limit(most)
    return list((await session.execute(query)).scalars())


def _to_warn(now: datetime) -> ColumnElement[bool]:
    """Those that end within a day, were featured for longer than that, and whose seller was not told."""
    until, begun = col(FeaturedProduct.featured_until), col(FeaturedProduct.featured_at)
    is_near = and_(until > now, until <= now + WARNED_BEFORE, until - begun > WARNED_BEFORE)
    return and_(is_near, ~col(FeaturedProduct.is_warned))


async def to_warn(session: AsyncSession, now: datetime, most: int) -> list[FeaturedProduct]:
    """Return products of whose end a seller is to be told, the nearest first."""
    query = select(FeaturedProduct).where(_to_warn(now)).order_by(col(FeaturedProduct.featured_until))
    return list((await session.execute(query.limit(most))).scalars())


async def taken_to_warn(
    session: AsyncSession, product_ids: Collection[int], now: datetime
) -> list[FeaturedProduct]:
    """Return those of them for which that still holds, locked; leave out what another replica has locked."""
    query = select(FeaturedProduct).where(col(FeaturedProduct.product_id).in_(product_ids), _to_warn(now))
    query = query.order_by(col(FeaturedProduct.product_id)).with_for_update(skip_locked=True)
    return list((await session.execute(query.execution_options(**_LOCKED))).scalars())


async def taken_due(
    session: AsyncSession, product_ids: Collection[int], now: datetime
) -> list[FeaturedProduct]:
    """Return those of them whose time is still over, locked; leave out what another replica has locked."""
    query = select(FeaturedProduct).where(
        col(FeaturedProduct.product_id).in_(product_ids), col(FeaturedProduct.featured_until) <= now
    )
    query = query.order_by(col(FeaturedProduct.product_id)).with_for_update(skip_locked=True)
    return list((await session.execute(query.execution_options(**_LOCKED))).scalars())


async def spent(session: AsyncSession, product_ids: Collection[int]) -> dict[int, int]:
    """Return what was paid for the last time in which products were featured without a break, by product."""
    rows = await session.execute(_SPENT, {"ids": sorted(product_ids)})
    return {product_id: int(amount) for product_id, amount in rows}


async def running(session: AsyncSession, seller_id: int, now: datetime, most: int) -> list[FeaturedProduct]:
    """Return the products of a seller that are featured now, those that end first before the others."""
    query = select(FeaturedProduct).where(
        col(FeaturedProduct.seller_id) == seller_id, col(FeaturedProduct.featured_until) > now
    )
    query = query.order_by(col(FeaturedProduct.featured_until), col(FeaturedProduct.product_id)).limit(most)
    return list((await session.execute(query)).scalars())
