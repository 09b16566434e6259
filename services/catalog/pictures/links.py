"""Link pictures are rendered on first request. They are stored until the listing changes, for at most thirty
days."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.errors import NotFound, Unavailable
from libs.kit.media.link_pictures import LinkPictureDrawings, LinkPictureWords, draw_link_picture
from libs.kit.media.pictures import PictureStore
from libs.kit.process import clock
from services.catalog.listings.queries import ListingDetails, get_listing, get_listings_in_order
from services.catalog.pictures import link_rules
from services.catalog.pictures.link_rules import LinkPicture
from services.catalog.pictures.service import ADDRESS


class NotDrawn(Exception):
    pass


@dataclass(frozen=True)
class DrawnPicture:
    content: bytes
    version: str


async def get_link_picture(session: AsyncSession, product_id: int) -> LinkPicture:
    listing = await get_listing(session, product_id)
    if listing is None or listing.product.status == "removed":
        raise NotFound
    return _picture_of(listing, clock.about_now())


async def read_link_picture(
    database: Database, store: PictureStore, drawings: LinkPictureDrawings, product_id: int
) -> DrawnPicture:
    """Concurrent requests share one rendering. Raises `NotDrawn` if the picture cannot be rendered."""
    async with database.reading() as session:
        picture = await get_link_picture(session, product_id)
    content = await store.get(picture.file)
    if content is None:
        try:
            content = await drawings.draw(picture.file, lambda: _draw(store, picture))
        except Unavailable as busy:  # The queue is full, or the worker failed.
            raise NotDrawn from busy
    return DrawnPicture(content, picture.version)


async def _draw(store: PictureStore, picture: LinkPicture) -> bytes:
    if (kept := await store.get(picture.file)) is not None:
        return kept
    photograph = await store.get(picture.photograph) if picture.photograph else None
    shown = LinkPictureWords(
        mark=link_rules.MARK, above=picture.brand, title=picture.name, below=picture.says
    )
    drawn = await draw_link_picture(shown, photograph)
    if photograph is not None or picture.photograph is None:  # Otherwise the file may be readable later.
        await store.put(picture.file, drawn)
    return drawn


async def discard_old_pictures(
    database: Database, store: PictureStore, files: Sequence[tuple[str, datetime]], now: datetime
) -> int:
    listings = {name: number for name, _ in files if (number := link_rules.product_of_file(name)) is not None}
    if not listings:
        return 0
    async with database.reading() as session:
        found = await get_listings_in_order(session, sorted(set(listings.values())))
    current = {_picture_of(item, now).file for item in found if item.product.status != "removed"}
    worn = {name for name, put in files if link_rules.is_worn(put, now)}
    gone = [name for name in listings if name not in current or name in worn]
    await asyncio.gather(*(store.delete(name) for name in gone))
    return len(gone)


def _picture_of(found: ListingDetails, now: datetime) -> LinkPicture:
    product, auction = found.product, found.auction
    how = None if auction is None else link_rules.auction_words(
        status=auction.status, starts_at=auction.starts_at, ends_at=auction.ends_at, now=now
    )  # fmt: skip
    return LinkPicture(
        product_id=product.known_id, brand=product.brand, name=product.name,
        says=link_rules.words_below(
            status=product.status, price=product.price, is_auction=product.auction_id is not None, auction=how
        ),
        photograph=_photograph(found),
    )  # fmt: skip


def _photograph(found: ListingDetails) -> str | None:
    if not found.images:
        return None
    first = found.images[0]
    return link_rules.photograph_of(first.token, first.image_url.removeprefix(ADDRESS))
