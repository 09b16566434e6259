"""What an erased seller leaves: what was paid, and nothing that is theirs; and their export before."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from libs.contracts.events.auth import UserErased
from services.boost.queries import trimming
from services.boost.tests.till import Till, conserved
from tests.support.forgetting import finish_forgetting

pytestmark = pytest.mark.servers
NOW = datetime.now(UTC)


async def a_history(till: Till) -> str:
    """A paid order under the seller's name, with a refund in words."""
    await till.boost.known(till.seller, username=f"qanary{till.seller}")
    headers = till.me | {"Idempotency-Key": f"qanary{till.seller}"}
    form = {"boostPackageId": 1, "productIds": await till.listings(1)}
    order = (await till.boost.http.post("/api/boost/create-order", json=form, headers=headers)).json()
    await till.pays(order)
    await till.deliver()
    await till.staff("post", f"/orders/{order['orderId']}/refund", json={"reason": f"qanary{till.seller}"})
    return str(order["orderId"])


async def test_an_export_holds_orders_with_all_about_them_and_the_wallet(till: Till) -> None:
    """P-G2"""
    await a_history(till)
    told = (await till.boost.ask(f"/internal/users/{till.seller}/export")).json()
    (order,) = told["boost_orders"]
    assert (order["amount"], order["status"], order["client_key"]) == (
        1000,
        "refunded",
        f"qanary{till.seller}",
    )
    assert [len(order[name]) for name in ("payments", "boosts", "receipts", "refunds")] == [1] * 4
    assert "staff_id" not in order["refunds"][0]
    assert [(one["amount"], one["balance"], one["reason"]) for one in told["wallet"]] == [
        (1000, 1000, "refunded")
    ]
    other = (await till.boost.ask(f"/internal/users/{till.seller + 1}/export")).json()
    assert (other["boost_orders"], other["wallet"]) == ([], [])


async def test_nothing_personal_is_left_of_an_erased_seller_and_the_money_is(till: Till) -> None:
    """P-G2: receipts are kept for tax without the name."""
    order_id = await a_history(till)
    await till.boost.hear(UserErased(user_id=till.seller, erased_at=NOW))
    await finish_forgetting(till.boost)
    for table in (
        "boost_orders",
        "receipts",
        "refunds",
        "payments",
        "payment_notifications",
        "product_copies",
    ):
        found = await till.boost.rows(
            f"SELECT 1 FROM {table} AS t WHERE strpos(lower(t::text), :word) > 0 "
            "OR strpos(t::text, encode(convert_to(upper(:word), 'UTF8'), 'hex')) > 0",
            word=f"qanary{till.seller}",
        )
        assert found == [], table
    (receipt,) = await till.boost.rows("SELECT total FROM receipts WHERE order_id = :id", id=int(order_id))
    assert receipt["total"] == 1000
    await conserved(till.boost)


async def test_what_is_old_is_trimmed_and_what_was_paid_is_kept(till: Till) -> None:
    """Orders that were never paid go with their bills after 400 days, notifications after 90."""
    await a_history(till)
    products = await till.listings(1)
    await till.ordered(products)
    await till.ordered(products, useCredit=True)  # replaces the first
    await till.call_back("id=forged&x_signature=none")
    months = "UPDATE payment_notifications SET received_at = received_at - interval '100 days'"
    async with till.boost.database.transaction() as session:
        await session.execute(text(months))
        await session.execute(
            text(
                "UPDATE boost_orders SET created_at = created_at - interval '401 days' WHERE seller_id = :id"
            ),
            {"id": till.seller},
        )
    await trimming.trim(till.boost.database, datetime.now(UTC))
    left = (await till.get("/orders"))["orders"]
    assert sorted(one["status"] for one in left) == ["paid", "refunded"]
    assert await till.boost.rows("SELECT 1 FROM payment_notifications") == []
    await conserved(till.boost)
