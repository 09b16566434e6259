"""What a listing is found by, written beside it; and the words that typing errors are held against."""

from collections.abc import Mapping

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db import Database
from services.catalog import queries
from services.catalog.domain import words
from services.catalog.models import Product, Word

AT_ONCE = 200


async def find_by(session: AsyncSession, product: Product) -> None:
    """The words it is found by, and the shop's vocabulary with its new ones."""
    await learn(session, _named(product))


async def learn(session: AsyncSession, said: Mapping[str, str]) -> None:
    """New words of names and notes, always in the same order: two who list at once do not wait for each other twice."""
    rows = [{"word": word, "shown": shown} for word, shown in sorted(said.items())]
    for start in range(0, len(rows), 1_000):
        await session.execute(insert(Word).values(rows[start : start + 1_000]).on_conflict_do_nothing())


async def name_the_nameless(database: Database) -> int:
    """Listings written before there were words, or by the build before this one, are found by theirs from now on."""
    last, named = 0, 0
    while True:
        async with database.transaction() as session:
            found = await queries.products.without_words(session, last, AT_ONCE)
            said = dict[str, str]()
            for product in found:
                said |= _named(product)
                product.brand_key = words.plain(product.brand)
            await learn(session, said)
        if not found:
            return named
        last, named = found[-1].known_id, named + len(found)


def _named(product: Product) -> dict[str, str]:
    product.title_words = words.words_of(product.name, product.brand)
    kind = "auction" if product.listing_type == "auction" else None
    product.words = words.words_of(
        product.name, product.brand, product.concentration, product.notes, kind, product.description
    )
    return words.written_forms(product.name, product.brand, product.notes)
