import pytest

from libs.kit.testing import Service
from services.auction.tests.makers import a_listing
from services.boost.boosts.rules import duration_words
from services.boost.boosts.service import products
from services.boost.tests.till import Till


@pytest.mark.servers
async def test_default_packages_have_prices_in_cents(boost: Service) -> None:
    """BOOST-23, U35"""
    packages = (await boost.http.get("/api/boost/packages")).json()
    assert [p["id"] for p in packages] == list(range(1, 9))
    assert all((p["package_type"] == "premium") == (p["id"] >= 5) for p in packages)
    assert [p["price"] for p in packages] == [1000, 2700, 4000, 7000, 2000, 5400, 8000, 14000]
    assert packages[1]["effective_price"] == 900.0
    assert packages[4]["duration_formatted"] == "7 days"


@pytest.mark.servers
async def test_package_by_id_is_a_list_of_one(boost: Service) -> None:
    """BOOST-14"""
    (package,) = (await boost.http.get("/api/boost/packages", params={"id": 6})).json()
    assert (package["item_count"], package["duration_hours"]) == (3, 168)
    assert (await boost.http.get("/api/boost/packages", params={"id": 99})).json() == []


@pytest.mark.servers
async def test_inactive_package_is_hidden_from_lists(till: Till) -> None:
    """BOOST-14, BOOST-23"""
    version = {member["id"]: member["version"] for member in await till.staff("get", "/packages")}[4]
    change = {"version": version, "isActive": False, "reason": "Too large"}
    await till.staff("patch", "/packages/4", json=change)
    assert [item["id"] for item in await till.get("/packages")] == [1, 2, 3, 5, 6, 7, 8]
    assert await till.get("/packages?id=4") == []
    await till.staff("patch", "/packages/4", json=change | {"version": version + 1, "isActive": True})
    assert len(await till.get("/packages")) == 8


@pytest.mark.servers
async def test_boosted_product_has_price_and_featured_status(till: Till) -> None:
    """BOOST-21, C4"""
    (product_id,) = await till.listings(1)
    await till.paid([product_id])
    (boosted,) = await till.get("/seller-boosted")
    shown = {name: boosted[name] for name in ("id", "price", "status", "is_featured")}
    listed = a_listing(1, product_id, till.seller)
    assert shown == {"id": product_id, "price": listed.price, "status": "active", "is_featured": True}
    assert (boosted["name"], boosted["image_url"]) == (listed.name, listed.images[0])


@pytest.mark.servers
async def test_duplicate_product_event_is_stored_once(boost: Service) -> None:
    for _ in range(2):
        async with boost.database.transaction() as session:
            await products.store_product(session, a_listing(1, 778))
    assert len(await boost.rows("SELECT 1 FROM product_replicas WHERE product_id = 778")) == 1


def test_durations_are_written_in_words() -> None:
    assert [duration_words(h) for h in (1, 24, 36, 72)] == ["1 hour", "1 day", "36 hours", "3 days"]
