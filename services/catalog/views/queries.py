from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.catalog.listings.models import Product
from services.catalog.listings.queries import of_a_person_out
from services.catalog.views.models import ProductCount, ProductDay, ProductVisitor
from services.catalog.views.rules import (
    BID_POINTS,
    DAYS,
    FAVOURITE_POINTS,
    FIRST_DAY,
    HALF_LIFE,
    STEPS,
    VIEW_POINTS,
)

# A weight halves every half week, so the logarithm of the sum decreases by the same amount per day for every
# listing. Stored relative to the first day, the value stays the same as days pass.
_POPULARITY = text("""
    WITH points AS (
        SELECT d.product_id, d.day,
            d.views * CAST(:view_points AS int) + d.favourites * CAST(:favourite_points AS int) AS points
        FROM product_days d WHERE d.product_id = ANY(CAST(:ids AS bigint[]))
        UNION ALL
        SELECT a.product_id, CAST(a.changed_at AT TIME ZONE 'Asia/Kuala_Lumpur' AS date),
            a.bid_count * CAST(:bid_points AS int)
        FROM auction_replicas a JOIN products p ON p.auction_id = a.auction_id
        WHERE p.id = ANY(CAST(:ids AS bigint[])) AND a.bid_count > 0 AND a.changed_at IS NOT NULL
    ), weighed AS (
        SELECT product_id, sum(points * power(2.0::float8, (day - CAST(:today AS date)) / CAST(:half_life AS
            float8)))
            AS weight
        FROM points WHERE day > CAST(:today AS date) - CAST(:days AS int) GROUP BY product_id
    )
    SELECT p.id, p.popularity AS before, CASE WHEN coalesce(w.weight, 0) <= 0 THEN 0 ELSE
        CAST(round(CAST(:steps AS int) * (log(2.0, CAST(w.weight AS numeric))
            + (CAST(:today AS date) - CAST(:first_day AS date)) / CAST(:half_life AS numeric))) AS int)
        END AS popularity
    FROM products p LEFT JOIN weighed w ON w.product_id = p.id
    WHERE p.id = ANY(CAST(:ids AS bigint[])) AND p.status = 'active'""")


_COUNTED_SINCE = text("""
    (SELECT product_id FROM product_counts
     WHERE touched >= CAST(CAST(:point AS text) AS xid8)
         AND product_id > :after ORDER BY product_id LIMIT :most)
    UNION (SELECT product_id FROM auction_replicas
     WHERE touched >= CAST(CAST(:point AS text) AS xid8)
         AND product_id > :after ORDER BY product_id LIMIT :most)
    ORDER BY 1 LIMIT :most""")


async def list_popularities(session: AsyncSession, product_ids: Sequence[int], today: date) -> list[Any]:
    values = {
        "ids": list(product_ids),
        "today": today,
        "days": DAYS,
        "half_life": HALF_LIFE,
        "first_day": FIRST_DAY,
        "steps": STEPS,
        "view_points": VIEW_POINTS,
        "favourite_points": FAVOURITE_POINTS,
        "bid_points": BID_POINTS,
    }
    return list((await session.execute(_POPULARITY, values)).all())


async def list_counted_since(session: AsyncSession, point: str, after: int, most: int) -> list[int]:
    return list(
        (await session.execute(_COUNTED_SINCE, {"point": point, "after": after, "most": most})).scalars()
    )


async def get_seller_of_visible(session: AsyncSession, product_id: int) -> int | None:
    query = select(col(Product.seller_id)).where(
        col(Product.id) == product_id, col(Product.status) != "removed"
    )
    return (await session.execute(query.where(~of_a_person_out()))).scalar_one_or_none()


async def is_first_of_day(session: AsyncSession, day: date, product_id: int, visitor: bytes) -> bool:
    seen = (
        insert(ProductVisitor)
        .values(day=day, product_id=product_id, visitor=visitor)
        .on_conflict_do_nothing()
    )
    return (await session.execute(seen.returning(col(ProductVisitor.product_id)))).first() is not None


async def count_view(session: AsyncSession, product_id: int, day: date) -> int:
    first = insert(ProductCount).values(product_id=product_id, views=1)
    more = {"views": ProductCount.__table__.c.views + 1}  # type: ignore[attr-defined]
    counted = first.on_conflict_do_update(index_elements=["product_id"], set_=more)
    views: int = (await session.execute(counted.returning(col(ProductCount.views)))).scalar_one()
    today = insert(ProductDay).values(product_id=product_id, day=day, views=1)
    one_more = {"views": ProductDay.__table__.c.views + 1}  # type: ignore[attr-defined]
    await session.execute(today.on_conflict_do_update(index_elements=["product_id", "day"], set_=one_more))
    return views


async def write_popularities(session: AsyncSession, rows: Sequence[Any]) -> None:
    """Skips listings for which another replica has counted later views."""
    values = {
        "ids": [row.id for row in rows],
        "before": [row.before for row in rows],
        "figures": [row.popularity for row in rows],
    }
    await session.execute(_WRITE, values)


_WRITE = text(
    "UPDATE products SET popularity = new.popularity "
    "FROM unnest(CAST(:ids AS bigint[]), CAST(:before AS int[]), CAST(:figures AS int[])) "
    "AS new (id, before, popularity) WHERE products.id = new.id AND products.popularity = new.before"
)
