"""Listings in any state, as staff looks for them."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

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
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.catalog.domain.words import terms_of
from services.catalog.models import Person, Product, ProductCount
from services.catalog.queries.search import text_query

ListingState = Literal["active", "pending", "sold", "archived", "removed", "reported"]
LARGEST_NUMBER, MOST_NAMED, MOST_FOUND = 2**63 - 1, 20, 1_000


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
    session: AsyncSession, filters: ListingFilters, before: int | None, most: int, skip: int = 0
) -> list[Product]:
    """List the newest of these listings, or those before one already seen."""
    query, place = await _chosen(session, select(Product), filters)
    query = query.order_by(place.desc()).limit(most).offset(skip)
    if before is not None:
        query = query.where(place < before)
    return list((await session.execute(query)).scalars())


async def count_all(session: AsyncSession, filters: ListingFilters, most: int) -> int | None:
    """Return how many there are of these listings; None if there are more than so many."""
    query, place = await _chosen(session, select(col(Product.id)), filters)
    counted = query.order_by(place.desc()).limit(most + 1).subquery()
    found = (await session.execute(select(func.count()).select_from(counted))).scalar_one()
    return int(found) if found <= most else None


async def _chosen(
    session: AsyncSession, query: Select[Any], filters: ListingFilters
) -> tuple[Select[Any], Any]:
    """Return the query of these listings, and the column by whose index it walks from the newest on."""
    place: Any = col(Product.id)
    if filters.status == "reported":
        place = col(ProductCount.product_id)
        query = query.join(ProductCount, place == col(Product.id)).where(col(ProductCount.reports) > 0)
    elif filters.status is not None:
        query = query.where(col(Product.status) == filters.status)
    if filters.seller:
        query = query.where(col(Product.seller_id).in_(await _sellers(session, filters.seller)))
    found = _found_by(filters.search)
    return query if found is None else query.where(await _condition_of(session, found)), place


async def _condition_of(session: AsyncSession, found: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the numbers of these listings where they are few, else the condition itself. The planner takes
    any word for a common one, of which the newest are soon met, and would walk all listings for a rare
    one."""
    numbers = select(col(Product.id)).where(found).limit(MOST_FOUND + 1)
    ids = list((await session.execute(numbers)).scalars())
    if len(ids) > MOST_FOUND:
        return found
    return col(Product.id) == any_(literal(ids, ARRAY(BigInteger)))


async def _sellers(session: AsyncSession, seller: str) -> list[int]:
    """Return who has this number, or this name in any spelling."""
    number = _number(seller)
    if number is not None:
        return [number]
    named = func.lower(col(Person.username)) == func.lower(seller)
    query = select(col(Person.user_id)).where(named, col(Person.username) != "").limit(MOST_NAMED)
    return list((await session.execute(query)).scalars())


async def names(session: AsyncSession, user_ids: Collection[int]) -> dict[int, str]:
    """Return the names of these people; those who are gone or unknown are left out."""
    query = select(col(Person.user_id), col(Person.username))
    rows = await session.execute(query.where(col(Person.user_id).in_(user_ids), col(Person.username) != ""))
    return {row.user_id: row.username for row in rows}


def _found_by(search: str) -> ColumnElement[bool] | None:
    """Select what has these words or this number; None where nothing is looked for."""
    terms, number = terms_of(search), _number(search)
    if not terms:
        return false() if search.strip() else None
    matching = literal_column("searchable").op("@@")(text_query(terms))
    # As the two indexes have it: of what may be found in the shop, and of what was removed.
    words = (matching & (col(Product.status) != "removed")) | (matching & (col(Product.status) == "removed"))
    return words if number is None else (col(Product.id) == number) | words


def _number(written: str) -> int | None:
    digits = written.removeprefix("#")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 20):
        return None
    number = int(digits)
    return number if 0 < number <= LARGEST_NUMBER else None
