"""Which pictures wait to be compared, which look the same, and what was found."""

from datetime import datetime
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from services.catalog.domain.same_pictures import MOST_DIFFERENT, QUARTER_BITS, QUARTERS, near_quarters

# So many pictures of each quarter are looked at, however many look alike there.
LOOKED_AT, MOST_FOUND = 5_000, 5
_QUARTER = """
    (SELECT token, seller_id, look FROM pictures
     WHERE look IS NOT NULL AND ((look >> {shift}) & 65535) = ANY(:near_{place}) LIMIT :looked_at)"""
_NEAR = " UNION ALL ".join(
    _QUARTER.format(place=place, shift=place * QUARTER_BITS) for place in range(QUARTERS)
)
# The planner has no figures about quarters of a look: it takes each for 5,000 pictures and a scan of all for
# cheaper than its index, in the first five questions of a connection, which it plans by their values.
_BY_INDEX = text("SET LOCAL enable_seqscan = off")
# Each other listing once, with the nearest of its pictures.
LIKE = text(f"""
    SELECT * FROM (SELECT DISTINCT ON (p.id) p.id AS product_id, p.seller_id, i.id AS image_id, i.token, distance
    FROM (SELECT DISTINCT token, bit_count(CAST(look # :look AS bit(64))) AS distance
          FROM ({_NEAR}) AS near WHERE seller_id <> :seller_id) AS alike
    JOIN product_images i ON i.token = alike.token JOIN products p ON p.id = i.product_id
    WHERE distance <= :most_different AND p.status <> 'removed' AND p.seller_id <> :seller_id
    ORDER BY p.id, distance) AS nearest ORDER BY distance, product_id LIMIT :most""")  # noqa: S608 - our own names
_NEXT = text("""
    SELECT u.image_id, i.product_id, i.token, t.look, p.seller_id, p.status
    FROM unseen_pictures u JOIN product_images i ON i.id = u.image_id JOIN products p ON p.id = i.product_id
    LEFT JOIN pictures t ON t.token = i.token
    ORDER BY u.image_id LIMIT :most""")
# A seller who lists a bottle anew shows the picture of before at a new place.
_FIRST_SHOWN = text("SELECT min(id) FROM product_images WHERE token = :token")
_DROP = text("DELETE FROM unseen_pictures WHERE image_id = ANY(:ids)")
_ADD = text("""
    INSERT INTO same_pictures (product_id, other_id, token, other_token, distance, found_at)
    SELECT :product_id, :other_id, :token, :other_token, :distance, :found_at
    WHERE (SELECT count(*) FROM same_pictures WHERE product_id = :product_id) < :most
    ON CONFLICT DO NOTHING RETURNING product_id""")
_COUNT = text("""
    INSERT INTO product_counts (product_id, same_pictures) VALUES (:product_id, 1)
    ON CONFLICT (product_id) DO UPDATE SET same_pictures = product_counts.same_pictures + 1
    RETURNING same_pictures""")
_ABOUT = text("""
    SELECT s.product_id, s.other_id, s.token, s.other_token, s.distance, s.found_at,
        p.seller_id, o.seller_id AS other_seller_id
    FROM same_pictures s JOIN products p ON p.id = s.product_id JOIN products o ON o.id = s.other_id
    WHERE s.product_id = :product_id OR s.other_id = :product_id ORDER BY s.found_at DESC LIMIT :most""")
_FORGET = text("DELETE FROM same_pictures WHERE product_id = ANY(:ids) OR other_id = ANY(:ids)")


async def unseen(session: AsyncSession, most: int) -> list[Any]:
    """Return the next pictures of listings that were compared with none, the first shown first."""
    return list((await session.execute(_NEXT, {"most": most})).all())


async def drop_unseen(session: AsyncSession, image_ids: list[int]) -> None:
    """Write down that these were compared."""
    await session.execute(_DROP, {"ids": image_ids})


async def like(session: AsyncSession, look: int, seller_id: int) -> list[Any]:
    """Return the nearest pictures of other sellers' listings that look like this one, a few at most.

    To the end of the transaction no table is read whole that has an index for it."""
    await session.execute(_BY_INDEX)
    near = {f"near_{place}": quarter for place, quarter in enumerate(near_quarters(look))}
    asked = {"look": look, "seller_id": seller_id, "looked_at": LOOKED_AT, "most": MOST_FOUND}
    return list((await session.execute(LIKE, asked | near | {"most_different": MOST_DIFFERENT})).all())


async def first_shown(session: AsyncSession, token: str) -> int:
    """Return the first place at which a picture was shown, by its seller's listings one after another."""
    return int((await session.execute(_FIRST_SHOWN, {"token": token})).scalar_one())


async def add(session: AsyncSession, found: dict[str, Any], now: datetime, most: int) -> int | None:
    """Add a pair of listings and return how many were found at the later one; None if the pair is known, or
    these are many."""
    if (await session.execute(_ADD, found | {"found_at": now, "most": most})).first() is None:
        return None
    counted = await session.execute(_COUNT, {"product_id": found["product_id"]})
    return int(counted.scalar_one())


async def about(session: AsyncSession, product_id: int, most: int) -> list[Any]:
    """Return the pairs that a listing is in, the newest first."""
    return list((await session.execute(_ABOUT, {"product_id": product_id, "most": most})).all())


async def forget(session: AsyncSession, product_ids: list[int]) -> None:
    """Delete the pairs that these listings are in."""
    await session.execute(_FORGET, {"ids": product_ids})
