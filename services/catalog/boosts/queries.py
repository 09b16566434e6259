from collections.abc import Sequence
from datetime import date
from typing import Any, Literal

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.boost import FeaturedProduct

_LOCK = text("SELECT id FROM products WHERE id = ANY(:ids) ORDER BY id FOR UPDATE")


# A listing has three groups of boost columns. Each group has its own version that only increases, so the
# order of events does not matter. Every event sets the featured times, every payment sets the package, and
# every premium package sets the premium times. A later standard boost therefore does not remove the premium
# times.
_KEEP = text("""
    WITH new AS (
        SELECT * FROM unnest(CAST(:ids AS bigint[]), CAST(:versions AS bigint[]), CAST(:begins AS timestamptz[]),
            CAST(:ends AS timestamptz[])) AS n (id, version, featured_at, featured_until)),
    kept AS (
        SELECT p.id, n.version,
            CASE WHEN n.version > p.boost_version THEN n.featured_at ELSE p.featured_at END AS featured_at,
            CASE WHEN n.version > p.boost_version THEN n.featured_until ELSE p.featured_until END AS featured_until,
            n.featured_at AS begins, n.featured_until AS ends,
            n.version > p.package_version AND CAST(:package_id AS bigint) IS NOT NULL AS is_package,
            n.version > p.premium_version AND CAST(:is_premium AS boolean) AS is_premium,
            CASE WHEN n.version > p.premium_version AND CAST(:is_premium AS boolean)
                THEN n.featured_until ELSE p.premium_paid_until END AS premium_paid_until
        FROM new AS n JOIN products AS p USING (id))
    UPDATE products AS p SET
        boost_version = greatest(p.boost_version, k.version),
        featured_at = k.featured_at,
        featured_until = k.featured_until,
        package_version = CASE WHEN k.is_package THEN k.version ELSE p.package_version END,
        boost_package_id = CASE WHEN k.is_package THEN CAST(:package_id AS bigint) ELSE p.boost_package_id END,
        boost_group_id = CASE WHEN k.is_package THEN CAST(:order_id AS bigint) ELSE p.boost_group_id END,
        featured_duration_hours = CASE WHEN k.is_package THEN CAST(:hours AS int)
            ELSE p.featured_duration_hours END,
        boosted_at = CASE WHEN k.is_package THEN k.begins ELSE p.boosted_at END,
        boosted_until = CASE WHEN k.is_package THEN k.ends ELSE p.boosted_until END,
        premium_version = CASE WHEN k.is_premium THEN k.version ELSE p.premium_version END,
        premium_paid_until = k.premium_paid_until,
        premium_until = CASE WHEN k.featured_until IS NULL OR k.premium_paid_until IS NULL THEN NULL
            ELSE least(k.premium_paid_until, k.featured_until) END
    FROM kept AS k WHERE p.id = k.id AND (k.version > p.boost_version OR k.is_package OR k.is_premium)""")


_COUNT_SHOWN = text("""
    INSERT INTO product_days (product_id, day, shown)
    SELECT n.product_id, CAST(:day AS date), n.times
    FROM unnest(CAST(:ids AS bigint[]), CAST(:times AS int[])) AS n (product_id, times) ORDER BY n.product_id
    ON CONFLICT (product_id, day) DO UPDATE SET shown = product_days.shown + excluded.shown""")


# Only for existing listings, because an event may be about a deleted listing.
_BEGUN = {
    name: text(f"""
    INSERT INTO product_days (product_id, day, {name})
    SELECT id, CAST(:day AS date), 1 FROM products WHERE id = :product_id
    ON CONFLICT (product_id, day) DO UPDATE SET {name} = product_days.{name} + 1""")  # noqa: S608 - our names
    for name in ("conversations", "deals")
}


_LAST = text("""
    SELECT coalesce(boosted_at, featured_at) AS begins, coalesce(boosted_until, featured_until) AS ends
    FROM products WHERE id = :product_id AND seller_id = :seller_id AND status <> 'removed'""")


_DAYS = text("""
    SELECT day, views, favourites, shown, conversations, deals FROM product_days
    WHERE product_id = :product_id AND day BETWEEN :first AND :last""")


async def save_featured(
    session: AsyncSession,
    products: Sequence[FeaturedProduct],
    *,
    order_id: int | None = None,
    package_id: int | None = None,
    hours: int | None = None,
    is_premium: bool = False,
) -> None:
    """Ignores older versions and deleted listings."""
    ids = [product.product_id for product in products]
    await session.execute(_LOCK, {"ids": sorted(ids)})
    values: dict[str, Any] = {
        "ids": ids,
        "versions": [product.version for product in products],
        "begins": [product.featured_at for product in products],
        "ends": [product.featured_until for product in products],
        "order_id": order_id,
        "package_id": package_id,
        "hours": hours,
        "is_premium": is_premium,
    }
    await session.execute(_KEEP, values)


async def get_last_boost(session: AsyncSession, product_id: int, seller_id: int) -> Any:
    """Returns None if the listing does not exist or has another seller."""
    values = {"product_id": product_id, "seller_id": seller_id}
    return (await session.execute(_LAST, values)).one_or_none()


async def count_shown(session: AsyncSession, times: dict[int, int], day: date) -> None:
    ids = sorted(times)
    values = {"ids": ids, "times": [times[item_id] for item_id in ids], "day": day}
    await session.execute(_COUNT_SHOWN, values)


async def count_begun(
    session: AsyncSession, what: Literal["conversations", "deals"], product_id: int, day: date
) -> None:
    await session.execute(_BEGUN[what], {"product_id": product_id, "day": day})


async def list_days(session: AsyncSession, product_id: int, first: date, last: date) -> dict[date, Any]:
    rows = await session.execute(_DAYS, {"product_id": product_id, "first": first, "last": last})
    return {row.day: row for row in rows}
