"""What catalog holds about an erased person goes in pieces: what they keep, search for and write, then what
they sell."""

from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import ProductRemoved
from libs.kit.events import outbox
from libs.kit.process import clock
from services.catalog.queries import forgetting as forgetting_queries
from services.catalog.queries import products as product_queries
from services.catalog.queries import same_pictures as same_picture_queries
from services.catalog.service import favourites, pictures, vocabulary

LISTINGS_AT_ONCE, FAVOURITES_AT_ONCE, ROWS_AT_ONCE = 100, 200, 1_000


async def next_piece(session: AsyncSession, user_id: int) -> bool:
    """Forget the next kind of things until a piece is full; return whether there may be more.

    Call with their row of `people` locked: an upload in their name waits for it, and is refused then."""
    if await favourites.forget(session, user_id, FAVOURITES_AT_ONCE) == FAVOURITES_AT_ONCE:
        return True
    if await forgetting_queries.delete_rows(session, user_id, ROWS_AT_ONCE):
        return True
    if await _blank_listings(session, user_id) == LISTINGS_AT_ONCE:
        return True
    return await pictures.forget(session, user_id, ROWS_AT_ONCE) == ROWS_AT_ONCE


async def _blank_listings(session: AsyncSession, user_id: int) -> int:
    """Blank the next of their listings and take them off sale; return how many."""
    theirs = await product_queries.listings_to_forget(session, user_id, LISTINGS_AT_ONCE)
    if theirs:
        now, ids = await clock.now(session), [row.id for row in theirs]
        await outbox.record_all(session, [(_removed(row, user_id, now), row.version + 1) for row in theirs])
        await forgetting_queries.blank_listings(session, ids, now)
        await pictures.take_down(session, ids)
        await same_picture_queries.forget(session, ids)
        await vocabulary.unlearn(session, {word for row in theirs for word in row.title_words + row.words})
    return len(theirs)


def _removed(row: Any, seller_id: int, now: datetime) -> ProductRemoved:
    return ProductRemoved(
        product_id=row.id,
        seller_id=seller_id,
        auction_id=row.auction_id,
        reason="seller_erased",
        removed_at=now,
    )
