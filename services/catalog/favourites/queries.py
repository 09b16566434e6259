from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from sqlalchemy import delete, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.process import clock
from services.catalog.favourites.models import Favourite, SavedSearch, SavedSearchHit
from services.catalog.favourites.rules import HITS_KEPT, MAX_FAVOURITES
from services.catalog.listings.models import Product
from services.catalog.listings.queries import ListingDetails, get_listings_in_order, of_a_person_out
from services.catalog.views.models import ProductCount, ProductDay


async def list_favourites(session: AsyncSession, user_id: int) -> list[tuple[ListingDetails, Favourite]]:
    query = select(Favourite).join(Product, col(Product.id) == col(Favourite.product_id))
    query = query.where(
        col(Favourite.user_id) == user_id, col(Product.status) != "removed", ~of_a_person_out()
    )
    newest = query.order_by(col(Favourite.added_at).desc(), col(Favourite.product_id).desc()).limit(
        MAX_FAVOURITES
    )
    kept = {row.product_id: row for row in (await session.execute(newest)).scalars()}
    return [
        (details, kept[details.product.known_id])
        for details in await get_listings_in_order(session, list(kept))
    ]


async def list_favourite_ids(session: AsyncSession, user_id: int, most: int = MAX_FAVOURITES) -> list[int]:
    query = select(col(Favourite.product_id)).where(col(Favourite.user_id) == user_id)
    return list((await session.execute(query.order_by(col(Favourite.product_id)).limit(most))).scalars())


async def count_favourites(session: AsyncSession, user_id: int) -> int:
    query = select(func.count()).select_from(Favourite).where(col(Favourite.user_id) == user_id)
    return int((await session.execute(query)).scalar_one())


async def count_favourites_of(session: AsyncSession, product_id: int) -> int:
    query = select(col(ProductCount.favourites)).where(col(ProductCount.product_id) == product_id)
    return (await session.execute(query)).scalar_one_or_none() or 0


class FavouriteCount(NamedTuple):
    product_id: int
    seller_id: int
    favourites: int
    version: int


_COUNT_DOWN = text("""
    WITH locked AS (SELECT product_id FROM product_counts
        WHERE product_id = ANY(:ids) ORDER BY product_id FOR UPDATE)
    UPDATE product_counts AS c SET favourites = c.favourites - 1, favourite_changes = c.favourite_changes + 1
    FROM locked JOIN products AS p ON p.id = locked.product_id WHERE c.product_id = locked.product_id
    RETURNING c.product_id, p.seller_id, c.favourites, c.favourite_changes AS version
""")


_COUNT_DAYS_DOWN = text("""
    WITH gone AS (SELECT * FROM unnest(CAST(:ids AS bigint[]), CAST(:days AS date[])) AS g (product_id, day)),
    locked AS (SELECT d.product_id, d.day FROM product_days AS d JOIN gone USING (product_id, day)
             ORDER BY d.product_id, d.day FOR UPDATE OF d)
    UPDATE product_days AS d SET favourites = greatest(d.favourites - 1, 0)
    FROM locked WHERE d.product_id = locked.product_id AND d.day = locked.day
""")


async def count_favourites_down(session: AsyncSession, product_ids: Sequence[int]) -> list[FavouriteCount]:
    return [FavouriteCount(*row) for row in await session.execute(_COUNT_DOWN, {"ids": list(product_ids)})]


async def count_days_down(session: AsyncSession, kept: Sequence[tuple[int, date]]) -> None:
    values = {"ids": [product_id for product_id, _ in kept], "days": [day for _, day in kept]}
    await session.execute(_COUNT_DAYS_DOWN, values)


async def add_favourite(
    session: AsyncSession, user_id: int, product_id: int, now: datetime, price: int
) -> bool:
    """Returns False if the listing was already saved."""
    row = {"user_id": user_id, "product_id": product_id, "added_at": now, "price_when_added": price}
    added = insert(Favourite).values(row).on_conflict_do_nothing().returning(col(Favourite.product_id))
    return (await session.execute(added)).first() is not None


async def count_favourite_up(session: AsyncSession, product_id: int, today: date) -> tuple[int, int]:
    """Returns the new count and the version of the event to publish."""
    first = insert(ProductCount).values(product_id=product_id, favourites=1, favourite_changes=1)
    known = {
        "favourites": ProductCount.__table__.c.favourites + 1,  # type: ignore[attr-defined]
        "favourite_changes": ProductCount.__table__.c.favourite_changes + 1,  # type: ignore[attr-defined]
    }
    counted = first.on_conflict_do_update(index_elements=["product_id"], set_=known)
    columns = counted.returning(col(ProductCount.favourites), col(ProductCount.favourite_changes))
    favourites, version = (await session.execute(columns)).one()
    day = insert(ProductDay).values(product_id=product_id, day=today, favourites=1)
    more = {"favourites": ProductDay.__table__.c.favourites + 1}  # type: ignore[attr-defined]
    await session.execute(day.on_conflict_do_update(index_elements=["product_id", "day"], set_=more))
    return int(favourites), int(version)


async def delete_favourites(
    session: AsyncSession, user_id: int, product_ids: Sequence[int]
) -> list[tuple[int, datetime]]:
    """Returns the deleted favourites with the time at which each was saved."""
    gone = delete(Favourite).where(
        col(Favourite.user_id) == user_id, col(Favourite.product_id).in_(product_ids)
    )
    rows = await session.execute(gone.returning(col(Favourite.product_id), col(Favourite.added_at)))
    return [(row.product_id, row.added_at) for row in rows]


async def list_watchers(session: AsyncSession, product_id: int, most: int) -> list[int]:
    query = select(col(Favourite.user_id)).where(col(Favourite.product_id) == product_id)
    newest = query.order_by(col(Favourite.added_at).desc(), col(Favourite.user_id)).limit(most)
    return list((await session.execute(newest)).scalars())


MARK = "saved_searches"


HITS_AT_ONCE = 5_000


# Includes listings of reinstated sellers, because these may be new matches.
_NEW_LISTINGS = text("""
    WITH touched AS (
        SELECT id FROM products WHERE touched >= CAST(CAST(:point AS text) AS xid8)
        UNION SELECT p.id FROM people JOIN products AS p ON p.seller_id = people.user_id
        WHERE people.touched >= CAST(CAST(:point AS text) AS xid8)
    )
    SELECT id, seller_id, created_at FROM products JOIN touched USING (id) WHERE status = 'active'
    AND created_at > (SELECT min(created_at) FROM saved_searches)
    AND created_at > statement_timestamp() + CAST(:ahead AS interval) - CAST(:kept AS interval) ORDER BY id
""")


# `horizon` contains the snapshot xmin.
_KEEP_MARK = text(
    "INSERT INTO marks (name, horizon) VALUES (:name, CAST(CAST(:horizon AS text) AS xid8)) "
    "ON CONFLICT (name) DO UPDATE SET horizon = excluded.horizon"
)


_MARK = text("SELECT CAST(horizon AS text) FROM marks WHERE name = :name")


@dataclass(frozen=True)
class New:
    id: int
    seller_id: int
    created_at: datetime


async def list_searches(session: AsyncSession, user_id: int) -> list[tuple[SavedSearch, int]]:
    hits = select(func.count()).where(
        col(SavedSearchHit.search_id) == col(SavedSearch.id),
        col(SavedSearchHit.found_at) > col(SavedSearch.seen_at),
    )
    query = select(SavedSearch, hits.scalar_subquery()).where(col(SavedSearch.user_id) == user_id)
    rows = (await session.execute(query.order_by(col(SavedSearch.id).desc()))).all()
    return [(search, count) for search, count in rows]


async def count_searches(session: AsyncSession, user_id: int) -> int:
    query = select(func.count()).select_from(SavedSearch).where(col(SavedSearch.user_id) == user_id)
    return int((await session.execute(query)).scalar_one())


async def lock_own_search(session: AsyncSession, search_id: int, user_id: int) -> SavedSearch | None:
    query = select(SavedSearch).where(col(SavedSearch.id) == search_id, col(SavedSearch.user_id) == user_id)
    return (await session.execute(query.with_for_update())).scalar_one_or_none()


async def lock_search(session: AsyncSession, search_id: int) -> SavedSearch | None:
    query = select(SavedSearch).where(col(SavedSearch.id) == search_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def list_searches_after(session: AsyncSession, search_id: int, limit: int) -> list[SavedSearch]:
    query = (
        select(SavedSearch).where(col(SavedSearch.id) > search_id).order_by(col(SavedSearch.id)).limit(limit)
    )
    return list((await session.execute(query)).scalars())


async def get_mark(session: AsyncSession, name: str = MARK) -> str:
    """Returns the snapshot xmin of the job's last read."""
    return (await session.execute(_MARK, {"name": name})).scalar_one_or_none() or "0"


async def save_mark(session: AsyncSession, name: str, snapshot_xmin: str) -> None:
    await session.execute(_KEEP_MARK, {"name": name, "horizon": snapshot_xmin})


async def list_new_listings(session: AsyncSession, point: str) -> list[New]:
    """Excludes listings older than the oldest search or than the retention of matches."""
    values = {"point": point, "ahead": clock.ahead(), "kept": HITS_KEPT}
    return [New(*row) for row in (await session.execute(_NEW_LISTINGS, values)).all()]


async def get_product(session: AsyncSession, product_id: int) -> Product | None:
    return await session.get(Product, product_id)


async def add_hits(
    session: AsyncSession, search_id: int, product_ids: Sequence[int], now: datetime
) -> list[int]:
    new: list[int] = []
    for start in range(0, len(product_ids), HITS_AT_ONCE):
        part = product_ids[start : start + HITS_AT_ONCE]
        rows = [{"search_id": search_id, "product_id": product_id, "found_at": now} for product_id in part]
        hits = insert(SavedSearchHit).values(rows).on_conflict_do_nothing()
        new += (await session.execute(hits.returning(col(SavedSearchHit.product_id)))).scalars()
    return new
