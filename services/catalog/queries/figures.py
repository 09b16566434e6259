"""What finished sales say of a listing and of its seller."""

from datetime import datetime
from typing import Any

from sqlalchemy import column, table, text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.db.pieces import in_pieces

SELLER_FIGURES = table(
    "seller_figures", *(column(name) for name in ("seller_id", "delivered", "reviews", "sum_tenths"))
)
_F = SELLER_FIGURES.c
# C8: at least one order delivered, and four stars or more.
HAS_TRUST = (_F.delivered >= 1) & (_F.reviews >= 1) & (_F.sum_tenths >= 40 * _F.reviews)

_ADD_RATING = text("""
INSERT INTO product_ratings AS r (product_id, reviews, sum_tenths) VALUES (:product_id, 1, :rating_tenths)
ON CONFLICT (product_id) DO UPDATE SET reviews = r.reviews + 1, sum_tenths = r.sum_tenths + :rating_tenths
RETURNING reviews, sum_tenths""")
_DROP_RATING = text("""
UPDATE product_ratings SET reviews = reviews - 1, sum_tenths = sum_tenths - :rating_tenths
WHERE product_id = :product_id RETURNING reviews, sum_tenths""")
_DROP_FIGURES = text("""
UPDATE seller_figures SET reviews = reviews - 1, sum_tenths = sum_tenths - :tenths WHERE seller_id = :seller_id""")
_ADD_FIGURES = text("""
INSERT INTO seller_figures AS f (seller_id, delivered, reviews, sum_tenths)
VALUES (:seller_id, :delivered, :reviews, :tenths)
ON CONFLICT (seller_id) DO UPDATE SET delivered = f.delivered + :delivered, reviews = f.reviews + :reviews,
    sum_tenths = f.sum_tenths + :tenths""")
_DELIVERED = text("SELECT delivered FROM seller_figures WHERE seller_id = :seller_id")
# The mark of a trusted seller stands on every card of theirs.
_TOUCH_SELLER = text("UPDATE people SET touched = pg_current_xact_id() WHERE user_id = :seller_id")
_ADD_DELIVERY = text("""
WITH added AS (
    INSERT INTO deliveries (deal_id, product_id, delivered_at) VALUES (:deal_id, :product_id, :at)
    ON CONFLICT (deal_id) DO NOTHING RETURNING product_id)
UPDATE products SET delivered = delivered + 1 FROM added WHERE products.id = added.product_id""")
_DROP_DELIVERIES = text("""
WITH gone AS (
    DELETE FROM deliveries WHERE deal_id IN (
        SELECT deal_id FROM deliveries WHERE delivered_at < :before ORDER BY delivered_at LIMIT :piece)
    RETURNING product_id),
less AS (SELECT product_id, count(*) AS number FROM gone GROUP BY product_id),
counted AS (
    UPDATE products SET delivered = greatest(delivered - less.number, 0) FROM less WHERE products.id = less.product_id)
SELECT count(*) FROM gone""")


async def add_rating(session: AsyncSession, product_id: int, rating_tenths: int) -> tuple[int, int]:
    """Count one more review of a listing; return how many there are, and their sum in tenths of a star."""
    values = {"product_id": product_id, "rating_tenths": rating_tenths}
    row = (await session.execute(_ADD_RATING, values)).one()
    return row.reviews, row.sum_tenths


async def add_to_seller(
    session: AsyncSession, seller_id: int, *, delivered: int = 0, reviews: int = 0, tenths: int = 0
) -> None:
    """Count an order or a review of a seller, and show their cards anew."""
    values: dict[str, Any] = {"seller_id": seller_id, "delivered": delivered}
    await session.execute(_ADD_FIGURES, values | {"reviews": reviews, "tenths": tenths})
    await session.execute(_TOUCH_SELLER, {"seller_id": seller_id})


async def drop_rating(session: AsyncSession, product_id: int, rating_tenths: int) -> tuple[int, int]:
    """Count one review of a listing less; return how many there are, and their sum in tenths of a star."""
    values = {"product_id": product_id, "rating_tenths": rating_tenths}
    row = (await session.execute(_DROP_RATING, values)).one()
    return row.reviews, row.sum_tenths


async def drop_from_seller(session: AsyncSession, seller_id: int, tenths: int) -> None:
    """Count one review of a seller less, and show their cards anew."""
    await session.execute(_DROP_FIGURES, {"seller_id": seller_id, "tenths": tenths})
    await session.execute(_TOUCH_SELLER, {"seller_id": seller_id})


async def delivered_of(session: AsyncSession, seller_id: int) -> int:
    """Return how many orders of a seller were delivered."""
    row = (await session.execute(_DELIVERED, {"seller_id": seller_id})).one_or_none()
    return row.delivered if row else 0


async def add_delivery(session: AsyncSession, deal_id: int, product_id: int, at: datetime) -> None:
    """Count a delivered order of a listing; call with the listing locked."""
    await session.execute(_ADD_DELIVERY, {"deal_id": deal_id, "product_id": product_id, "at": at})


async def drop_deliveries(database: Database, before: datetime, piece: int) -> int:
    """Count orders no longer that were delivered before then, in pieces; return how many."""
    return await in_pieces(database, _DROP_DELIVERIES, {"before": before, "piece": piece}, piece)
