from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import column, table, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.auction import BidPlaced
from libs.kit.db.database import Database
from libs.kit.db.pieces import in_pieces
from services.catalog.replicas.models import AuctionReplica


async def save_auction(session: AsyncSession, row: dict[str, Any]) -> None:
    values = {name: row[name] for name in AuctionReplica.model_fields if name in row}
    await session.execute(
        insert(AuctionReplica).values(values).on_conflict_do_nothing(index_elements=["auction_id"])
    )


async def raise_prices(session: AsyncSession, events: Sequence[BidPlaced]) -> None:
    """Pass at most one event per auction. Older events are ignored."""
    names = ("auction_id", "amount", "bid_count", "ends_at", "placed_at")
    await session.execute(_BID_ON, {name: [getattr(event, name) for event in events] for name in names})


_BID_ON = text("""
UPDATE auction_replicas SET current_bid = new.amount, bid_count = new.bid_count, ends_at = new.ends_at,
    changed_at = new.placed_at
FROM unnest(CAST(:auction_id AS bigint[]), CAST(:amount AS bigint[]), CAST(:bid_count AS int[]),
    CAST(:ends_at AS timestamptz[]), CAST(:placed_at AS timestamptz[]))
    AS new (auction_id, amount, bid_count, ends_at, placed_at)
WHERE auction_replicas.auction_id = new.auction_id
    AND (auction_replicas.changed_at IS NULL OR auction_replicas.changed_at <= new.placed_at)
""")


async def extend_auction(session: AsyncSession, auction_id: int, ends_at: datetime) -> None:
    later = update(AuctionReplica).where(
        col(AuctionReplica.auction_id) == auction_id, col(AuctionReplica.ends_at) < ends_at
    )
    await session.execute(later.values(ends_at=ends_at))


async def change_auction(
    session: AsyncSession, auction_id: int, at: datetime, figures: dict[str, Any]
) -> bool:
    """Returns False if newer figures are already stored."""
    newer = update(AuctionReplica).where(
        col(AuctionReplica.auction_id) == auction_id,
        col(AuctionReplica.changed_at).is_(None) | (col(AuctionReplica.changed_at) <= at),
    )
    written = newer.values(figures | {"changed_at": at}).returning(col(AuctionReplica.auction_id))
    return (await session.execute(written)).first() is not None


SELLER_FIGURES = table(
    "seller_figures", *(column(name) for name in ("seller_id", "delivered", "reviews", "sum_tenths"))
)


_F = SELLER_FIGURES.c


# C8: at least one delivered order and at least four stars.
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


# Every card of the seller shows the trust badge.
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
    values = {"product_id": product_id, "rating_tenths": rating_tenths}
    row = (await session.execute(_ADD_RATING, values)).one()
    return row.reviews, row.sum_tenths


async def add_to_seller(
    session: AsyncSession, seller_id: int, *, delivered: int = 0, reviews: int = 0, tenths: int = 0
) -> None:
    values: dict[str, Any] = {"seller_id": seller_id, "delivered": delivered}
    await session.execute(_ADD_FIGURES, values | {"reviews": reviews, "tenths": tenths})
    await session.execute(_TOUCH_SELLER, {"seller_id": seller_id})


async def remove_rating(session: AsyncSession, product_id: int, rating_tenths: int) -> tuple[int, int]:
    values = {"product_id": product_id, "rating_tenths": rating_tenths}
    row = (await session.execute(_DROP_RATING, values)).one()
    return row.reviews, row.sum_tenths


async def remove_from_seller(session: AsyncSession, seller_id: int, tenths: int) -> None:
    await session.execute(_DROP_FIGURES, {"seller_id": seller_id, "tenths": tenths})
    await session.execute(_TOUCH_SELLER, {"seller_id": seller_id})


async def count_delivered(session: AsyncSession, seller_id: int) -> int:
    row = (await session.execute(_DELIVERED, {"seller_id": seller_id})).one_or_none()
    return row.delivered if row else 0


async def add_delivery(session: AsyncSession, deal_id: int, product_id: int, at: datetime) -> None:
    """Call with the listing locked."""
    await session.execute(_ADD_DELIVERY, {"deal_id": deal_id, "product_id": product_id, "at": at})


async def delete_deliveries(database: Database, before: datetime, piece: int) -> int:
    return await in_pieces(database, _DROP_DELIVERIES, {"before": before, "piece": piece}, piece)
