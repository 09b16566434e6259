"""Photographs have random names and signed URLs."""

import asyncio
import secrets
from datetime import datetime, timedelta

from libs.kit.db.database import Database
from libs.kit.errors import DomainError, NotFound, Unavailable
from libs.kit.media.pictures import PictureStore, redraw
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from services.boost.protection import disputes, queries
from services.boost.protection.models import Evidence

SIZES = {"": 1600, "-small": 480}
# Older files without a row are left over from a crash or an erasure.
PATIENCE = timedelta(hours=24)


async def add_photograph(
    database: Database, store: PictureStore, person: Identity, deal_id: int, data: bytes
) -> None:
    """The image is redrawn before the transaction, because redrawing is slow. Files without a row are deleted
    immediately or by `delete_unused_files`."""
    row = Evidence(deal_id=deal_id, author_id=person.user_id, kind="photograph", added_at=clock.about_now())
    async with database.reading() as session:
        deal = await queries.get_protection(session, deal_id)
        if deal is None or person.user_id not in (deal.buyer_id, deal.seller_id):
            raise NotFound
        await disputes.check_evidence_allowed(session, deal, row)
    drawn = await redraw(data, SIZES, person.user_id)
    row.token = secrets.token_hex(16)
    row.width, row.height = drawn[""].width, drawn[""].height
    await asyncio.gather(*(store.put(row.token + end, one.content) for end, one in drawn.items()))
    try:
        async with database.transaction() as session:
            await disputes.insert_evidence(session, person, row)
    except Unavailable:
        raise  # The row may exist. If not, `delete_unused_files` deletes the files.
    except DomainError:
        await _delete_files(store, row.token)
        raise


async def _delete_files(store: PictureStore, token: str) -> None:
    await asyncio.gather(*(store.delete(token + end) for end in SIZES))


async def delete_unused_files(database: Database, store: PictureStore, now: datetime) -> int:
    swept = 0
    async for page in store.pages():
        old = {name.removesuffix("-small") for name, kept in page if kept < now - PATIENCE}
        async with database.reading() as session:
            unnamed = await queries.find_unused_tokens(session, old) if old else set[str]()
        for token in sorted(unnamed):
            await _delete_files(store, token)
            swept += 1
    return swept
