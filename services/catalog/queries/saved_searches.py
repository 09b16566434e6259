"""Saved searches, and what is new for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.process import clock
from services.catalog.domain.saved_searches import HITS_KEPT
from services.catalog.models import Product, SavedSearch, SavedSearchHit

MARK = "saved_searches"
HITS_AT_ONCE = 5_000
# What a person sells may be news when they may trade again.
_NEW = text("""
    WITH touched AS (
        SELECT id FROM products WHERE touched >= CAST(CAST(:point AS text) AS xid8)
        UNION SELECT p.id FROM people JOIN products AS p ON p.seller_id = people.user_id
        WHERE people.touched >= CAST(CAST(:point AS text) AS xid8)
    )
    SELECT id, seller_id, created_at FROM products JOIN touched USING (id) WHERE status = 'active'
    AND created_at > (SELECT min(created_at) FROM saved_searches)
    AND created_at > statement_timestamp() + CAST(:ahead AS interval) - CAST(:kept AS interval) ORDER BY id
""")
# The column `horizon` holds the snapshot xmin.
_KEEP_MARK = text(
    "INSERT INTO marks (name, horizon) VALUES (:name, CAST(CAST(:horizon AS text) AS xid8)) "
    "ON CONFLICT (name) DO UPDATE SET horizon = excluded.horizon"
)
_MARK = text("SELECT CAST(horizon AS text) FROM marks WHERE name = :name")


@dataclass(frozen=True)
class New:
    """A listing that may be new for a saved search."""

    id: int
    seller_id: int
    created_at: datetime


async def of_person(session: AsyncSession, user_id: int) -> list[tuple[SavedSearch, int]]:
    """Return a person's searches, and how many listings each has found since they looked."""
    hits = select(func.count()).where(
        col(SavedSearchHit.search_id) == col(SavedSearch.id),
        col(SavedSearchHit.found_at) > col(SavedSearch.seen_at),
    )
    query = select(SavedSearch, hits.scalar_subquery()).where(col(SavedSearch.user_id) == user_id)
    rows = (await session.execute(query.order_by(col(SavedSearch.id).desc()))).all()
    return [(search, count) for search, count in rows]


async def how_many(session: AsyncSession, user_id: int) -> int:
    """Return how many searches a person has saved."""
    query = select(func.count()).select_from(SavedSearch).where(col(SavedSearch.user_id) == user_id)
    return int((await session.execute(query)).scalar_one())


async def own_for_update(session: AsyncSession, search_id: int, user_id: int) -> SavedSearch | None:
    """Return one search of this person."""
    query = select(SavedSearch).where(col(SavedSearch.id) == search_id, col(SavedSearch.user_id) == user_id)
    return (await session.execute(query.with_for_update())).scalar_one_or_none()


async def for_update(session: AsyncSession, search_id: int) -> SavedSearch | None:
    """Return a search, if it is still there."""
    query = select(SavedSearch).where(col(SavedSearch.id) == search_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def after(session: AsyncSession, search_id: int, limit: int) -> list[SavedSearch]:
    """Return the next searches by id."""
    query = (
        select(SavedSearch).where(col(SavedSearch.id) > search_id).order_by(col(SavedSearch.id)).limit(limit)
    )
    return list((await session.execute(query)).scalars())


async def mark(session: AsyncSession, name: str = MARK) -> str:
    """Return up to where listings were read before: the snapshot xmin of the last read."""
    return (await session.execute(_MARK, {"name": name})).scalar_one_or_none() or "0"


async def keep_mark(session: AsyncSession, name: str, snapshot_xmin: str) -> None:
    """Write down up to where listings were read."""
    await session.execute(_KEEP_MARK, {"name": name, "horizon": snapshot_xmin})


async def new_listings(session: AsyncSession, point: str) -> list[New]:
    """Return the listings for sale that changed since then, younger than the oldest search and than the hits
    that are kept."""
    values = {"point": point, "ahead": clock.ahead(), "kept": HITS_KEPT}
    return [New(*row) for row in (await session.execute(_NEW, values)).all()]


async def named(session: AsyncSession, product_id: int) -> Product | None:
    """Return the listing that a fact names."""
    return await session.get(Product, product_id)


async def add_hits(
    session: AsyncSession, search_id: int, product_ids: Sequence[int], now: datetime
) -> list[int]:
    """Write down what a search has found; return the listings that it had not found before."""
    new: list[int] = []
    for start in range(0, len(product_ids), HITS_AT_ONCE):
        part = product_ids[start : start + HITS_AT_ONCE]
        rows = [{"search_id": search_id, "product_id": product_id, "found_at": now} for product_id in part]
        hits = insert(SavedSearchHit).values(rows).on_conflict_do_nothing()
        new += (await session.execute(hits.returning(col(SavedSearchHit.product_id)))).scalars()
    return new
