"""The published state of listings, to compare with the projection."""

from collections.abc import AsyncIterator

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.events.reconcile import Books, Row
from services.catalog.listings.changes import EVENT_FIELDS
from services.catalog.projection import FOR_SALE, apply_event

_LISTINGS = text(
    f"SELECT id, version, created_at, status, {', '.join(sorted(EVENT_FIELDS))}, "  # noqa: S608 - our names
    "ARRAY(SELECT image_url FROM product_images "
    "WHERE product_id = p.id AND (token IS NOT NULL OR client_token IS NULL) ORDER BY image_order, id) AS images "
    "FROM products p ORDER BY id"
).execution_options(yield_per=1_000)


async def list_states(session: AsyncSession) -> AsyncIterator[Row]:
    """Call in a repeatable-read transaction."""
    async for found in (await session.stream(_LISTINGS)).mappings():
        figures = dict(found)
        key, version, since = str(figures.pop("id")), figures.pop("version"), figures.pop("created_at")
        yield Row(key, version, since, figures if figures["status"] in FOR_SALE else {"status": None})


# Views, favourites and searches have no row to compare.
BOOKS = (Books("wangi.products", frozenset({""}), apply_event, list_states),)
