from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.evidence import SamePictureFound
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.media.pictures import InvalidImage, PictureStore, PictureTooLarge, redraw_own
from libs.kit.process import clock
from services.catalog.pictures import queries
from services.catalog.pictures.rules import as_bigint, file_of

AT_ONCE, MAX_COUNTED = 20, 1_000_000


# The smallest file and decoding size that give the same hash as the original.
READ_SIZE, DRAWN_SIZE = "1024", 512


async def take_next_looks(database: Database, store: PictureStore) -> int:
    """Hash the next pictures. Returns the number of pictures. No transaction is open while the pictures are
    decoded. A crash only repeats the work."""
    async with database.reading() as session:
        tokens = await queries.list_without_look(session, AT_ONCE)
    taken = {token: await _look_of(store, token) for token in tokens}
    if tokens:
        looks = {token: look for token, look in taken.items() if look is not None}
        async with database.transaction() as session:
            await queries.save_looks(session, looks)
            await queries.save_progress(session, tokens[-1])
    return len(tokens)


async def count_left(database: Database) -> int:
    async with database.reading() as session:
        return await queries.count_without_look(session, MAX_COUNTED)


async def _look_of(store: PictureStore, token: str) -> int | None:
    """Returns None if the file is missing, unreadable or almost blank."""
    content = await store.get(file_of(token, READ_SIZE))
    if content is None:
        return None
    try:
        drawn = await redraw_own(content, {"look": DRAWN_SIZE})
    except (InvalidImage, PictureTooLarge):  # The upload was valid, so a broken file gets no hash.
        return None
    return as_bigint(drawn["look"].look)


COMPARED_AT_ONCE, MAX_OF_LISTING = 20, 20


async def compare_next(database: Database) -> int:
    """Returns the number of pictures. Replicas take turns, so that each pair is found once."""
    async with database.transaction() as session:
        if not await queries.lock_file_if_free(session, "compared"):
            return 0
        unseen = await queries.list_unseen(session, COMPARED_AT_ONCE)
        for shown in unseen:
            if shown.look is not None and shown.status != "removed":
                await _compare(session, shown)
        if unseen:
            await queries.drop_unseen(session, [shown.image_id for shown in unseen])
    return len(unseen)


async def _compare(session: AsyncSession, shown: Any) -> None:
    """The case is about the listing that showed the picture later."""
    for other in await queries.list_like(session, shown.look, shown.seller_id):
        places = {item.token: await queries.get_first_shown(session, item.token) for item in (shown, other)}
        first, later = sorted((shown, other), key=lambda one: places[one.token])
        pair = {
            "product_id": later.product_id, "other_id": first.product_id, "token": later.token,
            "other_token": first.token, "distance": other.distance,
        }  # fmt: skip
        now = await clock.now(session)
        found = await queries.add_same_picture(session, pair, now, MAX_OF_LISTING)
        if found is None:
            continue
        event = SamePictureFound(
            product_id=later.product_id,
            seller_id=later.seller_id,
            other_product_id=first.product_id,
            other_seller_id=first.seller_id,
            distance=other.distance,
            found=found,
            found_at=now,
        )
        await outbox.record(session, event, version=found)
