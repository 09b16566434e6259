from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from libs.kit.db.database import Database
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.jobs import trim
from services.catalog.search import vocabulary
from services.catalog.tests.makers import a_listing, listed

pytestmark = pytest.mark.servers


# Takes longer than `SHORT` in one statement.
MANY = {"product_visitors": 1_000_000, "product_days": 100_000, "saved_search_hits": 100_000}


SHORT = "1000"


FILL = {
    "product_visitors": "SELECT date '2026-01-01', g / 100, decode(lpad(to_hex(g), 32, '0'), 'hex') FROM {numbers}",
    "product_days": "SELECT g, date '2025-01-01', 1, 0 FROM {numbers}",
    "saved_search_hits": "SELECT (SELECT max(id) FROM saved_searches), g, '2026-01-01' FROM {numbers}",
}


async def fill(catalog: Service, table: str, rows: str) -> None:
    async with catalog.database.transaction() as session:
        await session.execute(text("SET LOCAL statement_timeout = 0"))
        await session.execute(text(f"INSERT INTO {table} {rows}"))


async def count(catalog: Service, table: str, where: str = "true", **values: Any) -> int:
    rows = await catalog.rows(f"SELECT count(*) AS n FROM {table} WHERE {where}", **values)
    return int(rows[0]["n"])


@pytest.mark.slow
@pytest.mark.parametrize("table", FILL)
async def test_many_old_rows_are_deleted_in_batches(catalog: Service, table: str) -> None:
    person = signed_in(88_101)
    search = {"name": "Oud", "wanted": {"search": "oud"}}
    assert (
        await catalog.http.post("/api/favorites/searches", json=search, headers=person)
    ).status_code == 201
    product = await listed(catalog, signed_in(88_102, "farid"))
    assert (await catalog.http.post(f"/api/products/{product['id']}/view", headers=person)).status_code == 204
    await catalog.rows(
        "INSERT INTO saved_search_hits VALUES ((SELECT max(id) FROM saved_searches), 0) RETURNING 1"
    )
    kept = await count(catalog, table)
    assert kept
    await fill(catalog, table, FILL[table].format(numbers=f"generate_series(1, {MANY[table]}) g"))
    hurried = Database(catalog.database.url, catalog.database.schema, pool_size=1)
    hurried.server_settings["statement_timeout"] = SHORT
    try:
        assert (await trim(hurried, clock.about_now()))[table] == MANY[table]
        assert await count(catalog, table) == kept
        assert (await trim(hurried, clock.about_now()))[table] == 0
    finally:
        await hurried.close()


async def test_old_searches_are_not_counted(catalog: Service) -> None:
    await fill(
        catalog,
        "search_counts",
        "SELECT date '2026-01-01', 'oud ' || g, 1, 1 FROM generate_series(1, 50000) g",
    )
    await fill(catalog, "search_counts", "SELECT current_date, 'oud rose', 1, 1")
    await fill(catalog, "search_days", "SELECT date '2026-01-01' + g, 1 FROM generate_series(1, 30) g")
    gone = await trim(catalog.database, clock.about_now())
    assert (gone["search_counts"], gone["search_days"]) == (50_000, 30)
    assert await count(catalog, "search_counts", "terms = 'oud rose'") == 1


async def test_long_removed_listing_is_deleted_with_its_rows(catalog: Service) -> None:
    seller, buyer = signed_in(88_111, "farid"), signed_in(88_112)
    kept, old = await listed(catalog, seller), await listed(catalog, seller)
    page = f"/api/products/{old['id']}"
    assert (await catalog.http.post(f"/api/favorites/{old['id']}", headers=buyer)).status_code in (200, 201)
    assert (await catalog.http.post(f"{page}/view", headers=buyer)).status_code == 204
    assert (
        await catalog.http.post(f"{page}/report", json={"reason": "other"}, headers=buyer)
    ).status_code == 201
    assert (await catalog.http.post(f"{page}/sold", headers=seller)).status_code == 200
    again = (await catalog.http.post(f"{page}/relist", json={"price": 90}, headers=seller)).json()
    assert (await catalog.http.delete(page, headers=seller)).status_code == 200
    assert (await trim(catalog.database, clock.about_now()))["products"] == 0
    assert (await catalog.http.get(page)).status_code == 410
    await removed_earlier(catalog, old["id"], days=401)
    assert (await trim(catalog.database, clock.about_now()))["products"] >= 1
    assert (await catalog.http.get(page)).status_code == 404
    for table in (
        "favourites",
        "product_counts",
        "product_days",
        "reports",
        "product_images",
        "auction_replicas",
    ):
        assert await count(catalog, table, "product_id = :id", id=old["id"]) == 0, table
    for product in (kept, again):
        assert await count(catalog, "products", "id = :id AND relist_of IS NULL", id=product["id"]) == 1
    assert (
        await count(catalog, "products", "status = 'removed' AND removed_at < :at", at=removed_before()) == 0
    )


async def removed_earlier(catalog: Service, product_id: int, *, days: int) -> None:
    """The database judges the age by its own clock."""
    query = text("UPDATE products SET removed_at = removed_at - make_interval(days => :days) WHERE id = :id")
    async with catalog.database.transaction() as session:
        await session.execute(query, {"id": product_id, "days": days})


async def test_listing_removed_within_a_year_is_never_deleted(catalog: Service) -> None:
    seller = signed_in(88_113, "farid")
    pages = [f"/api/products/{(await listed(catalog, seller))['id']}" for _ in range(2)]
    for page in pages:
        assert (await catalog.http.delete(page, headers=seller)).status_code == 200
    await removed_earlier(catalog, int(pages[1].rpartition("/")[2]), days=364)
    async with catalog.database.transaction() as session:
        await session.execute(text("SELECT forget_removed_listings('infinity', 1000)"))
    assert [(await catalog.http.get(page)).status_code for page in pages] == [410, 410]


def removed_before() -> Any:
    return clock.about_now() - timedelta(days=400)


async def words_known(catalog: Service, *sought: str) -> set[str]:
    rows = await catalog.rows("SELECT word FROM vocabulary WHERE word = ANY(:words)", words=list(sought))
    return {row["word"] for row in rows}


async def test_words_leave_vocabulary_with_last_listing(catalog: Service) -> None:
    seller, other = signed_in(88_121, "farid"), signed_in(88_122, "zaki")
    one = await listed(catalog, seller, name="Qazwort Plimsol", notes="Zylfrond")
    await listed(catalog, other, name="Plimsol Night")
    await fill(catalog, "search_counts", "SELECT current_date, 'plimsol qazwort', 3, 1")
    assert await words_known(catalog, "qazwort", "plimsol", "zylfrond") == {"qazwort", "plimsol", "zylfrond"}
    renamed = a_listing(name="Blanc Plimsol", notes="Zylfrond")
    assert (
        await catalog.http.put(f"/api/products/{one['id']}", json=renamed, headers=seller)
    ).status_code == 200
    assert await words_known(catalog, "qazwort", "plimsol", "zylfrond") == {"plimsol", "zylfrond"}
    assert await count(catalog, "search_counts", "terms LIKE '%qazwort%'") == 0
    assert (await catalog.http.delete(f"/api/products/{one['id']}", headers=seller)).status_code == 200
    assert await vocabulary.sweep_vocabulary(catalog.database) >= 1
    assert await words_known(catalog, "qazwort", "plimsol", "zylfrond") == {"plimsol"}


async def test_vocabulary_sweep_covers_all_words(catalog: Service) -> None:
    await listed(catalog, signed_in(88_131, "farid"), name="Verdana Sole")
    await fill(catalog, "vocabulary", "SELECT 'xx' || g, 'XX' FROM generate_series(1, 20000) g")
    assert await vocabulary.sweep_vocabulary(catalog.database) >= 20_000
    assert await words_known(catalog, "verdana", "xx1", "xx20000") == {"verdana"}


@pytest.mark.parametrize("number", ["60123456789", "880101145566", "a12345", "12345"])
async def test_long_number_is_never_added_to_vocabulary(catalog: Service, number: str) -> None:
    made = await listed(catalog, signed_in(88_141, "farid"), name=f"Nocturne 1872 {number}")
    assert await words_known(catalog, number, "1872") == {"1872"}
    found = await catalog.http.get("/api/products", params={"search": number})
    assert [item["id"] for item in found.json()][:1] == [made["id"]]
    await fill(catalog, "vocabulary", f"SELECT '{number}', '{number}'")  # From an older build.
    await vocabulary.sweep_vocabulary(catalog.database)
    assert await words_known(catalog, number) == set()


async def test_only_imported_rows_add_words(catalog: Service) -> None:
    seller = signed_in(88_151, "farid") | {"Idempotency-Key": "words"}
    head = "name,brand,description,price,category,volume\n"
    good = "Zumbrelle Matin,Verrane,Bought at the counter in KLCC,390,1,100\n"
    bad = "Jimbrast Matin,Verrane,short,390,1,100\n"

    async def send(content: str) -> int:
        files = {"file": ("a.csv", content.encode(), "text/csv")}
        return (
            await catalog.http.post("/api/seller/products/import", files=files, headers=seller)
        ).status_code

    assert await send(head + good + bad) == 200
    assert await send(head + good.replace("Zumbrelle", "Wibblenack")) == 422
    await vocabulary.learn_new(catalog.database)
    assert await words_known(catalog, "zumbrelle", "jimbrast", "wibblenack") == {"zumbrelle"}


async def test_word_swept_during_insert_returns(catalog: Service) -> None:
    await listed(catalog, signed_in(88_161, "farid"), name="Trelmoor Soir")
    await catalog.rows("DELETE FROM vocabulary WHERE word = 'trelmoor' RETURNING 1")
    await vocabulary.learn_new(catalog.database)
    assert await words_known(catalog, "trelmoor") == {"trelmoor"}
