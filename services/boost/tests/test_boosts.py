import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.kit.process import clock
from services.boost.boosts.rules import extend_boost, split_credit, unused_share
from services.boost.boosts.service import warn_due_boosts
from services.boost.tests.till import Till, conserved

servers = pytest.mark.servers
T = datetime.fromisoformat("2026-11-25T12:00:00+08:00")


@given(st.integers(0, 10**7), st.integers(1, 50))
def test_product_shares_sum_to_the_amount(amount: int, count: int) -> None:
    parts = split_credit(amount, range(1, count + 1))
    assert sum(parts.values()) == amount
    assert max(parts.values()) - min(parts.values()) <= 1


@given(st.integers(0, 10**7), st.integers(1, 10**6), st.integers(-(10**6), 2 * 10**6))
def test_remaining_boost_value_never_exceeds_its_price(amount: int, seconds: int, after: int) -> None:
    end = T + timedelta(seconds=seconds)
    rest = unused_share(amount, T, end, T + timedelta(seconds=after))
    assert 0 <= rest <= amount
    assert rest == (amount if after <= 0 else 0 if after >= seconds else rest)


def test_boost_starts_now_or_after_the_current_one() -> None:
    """U34"""
    later, earlier = T + timedelta(hours=5), T - timedelta(hours=5)
    assert extend_boost(T, None, 72) == (T, T + timedelta(hours=72))
    assert extend_boost(T, earlier, 72) == (T, T + timedelta(hours=72))
    assert extend_boost(T, later, 72) == (later, later + timedelta(hours=72))


async def events(till: Till, order: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    found = await till.boost.recorded(order["orderId"])
    return [item["data"] for item in found if item["type"].split(".")[2] == kind]


async def until(till: Till, product_id: int) -> datetime | None:
    query = "SELECT featured_until, version FROM featured_products WHERE product_id = :id"
    (row,) = await till.boost.rows(query, id=product_id)
    found: datetime | None = row["featured_until"]
    return found


@servers
async def test_boost_starts_at_payment_and_second_extends_it(till: Till) -> None:
    """BOOST-11, U34"""
    products = await till.listings(1)
    order = await till.ordered(products)
    clock.forward(minutes=10)
    begun = clock.about_now()
    await till.pays(order)
    await till.deliver()
    first = await until(till, products[0])
    assert first is not None
    assert timedelta(0) <= first - begun - timedelta(hours=72) < timedelta(seconds=20)
    clock.forward(hours=10)
    second = await till.paid(products, 5)
    assert await until(till, products[0]) == first + timedelta(hours=168)
    boosts = [(await events(till, item, "BoostPaid"))[0]["products"][0] for item in (order, second)]
    assert [item["version"] for item in boosts] == [1, 2]
    assert boosts[0]["featuredAt"] == boosts[1]["featuredAt"]
    (boosted,) = await till.get("/seller-boosted")
    assert (boosted["boost_type"], boosted["boost_package_id"]) == ("premium", 5)
    assert boosted["spent"] == 10_00 + 20_00, "both orders gave a part of its time"


@servers
async def test_boost_cost_is_kept_for_its_latest_period(till: Till) -> None:
    products = await till.listings(1)
    for package in (1, 5):
        order = await till.paid(products, package)
    clock.forward(hours=72 + 168 + 1)
    await till.end_due()
    assert await till.get("/seller-boosted") == []
    (featured,) = (await till.order(order))["featuredUntil"]
    assert (featured["productId"], featured["spent"]) == (products[0], 10_00 + 20_00)
    assert featured["name"]
    again = await till.paid(products)
    assert again["featuredUntil"][0]["spent"] == 10_00


@servers
async def test_each_order_has_its_featured_period_and_amount(till: Till) -> None:
    """BOOST-22"""
    products = await till.listings(1)
    orders = [await till.paid(products, package) for package in (1, 5)]
    (first,), (second,) = [(await till.order(order))["featuredUntil"] for order in orders]
    assert (first["amount"], second["amount"]) == (10_00, 20_00)
    assert first["until"] == second["since"] > first["since"]
    assert second["until"] > second["since"]


@servers
async def test_boost_ends_on_time_and_is_published_once(till: Till) -> None:
    """BOOST-12, C23"""
    products = await till.listings(3)
    order = await till.paid(products, 2)
    clock.forward(hours=72, seconds=1)
    assert await till.get("/seller-boosted") == []
    await asyncio.gather(*(till.end_due() for _ in range(4)))
    (over,) = await events(till, order, "BoostExpired")
    assert {product["productId"] for product in over["products"]} == set(products)
    assert {(product["version"], product["featuredUntil"]) for product in over["products"]} == {(2, None)}
    assert await till.recorded_events(order) == ["BoostOrdered", "BoostPaid", "BoostExpired"]


async def warn(till: Till) -> None:
    for _ in range(20):
        if not await warn_due_boosts(till.boost.database):
            return


@servers
async def test_seller_is_warned_once_a_day_before_boost_ends(till: Till) -> None:
    """BOOST-12"""
    products = await till.listings(3)
    order = await till.paid(products, 2)
    await warn(till)
    assert await events(till, order, "BoostEndingSoon") == []
    clock.forward(hours=49)
    await asyncio.gather(*(warn(till) for _ in range(4)))
    (near,) = await events(till, order, "BoostEndingSoon")
    assert sorted(near["productIds"]) == sorted(products)
    longer = await till.paid(products[:1])
    clock.forward(hours=24)
    await warn(till)
    assert await events(till, longer, "BoostEndingSoon") == []
    clock.forward(hours=50)
    await warn(till)
    assert len(await events(till, longer, "BoostEndingSoon")) == 1
    assert len(await events(till, order, "BoostEndingSoon")) == 1


@servers
async def test_extended_boost_ends_only_at_new_end(till: Till) -> None:
    products = await till.listings(1)
    first = await till.paid(products)
    second = await till.paid(products)
    clock.forward(hours=73)
    await till.end_due()
    assert len(await till.get("/seller-boosted")) == 1
    clock.forward(hours=72)
    await till.end_due()
    assert await events(till, first, "BoostExpired") == []
    assert len(await events(till, second, "BoostExpired")) == 1


@servers
async def test_removed_listings_boost_is_refunded_once(till: Till) -> None:
    """U37"""
    products = await till.listings(3)
    order = await till.paid(products, 2)
    again = await till.paid(products[:1])
    clock.forward(hours=36)
    await asyncio.gather(till.remove(products[0]), till.remove(products[0]))
    credit = await till.balance()
    assert 1000 + 440 <= credit <= 1000 + 450, "half of its nine ringgit, and all of the ten behind them"
    assert {item["id"] for item in await till.get("/seller-boosted")} == set(products[1:])
    (gone,) = await events(till, order, "BoostRefunded")
    assert (gone["reason"], gone["products"][0]["featuredUntil"]) == ("removed", None)
    assert gone["amount"] + (await events(till, again, "BoostRefunded"))[0]["amount"] == credit
    await conserved(till.boost)


@servers
@pytest.mark.parametrize("reason", ["archived", "seller_erased"])
async def test_listing_that_may_return_keeps_its_boost(till: Till, reason: str) -> None:
    products = await till.listings(1)
    await till.paid(products)
    await till.remove(products[0], reason)
    assert await till.balance() == 0
    assert await until(till, products[0]) is not None


@servers
async def test_staff_refund_moves_later_boosts_forward(till: Till) -> None:
    """PAY-05"""
    products = await till.listings(1)
    order, later = await till.paid(products), await till.paid(products)
    clock.forward(hours=30)
    path = f"/api/admin/boost/orders/{order['orderId']}/refund"
    from libs.kit.testing import signed_in

    headers = signed_in(7, "staff", roles=("admin",))
    hands = [till.boost.http.post(path, json={"reason": "Wrong listing"}, headers=headers) for _ in range(4)]
    assert sorted(result.status_code for result in await asyncio.gather(*hands)) == [200, 409, 409, 409]
    assert await till.balance() == 1000
    assert (await till.order(order))["status"] == "refunded"
    (gone,) = await events(till, order, "BoostRefunded")
    moved = await until(till, products[0])
    assert moved is not None
    assert timedelta(hours=71, minutes=59) < moved - clock.about_now() <= timedelta(hours=72)
    assert gone["products"][0]["version"] == 3
    page = await till.staff("get", f"/orders/{order['orderId']}")
    assert [(refund["amount"], refund["kind"], refund["words"]) for refund in page["refunds"]] == [
        (1000, "staff", "Wrong listing")
    ]
    clock.forward(hours=72)
    await till.end_due()
    assert len(await events(till, later, "BoostExpired")) == 1
    await conserved(till.boost)
