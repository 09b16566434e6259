"""Takes the looks of pictures from before decision 0058, a few at a time, in the process that draws
pictures."""

from libs.kit.db.database import Database
from libs.kit.media.pictures import InvalidImage, PictureStore, PictureTooLarge, redraw_own
from services.catalog.domain.pictures import file_of
from services.catalog.domain.same_pictures import as_bigint
from services.catalog.queries import looks as queries

AT_ONCE, MOST_COUNTED = 20, 1_000_000
# The file that is read, and how large it is drawn: as little as tells the same as the original does.
READ_SIZE, DRAWN_SIZE = "1024", 512


async def take_next(database: Database, store: PictureStore) -> int:
    """Take the looks of the next pictures; return how many there were.

    No transaction is open while they are read and drawn. Killed at any line, the job does it again; of two
    replicas that take the same ones, the later changes nothing."""
    async with database.reading() as session:
        tokens = await queries.following(session, AT_ONCE)
    taken = {token: await _look_of(store, token) for token in tokens}
    if tokens:
        looks = {token: look for token, look in taken.items() if look is not None}
        async with database.transaction() as session:
            await queries.keep(session, looks)
            await queries.move_on(session, tokens[-1])
    return len(tokens)


async def count_left(database: Database) -> int:
    """Return how many pictures are left."""
    async with database.reading() as session:
        return await queries.count_left(session, MOST_COUNTED)


async def _look_of(store: PictureStore, token: str) -> int | None:
    """Return how a picture looks; None where its file is gone, cannot be read, or shows next to nothing."""
    content = await store.get(file_of(token, READ_SIZE))
    if content is None:
        return None
    try:
        drawn = await redraw_own(content, {"look": DRAWN_SIZE})
    except (InvalidImage, PictureTooLarge):  # it was drawn by us once: what is broken stays without a look
        return None
    return as_bigint(drawn["look"].look)
