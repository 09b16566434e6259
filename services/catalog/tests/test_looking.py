import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.search import queries as search_queries
from services.catalog.search.filters import Filters
from services.catalog.search.index.service import ListingIndex
from services.catalog.tests.makers import a_listing, an_auction, listed

pytestmark = pytest.mark.servers


FARID = signed_in(89_001, "farid")


_MANY = (
    "INSERT INTO products (seller_id, name, brand, brand_key, description, price, stock_quantity, category_id, "
    "remaining_percent, volume_ml, box_condition, listing_type, words, title_words, created_at) "
    "SELECT :seller, 'Grown ' || g, 'Growing', 'growing', 'some words', 1000 + g, 1, 1, 50, 100, 'Good', 'fixed', "
    "ARRAY['grown', 'w' || g], ARRAY['grown'], clock_timestamp() - make_interval(secs => g) "
    "FROM generate_series(1, CAST(:many AS int)) g"
)


@pytest.fixture(autouse=True)
async def nothing_is_under_way(catalog: Service) -> AsyncIterator[None]:
    """Wait until bulk inserts are indexed."""
    yield
    await stock_of(catalog).up_to_date()


def stock_of(catalog: Service) -> ListingIndex:
    index: ListingIndex = catalog.app.state.index
    return index


@contextmanager
def statements(catalog: Service) -> Iterator[list[str]]:
    asked: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *more: Any) -> None:
        asked.append(statement)

    engine = catalog.database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(engine, "before_cursor_execute", note)


async def total(catalog: Service, **query: Any) -> int:
    answer = await catalog.http.get("/api/products", params={"limit": 1} | query)
    assert answer.status_code == 200, answer.text
    return int(answer.headers["X-Total-Count"])


@asynccontextmanager
async def another_replicas_transaction(catalog: Service) -> AsyncIterator[AsyncSession]:
    database = Database(catalog.database.url, "catalog")
    async with database.transaction() as session:
        yield session
    await database.close()


async def insert_many(catalog: Service, seller: int, many: int) -> None:
    async with another_replicas_transaction(catalog) as session:
        await session.execute(text("SET LOCAL statement_timeout = 0"))
        await session.execute(text(_MANY), {"seller": seller, "many": many})


async def test_concurrent_readers_share_one_index_refresh(catalog: Service) -> None:
    await listed(catalog, FARID)
    index = stock_of(catalog)
    assert index.writes != index.writes_seen
    turn, ended = 0, list[int]()

    async def ask() -> None:
        await index.current()
        ended.append(turn)

    readers = [asyncio.create_task(ask()) for _ in range(200)]
    with statements(catalog) as asked:
        while len(ended) < len(readers):
            turn += 1
            await asyncio.sleep(0)
    looks = sum("pg_current_snapshot" in statement for statement in asked)
    assert 1 <= looks <= 2, "one for all of them; the search for news looks by itself now and then"
    assert max(ended) - min(ended) <= 3, "some waited many turns of the loop longer than others"


async def test_row_written_during_refresh_is_seen_by_later_reader(catalog: Service) -> None:
    index = stock_of(catalog)
    await index.current()
    before = await total(catalog, sellerId=89_002)
    index.writes += 1
    looking = asyncio.create_task(index.current())
    await asyncio.sleep(0)
    await listed(catalog, signed_in(89_002, "zaki"))
    assert await total(catalog, sellerId=89_002) == before + 1
    await looking


async def test_read_after_write_shares_a_waiting_refresh(
    catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    index, since = stock_of(catalog), search_queries.list_touched_since
    await index.up_to_date()
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def slowly(*asked: Any) -> Any:
        begun.set()
        await may_end.wait()
        return await since(*asked)

    async def ask() -> int:
        return (await index.current()).page(Filters(seller_id=89_010), "newest", limit=1).total

    monkeypatch.setattr(search_queries, "list_touched_since", slowly)
    await insert_many(catalog, 89_010, 1)
    index.writes += 1
    index.looked_at = time.monotonic()
    earlier = asyncio.create_task(ask())
    await begun.wait()
    later = asyncio.create_task(ask())
    for _ in range(5):
        await asyncio.sleep(0)
    may_end.set()
    assert await later == 1
    await earlier


async def test_open_transaction_does_not_repeat_index_rows(catalog: Service) -> None:
    index, product = stock_of(catalog), await listed(catalog, FARID)
    async with another_replicas_transaction(catalog) as old:
        await old.execute(text("UPDATE products SET price = 77700 WHERE id = :id"), {"id": product["id"]})
        await insert_many(catalog, 89_003, 300)
        assert await total(catalog, sellerId=89_003) == 300
        async with catalog.database.reading() as session:
            assert await search_queries.list_touched_since(session, index.seen, 1_000) == set()
        with statements(catalog) as asked:
            index.writes += 1
            await index.current()
        assert not any("FROM catalog.products" in statement for statement in asked), "read again for nothing"
    await index.up_to_date()
    query = {"sellerId": 89_001, "maxPrice": 777, "minPrice": 777}
    shown = (await catalog.http.get("/api/products", params=query)).json()
    assert [item["id"] for item in shown] == [product["id"]], (
        "what the long transaction wrote is seen at its end"
    )


async def test_row_written_after_refresh_starts_a_new_one(catalog: Service) -> None:
    index = stock_of(catalog)
    await index.up_to_date()
    over = asyncio.create_task(asyncio.sleep(0))
    await over
    await listed(catalog, signed_in(89_009, "zaki"))
    index.look_under_way = over
    assert await total(catalog, sellerId=89_009) == 1


async def test_many_changes_are_indexed_without_blocking_readers(catalog: Service) -> None:
    index, seller = stock_of(catalog), signed_in(89_005, "zaki")
    await index.up_to_date()
    await insert_many(catalog, 89_004, 40_000)
    index.writes += 1
    seen = [await total(catalog, sellerId=89_004)]
    assert index.growth is not None
    assert not index.growth.done()
    sampling = asyncio.create_task(sample(catalog, seen))
    own = await listed(catalog, seller)
    assert await total(catalog, sellerId=89_005) == 1
    assert not index.growth.done(), "it was over before: this proves nothing"
    await catalog.http.delete(f"/api/products/{own['id']}", headers=seller)
    assert await total(catalog, sellerId=89_005) == 0
    await sampling
    await index.up_to_date()
    seen.append(await total(catalog, sellerId=89_004))
    assert seen == sorted(seen)
    assert seen[-1] == 40_000
    assert len(set(seen)) > 2, "it came all at once"
    cheap = await catalog.http.get("/api/products", params={"sellerId": 89_004, "sort": "low", "limit": 200})
    prices = [item["priceSen"] for item in cheap.json()]
    assert prices == list(range(1_001, 1_201))
    for sort, order in index.index.orders.items():
        keys = [index.index.entries.key(number, sort) for number in order.numbers_from(None)]
        assert keys == sorted(keys), sort
        assert len(order) == len(index.index.entries), sort
    assert len(index.index.everything) == len(index.index.entries)


async def test_recent_change_is_seen_behind_many_changes(catalog: Service) -> None:
    index = stock_of(catalog)
    await index.up_to_date()
    await insert_many(catalog, 89_007, 40_000)
    await listed(catalog, signed_in(89_008, "zaki"))
    assert await total(catalog, sellerId=89_008) == 1
    assert index.growth is not None
    assert not index.growth.done(), "it was over before: this proves nothing"
    await index.up_to_date()
    assert await total(catalog, sellerId=89_007) == 40_000


async def sample(catalog: Service, seen: list[int]) -> None:
    growth = stock_of(catalog).growth
    while growth is not None and not growth.done():
        seen.append(await total(catalog, sellerId=89_004))


async def the_same(catalog: Service, query: str, **headers: str) -> Any:
    answer = await catalog.http.get(f"/api/products?{query}", headers=headers)
    assert answer.status_code == 200
    assert answer.headers["X-Request-Id"]
    return answer


async def test_cached_list_is_valid_until_a_change(catalog: Service) -> None:
    seller = signed_in(89_006, "farid")
    first, auctioned = await listed(catalog, seller), await listed(catalog, seller, body=an_auction())
    query = "sellerId=89006&limit=24"
    made = await the_same(catalog, query)
    with statements(catalog) as asked:
        kept = [await the_same(catalog, query, **who) for who in ({}, FARID, {"X-Request-Id": "visit-12345"})]
    assert not any("FROM catalog.products" in statement for statement in asked)
    assert {item.content for item in kept} == {made.content}
    assert {item.headers["X-Total-Count"] for item in kept} == {"2"}
    assert kept[2].headers["X-Request-Id"] == "visit-12345"
    assert kept[0].headers["content-type"] == made.headers["content-type"]

    path = f"/api/products/{first['id']}"
    assert (await catalog.http.put(path, json=a_listing(name="Another"), headers=seller)).status_code == 200
    assert "Another" in (await the_same(catalog, query)).text
    assert (await catalog.http.post(f"{path}/view", headers={"User-Agent": "Firefox"})).status_code == 204
    views = {item["id"]: item["views"] for item in (await the_same(catalog, query)).json()}
    assert views[first["id"]] == 1
    assert (await catalog.http.post(f"{path}/archive", headers=seller)).status_code == 200
    assert [item["id"] for item in (await the_same(catalog, query)).json()] == [auctioned["id"]]
    clock.forward(days=8)
    over = await the_same(catalog, query)
    assert (over.json(), over.headers["X-Total-Count"]) == ([], "0"), "an auction ends by itself"


async def test_sold_lists_and_searches_are_not_cached(catalog: Service) -> None:
    await listed(catalog, FARID, name="Zephyrine Rose")
    tally = catalog.app.state.tally
    before = tally.times.copy()
    for _ in range(3):
        assert (await the_same(catalog, "search=zephyrine")).json()
        await the_same(catalog, "status=sold&sellerId=89001")
    assert tally.times - before == {("zephyrine",): 3}
    held = stock_of(catalog).answers.kept
    assert not any(b"zephyrine" in query or b"sold" in query for query in held)
