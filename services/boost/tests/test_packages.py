"""The packages are those of the checklist (U35), and their type agrees with their id (C32)."""

import pytest

from libs.kit.testing import Service
from services.auction.tests.makers import a_listing
from services.boost.domain.packages import duration_words
from services.boost.service.products import products


@pytest.mark.servers
async def test_there_are_four_standard_and_four_premium_packages_in_cents(boost: Service) -> None:
    packages = (await boost.http.get("/api/boost/packages")).json()
    assert [p["id"] for p in packages] == list(range(1, 9))
    assert all((p["package_type"] == "premium") == (p["id"] >= 5) for p in packages)
    assert [p["price"] for p in packages] == [1000, 2700, 4000, 7000, 2000, 5400, 8000, 14000]
    assert packages[1]["effective_price"] == 900.0
    assert packages[4]["duration_formatted"] == "7 days"


@pytest.mark.servers
async def test_one_package_is_a_list_of_one(boost: Service) -> None:
    (package,) = (await boost.http.get("/api/boost/packages", params={"id": 6})).json()
    assert (package["item_count"], package["duration_hours"]) == (3, 168)
    assert (await boost.http.get("/api/boost/packages", params={"id": 99})).json() == []


@pytest.mark.servers
async def test_a_product_delivered_twice_is_kept_once(boost: Service) -> None:
    for _ in range(2):
        async with boost.database.transaction() as session:
            await products.keep(session, a_listing(1, 778))
    assert len(await boost.rows("SELECT 1 FROM product_copies WHERE product_id = 778")) == 1


def test_durations_in_words() -> None:
    assert [duration_words(h) for h in (1, 24, 36, 72)] == ["1 hour", "1 day", "36 hours", "3 days"]
