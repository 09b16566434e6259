"""The words of all listings, which typing errors are compared with."""

from collections.abc import Sequence

from sqlalchemy import delete, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.catalog.models import Word

ROWS_AT_ONCE = 1_000
_ALIKE = text(
    "SELECT word, shown FROM vocabulary WHERE word OPERATOR(public.%) :word AND word <> :word "
    "ORDER BY public.similarity(word, :word) DESC, word LIMIT 8"
)


async def alike(session: AsyncSession, word: str) -> list[tuple[str, str]]:
    """Return words of the shop that are written much like this one, the nearest first."""
    return [(row.word, row.shown) for row in (await session.execute(_ALIKE, {"word": word})).all()]


async def display_words(session: AsyncSession, stems: list[str]) -> list[str]:
    """Return words as people write them, in the order of their stems."""
    rows = (
        await session.execute(select(col(Word.word), col(Word.shown)).where(col(Word.word).in_(stems)))
    ).all()
    shown = {row.word: row.shown for row in rows}
    return [shown.get(stem, stem) for stem in stems]


_STILL_USED = text(
    "SELECT word FROM vocabulary WHERE word = ANY(:words) AND EXISTS (SELECT FROM products "
    "WHERE searchable @@ CAST(quote_literal(word) AS tsquery) AND status <> 'removed')"
)


async def still_used(session: AsyncSession, words: list[str]) -> set[str]:
    """Return those of these words that a listing still holds. Call in a transaction."""
    # For a word that nothing holds the planner expects a match soon and would read the whole table.
    await session.execute(text("SET LOCAL enable_seqscan = off"))
    used = set((await session.execute(_STILL_USED, {"words": words})).scalars())
    await session.execute(text("SET LOCAL enable_seqscan = on"))
    return used


async def words_after(session: AsyncSession, word: str, limit: int) -> list[str]:
    """Return the next words of the vocabulary in its order."""
    query = select(col(Word.word)).where(col(Word.word) > word).order_by(col(Word.word)).limit(limit)
    return list((await session.execute(query)).scalars())


async def add(session: AsyncSession, words: Sequence[tuple[str, str]]) -> None:
    """Add the words that are not known yet, each with how it is written."""
    rows = [{"word": word, "shown": shown} for word, shown in words]
    for start in range(0, len(rows), ROWS_AT_ONCE):
        await session.execute(
            insert(Word).values(rows[start : start + ROWS_AT_ONCE]).on_conflict_do_nothing()
        )


async def delete_words(session: AsyncSession, words: Sequence[str]) -> None:
    """Delete these words."""
    await session.execute(delete(Word).where(col(Word.word).in_(words)))


_FORGET = text("DELETE FROM vocabulary WHERE word = ANY(CAST(:gone AS text[]))")
_UNCOUNT = text("DELETE FROM search_counts WHERE string_to_array(terms, ' ') && CAST(:gone AS text[])")


async def forget(session: AsyncSession, words: Sequence[str]) -> None:
    """Delete these words, and the counts of searches that name one of them."""
    await session.execute(_FORGET, {"gone": list(words)})
    await session.execute(_UNCOUNT, {"gone": list(words)})
