import asyncio
from typing import Any

import pytest

from libs.kit.process import clock
from libs.marketplace.tests.makers import ruled
from services.boost.boosts import queries as boosts_queries
from services.boost.boosts import service as boosts_service
from services.boost.boosts.rules import MAX_REPLACED
from services.boost.payments import rules as payments_rules
from services.boost.payments.callbacks import judge_callback
from services.boost.payments.queries import find_unjudged
from services.boost.tests.till import Till, conserved

pytestmark = pytest.mark.servers


async def refusal(till: Till, path: str, **body: Any) -> tuple[str, dict[str, Any]]:
    answer = await till.post(path, **body)
    return answer.json()["code"], answer.json().get("details", {})


async def asks_by_share(till: Till) -> dict[str, int]:
    rows = await till.boost.rows("SELECT share, count(*) AS number FROM provider_asks GROUP BY share")
    return {row["share"]: row["number"] for row in rows}


async def test_repeated_payment_method_changes_are_limited(till: Till) -> None:
    products = await till.listings(1)
    for turn in range(MAX_REPLACED + 1):
        await till.ordered(products, useCredit=turn % 2 == 1)
        clock.forward(seconds=1)
    flip = {"boostPackageId": 1, "productIds": products, "useCredit": True}
    code, details = await refusal(till, "/create-order", **flip)
    assert (code, 3_580 < details["retryAfter"] < 3_600) == ("too_many_replaced_bills", True)
    assert details["until"] > clock.about_now().isoformat()
    while await till.poll():
        pass
    assert await asks_by_share(till) == {"deletion": MAX_REPLACED}
    assert sum(bill.state == "deleted" for bill in till.bank.bills.values()) == MAX_REPLACED
    clock.forward(minutes=59, seconds=55)
    assert (await till.post("/create-order", **flip)).status_code == 201


async def test_expired_order_cannot_reopen_above_limit(till: Till) -> None:
    old = await till.ordered(await till.listings(1))
    clock.forward(minutes=61)
    await till.poll()
    async with ruled(till.boost, open_boost_orders=2):
        for listing in await till.listings(2):
            await till.ordered([listing])
        assert (await refusal(till, f"/orders/{old['orderId']}/pay"))[0] == "too_many_open_orders"


async def test_one_sellers_bills_do_not_starve_other_polls(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [await till.ordered([listing]) for listing in await till.listings(12)]
    other = Till(till.boost, till.bank)
    one = await other.ordered(await other.listings(1))
    for order in (many[0], one):
        await till.pays(order, "lost")
    clock.forward(minutes=16)
    monkeypatch.setattr(payments_rules, "MAX_IN_TURN", 2)
    assert await till.poll() == 2
    assert (await other.order(one))["status"] == "paid"
    while await till.poll():
        pass
    assert (await asks_by_share(till))["bill"] == payments_rules.MAX_ASKS - payments_rules.RESERVED_QUESTIONS[
        "word"
    ] - payments_rules.RESERVED_QUESTIONS["payout"]
    fields = await till.pays(many[-1], "lost")
    assert (await till.come_back(fields))["message"] == "Your products are boosted."
    assert await till.poll() == 0
    clock.forward(minutes=6)
    assert await till.poll() > 0


async def test_payments_during_an_hours_outage_are_found_in_fifteen_minutes(
    till: Till,
) -> None:
    """P-E3"""
    paid = []
    for place in range(9):
        seller = Till(till.boost, till.bank)
        for listing in await seller.listings(4):
            order = await seller.ordered([listing])
            if listing % 4 != place % 4:
                await seller.pays(order, "lost")
                paid.append((seller, order))
    assert len(paid) == 27
    clock.forward(minutes=61)
    for _ in range(15):
        await till.poll()
        clock.forward(minutes=1)
    assert {(await seller.order(order))["status"] for seller, order in paid} == {"paid"}
    assert not [bill for bill in till.bank.bills.values() if bill.state == "due"]
    await conserved(till.boost)


async def test_bill_with_odd_answers_backs_off_and_blocks_no_other(
    till: Till,
) -> None:
    odd, right = [await till.ordered([listing]) for listing in await till.listings(2)]
    till.bill(odd).amount = "9e999999"  # type: ignore[assignment]
    await till.pays(right, "lost")
    clock.forward(minutes=15, seconds=1)
    assert await till.poll() == 1
    assert (await till.order(right))["status"] == "paid"
    waits = []
    for _ in range(2):
        page = await till.staff("get", f"/orders/{odd['orderId']}")
        (row,) = await till.boost.rows(
            "SELECT ask_at FROM payments WHERE id = :id", id=page["payments"][0]["id"]
        )
        waits.append(round((row["ask_at"] - clock.about_now()).total_seconds() / 60))
        clock.forward(minutes=waits[-1] + 1)
        till.bill(odd).state = "paid"
        await till.poll()
    assert waits == [15, 30]


async def test_failing_boost_end_blocks_no_other(till: Till, monkeypatch: pytest.MonkeyPatch) -> None:
    stuck, other = [await till.paid([listing]) for listing in await till.listings(2)]
    record = boosts_service.record_event

    async def records(session: Any, order: Any, event: Any) -> None:
        if order.id == int(stuck["orderId"]):
            raise ValueError("a row that fails")
        await record(session, order, event)

    monkeypatch.setattr(boosts_service, "record_event", records)
    clock.forward(hours=stuck["durationHours"], minutes=1)
    await boosts_service.end_due_boosts(till.boost.database)
    left = await till.boost.rows(
        "SELECT product_id FROM featured_products WHERE seller_id = :id AND featured_until IS NOT NULL",
        id=till.seller,
    )
    assert [row["product_id"] for row in left] == stuck["productIds"]
    assert await till.recorded_events(other) == ["BoostOrdered", "BoostPaid", "BoostExpired"]


async def test_changed_price_is_refused_with_the_new_one(till: Till) -> None:
    products = await till.listings(1)
    form = {"boostPackageId": 1, "productIds": products}
    assert await refusal(till, "/create-order", **form, expectedPrice=999) == (
        "price_changed",
        {"price": 1000},
    )
    assert (await refusal(till, "/create-order", **form, expectedPrice="10"))[0] == "invalid_input"
    await till.ordered(products, expectedPrice=1000)


async def test_lost_bill_reported_twice_at_once_is_paid_once(till: Till) -> None:
    till.bank.faults["create-500"] = 1
    await till.post("/create-order", boostPackageId=1, productIds=await till.listings(1))
    lost = next(iter(till.bank.bills.values()))
    fields = till.bank.pay(lost, "success", "MB2U0227")
    assert fields is not None
    (due,) = till.bank.due()
    fetch = till.setup.till.fetch

    async def meanwhile(ref: str) -> Any:
        till.setup.till.fetch = fetch  # type: ignore[method-assign]
        await till.call_back(due.body)
        async with till.boost.database.reading() as session:
            waiting = await find_unjudged(session, await clock.now(session), 10)
        (row,) = [item for item in waiting if item.kind == "callback"]
        assert await judge_callback(till.setup, row)
        return await fetch(ref)

    till.setup.till.fetch = meanwhile  # type: ignore[method-assign]
    result = await till.come_back(fields)
    assert result["payment"] == "success"
    (order,) = (await till.get("/orders"))["orders"]
    assert order["status"] == "paid"
    query = "SELECT judgement FROM payment_notifications WHERE bill_id = :id"
    judged = {row["judgement"] for row in await till.boost.rows(query, id=lost.id)}
    assert judged == {"paid", "repeated"}
    await conserved(till.boost)


async def test_replacing_and_paying_orders_lock_in_same_order(till: Till) -> None:
    products = await till.listings(1)
    order = await till.ordered(products)
    flip = {"boostPackageId": 1, "productIds": products, "useCredit": True}
    async with till.boost.database.transaction() as session:
        await boosts_queries.lock_featured(session, till.seller, products)
        task = asyncio.create_task(till.post("/create-order", **flip))
        await asyncio.sleep(0.3)
        found = await boosts_queries.lock_order(session, int(order["orderId"]))
        assert (found.status, task.done()) == ("pending", False)
    assert (await task).status_code == 201
