"""The in-memory index is loaded from these queries and tested against them. Sold listings are found only
here."""

from collections.abc import AsyncIterator, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    Text,
    bindparam,
    case,
    cast,
    delete,
    func,
    literal,
    literal_column,
    select,
    text,
    tuple_,
)
from sqlalchemy.dialects.postgresql import TSQUERY, insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.catalog import SearchPerformed
from services.catalog.listings.models import Product
from services.catalog.replicas.models import AuctionReplica, Person
from services.catalog.search.filters import RANKS, Entry, Filters, Page, Position, is_grouped, order_of
from services.catalog.search.models import SearchCount, SearchDay, Word
from services.catalog.search.words import Term

# The asking price or, in an auction, the current bid.
PRICE: ColumnElement[int] = func.coalesce(col(AuctionReplica.current_bid), col(Product.price))


CREATED_US: ColumnElement[int] = cast(func.extract("epoch", col(Product.created_at)) * 1_000_000, BigInteger)


# Excludes listings of banned and erased sellers.
ACTIVE = func.coalesce(col(Person.account_status), "active") == "active"


# The Bayesian average (U16) in thousandths of a star, with five extra reviews of 4.0.
RATING: ColumnElement[int] = (
    20_000 + func.coalesce(col(Product.rating_tenths), 0) * 100 * col(Product.reviews)
) // (5 + col(Product.reviews))


IS_SUSPECTED = func.coalesce(col(Person.is_suspected), False)


# The boost counts again when moderation clears the seller.
FEATURED_UNTIL = case((IS_SUSPECTED, None), else_=col(Product.featured_until))


PREMIUM_UNTIL = case((IS_SUSPECTED, None), else_=col(Product.premium_until))


IS_LIVE = func.coalesce(col(AuctionReplica.status) == "active", False)


# In the order of `Entry`. Every listing is read at startup, so the driver's values are used without
# conversion.
_ENTRY: tuple[Any, ...] = (
    col(Product.id),
    col(Product.seller_id),
    col(Product.category_id),
    col(Product.brand),
    col(Product.brand_key),
    col(Product.listing_type),
    PRICE,
    col(Product.volume_ml),
    col(Product.remaining_percent),
    col(Product.purchase_year),
    col(Product.box_condition),
    col(Product.state),
    func.coalesce(col(Person.is_verified), False),
    IS_SUSPECTED,
    IS_LIVE,
    CREATED_US,
    col(Product.popularity),
    col(Product.delivered),
    RATING,
    col(Product.reviews),
    FEATURED_UNTIL,
    PREMIUM_UNTIL,
    col(AuctionReplica.ends_at),
    literal_column("products.words"),
    literal_column("products.title_words"),
)


def _joined(*columns: Any) -> Select[Any]:
    query = select(*columns).join(Person, col(Person.user_id) == col(Product.seller_id), isouter=True)
    return query.join(AuctionReplica, col(AuctionReplica.auction_id) == col(Product.auction_id), isouter=True)


def _entries() -> Select[Any]:
    open_or_none = func.coalesce(col(AuctionReplica.status), "active") == "active"
    return _joined(*_ENTRY).where(col(Product.status) == "active", ACTIVE, open_or_none)


async def snapshot_xmin(session: AsyncSession) -> str:
    """Transactions that commit from now on have this xid or a later one. Call before reading rows."""
    return str(
        (await session.execute(text("SELECT pg_snapshot_xmin(pg_current_snapshot())::text"))).scalar_one()
    )


async def stream_for_sale(session: AsyncSession, part: int) -> AsyncIterator[list[Entry]]:
    """Streams all listings in parts from one table scan. Call in a transaction."""
    rows = await session.stream(_entries().execution_options(yield_per=part))
    async for found in rows.partitions():
        yield [_entry(row) for row in found]


async def get_entries(session: AsyncSession, product_ids: Sequence[int]) -> list[Entry]:
    return [_entry(row) for row in await session.execute(_entries().where(col(Product.id).in_(product_ids)))]


def _entry(row: Any) -> Entry:
    *figures, words, title_words = row
    return Entry._make((*figures, tuple(words), tuple(title_words)))


async def list_page(
    session: AsyncSession,
    filters: Filters,
    sort: str,
    now: datetime,
    *,
    limit: int,
    after: Position | None = None,
    skip: int = 0,
) -> Page:
    """Uses the same groups and orders as the index."""
    total = (await session.execute(count_statement(filters, now))).scalar_one()
    query = ordered_statement(filters, sort, now, after).limit(limit + 1).offset(skip)
    rows = [tuple(row) for row in (await session.execute(query)).all()]
    shown = rows[:limit]
    following = Position(shown[-1][0], shown[-1][1:]) if len(rows) > limit else None
    return Page([-row[-1] for row in shown], total, following)


def count_statement(filters: Filters, now: datetime) -> Select[Any]:
    return select(func.count()).select_from(_joined(Product.id).where(*_conditions(filters, now)).subquery())


def ordered_statement(
    filters: Filters, sort: str, now: datetime, after: Position | None = None
) -> Select[Any]:
    place = [_group(filters, sort, now), *_key(order_of(sort))]
    query = _joined(*place).where(*_conditions(filters, now)).order_by(*place)
    if after is not None:
        query = query.where(tuple_(*place) > tuple_(*map(literal, (after.group, *after.key))))
    return query


def _group(filters: Filters, sort: str, now: datetime) -> ColumnElement[int]:
    if not is_grouped(sort):
        return literal(0)
    rank: ColumnElement[int] = case((now < FEATURED_UNTIL, 1), else_=2)
    if filters.category is not None:
        rank = case((now < PREMIUM_UNTIL, 0), else_=rank)
    if not filters.terms:
        return rank
    titled = func.array_to_tsvector(Product.title_words).op("@@")(text_query(filters.terms))
    return case((titled, 0), else_=RANKS) + rank


def _key(order: str) -> list[ColumnElement[Any]]:
    last = -col(Product.id)
    match order:
        case "low":
            return [PRICE, last]
        case "high":
            return [-PRICE, last]
        case "bestselling":
            return [-col(Product.delivered), -col(Product.popularity), last]
        case "popular":
            return [-col(Product.popularity), last]
        case "rating":
            return [-RATING, -col(Product.reviews), last]
        case _:
            return [-CREATED_US, last]


def text_query(terms: list[Term]) -> ColumnElement[Any]:
    """Returns a query such as `'smoke' & 'noct':*`. The words contain only letters and digits."""
    written = " & ".join(f"'{term.word}'" + (":*" if term.start else "") for term in terms)
    return cast(bindparam(None, written, type_=Text), TSQUERY)


def is_over(now: datetime) -> ColumnElement[bool]:
    return func.coalesce(
        (col(AuctionReplica.status) != "active") | (col(AuctionReplica.ends_at) <= now), False
    )


def _conditions(filters: Filters, now: datetime) -> list[ColumnElement[bool]]:
    sold = filters.status == "sold"
    found: list[Any] = [col(Product.status) == ("sold" if sold else "active"), ACTIVE]
    if not sold:
        found.append(is_over(now).is_(False))
    if filters.terms:
        found.append(literal_column("searchable").op("@@")(text_query(filters.terms)))
    if filters.status == "featured":
        found.append(now < FEATURED_UNTIL)
    if filters.live:
        found.append(col(AuctionReplica.status) == "active")
    if filters.verified:
        found.append(col(Person.is_verified).is_(True))
    if filters.showcase:
        found.append(~IS_SUSPECTED)
    return found + _choices(filters) + _ranges(filters)


def _choices(filters: Filters) -> list[ColumnElement[bool]]:
    kinds = {None: [], "regular": ["fixed", "negotiable"]}.get(filters.listing_type, [filters.listing_type])
    choices: list[tuple[Any, Sequence[Any]]] = [
        (Product.category_id, [filters.category] if filters.category is not None else []),
        (Product.seller_id, [filters.seller_id] if filters.seller_id is not None else []),
        (Product.listing_type, kinds),
        (Product.brand_key, filters.brands),
        (Product.box_condition, filters.conditions),
        (Product.state, filters.states),
    ]
    return [col(column).in_(values) for column, values in choices if values]


def _ranges(filters: Filters) -> list[ColumnElement[bool]]:
    ranges: list[tuple[Any, int | None, int | None]] = [
        (PRICE, filters.min_price, filters.max_price),
        (col(Product.volume_ml), filters.min_volume, filters.max_volume),
        (col(Product.remaining_percent), filters.min_fill, filters.max_fill),
        (col(Product.purchase_year), filters.min_year, filters.max_year),
    ]
    lows = [column >= low for column, low, _ in ranges if low is not None]
    return lows + [column <= high for column, _, high in ranges if high is not None]


async def count_searches(session: AsyncSession, events: Sequence[SearchPerformed]) -> None:
    counted = insert(SearchCount)
    more = {"times": SearchCount.times + counted.excluded.times, "results": counted.excluded.results}
    rows = [
        {
            "day": event.searched_on,
            "terms": " ".join(event.terms),
            "times": event.times,
            "results": event.results,
        }
        for event in events
    ]
    await session.execute(counted.on_conflict_do_update(index_elements=["day", "terms"], set_=more), rows)


async def get_last_of_day(session: AsyncSession, today: date, *, more: int) -> int:
    """Reserves `more` versions and returns the last of them."""
    day = insert(SearchDay).values(day=today, version=more)
    raised = day.on_conflict_do_update(index_elements=["day"], set_={"version": SearchDay.version + more})
    return int((await session.execute(raised.returning(col(SearchDay.version)))).scalar_one())


class Touch(NamedTuple):
    product_id: int
    what: str


class ReadPosition(NamedTuple):
    """All transactions before `first` were read, except those in `running`."""

    first: str
    running: tuple[str, ...]


# A changed person affects all listings of that person. Ordered by `touched`, so that the planner uses the
# index.
_TOUCHED = text("""
    (SELECT id, 'listing' FROM products
     WHERE touched >= CAST(CAST(:first AS text) AS xid8) ORDER BY touched LIMIT :most)
    UNION ALL (SELECT product_id, 'auction' FROM auction_replicas
     WHERE touched >= CAST(CAST(:first AS text) AS xid8) ORDER BY touched LIMIT :most)
    UNION ALL (SELECT product_id, 'count' FROM product_counts
     WHERE touched >= CAST(CAST(:first AS text) AS xid8) ORDER BY touched LIMIT :most)
    UNION ALL (SELECT p.id, 'listing' FROM people CROSS JOIN LATERAL
        (SELECT id FROM products WHERE seller_id = people.user_id LIMIT :most) AS p
     WHERE people.touched >= CAST(CAST(:first AS text) AS xid8) LIMIT :most)
    UNION ALL (SELECT id, 'listing' FROM products
     WHERE touched = ANY(CAST(CAST(:running AS text[]) AS xid8[])) ORDER BY touched LIMIT :most)
    UNION ALL (SELECT product_id, 'auction' FROM auction_replicas
     WHERE touched = ANY(CAST(CAST(:running AS text[]) AS xid8[])) ORDER BY touched LIMIT :most)
    UNION ALL (SELECT product_id, 'count' FROM product_counts
     WHERE touched = ANY(CAST(CAST(:running AS text[]) AS xid8[])) ORDER BY touched LIMIT :most)
    UNION ALL (SELECT p.id, 'listing' FROM people CROSS JOIN LATERAL
        (SELECT id FROM products WHERE seller_id = people.user_id LIMIT :most) AS p
     WHERE people.touched = ANY(CAST(CAST(:running AS text[]) AS xid8[])) LIMIT :most)""")


_NEWEST = text("""
    (SELECT id FROM products WHERE touched >= CAST(CAST(:first AS text) AS xid8)
        ORDER BY touched DESC LIMIT :most)
    UNION (SELECT product_id FROM auction_replicas
     WHERE touched >= CAST(CAST(:first AS text) AS xid8) ORDER BY touched DESC LIMIT :most)""")


_TOUCHED_AFTER = text("""
    SELECT id FROM products WHERE id > :after AND id <= :upto
    AND (touched >= CAST(CAST(:first AS text) AS xid8) OR touched = ANY(CAST(CAST(:running AS text[]) AS
        xid8[])))
    UNION SELECT product_id FROM auction_replicas WHERE product_id > :after AND product_id <= :upto
    AND (touched >= CAST(CAST(:first AS text) AS xid8) OR touched = ANY(CAST(CAST(:running AS text[]) AS
        xid8[])))
    UNION SELECT p.id FROM people JOIN products AS p ON p.seller_id = people.user_id
    WHERE p.id > :after AND p.id <= :upto AND (people.touched >= CAST(CAST(:first AS text) AS xid8)
        OR people.touched = ANY(CAST(CAST(:running AS text[]) AS xid8[])))
    ORDER BY 1 LIMIT :most""")


async def get_snapshot(session: AsyncSession) -> ReadPosition:
    """Call before reading rows."""
    query = text(
        "SELECT pg_snapshot_xmax(s)::text, ARRAY(SELECT pg_snapshot_xip(s)::text) FROM pg_current_snapshot() AS s"
    )
    first, running = (await session.execute(query)).one()
    return ReadPosition(first, tuple(running))


async def list_touched_since(session: AsyncSession, seen: ReadPosition, most: int) -> set[Touch]:
    """Considers rows of the listing, its auction, its counts and its seller. A long transaction is cheap,
    because only its own rows are read again."""
    values = {"first": seen.first, "running": list(seen.running), "most": most}
    return {Touch(*row) for row in await session.execute(_TOUCHED, values)}


async def list_touches_after(
    session: AsyncSession, seen: ReadPosition, after: int, upto: int, most: int
) -> list[int]:
    values = {"first": seen.first, "running": list(seen.running), "after": after, "upto": upto, "most": most}
    return list((await session.execute(_TOUCHED_AFTER, values)).scalars())


async def list_newest(session: AsyncSession, seen: ReadPosition, most: int) -> list[int]:
    return sorted((await session.execute(_NEWEST, {"first": seen.first, "most": most})).scalars())


ROWS_AT_ONCE = 1_000


_ALIKE = text(
    "SELECT word, shown FROM vocabulary WHERE word OPERATOR(public.%) :word AND word <> :word "
    "ORDER BY public.similarity(word, :word) DESC, word LIMIT 8"
)


async def list_alike(session: AsyncSession, word: str) -> list[tuple[str, str]]:
    return [(row.word, row.shown) for row in (await session.execute(_ALIKE, {"word": word})).all()]


async def list_display_words(session: AsyncSession, stems: list[str]) -> list[str]:
    rows = (
        await session.execute(select(col(Word.word), col(Word.shown)).where(col(Word.word).in_(stems)))
    ).all()
    shown = {row.word: row.shown for row in rows}
    return [shown.get(stem, stem) for stem in stems]


_STILL_USED = text(
    "SELECT word FROM vocabulary WHERE word = ANY(:words) AND EXISTS (SELECT FROM products "
    "WHERE searchable @@ CAST(quote_literal(word) AS tsquery) AND status <> 'removed')"
)


async def find_still_used(session: AsyncSession, words: list[str]) -> set[str]:
    """Call in a transaction."""
    # The planner would scan the whole table for an unused word.
    await session.execute(text("SET LOCAL enable_seqscan = off"))
    used = set((await session.execute(_STILL_USED, {"words": words})).scalars())
    await session.execute(text("SET LOCAL enable_seqscan = on"))
    return used


async def list_words_after(session: AsyncSession, word: str, limit: int) -> list[str]:
    query = select(col(Word.word)).where(col(Word.word) > word).order_by(col(Word.word)).limit(limit)
    return list((await session.execute(query)).scalars())


async def add_words(session: AsyncSession, words: Sequence[tuple[str, str]]) -> None:
    rows = [{"word": word, "shown": shown} for word, shown in words]
    for start in range(0, len(rows), ROWS_AT_ONCE):
        await session.execute(
            insert(Word).values(rows[start : start + ROWS_AT_ONCE]).on_conflict_do_nothing()
        )


async def delete_words(session: AsyncSession, words: Sequence[str]) -> None:
    await session.execute(delete(Word).where(col(Word.word).in_(words)))


_FORGET = text("DELETE FROM vocabulary WHERE word = ANY(CAST(:gone AS text[]))")


_UNCOUNT = text("DELETE FROM search_counts WHERE string_to_array(terms, ' ') && CAST(:gone AS text[])")


async def forget_words(session: AsyncSession, words: Sequence[str]) -> None:
    await session.execute(_FORGET, {"gone": list(words)})
    await session.execute(_UNCOUNT, {"gone": list(words)})
