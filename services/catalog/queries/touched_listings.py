"""Which listings were written since the last look."""

from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession


class Touch(NamedTuple):
    """A listing, and which of its rows was written."""

    product_id: int
    what: str


class ReadPosition(NamedTuple):
    """Up to where the tables were read: all transactions before `first` but for those that were running."""

    first: str
    running: tuple[str, ...]


# Of a person that was written, everything they sell: one row of theirs tells of thousands.
# In the order of `touched`, so that the planner, given a limit, reads the index and not the whole table.
_TOUCHED = text("""
    (SELECT id, 'listing' FROM products
     WHERE touched >= CAST(CAST(:first AS text) AS xid8) ORDER BY touched LIMIT :most)
    UNION ALL (SELECT product_id, 'auction' FROM auction_copies
     WHERE touched >= CAST(CAST(:first AS text) AS xid8) ORDER BY touched LIMIT :most)
    UNION ALL (SELECT product_id, 'count' FROM product_counts
     WHERE touched >= CAST(CAST(:first AS text) AS xid8) ORDER BY touched LIMIT :most)
    UNION ALL (SELECT p.id, 'listing' FROM people CROSS JOIN LATERAL
        (SELECT id FROM products WHERE seller_id = people.user_id LIMIT :most) AS p
     WHERE people.touched >= CAST(CAST(:first AS text) AS xid8) LIMIT :most)
    UNION ALL (SELECT id, 'listing' FROM products
     WHERE touched = ANY(CAST(CAST(:running AS text[]) AS xid8[])) ORDER BY touched LIMIT :most)
    UNION ALL (SELECT product_id, 'auction' FROM auction_copies
     WHERE touched = ANY(CAST(CAST(:running AS text[]) AS xid8[])) ORDER BY touched LIMIT :most)
    UNION ALL (SELECT product_id, 'count' FROM product_counts
     WHERE touched = ANY(CAST(CAST(:running AS text[]) AS xid8[])) ORDER BY touched LIMIT :most)
    UNION ALL (SELECT p.id, 'listing' FROM people CROSS JOIN LATERAL
        (SELECT id FROM products WHERE seller_id = people.user_id LIMIT :most) AS p
     WHERE people.touched = ANY(CAST(CAST(:running AS text[]) AS xid8[])) LIMIT :most)""")
_NEWEST = text("""
    (SELECT id FROM products WHERE touched >= CAST(CAST(:first AS text) AS xid8)
        ORDER BY touched DESC LIMIT :most)
    UNION (SELECT product_id FROM auction_copies
     WHERE touched >= CAST(CAST(:first AS text) AS xid8) ORDER BY touched DESC LIMIT :most)""")
_TOUCHED_AFTER = text("""
    SELECT id FROM products WHERE id > :after AND id <= :upto
    AND (touched >= CAST(CAST(:first AS text) AS xid8) OR touched = ANY(CAST(CAST(:running AS text[]) AS
        xid8[])))
    UNION SELECT product_id FROM auction_copies WHERE product_id > :after AND product_id <= :upto
    AND (touched >= CAST(CAST(:first AS text) AS xid8) OR touched = ANY(CAST(CAST(:running AS text[]) AS
        xid8[])))
    UNION SELECT p.id FROM people JOIN products AS p ON p.seller_id = people.user_id
    WHERE p.id > :after AND p.id <= :upto AND (people.touched >= CAST(CAST(:first AS text) AS xid8)
        OR people.touched = ANY(CAST(CAST(:running AS text[]) AS xid8[])))
    ORDER BY 1 LIMIT :most""")


async def snapshot(session: AsyncSession) -> ReadPosition:
    """Return what is committed now; read it before reading rows."""
    query = text(
        "SELECT pg_snapshot_xmax(s)::text, ARRAY(SELECT pg_snapshot_xip(s)::text) FROM pg_current_snapshot() AS s"
    )
    first, running = (await session.execute(query)).one()
    return ReadPosition(first, tuple(running))


async def touched_since(session: AsyncSession, seen: ReadPosition, most: int) -> set[Touch]:
    """Return which listings have a row that was not committed then: their own, their auction's, count's or
    seller's. A transaction that stays open costs nothing: only what it wrote itself is read again."""
    values = {"first": seen.first, "running": list(seen.running), "most": most}
    return {Touch(*row) for row in await session.execute(_TOUCHED, values)}


async def touched_after(
    session: AsyncSession, seen: ReadPosition, after: int, upto: int, most: int
) -> list[int]:
    """Return the next ones of these listings by their ids, without those whose counts alone changed."""
    values = {"first": seen.first, "running": list(seen.running), "after": after, "upto": upto, "most": most}
    return list((await session.execute(_TOUCHED_AFTER, values)).scalars())


async def newest(session: AsyncSession, seen: ReadPosition, most: int) -> list[int]:
    """Return those of these listings that the last transactions wrote."""
    return sorted((await session.execute(_NEWEST, {"first": seen.first, "most": most})).scalars())
