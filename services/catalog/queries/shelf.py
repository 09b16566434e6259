"""Finding listings in PostgreSQL: what the index in memory is read from, what it is held against, and what is sold."""

import sys
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    Text,
    bindparam,
    case,
    cast,
    func,
    literal,
    literal_column,
    select,
    text,
    tuple_,
)
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.catalog.domain.shelf import Entry, Page, Position, Wanted, is_grouped, order_of
from services.catalog.domain.words import Term
from services.catalog.models import AuctionCopy, Person, Product, Word

PRICE: ColumnElement[int] = func.coalesce(col(AuctionCopy.current_bid), col(Product.price))
"""What one pays, or must outbid."""
CREATED_US: ColumnElement[int] = cast(func.extract("epoch", col(Product.created_at)) * 1_000_000, BigInteger)
ACTIVE = func.coalesce(col(Person.standing), "active") == "active"
"""What somebody banned or gone sells is not shown."""

_COLUMNS = [
    "id",
    "seller_id",
    "category_id",
    "brand",
    "brand_key",
    "listing_type",
    "volume_ml",
    "remaining_percent",
    "purchase_year",
    "box_condition",
    "state",
    "popularity",
    "delivered",
    "rating_tenths",
    "reviews",
    "featured_until",
    "words",
    "title_words",
    "status",
    "auction_id",
]


def _joined(*columns: Any) -> Select[Any]:
    query = select(*columns).join(Person, col(Person.user_id) == col(Product.seller_id), isouter=True)
    return query.join(AuctionCopy, col(AuctionCopy.auction_id) == col(Product.auction_id), isouter=True)


def _entries() -> Select[Any]:
    return _joined(
        *(getattr(Product, name) for name in _COLUMNS),
        PRICE.label("price"),
        CREATED_US.label("created_us"),
        col(Person.is_verified).label("verified"),
        ACTIVE.label("is_shown"),
        col(AuctionCopy.ends_at).label("ends_at"),
        col(AuctionCopy.status).label("auction_status"),
    )


async def horizon(session: AsyncSession) -> str:
    """Everything that commits from now on was touched at or after this point; read it before reading rows."""
    return str((await session.execute(text("SELECT pg_snapshot_xmin(pg_current_snapshot())::text"))).scalar_one())


async def for_sale(session: AsyncSession, after_id: int, limit: int) -> tuple[list[Entry], int | None]:
    """The listings for sale by their ids, a part at a time, and behind which id the next part begins."""
    query = _entries().where(col(Product.status) == "active", col(Product.id) > after_id)
    rows = (await session.execute(query.order_by(col(Product.id)).limit(limit))).all()
    return [_entry(row) for row in rows if _is_for_sale(row)], (rows[-1].id if len(rows) == limit else None)


async def entries_of(session: AsyncSession, product_ids: Sequence[int]) -> list[Entry]:
    """Those of these listings that are for sale."""
    query = _entries().where(col(Product.id).in_(product_ids), col(Product.status) == "active")
    return [_entry(row) for row in (await session.execute(query)).all() if _is_for_sale(row)]


def _is_for_sale(row: Any) -> bool:
    """Not what a banned person sells, and no auction that was cancelled."""
    return bool(row.is_shown) and row.auction_status in (None, "active")


def _entry(row: Any) -> Entry:
    return Entry(
        id=row.id,
        seller_id=row.seller_id,
        category_id=row.category_id,
        brand=row.brand,
        brand_key=row.brand_key,
        listing_type=row.listing_type,
        price=row.price,
        volume=row.volume_ml,
        fill=row.remaining_percent,
        year=row.purchase_year,
        condition=row.box_condition,
        state=row.state,
        verified=bool(row.verified),
        live=row.auction_status == "active",
        created_us=row.created_us,
        popularity=row.popularity,
        delivered=row.delivered,
        rating=row.rating_tenths or 0,
        reviews=row.reviews,
        featured_until=row.featured_until,
        ends_at=row.ends_at,
        # One string for each word, not one for each listing that holds it.
        words=tuple(map(sys.intern, row.words)),
        title_words=tuple(map(sys.intern, row.title_words)),
    )


async def page(
    session: AsyncSession,
    wanted: Wanted,
    sort: str,
    now: datetime,
    *,
    limit: int,
    after: Position | None = None,
    skip: int = 0,
) -> Page:
    """A page as PostgreSQL finds it: full text over the words, then the same groups and orders as the index."""
    total = (await session.execute(counting(wanted, now))).scalar_one()
    query = ordered(wanted, sort, now, after).limit(limit + 1).offset(skip)
    rows = [tuple(row) for row in (await session.execute(query)).all()]
    shown = rows[:limit]
    following = Position(shown[-1][0], shown[-1][1:]) if len(rows) > limit else None
    return Page([-row[-1] for row in shown], total, following)


def counting(wanted: Wanted, now: datetime) -> Select[Any]:
    """How many fit."""
    return select(func.count()).select_from(_joined(Product.id).where(*_conditions(wanted, now)).subquery())


def ordered(wanted: Wanted, sort: str, now: datetime, after: Position | None = None) -> Select[Any]:
    """The places of those that fit, in their order, from a position on."""
    place = [_group(wanted, sort, now), *_key(order_of(sort))]
    query = _joined(*place).where(*_conditions(wanted, now)).order_by(*place)
    if after is not None:
        query = query.where(tuple_(*place) > tuple_(*map(literal, (after.group, *after.key))))
    return query


_ALIKE = text(
    "SELECT word, shown FROM vocabulary WHERE word OPERATOR(public.%) :word AND word <> :word "
    "ORDER BY public.similarity(word, :word) DESC, word LIMIT 8"
)


async def alike(session: AsyncSession, word: str) -> list[tuple[str, str]]:
    """Words of the shop that are written much like this one, the nearest first."""
    return [(row.word, row.shown) for row in (await session.execute(_ALIKE, {"word": word})).all()]


async def written(session: AsyncSession, stems: list[str]) -> list[str]:
    """Words as people write them, in the order of their stems."""
    rows = (await session.execute(select(col(Word.word), col(Word.shown)).where(col(Word.word).in_(stems)))).all()
    shown = {row.word: row.shown for row in rows}
    return [shown.get(stem, stem) for stem in stems]


_STILL_SAID = text(
    "SELECT word FROM vocabulary WHERE word = ANY(:words) AND EXISTS (SELECT FROM products "
    "WHERE searchable @@ CAST(quote_literal(word) AS tsquery) AND status <> 'removed')"
)


async def still_said(session: AsyncSession, words: list[str]) -> set[str]:
    """Those of these words that a listing still holds. Call in a transaction."""
    # For a word that nothing holds the planner expects a match soon and would read the whole table.
    await session.execute(text("SET LOCAL enable_seqscan = off"))
    held = set((await session.execute(_STILL_SAID, {"words": words})).scalars())
    await session.execute(text("SET LOCAL enable_seqscan = on"))
    return held


async def words_after(session: AsyncSession, word: str, limit: int) -> list[str]:
    """The next words of the vocabulary in its order."""
    query = select(col(Word.word)).where(col(Word.word) > word).order_by(col(Word.word)).limit(limit)
    return list((await session.execute(query)).scalars())


def _group(wanted: Wanted, sort: str, now: datetime) -> ColumnElement[int]:
    if not is_grouped(sort):
        return literal(0)
    plain = case((col(Product.featured_until) > now, 0), else_=1)
    if not wanted.terms:
        return plain
    titled = func.array_to_tsvector(Product.title_words).op("@@")(_asked(wanted.terms))
    return case((titled, 0), else_=2) + plain


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
            return [-func.coalesce(Product.rating_tenths, 0), -col(Product.reviews), last]
        case _:
            return [-CREATED_US, last]


def _asked(terms: list[Term]) -> ColumnElement[Any]:
    """`'smoke' & 'noct':*`; the words hold letters and digits only."""
    written = " & ".join(f"'{term.word}'" + (":*" if term.start else "") for term in terms)
    return cast(bindparam(None, written, type_=Text), TSQUERY)


def is_over(now: datetime) -> ColumnElement[bool]:
    """Of a listing beside its auction: that one takes no more bids."""
    return func.coalesce((col(AuctionCopy.status) != "active") | (col(AuctionCopy.ends_at) <= now), False)


def _conditions(wanted: Wanted, now: datetime) -> list[ColumnElement[bool]]:
    sold = wanted.status == "sold"
    found: list[Any] = [col(Product.status) == ("sold" if sold else "active"), ACTIVE]
    if not sold:
        found.append(is_over(now).is_(False))
    if wanted.terms:
        found.append(literal_column("searchable").op("@@")(_asked(wanted.terms)))
    if wanted.status == "featured":
        found.append(col(Product.featured_until) > now)
    if wanted.live:
        found.append(col(AuctionCopy.status) == "active")
    if wanted.verified:
        found.append(col(Person.is_verified).is_(True))
    return found + _choices(wanted) + _ranges(wanted)


def _choices(wanted: Wanted) -> list[ColumnElement[bool]]:
    kinds = {None: [], "regular": ["fixed", "negotiable"]}.get(wanted.listing_type, [wanted.listing_type])
    choices: list[tuple[Any, Sequence[Any]]] = [
        (Product.category_id, [wanted.category] if wanted.category is not None else []),
        (Product.seller_id, [wanted.seller_id] if wanted.seller_id is not None else []),
        (Product.listing_type, kinds),
        (Product.brand_key, wanted.brands),
        (Product.box_condition, wanted.conditions),
        (Product.state, wanted.states),
    ]
    return [col(column).in_(values) for column, values in choices if values]


def _ranges(wanted: Wanted) -> list[ColumnElement[bool]]:
    ranges: list[tuple[Any, int | None, int | None]] = [
        (PRICE, wanted.min_price, wanted.max_price),
        (col(Product.volume_ml), wanted.min_volume, wanted.max_volume),
        (col(Product.remaining_percent), wanted.min_fill, wanted.max_fill),
        (col(Product.purchase_year), wanted.min_year, wanted.max_year),
    ]
    lows = [column >= low for column, low, _ in ranges if low is not None]
    return lows + [column <= high for column, _, high in ranges if high is not None]
