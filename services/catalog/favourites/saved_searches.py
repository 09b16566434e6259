import asyncio
from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import SavedSearchMatched
from libs.kit.db.database import Database
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people, platform_rules
from services.catalog.favourites import queries
from services.catalog.favourites.models import SavedSearch
from services.catalog.favourites.queries import MARK, New
from services.catalog.favourites.rules import MAX_NAMED, TooManySearches, name_of
from services.catalog.favourites.schemas import FiltersIn, SearchChangeIn, SearchIn
from services.catalog.pictures.queries import lock_file
from services.catalog.search import queries as search_queries
from services.catalog.search.index.rules import Index
from services.catalog.search.index.service import ListingIndex

AT_ONCE = 200


async def save_search(session: AsyncSession, person: Identity, form: SearchIn) -> SavedSearch:
    await people.lock_actor(session, person)
    await lock_file(session, f"searches of {person.user_id}")
    most = await platform_rules.value_of(session, "saved_searches")
    if await queries.count_searches(session, person.user_id) >= most:
        raise TooManySearches(most)
    filters, now = form.wanted.as_given(), await clock.now(session)
    search = SavedSearch(
        user_id=person.user_id, name=form.name or name_of(filters), wanted=filters, by_mail=form.by_mail,
        created_at=now, seen_at=now,
    )  # fmt: skip
    session.add(search)
    await session.flush()
    return search


async def change_search(
    session: AsyncSession, user_id: int, search_id: int, form: SearchChangeIn
) -> SavedSearch:
    search = await _lock_own_search(session, user_id, search_id)
    if form.name is not None:
        search.name = form.name
    if form.by_mail is not None:
        search.by_mail = form.by_mail
    return search


async def delete_search(session: AsyncSession, user_id: int, search_id: int) -> None:
    await session.delete(await _lock_own_search(session, user_id, search_id))
    await session.flush()


async def mark_search_seen(session: AsyncSession, user_id: int, search_id: int) -> None:
    search = await _lock_own_search(session, user_id, search_id)
    search.seen_at = await clock.now(session)


async def publish_matches(database: Database, index: ListingIndex) -> int:
    """Match all saved searches against new listings. Returns the number of people notified. After a crash the
    work is repeated, but each match is published only once."""
    async with database.reading() as session:
        snapshot_xmin = await search_queries.snapshot_xmin(session)
        new_listings = await queries.list_new_listings(session, await queries.get_mark(session))
    news = {new.id: new for new in new_listings}
    if news:
        # A stale index may not contain listings that another replica has just created.
        await index.up_to_date()
    notified = last = 0
    while news:
        async with database.reading() as session:
            searches = await queries.list_searches_after(session, last, AT_ONCE)
        if not searches:
            break
        for search in searches:
            fitting = _fitting(await index.current(), search, news)
            if fitting:
                async with database.transaction() as session:
                    notified += await publish_new_matches(session, search.known_id, fitting)
            await asyncio.sleep(0)  # Yields to other tasks between searches.
            last = search.known_id
    async with database.transaction() as session:
        await queries.save_mark(session, MARK, snapshot_xmin)
    return notified


def _fitting(current: Index, search: SavedSearch, news: Mapping[int, New]) -> list[int]:
    ids = set(current.fitting(FiltersIn.model_validate(search.wanted).to_filters())) & news.keys()
    return [
        item_id
        for item_id in sorted(ids)
        if news[item_id].created_at > search.created_at and news[item_id].seller_id != search.user_id
    ]


async def publish_new_matches(session: AsyncSession, search_id: int, fitting: list[int]) -> int:
    search = await queries.lock_search(session, search_id)
    if search is None:
        return 0
    now = await clock.now(session)
    found = sorted(await queries.add_hits(session, search_id, fitting, now), reverse=True)
    newest = await queries.get_product(session, found[0]) if found else None
    if newest is None:
        return 0
    search.version += 1
    event = SavedSearchMatched(
        user_id=search.user_id, saved_search_id=search_id, matches=len(found), product_ids=found[:MAX_NAMED],
        seller_id=newest.seller_id, name=newest.name, brand=newest.brand, price=newest.price,
        by_mail=search.by_mail, matched_at=now,
    )  # fmt: skip
    await outbox.record(session, event, version=search.version)
    return 1


async def _lock_own_search(session: AsyncSession, user_id: int, search_id: int) -> SavedSearch:
    search = await queries.lock_own_search(session, search_id, user_id)
    if search is None:
        raise NotFound
    return search
