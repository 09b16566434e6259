from collections.abc import AsyncIterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import event, text

from libs.contracts.events.auth import UserBanned, UserErased, UserUnbanned
from libs.kit.errors import Unavailable
from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from services.catalog.favourites import service as favourite_service
from services.catalog.privacy.service import FAVOURITES_AT_ONCE, LISTINGS_AT_ONCE
from services.catalog.search import vocabulary
from services.catalog.search.filters import Filters
from services.catalog.tests.makers import a_listing, finish_forgetting, forget_next, listed
from services.catalog.tests.test_favourites import favour

pytestmark = pytest.mark.servers


AT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


LISTINGS, KEPT = 3_000, 1_000


_LISTINGS = (
    "INSERT INTO products (seller_id, name, brand, brand_key, description, price, stock_quantity, category_id, "
    "remaining_percent, volume_ml, box_condition, listing_type, words, title_words) "
    "SELECT :seller, 'Grosso ' || g, 'Grossiste', 'grossiste', 'Sold by the crate', 1000, 1, 1, 50, 100, 'Good', "
    "'fixed', ARRAY['grosso', 'x' || g], ARRAY['grosso'] FROM generate_series(1, :listings) g"
)


_KEPT = (
    "INSERT INTO favourites (user_id, product_id, price_when_added) SELECT :who, id, 1000 FROM products "
    "WHERE seller_id = :seller",
    "INSERT INTO product_counts (product_id, favourites, favourite_changes) SELECT id, 2, 2 FROM products "
    "WHERE seller_id = :seller",
    "INSERT INTO product_days (product_id, day, favourites) SELECT product_id, "
    "CAST(added_at AT TIME ZONE 'Asia/Kuala_Lumpur' AS date), 2 FROM favourites WHERE user_id = :who",
)


@pytest.fixture(autouse=True)
async def nobody_waits_afterwards(catalog: Service) -> AsyncIterator[None]:
    yield
    await finish_forgetting(catalog)


async def much(catalog: Service, seller: int, listings: int) -> None:
    async with catalog.database.transaction() as session:
        await session.execute(text(_LISTINGS), {"seller": seller, "listings": listings})


async def keep_all(catalog: Service, who: int, seller: int) -> None:
    async with catalog.database.transaction() as session:
        for statement in _KEPT:
            values = {"who": who, "seller": seller}
            await session.execute(
                text(statement), {name: values[name] for name in values if f":{name}" in statement}
            )


async def rest_of(catalog: Service, person: int) -> tuple[int, int]:
    rows = await catalog.rows(
        "SELECT (SELECT count(*) FROM products WHERE seller_id = :id AND name <> '') AS listings, "
        "(SELECT count(*) FROM favourites WHERE user_id = :id) AS kept",
        id=person,
    )
    return rows[0]["listings"], rows[0]["kept"]


def erased(user_id: int) -> UserErased:
    return UserErased(user_id=user_id, erased_at=AT)


@contextmanager
def sent_statements(catalog: Service) -> Any:
    statements, engine = list[str](), catalog.database.engine.sync_engine

    def note(connection: Any, cursor: Any, statement: str, *more: Any) -> None:
        statements.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    yield statements
    event.remove(engine, "before_cursor_execute", note)


async def in_index(catalog: Service, seller: int) -> int:
    current = await catalog.app.state.index.up_to_date()
    return len(current.fitting(Filters(seller_id=seller)))


async def test_large_erasure_runs_in_batches_between_trades(
    catalog: Service,
) -> None:
    """U38"""
    gone, other = 96_101, 96_102
    await listed(catalog, signed_in(gone, "grosso"))
    await much(catalog, gone, LISTINGS)
    await much(catalog, other, KEPT)
    await keep_all(catalog, gone, other)
    assert await in_index(catalog, gone) == LISTINGS + 1
    with sent_statements(catalog) as statements:
        assert await catalog.deliver(erased(gone)) == ["handled"]
    assert len(statements) <= 6, statements
    assert await rest_of(catalog, gone) == (LISTINGS + 1, KEPT)
    assert (await catalog.http.get("/api/products", params={"sellerId": gone})).json() == []
    assert await in_index(catalog, gone) == 0
    before, pieces = await rest_of(catalog, gone), 0
    while await forget_next(catalog):
        now = await rest_of(catalog, gone)
        assert before[0] - now[0] <= LISTINGS_AT_ONCE
        assert before[1] - now[1] <= FAVOURITES_AT_ONCE
        assert bool(await catalog.recorded(f"person-{gone}")) == (now == (0, 0)), (
            "the acknowledgement is the last thing"
        )
        before, pieces = now, pieces + 1
        if pieces % 10 == 0:
            product = await listed(catalog, signed_in(96_103, "mei"))
            assert (await favour(catalog, 96_104, product["id"])).status_code == 200
    assert pieces > LISTINGS / LISTINGS_AT_ONCE
    (acknowledgement,) = await catalog.recorded(f"person-{gone}")
    assert acknowledgement["type"] == "wangi.catalog.PersonForgotten.v1"


async def test_erasure_lowers_and_publishes_favourite_counts(catalog: Service) -> None:
    gone, other = 96_111, 96_112
    await much(catalog, other, 450)
    await keep_all(catalog, gone, other)
    await add_person(catalog, gone, username="kept")
    await catalog.deliver(erased(gone))
    await finish_forgetting(catalog)
    for table in ("product_counts", "product_days"):
        query = f"SELECT DISTINCT favourites FROM {table} JOIN products p ON p.id = product_id WHERE seller_id = :id"
        assert await catalog.rows(query, id=other) == [{"favourites": 1}]
    rows = await catalog.rows("SELECT id FROM products WHERE seller_id = :id ORDER BY id", id=other)
    for row in (rows[0], rows[200], rows[-1]):
        (event,) = await catalog.recorded(f"favourites-{row['id']}")
        assert (event["version"], event["data"]["favourites"], event["data"]["userId"]) == (3, 1, gone)
        assert event["data"]["sellerId"] == other


async def test_failing_erasure_batch_is_repeated_and_delays_no_other(
    catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = 96_121, 96_122
    await much(catalog, first, 250)
    await much(catalog, second, 1)
    for person in (first, second):
        await add_person(catalog, person, username=f"p{person}")
        await catalog.deliver(erased(person))
    assert await forget_next(catalog)
    assert (await rest_of(catalog, first), await rest_of(catalog, second)) == ((150, 0), (0, 0))

    async def failing(*_: Any) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as broken:
        broken.setattr(vocabulary, "unlearn", failing)
        assert not await forget_next(catalog)
    assert await rest_of(catalog, first) == (150, 0)
    await finish_forgetting(catalog)
    events = await catalog.rows(
        "SELECT key, count(*) AS n FROM outbox WHERE key IN "
        "(SELECT CAST(id AS text) FROM products WHERE seller_id = :id) GROUP BY key",
        id=first,
    )
    assert [event["n"] for event in events] == [1] * 250
    for person in (first, second):
        assert len(await catalog.recorded(f"person-{person}")) == 1


@pytest.mark.parametrize(
    "failure", [RuntimeError("odd"), Unavailable()], ids=["a fault of ours", "a lock or too slow"]
)
async def test_person_with_failing_erasure_blocks_no_other(
    catalog: Service, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    stuck = 96_131 + 2 * isinstance(failure, Unavailable)
    other = stuck + 1
    for person in (stuck, other):
        await much(catalog, person, 1)
        await add_person(catalog, person, username=f"p{person}")
        await catalog.deliver(erased(person))
    real = favourite_service.forget_favourites

    async def failing(session: Any, user_id: int, most: int) -> int:
        if user_id == stuck:
            raise failure
        return await real(session, user_id, most)

    with monkeypatch.context() as broken:
        broken.setattr(favourite_service, "forget_favourites", failing)
        while await forget_next(catalog):
            pass
    assert (await rest_of(catalog, stuck), await rest_of(catalog, other)) == ((1, 0), (0, 0))
    assert not await catalog.recorded(f"person-{stuck}")


async def test_ban_of_large_seller_writes_few_rows(catalog: Service) -> None:
    """U1"""
    seller = 96_141
    await listed(catalog, signed_in(seller, "banyak"))
    await much(catalog, seller, LISTINGS)
    assert await in_index(catalog, seller) == LISTINGS + 1
    before = "SELECT max(CAST(CAST(touched AS text) AS bigint)) AS last FROM products"
    last = (await catalog.rows(before))[0]["last"]
    assert await catalog.deliver(UserBanned(user_id=seller, by_admin_id=1, banned_at=AT)) == ["handled"]
    written = "SELECT count(*) AS n FROM products WHERE touched > CAST(CAST(:last AS text) AS xid8)"
    assert (await catalog.rows(written, last=str(last)))[0]["n"] <= 200
    assert (await catalog.http.get("/api/products", params={"sellerId": seller})).json() == []
    assert await in_index(catalog, seller) == 0
    unbanned = UserUnbanned(user_id=seller, by_admin_id=1, unbanned_at=AT)
    assert await catalog.deliver(unbanned, version=2) == ["handled"]
    assert await in_index(catalog, seller) == LISTINGS + 1


async def test_erased_sellers_listing_is_blank_before_it_is_served(
    catalog: Service, auction: Service
) -> None:
    ends = {"startingPrice": 100, "endsAt": "2026-12-01T12:00:00Z"}
    product = await listed(
        catalog, signed_in(96_151, "lot"), body=a_listing(listingType="auction", auction=ends)
    )
    path = f"/internal/products/by-auction/{product['auction']['id']}"
    assert (await catalog.ask(path)).status_code == 200
    await catalog.deliver(erased(96_151))
    assert (await catalog.ask(path)).status_code == 404
