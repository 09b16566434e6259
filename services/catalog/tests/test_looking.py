"""How the catalogue in memory follows the tables: one look for all who ask, no matter what else goes on."""

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
    """What was written in bulk is in the index before the next test begins."""
    yield
    await stock_of(catalog).up_to_date()


def stock_of(catalog: Service) -> ListingIndex:
    index: ListingIndex = catalog.app.state.index
    return index


@contextmanager
def statements(catalog: Service) -> Iterator[list[str]]:
    """What is asked of the database meanwhile."""
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
    """A transaction that this process hears nothing of."""
    database = Database(catalog.database.url, "catalog")
    async with database.transaction() as session:
        yield session
    await database.close()


async def insert_many(catalog: Service, seller: int, many: int) -> None:
    """As another replica, or a load past the service, would."""
    async with another_replicas_transaction(catalog) as session:
        await session.execute(text("SET LOCAL statement_timeout = 0"))  # a load takes as long as it takes
        await session.execute(text(_MANY), {"seller": seller, "many": many})


async def test_all_who_ask_at_once_share_one_look_and_go_on_together(catalog: Service) -> None:
    """E: they went on one by one, each a turn of the loop later than the one before."""
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


async def test_what_was_written_during_a_look_is_seen_by_who_asks_after_it(catalog: Service) -> None:
    index = stock_of(catalog)
    await index.current()
    before = await total(catalog, sellerId=89_002)
    index.writes += 1
    looking = asyncio.create_task(index.current())
    await asyncio.sleep(0)
    await listed(catalog, signed_in(89_002, "zaki"))
    assert await total(catalog, sellerId=89_002) == before + 1
    await looking


async def test_a_read_after_a_write_shares_a_waiting_look_at_the_index(
    catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That look has not taken in what it will find."""
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


async def test_an_open_transaction_does_not_make_the_index_read_rows_again(catalog: Service) -> None:
    """Everything that was written since its beginning came again at each look."""
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
    assert [one["id"] for one in shown] == [product["id"]], (
        "what the long transaction wrote is seen at its end"
    )


async def test_what_was_written_after_a_look_is_seen_before_that_look_is_put_away(catalog: Service) -> None:
    """A reader in the same turn of the loop in which a look ends begins a new look."""
    index = stock_of(catalog)
    await index.up_to_date()
    over = asyncio.create_task(asyncio.sleep(0))
    await over
    await listed(catalog, signed_in(89_009, "zaki"))
    index.look_under_way = over
    assert await total(catalog, sellerId=89_009) == 1


async def test_very_much_comes_in_beside_the_readers(catalog: Service) -> None:
    """Lists go on, one's own listing is seen at once, and in the end everything is there and in
    order."""
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
    prices = [one["priceSen"] for one in cheap.json()]
    assert prices == list(range(1_001, 1_201))
    for sort, order in index.index.orders.items():
        keys = [index.index.entries.key(number, sort) for number in order.numbers_from(None)]
        assert keys == sorted(keys), sort
        assert len(order) == len(index.index.entries), sort
    assert len(index.index.everything) == len(index.index.entries)


async def test_what_was_written_just_now_is_seen_though_very_much_came_before_it(catalog: Service) -> None:
    """Without a reader in between, one look meets both."""
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
    """What readers are told while much comes in."""
    growth = stock_of(catalog).growth
    while growth is not None and not growth.done():
        seen.append(await total(catalog, sellerId=89_004))


async def the_same(catalog: Service, query: str, **headers: str) -> Any:
    answer = await catalog.http.get(f"/api/products?{query}", headers=headers)
    assert answer.status_code == 200
    assert answer.headers["X-Request-Id"]
    return answer


async def test_a_kept_list_is_the_list_until_anything_changes(catalog: Service) -> None:
    """E: for guests and for people who are signed in alike."""
    seller = signed_in(89_006, "farid")
    first, auctioned = await listed(catalog, seller), await listed(catalog, seller, body=an_auction())
    query = "sellerId=89006&limit=24"
    made = await the_same(catalog, query)
    with statements(catalog) as asked:
        kept = [await the_same(catalog, query, **who) for who in ({}, FARID, {"X-Request-Id": "visit-12345"})]
    assert not any("FROM catalog.products" in statement for statement in asked)
    assert {one.content for one in kept} == {made.content}
    assert {one.headers["X-Total-Count"] for one in kept} == {"2"}
    assert kept[2].headers["X-Request-Id"] == "visit-12345"
    assert kept[0].headers["content-type"] == made.headers["content-type"]

    path = f"/api/products/{first['id']}"
    assert (await catalog.http.put(path, json=a_listing(name="Another"), headers=seller)).status_code == 200
    assert "Another" in (await the_same(catalog, query)).text
    assert (await catalog.http.post(f"{path}/view", headers={"User-Agent": "Firefox"})).status_code == 204
    views = {one["id"]: one["views"] for one in (await the_same(catalog, query)).json()}
    assert views[first["id"]] == 1
    assert (await catalog.http.post(f"{path}/archive", headers=seller)).status_code == 200
    assert [one["id"] for one in (await the_same(catalog, query)).json()] == [auctioned["id"]]
    clock.forward(days=8)
    over = await the_same(catalog, query)
    assert (over.json(), over.headers["X-Total-Count"]) == ([], "0"), "an auction ends by itself"


async def test_what_is_sold_or_searched_for_is_not_kept(catalog: Service) -> None:
    """Searches are counted, and what is sold is read from the tables."""
    await listed(catalog, FARID, name="Zephyrine Rose")
    tally = catalog.app.state.tally
    before = tally.times.copy()
    for _ in range(3):
        assert (await the_same(catalog, "search=zephyrine")).json()
        await the_same(catalog, "status=sold&sellerId=89001")
    assert tally.times - before == {("zephyrine",): 3}
    held = stock_of(catalog).answers.kept
    assert not any(b"zephyrine" in query or b"sold" in query for query in held)
