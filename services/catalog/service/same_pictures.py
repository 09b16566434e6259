"""Looks for each photograph that a listing begins to show at the listings of other sellers."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.evidence import SamePictureFound
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.process import clock
from services.catalog.queries import pictures as picture_queries
from services.catalog.queries import same_pictures as queries

AT_ONCE, MOST_OF_LISTING = 20, 20


async def compare_next(database: Database) -> int:
    """Compare the next photographs, alone, so that a pair is found by one; return how many."""
    async with database.transaction() as session:
        if not await picture_queries.is_alone_with(session, "compared"):
            return 0
        unseen = await queries.unseen(session, AT_ONCE)
        for shown in unseen:
            if shown.look is not None and shown.status != "removed":
                await _compare(session, shown)
        if unseen:
            await queries.drop_unseen(session, [shown.image_id for shown in unseen])
    return len(unseen)


async def _compare(session: AsyncSession, shown: Any) -> None:
    """Tell of each other listing that shows the same; the case is about the one that showed it later."""
    for other in await queries.like(session, shown.look, shown.seller_id):
        places = {one.token: await queries.first_shown(session, one.token) for one in (shown, other)}
        first, later = sorted((shown, other), key=lambda one: places[one.token])
        pair = {
            "product_id": later.product_id, "other_id": first.product_id, "token": later.token,
            "other_token": first.token, "distance": other.distance,
        }  # fmt: skip
        now = await clock.now(session)
        found = await queries.add(session, pair, now, MOST_OF_LISTING)
        if found is None:
            continue
        fact = SamePictureFound(
            product_id=later.product_id,
            seller_id=later.seller_id,
            other_product_id=first.product_id,
            other_seller_id=first.seller_id,
            distance=other.distance,
            found=found,
            found_at=now,
        )
        await outbox.record(session, fact, version=found)
