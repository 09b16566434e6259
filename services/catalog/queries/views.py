"""How sought after listings are, and what is kept of who looked."""

from datetime import date
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.catalog.models import Product
from services.catalog.queries.products import of_somebody_out

_CHANGED = text("""
    WITH counted AS (
        SELECT p.id, p.popularity AS before,
            coalesce((
                SELECT sum(d.views * (:days - (:today - d.day)) / CAST(:days AS numeric))
                FROM product_days d WHERE d.product_id = p.id AND d.day > :today - :days AND d.day <= :today
            ), 0) AS views,
            coalesce((
                SELECT sum(d.favourites) FROM product_days d
                WHERE d.product_id = p.id AND d.day > :today - :days AND d.day <= :today
            ), 0) AS favourites,
            coalesce((SELECT a.bid_count FROM auction_copies a WHERE a.auction_id = p.auction_id), 0) AS bids
        FROM products p WHERE p.id > :after AND p.status = 'active' ORDER BY p.id LIMIT :limit
    )
    SELECT id, before, CAST(round(views * :view_points + favourites * :favourite_points + bids * :bid_points) AS int)
        AS popularity
    FROM counted ORDER BY id""")


async def popularities(
    session: AsyncSession, after: int, today: date, *, days: int, points: dict[str, int], limit: int
) -> list[Any]:
    """Of the next listings: what is written, and what it should be. A look counts less with each day that passes."""
    values = {"after": after, "today": today, "days": days, "limit": limit} | points
    return list((await session.execute(_CHANGED, values)).all())


async def seller_if_seen(session: AsyncSession, product_id: int) -> int | None:
    """Who sells a listing, if everybody may see it."""
    query = select(col(Product.seller_id)).where(col(Product.id) == product_id, col(Product.status) != "removed")
    return (await session.execute(query.where(~of_somebody_out()))).scalar_one_or_none()
