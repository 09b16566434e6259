from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_SEARCHES = "SELECT id FROM saved_searches WHERE user_id = :user_id"


_ROWS = {
    "saved_search_hits": ("(search_id, product_id)", f"search_id IN ({_SEARCHES})"),
    "saved_searches": ("id", "user_id = :user_id"),
    "drafts": ("id", "seller_id = :user_id"),
    "reports": ("id", "reporter_id = :user_id"),
    "appeals": ("id", "seller_id = :user_id"),
    "bought_listings": ("deal_id", "seller_id = :user_id"),
    "revisions": ("id", "seller_id = :user_id"),
}


# Selected by key, because after waiting for a lock a row cannot be found again by its physical position.
_DELETE = {
    table: text(
        f"DELETE FROM {table} WHERE {key} IN "  # noqa: S608 - our own names
        f"(SELECT {key.strip('()')} FROM {table} WHERE {whose} LIMIT :most)"
    )
    for table, (key, whose) in _ROWS.items()
}


_BLANK = text(
    "UPDATE products SET version = version + 1, "
    "status = 'removed', removed_reason = 'seller_erased', removed_at = :now, updated_at = :now, "
    "name = '', brand = '', brand_key = '', description = '', notes = NULL, state = NULL, batch_code = NULL, "
    "image_url = NULL, words = '{}', title_words = '{}' WHERE id = ANY(:ids)"
)


async def delete_rows(session: AsyncSession, user_id: int, most: int) -> bool:
    """Returns True if more rows may remain."""
    for statement in _DELETE.values():
        gone: Any = await session.execute(statement, {"user_id": user_id, "most": most})
        if gone.rowcount == most:
            return True
    return False


_REPORTS = text("""
UPDATE reports SET words = '' WHERE id IN (SELECT r.id FROM products AS p JOIN reports AS r ON r.product_id = p.id
    WHERE p.seller_id = :user_id AND r.words <> '' LIMIT :most)""")


async def blank_reports(session: AsyncSession, user_id: int, most: int) -> bool:
    """Blanks the text of reports about the person's listings. Returns True if more rows may remain."""
    blanked: Any = await session.execute(_REPORTS, {"user_id": user_id, "most": most})
    return int(blanked.rowcount) == most


async def blank_listings(session: AsyncSession, product_ids: Sequence[int], now: datetime) -> None:
    await session.execute(_BLANK, {"ids": list(product_ids), "now": now})
