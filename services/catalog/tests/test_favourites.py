import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import event

from libs.contracts.events.auction import AuctionEndingSoon
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.tests.makers import a_listing, listed_by

pytestmark = pytest.mark.servers


async def favour(catalog: Service, person: int, product: int, method: str = "POST", **claims: Any) -> Any:
    headers = signed_in(person, f"p{person}", **({"roles": ()} | claims))
    return await catalog.http.request(method, f"/api/favorites/{product}", headers=headers)


async def test_favourite_is_a_card_with_date_and_price(catalog: Service) -> None:
    """PROF-13, PROF-14, U11"""
    first, second = await listed_by(catalog, 7601, price=300), await listed_by(catalog, 7601, price=200)
    for product in (first, second):
        assert (await favour(catalog, 7611, product["id"])).json() == {"success": True, "favourites": 1}
    assert (await favour(catalog, 7611, first["id"])).json() == {"success": True, "favourites": 1}, (
        "once more is once"
    )
    mine = (await catalog.http.get("/api/favorites", headers=signed_in(7611))).json()
    assert [(item["id"], item["priceWhenAdded"]) for item in mine] == [
        (second["id"], 200.0),
        (first["id"], 300.0),
    ]
    assert mine[0].keys() == second.keys() | {"addedAt", "priceWhenAdded"}
    ids = (await catalog.http.get("/api/favorites/ids", headers=signed_in(7611))).json()
    assert ids == sorted([first["id"], second["id"]])
    assert (await catalog.http.get("/api/favorites", headers=signed_in(7612))).json() == []
    shown = (await catalog.http.get("/api/favorites", headers=signed_in(7611))).json()
    assert shown[0]["favourites"] == 1


async def test_each_favourite_change_is_published_once_in_order(catalog: Service) -> None:
    """U11"""
    product = await listed_by(catalog, 7602, price=100)
    await favour(catalog, 7611, product["id"])
    await favour(catalog, 7612, product["id"])
    await favour(catalog, 7612, product["id"])
    assert (await favour(catalog, 7611, product["id"], "DELETE")).json() == {"success": True, "favourites": 1}
    assert (await favour(catalog, 7611, product["id"], "DELETE")).json() == {"success": True, "favourites": 1}
    events = await catalog.recorded(f"favourites-{product['id']}")
    changes = [
        (event["type"].split(".")[2], event["version"], event["data"]["userId"], event["data"]["favourites"])
        for event in events
    ]
    assert changes == [
        ("FavouriteAdded", 1, 7611, 1),
        ("FavouriteAdded", 2, 7612, 2),
        ("FavouriteRemoved", 3, 7611, 1),
    ]
    assert events[0]["data"]["price"] == 10_000


async def test_concurrent_favourites_are_all_counted(catalog: Service) -> None:
    product = await listed_by(catalog, 7603)
    await asyncio.gather(*(favour(catalog, 76_000 + number, product["id"]) for number in range(12)))
    await asyncio.gather(*(favour(catalog, 76_000, product["id"], "DELETE") for _ in range(5)))
    (row,) = await catalog.rows(
        "SELECT favourites, favourite_changes FROM product_counts WHERE product_id = :id", id=product["id"]
    )
    assert row == {"favourites": 11, "favourite_changes": 13}
    versions = [event["version"] for event in await catalog.recorded(f"favourites-{product['id']}")]
    assert versions == list(range(1, 14))


async def test_missing_or_own_listing_cannot_be_favourite(catalog: Service) -> None:
    """PROF-14"""
    product = await listed_by(catalog, 7604)
    assert (await favour(catalog, 7604, product["id"])).json()["code"] == "own_product"
    assert (await favour(catalog, 7611, 2**62)).status_code == 404
    await catalog.http.delete(f"/api/products/{product['id']}", headers=signed_in(7604))
    assert (await favour(catalog, 7611, product["id"])).status_code == 404
    assert (await favour(catalog, 7613, product["id"], account_status="banned")).status_code == 403


async def test_price_drop_notifies_people_who_saved_the_listing(catalog: Service) -> None:
    """U11"""
    product = await listed_by(catalog, 7605, price=300, name="Malam Perdana")
    for person in range(76_100, 76_130):
        await favour(catalog, person, product["id"])
    statements: list[str] = []
    engine = catalog.database.engine.sync_engine

    def count(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        statements.append(statement)

    event.listen(engine, "before_cursor_execute", count)
    try:
        await change(catalog, product["id"], 250)
    finally:
        event.remove(engine, "before_cursor_execute", count)
    assert sum("outbox" in item for item in statements) == 2, "one for the change, one for all who keep it"
    (drop,) = await catalog.recorded(f"drop-{product['id']}-76100")
    assert drop["type"] == "wangi.catalog.FavouritePriceDropped.v1"
    assert (drop["data"]["priceBefore"], drop["data"]["price"], drop["data"]["name"]) == (
        30_000,
        25_000,
        "Malam Perdana",
    )
    drops = f"SELECT count(*) AS n FROM outbox WHERE key LIKE 'drop-{product['id']}-%'"
    assert (await catalog.rows(drops))[0]["n"] == 30
    await change(catalog, product["id"], 280)
    assert (await catalog.rows(drops))[0]["n"] == 30, "a higher price is no news"


async def published_drops(catalog: Service, product_id: int) -> list[tuple[int, int]]:
    events = await catalog.recorded(f"drop-{product_id}-76301")
    return [(event["data"]["priceBefore"], event["data"]["price"]) for event in events]


async def test_price_drops_are_published_daily_below_the_lowest(
    catalog: Service,
) -> None:
    """U11"""
    product_id = (await listed_by(catalog, 7605, price=300))["id"]
    await favour(catalog, 76_301, product_id)
    for price in (290, 289.99, 289.98, 289.97):
        await change(catalog, product_id, price)
    assert await published_drops(catalog, product_id) == [(30_000, 29_000)]
    form = {"action": "price", "ids": [product_id], "percent": -1}
    answer = await catalog.http.post("/api/seller/products/bulk", json=form, headers=signed_in(7605))
    assert answer.json()["done"] == [product_id], answer.text
    assert await published_drops(catalog, product_id) == [(30_000, 29_000)]
    clock.forward(days=1)
    for price in (320, 290, 310, 295):
        await change(catalog, product_id, price)
    assert await published_drops(catalog, product_id) == [(30_000, 29_000)], "not below the published price"
    for price in (280, 270):
        await change(catalog, product_id, price)
    assert await published_drops(catalog, product_id) == [(30_000, 29_000), (29_500, 28_000)]
    clock.forward(days=1)
    await change(catalog, product_id, 269)
    assert (await published_drops(catalog, product_id))[2:] == [(27_000, 26_900)]


async def test_drop_without_readers_does_not_suppress_next(catalog: Service) -> None:
    product_id = (await listed_by(catalog, 7605, price=300))["id"]
    await change(catalog, product_id, 290)
    await favour(catalog, 76_301, product_id)
    await change(catalog, product_id, 280)
    assert await published_drops(catalog, product_id) == [(29_000, 28_000)]


async def change(catalog: Service, product_id: int, price: float) -> None:
    form = a_listing(price=price, name="Malam Perdana")
    answer = await catalog.http.put(f"/api/products/{product_id}", json=form, headers=signed_in(7605))
    assert answer.status_code == 200, answer.text


async def test_sold_favourite_stays_and_deleted_is_hidden(catalog: Service) -> None:
    sold, gone = await listed_by(catalog, 7606), await listed_by(catalog, 7606)
    for product in (sold, gone):
        await favour(catalog, 7614, product["id"])
    await catalog.http.post(f"/api/products/{sold['id']}/sold", headers=signed_in(7606))
    await catalog.http.delete(f"/api/products/{gone['id']}", headers=signed_in(7606))
    mine = (await catalog.http.get("/api/favorites", headers=signed_in(7614))).json()
    assert [(item["id"], item["status"]) for item in mine] == [(sold["id"], "sold")]


async def test_toggling_a_favourite_gains_no_popularity(catalog: Service) -> None:
    product = await listed_by(catalog, 7651)
    for _ in range(5):
        await favour(catalog, 7652, product["id"])
        await favour(catalog, 7652, product["id"], "DELETE")
    await favour(catalog, 7652, product["id"])
    days = await catalog.rows("SELECT favourites FROM product_days WHERE product_id = :id", id=product["id"])
    assert [day["favourites"] for day in days] == [1]


async def test_people_who_saved_an_auction_are_notified_before_it_ends(catalog: Service) -> None:
    """AUC-23"""
    product = await listed_by(catalog, 7607, price=100)
    for person in (76_201, 76_202):
        await favour(catalog, person, product["id"])
    now = datetime.now(UTC)
    soon = AuctionEndingSoon(
        auction_id=76_200,
        product_id=product["id"],
        seller_id=7607,
        price=12_000,
        ends_at=now,
        notified_at=now,
    )
    assert await catalog.deliver(soon) == ["handled"]
    for person in (76_201, 76_202):
        (event,) = await catalog.recorded(f"ending-76200-{person}")
        assert (event["type"], event["data"]["userId"]) == ("wangi.catalog.FavouriteEndingSoon.v1", person)
