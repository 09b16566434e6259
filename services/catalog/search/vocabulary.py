import asyncio
from collections.abc import Collection, Mapping

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from services.catalog.favourites.queries import get_mark, save_mark
from services.catalog.listings.models import Product
from services.catalog.listings.queries import list_touched_after, list_without_words
from services.catalog.search import queries, words

AT_ONCE, SWEPT_AT_ONCE = 200, 500


MARK = "vocabulary"


async def update_search_words(session: AsyncSession, product: Product, *, learning: bool = True) -> None:
    before = set(product.words) | set(product.title_words)
    forms = _named(product)
    if learning:
        await learn(session, forms)
    if dropped := before - set(product.words) - set(product.title_words):
        await session.flush()
        await unlearn(session, dropped)


async def unlearn(session: AsyncSession, dropped: Collection[str]) -> int:
    kept = await queries.find_still_used(session, sorted(dropped))
    gone = sorted(set(dropped) - kept)
    if gone:
        await queries.forget_words(session, gone)
    return len(gone)


async def learn_new(database: Database) -> None:
    """Adds words from imports, and words that a sweep deleted during a concurrent write."""
    async with database.reading() as session:
        snapshot_xmin = await queries.snapshot_xmin(session)
        point = await get_mark(session, MARK)
    last = 0
    while True:
        async with database.transaction() as session:
            touched = await list_touched_after(session, point, last, AT_ONCE)
            forms = dict[str, str]()
            for row in touched:
                forms |= words.written_forms(row.name, row.brand, row.notes)
            await learn(session, forms)
        if len(touched) < AT_ONCE:
            break
        last = touched[-1].id
    async with database.transaction() as session:
        await save_mark(session, MARK, snapshot_xmin)


async def sweep_vocabulary(database: Database) -> int:
    last, swept = "", 0
    while True:
        async with database.transaction() as session:
            known = await queries.list_words_after(session, last, SWEPT_AT_ONCE)
            numbers = [word for word in known if words.is_number(word)]
            await queries.delete_words(session, numbers)
            swept += len(numbers) + await unlearn(session, set(known) - set(numbers))
        if len(known) < SWEPT_AT_ONCE:
            return swept
        last = known[-1]
        await asyncio.sleep(0)


async def learn(session: AsyncSession, forms: Mapping[str, str]) -> None:
    """Writes in sorted order to avoid deadlocks."""
    await queries.add_words(session, sorted(forms.items()))


async def name_the_nameless(database: Database) -> int:
    last, named = 0, 0
    while True:
        async with database.transaction() as session:
            without_words = await list_without_words(session, last, AT_ONCE)
            forms = dict[str, str]()
            for product in without_words:
                forms |= _named(product)
                product.brand_key = words.plain(product.brand)
            await learn(session, forms)
        if not without_words:
            return named
        last, named = without_words[-1].known_id, named + len(without_words)


def _named(product: Product) -> dict[str, str]:
    product.title_words = words.words_of(product.name, product.brand)
    kind = "auction" if product.listing_type == "auction" else None
    product.words = words.words_of(
        product.name, product.brand, product.concentration, product.notes, kind, product.description
    )
    return words.written_forms(product.name, product.brand, product.notes)
