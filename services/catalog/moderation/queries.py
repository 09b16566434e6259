from dataclasses import dataclass
from datetime import datetime
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
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.catalog.listings.models import Product
from services.catalog.moderation.models import Appeal, Report
from services.catalog.replicas.models import Person
from services.catalog.search.queries import text_query
from services.catalog.search.words import terms_of
from services.catalog.views.models import ProductCount


async def add_report(
    session: AsyncSession, product_id: int, reporter_id: int, reason: str, words: str, now: datetime
) -> int | None:
    """Returns the number of reports, or None if the person has already reported the listing."""
    row = {
        "product_id": product_id,
        "reporter_id": reporter_id,
        "reason": reason,
        "words": words,
        "created_at": now,
    }
    report = insert(Report).values(row).on_conflict_do_nothing(index_elements=["product_id", "reporter_id"])
    if (await session.execute(report.returning(col(Report.id)))).first() is None:
        return None
    first = insert(ProductCount).values(product_id=product_id, reports=1)
    more = {"reports": ProductCount.__table__.c.reports + 1}  # type: ignore[attr-defined]
    counted = first.on_conflict_do_update(index_elements=["product_id"], set_=more)
    reports: int = (await session.execute(counted.returning(col(ProductCount.reports)))).scalar_one()
    return reports


async def save_case(session: AsyncSession, product_id: int, case_id: int) -> None:
    made = insert(ProductCount).values(product_id=product_id, waiting_case=case_id)
    newest = {"waiting_case": func.greatest(col(ProductCount.waiting_case), case_id)}
    await session.execute(made.on_conflict_do_update(index_elements=["product_id"], set_=newest))


async def end_case(session: AsyncSession, product_id: int, case_id: int) -> None:
    its = (col(ProductCount.product_id) == product_id) & (col(ProductCount.waiting_case) == case_id)
    await session.execute(update(ProductCount).where(its).values(waiting_case=None))


async def get_waiting_case(session: AsyncSession, product_id: int) -> int | None:
    query = select(col(ProductCount.waiting_case)).where(col(ProductCount.product_id) == product_id)
    return (await session.execute(query)).scalar_one_or_none()


async def save_removal(session: AsyncSession, product_id: int, *, by_case: bool) -> None:
    made = insert(ProductCount).values(product_id=product_id, is_removed_by_case=by_case)
    kept = {"is_removed_by_case": by_case}
    await session.execute(made.on_conflict_do_update(index_elements=["product_id"], set_=kept))


async def is_removed_by_case(session: AsyncSession, product_id: int) -> bool:
    query = select(col(ProductCount.is_removed_by_case)).where(col(ProductCount.product_id) == product_id)
    return bool((await session.execute(query)).scalar_one_or_none())


async def is_appealed_since(session: AsyncSession, product_id: int, moment: datetime) -> bool:
    its = (col(Appeal.product_id) == product_id) & (col(Appeal.created_at) >= moment)
    return (await session.execute(select(col(Appeal.id)).where(its).limit(1))).first() is not None


async def count_appeals(session: AsyncSession, product_id: int) -> int:
    query = select(func.count()).select_from(Appeal).where(col(Appeal.product_id) == product_id)
    return int((await session.execute(query)).scalar_one())


async def get_next_number(session: AsyncSession, product_id: int) -> int:
    """Call with the listing locked."""
    first = insert(ProductCount).values(product_id=product_id, moderations=1)
    more = {"moderations": ProductCount.__table__.c.moderations + 1}  # type: ignore[attr-defined]
    counted = first.on_conflict_do_update(index_elements=["product_id"], set_=more)
    number: int = (await session.execute(counted.returning(col(ProductCount.moderations)))).scalar_one()
    return number


async def list_reports(session: AsyncSession, product_id: int, most: int) -> list[Report]:
    query = select(Report).where(col(Report.product_id) == product_id).order_by(col(Report.id).desc())
    return list((await session.execute(query.limit(most))).scalars())


async def list_appeals(session: AsyncSession, product_id: int) -> list[Appeal]:
    query = select(Appeal).where(col(Appeal.product_id) == product_id).order_by(col(Appeal.id).desc())
    return list((await session.execute(query)).scalars())


ListingState = Literal["active", "pending", "sold", "archived", "removed", "reported"]


LARGEST_NUMBER, MAX_NAMED, MAX_FOUND = 2**63 - 1, 20, 1_000


# A word is common if a fifth of these listings contain it.
NEWEST_READ = 5_000


@dataclass(frozen=True)
class ListingFilters:
    """`search` contains words or a listing number. `seller` is a name or a user id."""

    search: str = ""
    status: ListingState | None = None
    seller: str = ""

    @property
    def is_set(self) -> bool:
        return bool(self.search or self.status or self.seller)


async def list_newest_of_all(
    session: AsyncSession, filters: ListingFilters, before: int | None, most: int
) -> list[Product]:
    return await _page(session, await _chosen(session, filters), before, most, 0)


async def list_page_of_all(
    session: AsyncSession, filters: ListingFilters, *, before: int | None, most: int, skip: int, counted: int
) -> tuple[list[Product], int | None]:
    """The total is None if it exceeds `counted`."""
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
    if chosen.is_common and not chosen.others and most <= MAX_FOUND:
        return None
    counted = chosen.select(col(Product.id)).order_by(chosen.place.desc()).limit(most + 1).subquery()
    found = (await session.execute(select(func.count()).select_from(counted))).scalar_one()
    return int(found) if found <= most else None


@dataclass(frozen=True)
class _Chosen:
    """The conditions of a list, and the column whose index is read from the newest row on."""

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
        is_common = len(ids) > MAX_FOUND
        if not is_common:
            words = col(Product.id) == any_(literal(ids, ARRAY(BigInteger)))
    return _Chosen(others, words, is_common, filters.status == "reported")


async def _few_or_many(session: AsyncSession, search: str) -> list[int]:
    """The result is incomplete above a thousand listings. The planner considers every word common and would
    read all listings for a rare word. The newest listings therefore decide whether a word is common, and only
    rare words use the text index."""
    recent = select(col(Product.id), col(Product.status), _ALL.searchable.label("searchable"))
    recent_rows = recent.order_by(col(Product.id).desc()).limit(NEWEST_READ).subquery("recent")
    among = _found_by(search, _Columns(recent_rows.c.id, recent_rows.c.status, recent_rows.c.searchable))
    everywhere = _found_by(search, _ALL)
    assert among is not None
    assert everywhere is not None
    near = select(recent_rows.c.id).where(among).limit(MAX_FOUND + 1).cte("near")
    # Materialised, because with the limit the planner would read all listings.
    found = select(col(Product.id)).where(everywhere).cte("found").prefix_with("MATERIALIZED")
    are_many = select(func.count() > MAX_FOUND).select_from(near).scalar_subquery()
    read = union_all(
        select(near.c.id).where(are_many),
        select(select(found.c.id).where(~are_many).limit(MAX_FOUND + 1).subquery().c.id),
    )
    return list((await session.execute(read)).scalars())


async def _sellers(session: AsyncSession, seller: str) -> list[int]:
    number = _number(seller)
    if number is not None:
        return [number]
    named = func.lower(col(Person.username)) == func.lower(seller)
    query = select(col(Person.user_id)).where(named, col(Person.username) != "").limit(MAX_NAMED)
    return list((await session.execute(query)).scalars())


class _Columns(NamedTuple):
    id: Any
    status: Any
    searchable: Any


_ALL = _Columns(col(Product.id), col(Product.status), literal_column("searchable"))


def _found_by(search: str, of: _Columns) -> ColumnElement[bool] | None:
    terms, number = terms_of(search), _number(search)
    if not terms:
        return false() if search.strip() else None
    matching = of.searchable.op("@@")(text_query(terms))
    # The conditions match the two partial indexes. In a generic plan, a parameter would match neither index.
    removed: ColumnElement[str] = literal_column("'removed'")
    words: ColumnElement[bool] = (matching & (of.status != removed)) | (matching & (of.status == removed))
    return words if number is None else (of.id == number) | words


def _number(written: str) -> int | None:
    digits = written.removeprefix("#")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 20):
        return None
    number = int(digits)
    return number if 0 < number <= LARGEST_NUMBER else None
