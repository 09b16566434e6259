"""Listings in any state, as staff looks for them."""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    Select,
    any_,
    false,
    func,
    literal,
    literal_column,
    select,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.catalog.domain.words import terms_of
from services.catalog.models import Person, Product, ProductCount
from services.catalog.queries.search import text_query

ListingState = Literal["active", "pending", "sold", "archived", "removed", "reported"]
LARGEST_NUMBER, MOST_NAMED, MOST_FOUND = 2**63 - 1, 20, 1_000
# A word that a fifth of these have is a common one.
NEWEST_READ = 5_000


@dataclass(frozen=True)
class ListingFilters:
    """Which listings are looked for; `search` is words or the number of one, `seller` a name or a number."""

    search: str = ""
    status: ListingState | None = None
    seller: str = ""

    @property
    def is_set(self) -> bool:
        """Return whether this is not the list of all."""
        return bool(self.search or self.status or self.seller)


async def newest_of_all(
    session: AsyncSession, filters: ListingFilters, before: int | None, most: int
) -> list[Product]:
    """List the newest of these listings, or those before one already seen."""
    return await _page(session, await _chosen(session, filters), before, most, 0)


async def page_of_all(
    session: AsyncSession, filters: ListingFilters, *, before: int | None, most: int, skip: int, counted: int
) -> tuple[list[Product], int | None]:
    """Return a page of these listings, and how many there are; None if there are more than so many."""
    chosen = await _chosen(session, filters)
    return await _page(session, chosen, before, most, skip), await _count(session, chosen, counted)


async def _page(
    session: AsyncSession, chosen: "_Chosen", before: int | None, most: int, skip: int
) -> list[Product]:
    query = chosen.select(Product).order_by(chosen.place.desc()).limit(most).offset(skip)
    if before is not None:
        query = query.where(chosen.place < before)
    return list((await session.execute(query)).scalars())


async def _count(session: AsyncSession, chosen: "_Chosen", most: int) -> int | None:
    if chosen.is_common and not chosen.others and most <= MOST_FOUND:
        return None
    counted = chosen.select(col(Product.id)).order_by(chosen.place.desc()).limit(most + 1).subquery()
    found = (await session.execute(select(func.count()).select_from(counted))).scalar_one()
    return int(found) if found <= most else None


@dataclass(frozen=True)
class _Chosen:
    """The conditions of a list, `words` of what is looked for and the `others`, and the column by whose index
    it is walked from the newest on."""

    others: list[ColumnElement[bool]]
    words: ColumnElement[bool] | None
    is_common: bool
    is_reported: bool

    @property
    def place(self) -> Any:
        return col(ProductCount.product_id if self.is_reported else Product.id)

    def select(self, what: Any) -> Select[Any]:
        query = select(what)
        if self.is_reported:
            query = query.join(ProductCount, self.place == col(Product.id))
        return query.where(*self.others, *(() if self.words is None else (self.words,)))


async def _chosen(session: AsyncSession, filters: ListingFilters) -> _Chosen:
    others: list[ColumnElement[bool]] = []
    if filters.status == "reported":
        others.append(col(ProductCount.reports) > 0)
    elif filters.status is not None:
        others.append(col(Product.status) == filters.status)
    if filters.seller:
        others.append(col(Product.seller_id).in_(await _sellers(session, filters.seller)))
    words, is_common = _found_by(filters.search, _ALL), False
    if words is not None:
        ids = await _few_or_many(session, filters.search)
        is_common = len(ids) > MOST_FOUND
        if not is_common:
            words = col(Product.id) == any_(literal(ids, ARRAY(BigInteger)))
    return _Chosen(others, words, is_common, filters.status == "reported")


async def _few_or_many(session: AsyncSession, search: str) -> list[int]:
    """Return the numbers of the listings with these words; of more than a thousand only some. The planner
    takes any word for a common one, of which the newest are soon met, and would walk all listings for a rare
    one. So a common word is known by the newest listings, and what is not common there is read along the
    index, which of a common word were a long list."""
    recent = select(col(Product.id), col(Product.status), _ALL.searchable.label("searchable"))
    recent_rows = recent.order_by(col(Product.id).desc()).limit(NEWEST_READ).subquery("recent")
    among = _found_by(search, _Columns(recent_rows.c.id, recent_rows.c.status, recent_rows.c.searchable))
    everywhere = _found_by(search, _ALL)
    assert among is not None
    assert everywhere is not None
    near = select(recent_rows.c.id).where(among).limit(MOST_FOUND + 1).cte("near")
    # Not materialised, its limit would have the planner walk all listings.
    found = select(col(Product.id)).where(everywhere).cte("found").prefix_with("MATERIALIZED")
    are_many = select(func.count() > MOST_FOUND).select_from(near).scalar_subquery()
    read = union_all(
        select(near.c.id).where(are_many),
        select(select(found.c.id).where(~are_many).limit(MOST_FOUND + 1).subquery().c.id),
    )
    return list((await session.execute(read)).scalars())


async def _sellers(session: AsyncSession, seller: str) -> list[int]:
    """Return who has this number, or this name in any spelling."""
    number = _number(seller)
    if number is not None:
        return [number]
    named = func.lower(col(Person.username)) == func.lower(seller)
    query = select(col(Person.user_id)).where(named, col(Person.username) != "").limit(MOST_NAMED)
    return list((await session.execute(query)).scalars())


class _Columns(NamedTuple):
    """By what listings are searched: of the table, or of its newest rows."""

    id: Any
    status: Any
    searchable: Any


_ALL = _Columns(col(Product.id), col(Product.status), literal_column("searchable"))


def _found_by(search: str, of: _Columns) -> ColumnElement[bool] | None:
    """Select what has these words or this number; None where nothing is looked for."""
    terms, number = terms_of(search), _number(search)
    if not terms:
        return false() if search.strip() else None
    matching = of.searchable.op("@@")(text_query(terms))
    # As the two indexes have it: of what may be found in the shop, and of what was removed. As a parameter
    # the word would fit neither in a plan that is kept for all values.
    removed: ColumnElement[str] = literal_column("'removed'")
    words: ColumnElement[bool] = (matching & (of.status != removed)) | (matching & (of.status == removed))
    return words if number is None else (of.id == number) | words


def _number(written: str) -> int | None:
    digits = written.removeprefix("#")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 20):
        return None
    number = int(digits)
    return number if 0 < number <= LARGEST_NUMBER else None
