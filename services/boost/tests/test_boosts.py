"""How long a product is featured: from the payment, extended, ended by time, removal and refund."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.kit.process import clock
from services.boost.boosts import service as boosts_service
from services.boost.boosts.rules import extend_boost, split_credit, unused_share
from services.boost.tests.till import Till, conserved

servers = pytest.mark.servers
T = datetime.fromisoformat("2026-11-25T12:00:00+08:00")


@given(st.integers(0, 10**7), st.integers(1, 50))
def test_shares_of_products_sum_to_the_amount(amount: int, count: int) -> None:
    parts = split_credit(amount, range(1, count + 1))
    assert sum(parts.values()) == amount
    assert max(parts.values()) - min(parts.values()) <= 1


@given(st.integers(0, 10**7), st.integers(1, 10**6), st.integers(-(10**6), 2 * 10**6))
def test_the_rest_of_a_boost_is_never_more_than_its_price(amount: int, seconds: int, after: int) -> None:
    end = T + timedelta(seconds=seconds)
    rest = unused_share(amount, T, end, T + timedelta(seconds=after))
    assert 0 <= rest <= amount
    assert rest == (amount if after <= 0 else 0 if after >= seconds else rest)


def test_a_boost_runs_from_now_or_from_the_end_of_the_one_that_runs() -> None:
    """U34"""
    later, earlier = T + timedelta(hours=5), T - timedelta(hours=5)
    assert extend_boost(T, None, 72) == (T, T + timedelta(hours=72))
    assert extend_boost(T, earlier, 72) == (T, T + timedelta(hours=72))
    assert extend_boost(T, later, 72) == (later, later + timedelta(hours=72))


async def facts(till: Till, order: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """What was told of an order by facts of one kind."""
    found = await till.boost.recorded(order["orderId"])
    return [one["data"] for one in found if one["type"].split(".")[2] == kind]


async def until(till: Till, product_id: int) -> datetime | None:
    """Until when a product is featured; its row."""
    query = "SELECT featured_until, version FROM featured_products WHERE product_id = :id"
    (row,) = await till.boost.rows(query, id=product_id)
    found: datetime | None = row["featured_until"]
    return found


@servers
async def test_a_boost_begins_with_the_payment_and_a_second_one_extends_it(till: Till) -> None:
    """BOOST-11, U34: each change has its number in the facts; also a premium boost behind a standard one."""
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
    told = [(await facts(till, one, "BoostPaid"))[0]["products"][0] for one in (order, second)]
    assert [one["version"] for one in told] == [1, 2]
    assert told[0]["featuredAt"] == told[1]["featuredAt"]
    (boosted,) = await till.get("/seller-boosted")
    assert (boosted["boost_type"], boosted["boost_package_id"]) == ("premium", 5)
    assert boosted["spent"] == 10_00 + 20_00, "both orders gave a part of its time"


@servers
async def test_what_a_boost_cost_is_known_after_its_end_and_of_its_last_time_alone(till: Till) -> None:
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
async def test_each_order_says_which_part_of_the_time_it_gave_and_for_how_much(till: Till) -> None:
    """BOOST-22: of the one before the last too, so that each has a report of its own."""
    products = await till.listings(1)
    orders = [await till.paid(products, package) for package in (1, 5)]
    (first,), (second,) = [(await till.order(one))["featuredUntil"] for one in orders]
    assert (first["amount"], second["amount"]) == (10_00, 20_00)
    assert first["until"] == second["since"] > first["since"]
    assert second["until"] > second["since"]


@servers
async def test_a_boost_is_over_at_its_end_and_told_once(till: Till) -> None:
    """BOOST-12, C23: no one can be stale; several jobs at once tell it once."""
    products = await till.listings(3)
    order = await till.paid(products, 2)
    clock.forward(hours=72, seconds=1)
    assert await till.get("/seller-boosted") == []
    await asyncio.gather(*(till.end_due() for _ in range(4)))
    (over,) = await facts(till, order, "BoostExpired")
    assert {one["productId"] for one in over["products"]} == set(products)
    assert {(one["version"], one["featuredUntil"]) for one in over["products"]} == {(2, None)}
    assert await till.recorded_facts(order) == ["BoostOrdered", "BoostPaid", "BoostExpired"]


async def warn(till: Till) -> None:
    """What is near its end of other tests too."""
    for _ in range(20):
        if not await boosts_service.warn_due_boosts(till.boost.database):
            return


@servers
async def test_a_seller_is_told_once_that_a_boost_is_over_within_a_day(till: Till) -> None:
    """BOOST-12: again of a later end when it was extended meanwhile; several jobs at once tell it once."""
    products = await till.listings(3)
    order = await till.paid(products, 2)
    await warn(till)
    assert await facts(till, order, "BoostEndingSoon") == []
    clock.forward(hours=49)
    await asyncio.gather(*(warn(till) for _ in range(4)))
    (near,) = await facts(till, order, "BoostEndingSoon")
    assert sorted(near["productIds"]) == sorted(products)
    longer = await till.paid(products[:1])
    clock.forward(hours=24)
    await warn(till)
    assert await facts(till, longer, "BoostEndingSoon") == []
    clock.forward(hours=50)
    await warn(till)
    assert len(await facts(till, longer, "BoostEndingSoon")) == 1
    assert len(await facts(till, order, "BoostEndingSoon")) == 1


@servers
async def test_an_extended_boost_is_over_at_its_new_end_only(till: Till) -> None:
    products = await till.listings(1)
    first = await till.paid(products)
    second = await till.paid(products)
    clock.forward(hours=73)
    await till.end_due()
    assert len(await till.get("/seller-boosted")) == 1
    clock.forward(hours=72)
    await till.end_due()
    assert await facts(till, first, "BoostExpired") == []
    assert len(await facts(till, second, "BoostExpired")) == 1


@servers
async def test_what_is_left_of_a_removed_listings_boost_becomes_wallet_credit_once(till: Till) -> None:
    """U37: of all orders that have time left; the others keep theirs."""
    products = await till.listings(3)
    order = await till.paid(products, 2)
    again = await till.paid(products[:1])
    clock.forward(hours=36)
    await asyncio.gather(till.remove(products[0]), till.remove(products[0]))
    credit = await till.balance()
    assert 1000 + 440 <= credit <= 1000 + 450, "half of its nine ringgit, and all of the ten behind them"
    assert {one["id"] for one in await till.get("/seller-boosted")} == set(products[1:])
    (gone,) = await facts(till, order, "BoostRefunded")
    assert (gone["reason"], gone["products"][0]["featuredUntil"]) == ("removed", None)
    assert gone["amount"] + (await facts(till, again, "BoostRefunded"))[0]["amount"] == credit
    await conserved(till.boost)


@servers
@pytest.mark.parametrize("reason", ["archived", "seller_erased"])
async def test_a_listing_that_may_come_back_keeps_its_time(till: Till, reason: str) -> None:
    products = await till.listings(1)
    await till.paid(products)
    await till.remove(products[0], reason)
    assert await till.balance() == 0
    assert await until(till, products[0]) is not None


@servers
async def test_staff_gives_an_order_back_and_what_others_bought_moves_up(till: Till) -> None:
    """PAY-05: as wallet credit, with a reason, once, also by two hands at once."""
    products = await till.listings(1)
    order, later = await till.paid(products), await till.paid(products)
    clock.forward(hours=30)
    path = f"/api/admin/boost/orders/{order['orderId']}/refund"
    from libs.kit.testing import signed_in

    headers = signed_in(7, "staff", roles=("admin",))
    hands = [till.boost.http.post(path, json={"reason": "Wrong listing"}, headers=headers) for _ in range(4)]
    assert sorted(one.status_code for one in await asyncio.gather(*hands)) == [200, 409, 409, 409]
    assert await till.balance() == 1000
    assert (await till.order(order))["status"] == "refunded"
    (gone,) = await facts(till, order, "BoostRefunded")
    moved = await until(till, products[0])
    assert moved is not None
    assert timedelta(hours=71, minutes=59) < moved - clock.about_now() <= timedelta(hours=72)
    assert gone["products"][0]["version"] == 3
    page = await till.staff("get", f"/orders/{order['orderId']}")
    assert [(one["amount"], one["kind"], one["words"]) for one in page["refunds"]] == [
        (1000, "staff", "Wrong listing")
    ]
    clock.forward(hours=72)
    await till.end_due()
    assert len(await facts(till, later, "BoostExpired")) == 1
    await conserved(till.boost)
