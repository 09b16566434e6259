"""What catalog holds about an erased person goes in pieces: what they keep, look for and write, then what they sell."""

from datetime import datetime
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import ProductRemoved
from libs.kit.events import outbox
from libs.kit.process import clock
from services.catalog.queries import products as product_queries
from services.catalog.service import favourites, finding, pictures

LISTINGS_AT_ONCE, FAVOURITES_AT_ONCE, ROWS_AT_ONCE = 100, 200, 1_000

_SEARCHES = "SELECT id FROM saved_searches WHERE user_id = :user_id"
_ROWS = {
    "saved_search_hits": ("(search_id, product_id)", f"search_id IN ({_SEARCHES})"),
    "saved_searches": ("id", "user_id = :user_id"),
    "drafts": ("id", "seller_id = :user_id"),
    "reports": ("id", "reporter_id = :user_id"),
    "appeals": ("id", "seller_id = :user_id"),
}
# By their keys: a row that is written just now is found again after the wait, which its place would not be.
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


async def next_piece(session: AsyncSession, user_id: int) -> bool:
    """Forget what comes next, one kind after the other, until a piece is full; says whether there may be more.

    Call with their row of `people` held: whoever uploads in their name waits for it, and is nobody then."""
    if await favourites.forget(session, user_id, FAVOURITES_AT_ONCE) == FAVOURITES_AT_ONCE:
        return True
    for statement in _DELETE.values():
        gone: Any = await session.execute(statement, {"user_id": user_id, "most": ROWS_AT_ONCE})
        if gone.rowcount == ROWS_AT_ONCE:
            return True
    if await _blank_listings(session, user_id) == LISTINGS_AT_ONCE:
        return True
    return await pictures.forget(session, user_id, ROWS_AT_ONCE) == ROWS_AT_ONCE


async def _blank_listings(session: AsyncSession, user_id: int) -> int:
    """The next of their listings are not for sale any more, say nothing and show nothing; returns how many."""
    theirs = await product_queries.listings_to_forget(session, user_id, LISTINGS_AT_ONCE)
    if theirs:
        now, ids = await clock.now(session), [row.id for row in theirs]
        await outbox.record_all(session, [(_removed(row, user_id, now), row.version + 1) for row in theirs])
        await session.execute(_BLANK, {"ids": ids, "now": now})
        await pictures.take_down(session, ids)
        await finding.unlearn(session, {word for row in theirs for word in row.title_words + row.words})
    return len(theirs)


def _removed(row: Any, seller_id: int, now: datetime) -> ProductRemoved:
    return ProductRemoved(
        product_id=row.id, seller_id=seller_id, auction_id=row.auction_id, reason="seller_erased", removed_at=now
    )
