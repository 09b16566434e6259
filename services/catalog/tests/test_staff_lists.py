import itertools
import re
from typing import Any

import pytest
from sqlalchemy import event, text

from deploy.local.stack import Stack
from libs.kit.testing import Service, signed_in
from services.catalog.moderation import queries as moderation_queries
from services.catalog.moderation import routes as moderation_routes
from services.catalog.tests.makers import FARID, listed
from tests.support.planning import filled
from tests.support.table_file import lines_in

pytestmark = pytest.mark.servers


SUPPORT = signed_in(8_801, "nurul", roles=("support",))


MODERATOR = signed_in(8_803, "hafiz", roles=("moderator",))


SELLERS = itertools.count(88_000)


async def test_listing_file_has_every_state_and_no_formula(catalog: Service) -> None:
    seller = signed_in(71, "farid", roles=("seller",))
    first = await listed(catalog, seller)
    evil = await listed(catalog, seller, name='=HYPERLINK("https://evil.example")', price=1234.5)
    await catalog.http.post(f"/api/products/{first['id']}/archive", headers=seller)
    answer = await catalog.http.get("/api/admin/products/export.csv", headers=SUPPORT)
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    lines = lines_in(answer)
    newest, before = [line for line in lines if int(line["id"]) in (first["id"], evil["id"])]
    assert (newest["name"], newest["price (RM)"], newest["status"]) == (
        '\'=HYPERLINK("https://evil.example")', "1234.50", "active",
    )  # fmt: skip
    assert (before["id"], before["status"], before["seller id"]) == (str(first["id"]), "archived", "71")
    (event,) = await catalog.recorded("export-8801")
    assert event["type"] == "wangi.catalog.ListingsExported.v1"
    assert (await catalog.http.get("/api/admin/products/export.csv", headers=FARID)).status_code == 403


def a_seller(name: str) -> tuple[int, dict[str, str]]:
    number = next(SELLERS)
    return number, signed_in(number, name, roles=("seller",))


async def ids_of(catalog: Service, query: str) -> list[int]:
    answer = await catalog.http.get(f"/api/products/all?{query}", headers=SUPPORT)
    assert answer.status_code == 200, answer.text
    return [item["id"] for item in answer.json()]


async def test_staff_filter_listings_by_words_number_state_and_seller(catalog: Service) -> None:
    """ADM-07"""
    number, seller = a_seller("Qalistara")
    _, other = a_seller("rosnah")
    kept = (await listed(catalog, seller, name="Zuvembara One"))["id"]
    archived = (await listed(catalog, seller, name="Zuvembara Two"))["id"]
    removed = (await listed(catalog, other, name="Zuvembara Three"))["id"]
    await catalog.http.post(f"/api/products/{archived}/archive", headers=seller)
    await catalog.http.post(
        f"/api/admin/products/{removed}/remove", json={"reason": "A fake"}, headers=MODERATOR
    )

    assert await ids_of(catalog, "search=zuvem") == [removed, archived, kept], "the removed one too"
    assert await ids_of(catalog, "search=zuvembara&status=removed") == [removed]
    assert await ids_of(catalog, "search=zuvembara&status=archived") == [archived]
    assert await ids_of(catalog, "search=zuvembara&status=pending") == []
    assert removed in await ids_of(catalog, f"search=%23{removed}")
    assert (await ids_of(catalog, f"search={archived}"))[:1] == [archived]
    assert await ids_of(catalog, "seller=QALISTARA") == [archived, kept], "in any spelling"
    assert await ids_of(catalog, f"seller={number}&status=active") == [kept]
    assert await ids_of(catalog, "seller=unknownname") == []
    answer = await catalog.http.get("/api/products/all?search=zuvembara&limit=1", headers=SUPPORT)
    assert answer.headers["X-Total-Count"] == "3"


async def test_reported_listings_are_a_list(catalog: Service) -> None:
    number, seller = a_seller("reportedseller")
    first, second, other = [(await listed(catalog, seller))["id"] for _ in range(3)]
    for item in (second, first):
        report = {"reason": "counterfeit", "words": "The cap is wrong."}
        answer = await catalog.http.post(
            f"/api/products/{item}/report", json=report, headers=signed_in(next(SELLERS))
        )
        assert answer.status_code == 201, answer.text
    mine = f"status=reported&seller={number}"
    assert await ids_of(catalog, mine) == [second, first]
    answer = await catalog.http.get(f"/api/products/all?{mine}&limit=1", headers=SUPPORT)
    following = answer.headers["Link"].split(">")[0].removeprefix("<")
    page = (await catalog.http.get(following, headers=SUPPORT)).json()
    assert [item["id"] for item in page] == [first], "the next page keeps the filters"
    assert other not in await ids_of(catalog, "status=reported")


async def test_listing_file_has_the_filters_of_its_page(catalog: Service) -> None:
    staffer = signed_in(8_802, "nurul", roles=("support",))
    number, seller = a_seller("fileseller")
    kept = (await listed(catalog, seller, name="Filoteka"))["id"]
    archived = (await listed(catalog, seller, name="Filoteka"))["id"]
    await catalog.http.post(f"/api/products/{archived}/archive", headers=seller)
    query = f"search=filoteka&status=active&seller={number}"
    answer = await catalog.http.get(f"/api/admin/products/export.csv?{query}", headers=staffer)
    assert [int(line["id"]) for line in lines_in(answer)] == [kept]
    (event,) = await catalog.recorded("export-8802")
    assert event["data"]["filters"] == ["search", "status", "seller"]


@pytest.mark.parametrize(
    "query", ["status=sleeping", "search=a%00b", f"search={'a' * 101}", f"seller={'a' * 41}"]
)
async def test_unknown_listing_filter_is_refused(catalog: Service, query: str) -> None:
    for path in ("/api/products/all", "/api/admin/products/export.csv"):
        assert (await catalog.http.get(f"{path}?{query}", headers=SUPPORT)).status_code == 422


@pytest.mark.parametrize(
    ("filters", "index"),
    [
        (moderation_queries.ListingFilters(search="rareword77"), "ix_products_searchable_removed"),
        (moderation_queries.ListingFilters(search="4000777"), "ix_products_searchable"),
        (moderation_queries.ListingFilters(status="pending"), "ix_products_status"),
        (moderation_queries.ListingFilters(status="reported"), "ix_product_counts_reported"),
        (moderation_queries.ListingFilters(seller="7"), "ix_products_"),
    ],
)
@pytest.mark.usefixtures("catalog")
async def test_no_filter_reads_all_listings(
    stack: Stack, filters: moderation_queries.ListingFilters, index: str
) -> None:
    asked: list[tuple[str, Any]] = []

    def catch(*args: Any) -> None:
        asked.append((args[2], args[3]))

    async with filled(stack, "catalog", MANY, "people", "products", "product_counts") as session:
        connection = await session.connection()
        event.listen(connection.sync_engine, "before_cursor_execute", catch)
        await moderation_queries.list_page_of_all(
            session, filters, before=None, most=50, skip=0, counted=1_000
        )
        event.remove(connection.sync_engine, "before_cursor_execute", catch)
        plans = [await connection.exec_driver_sql(f"EXPLAIN {one}", values) for one, values in asked]
        lines = [[row[0] for row in plan] for plan in plans]
        assert len(lines) == (3 if filters.search else 2)
        assert any(index in line for plan in lines for line in plan), lines
        for plan in lines:
            assert not any("Seq Scan" in line for line in plan), plan
            assert not any("Filter" in line and "(searchable" in line for line in plan), "all are walked"


@pytest.mark.usefixtures("catalog")
async def test_word_filter_uses_index_with_cached_plan(
    stack: Stack,
) -> None:
    asked: list[str] = []
    async with filled(stack, "catalog", MANY, "people", "products", "product_counts") as session:
        connection = await session.connection()
        event.listen(
            connection.sync_engine, "before_cursor_execute", lambda *args: asked.append(args[2]), named=False
        )
        page = await moderation_queries.list_page_of_all(
            session,
            moderation_queries.ListingFilters(search="rareword77"),
            before=None,
            most=50,
            skip=0,
            counted=1_000,
        )
        lookup = asked[0]
        await session.execute(text("SET LOCAL plan_cache_mode = force_generic_plan"))
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        await driver.execute(f"PREPARE lookup AS {lookup}")
        nothing = ", ".join(["NULL"] * len(set(re.findall(r"\$\d+", lookup))))
        plan = [row[0] for row in await driver.fetch(f"EXPLAIN EXECUTE lookup ({nothing})")]
        await driver.execute("DEALLOCATE lookup")
    assert page[1] == 111, "77, 770 to 779, 7700 to 7799"
    assert any("ix_products_searchable" in line for line in plan), plan
    assert not any("Filter" in line and "(searchable" in line for line in plan), "all are walked"


async def test_common_word_has_no_total(catalog: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    _, seller = a_seller("manywords")
    old = [(await listed(catalog, seller, name="Wordymany Old"))["id"] for _ in range(3)]
    new = [(await listed(catalog, seller, name="Wordymany Fresh"))["id"] for _ in range(3)]
    monkeypatch.setattr(moderation_queries, "NEWEST_READ", 3)
    for word, most, total in (
        ("fresh", 2, None), ("fresh", 3, "3"), ("wordymany old", 2, None), ("wordymany old", 3, "3"),
        ("wordymany", 6, "6"), ("wordymany", 3, None), ("wordymany old", 1, None),
    ):  # fmt: skip
        for where in (moderation_queries, moderation_routes):
            monkeypatch.setattr(where, "MAX_FOUND" if where is moderation_queries else "MAX_COUNTED", most)
        answer = await catalog.http.get(f"/api/products/all?search={word}&seller=manywords", headers=SUPPORT)
        expected = {"fresh": new, "wordymany old": old, "wordymany": [*old, *new]}[word]
        assert [item["id"] for item in answer.json()] == expected[::-1]
        assert answer.headers.get("X-Total-Count") == total, (word, most)
        if total is None:
            answer = await catalog.http.get(f"/api/products/all?search={word}&limit=2", headers=SUPPORT)
            assert [item["id"] for item in answer.json()] == expected[::-1][:2]
            assert "X-Total-Count" not in answer.headers


@pytest.mark.usefixtures("catalog")
async def test_seller_filter_uses_an_index(stack: Stack) -> None:
    named = "SELECT user_id FROM people WHERE lower(username) = lower('someone777') AND username <> ''"
    async with filled(stack, "catalog", MANY[:1], "people") as session:
        plan = [row[0] for row in await session.execute(text(f"EXPLAIN {named}"))]
    assert any("ix_people_username" in line for line in plan), plan


MANY = (
    "INSERT INTO people (user_id, username) SELECT 4000000 + g, 'someone' || g FROM generate_series(1, 20000) AS g",
    "INSERT INTO products (id, seller_id, name, brand, description, price, stock_quantity, category_id,"
    " remaining_percent, volume_ml, box_condition, listing_type, status, words) OVERRIDING SYSTEM VALUE"
    " SELECT 4000000 + g, 4000000 + g, 'A', 'B', 'C', 100, 1, 1, 100, 100, 'Good', 'fixed',"
    " CASE WHEN g % 5000 = 0 THEN 'pending' WHEN g % 8 = 0 THEN 'removed' ELSE 'active' END,"
    " ARRAY['a', 'rareword' || g]"
    " FROM generate_series(1, 20000) AS g",
    "INSERT INTO product_counts (product_id, reports)"
    " SELECT 4000000 + g, CASE WHEN g % 5000 = 0 THEN 1 ELSE 0 END FROM generate_series(1, 20000) AS g",
)
