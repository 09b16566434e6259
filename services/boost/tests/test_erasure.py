from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from libs.contracts.events.auth import UserErased
from libs.kit.process import clock
from libs.kit.testing import signed_in
from libs.marketplace.testing import add_person
from services.boost import queries
from services.boost.tests.test_mismatches import a_mismatch
from services.boost.tests.test_payouts import Names, with_account
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import Trade
from tests.support.forgetting import finish_forgetting

pytestmark = pytest.mark.servers
NOW = datetime.now(UTC)


async def a_history(till: Till) -> str:
    await add_person(till.boost, till.seller, username=f"qanary{till.seller}")
    headers = till.me | {"Idempotency-Key": f"qanary{till.seller}"}
    form = {"boostPackageId": 1, "productIds": await till.listings(1)}
    order = (await till.boost.http.post("/api/boost/create-order", json=form, headers=headers)).json()
    await till.pays(order)
    await till.deliver()
    await till.staff("post", f"/orders/{order['orderId']}/refund", json={"reason": f"qanary{till.seller}"})
    return str(order["orderId"])


async def test_export_holds_orders_and_wallet(till: Till) -> None:
    """P-G2"""
    await a_history(till)
    export = (await till.boost.ask(f"/internal/users/{till.seller}/export")).json()
    (order,) = export["boost_orders"]
    assert (order["amount"], order["status"], order["client_key"]) == (
        1000,
        "refunded",
        f"qanary{till.seller}",
    )
    assert [len(order[name]) for name in ("payments", "boosts", "receipts", "refunds")] == [1] * 4
    assert "staff_id" not in order["refunds"][0]
    assert [(item["amount"], item["balance"], item["reason"]) for item in export["wallet"]] == [
        (1000, 1000, "refunded")
    ]
    other = (await till.boost.ask(f"/internal/users/{till.seller + 1}/export")).json()
    assert (other["boost_orders"], other["wallet"]) == ([], [])


@pytest.fixture
def above_500_needs_two(till: Till) -> Iterator[None]:
    state = till.boost.app.state
    own = state.settings
    state.settings = own.model_copy(update={"wangi_second_person_above": 500})
    yield
    state.settings = own


async def test_erased_seller_leaves_only_money(till: Till) -> None:
    """P-G2"""
    order_id = await a_history(till)
    later = (await till.paid(await till.listings(1)))["orderId"]
    await till.boost.deliver(UserErased(user_id=till.seller, erased_at=NOW))
    await finish_forgetting(till.boost)
    finance = signed_in(8_812, "nurul", roles=("finance",))
    reason = {"reason": f"qanary{till.seller} called and gave a number"}
    for act in (f"{order_id}/ask", f"{later}/refund"):
        path = f"/api/admin/boost/orders/{act}"
        assert (await till.boost.http.post(path, json=reason, headers=finance)).status_code == 200
    for table in (
        "staff_acts",
        "boost_orders",
        "receipts",
        "refunds",
        "payments",
        "payment_notifications",
        "product_replicas",
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


async def test_reason_of_a_large_refund_to_an_erased_seller_is_not_stored(
    till: Till, above_500_needs_two: None
) -> None:
    """P-G2"""
    order_id = (await till.paid(await till.listings(1)))["orderId"]
    await till.boost.deliver(UserErased(user_id=till.seller, erased_at=NOW))
    await finish_forgetting(till.boost)
    for staff_id in (8_812, 8_813):
        await till.boost.http.post(
            f"/api/admin/boost/orders/{order_id}/refund",
            json={"reason": f"qanary{till.seller} called and gave a number"},
            headers=signed_in(staff_id, "nurul", roles=("finance",)),
        )
    for table, column in (("second_person_requests", "reason"), ("refunds", "words")):
        query = f"SELECT {column} AS reason FROM {table} WHERE order_id = :id"
        assert [row["reason"] for row in await till.boost.rows(query, id=int(order_id))] == [""], table


async def test_reason_of_a_large_credit_to_an_erased_payer_is_not_stored(
    till: Till, above_500_needs_two: None
) -> None:
    """P-G2"""
    _, bill = await a_mismatch(till)
    await till.boost.deliver(UserErased(user_id=till.seller, erased_at=NOW))
    await finish_forgetting(till.boost)
    reason = {"reason": f"qanary{till.seller} called and gave a number"}
    path, finance = f"/api/admin/boost/bills/{bill}/credit", signed_in(8_812, roles=("finance",))
    answer = await till.boost.http.post(path, json=reason, headers=finance)
    assert (answer.status_code, answer.json()["found"]) == (200, "asked")
    rows = await till.boost.rows("SELECT reason FROM second_person_requests ORDER BY id DESC LIMIT 1")
    assert rows == [{"reason": ""}]


async def test_old_rows_expire_and_paid_orders_stay(till: Till) -> None:
    await a_history(till)
    products = await till.listings(1)
    await till.ordered(products)
    await till.ordered(products, useCredit=True)  # Replaces the first order.
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
    await queries.delete_old_rows(till.boost.database, datetime.now(UTC))
    left = (await till.get("/orders"))["orders"]
    assert sorted(item["status"] for item in left) == ["paid", "refunded"]
    assert await till.boost.rows("SELECT 1 FROM payment_notifications") == []
    await conserved(till.boost)


async def test_erased_dispute_and_payout_keep_only_money(till: Till, monkeypatch: pytest.MonkeyPatch) -> None:
    """P-G2"""
    monkeypatch.setitem(till.boost.app.state.calls, "auth", Names())
    trade = await Trade(till).opened()
    await trade.paid()
    await trade.shipped()
    await with_account(trade)
    mark = f"qanary{trade.buyer}"
    await trade.does("dispute", reason="counterfeit", words=mark)
    await trade.does("evidence", kind="statement", words=mark)
    await trade.does("evidence", trade.seller, kind="statement", words=mark)
    await trade.decide("release")
    export = (await till.boost.ask(f"/internal/users/{trade.buyer}/export")).json()
    assert (export["deals_bought"][0]["dispute_words"], export["dispute_evidence"][0]["words"]) == (
        mark,
        mark,
    )
    sold = (await till.boost.ask(f"/internal/users/{trade.seller}/export")).json()
    assert (sold["payout_accounts"][0]["last_four"], len(sold["deals_sold"]), len(sold["payouts"])) == (
        "5678",
        1,
        1,
    )
    assert "164012345678" not in str(sold)
    for who in (trade.buyer, trade.seller):
        await till.boost.deliver(UserErased(user_id=who, erased_at=NOW))
    await finish_forgetting(till.boost)
    for table in ("protections", "dispute_evidence"):
        rows = await till.boost.rows(f"SELECT * FROM {table} WHERE deal_id = :id", id=trade.deal_id)
        assert rows
        assert mark not in str(rows)
    assert not await till.boost.rows("SELECT 1 FROM payout_accounts WHERE user_id = :id", id=trade.seller)
    await trade.pay_out()
    clock.forward(minutes=16)
    await trade.pay_out()
    (payout,) = await till.boost.rows("SELECT * FROM payouts WHERE user_id = :id", id=trade.seller)
    assert (payout["status"], payout["sealed"], payout["last_four"]) == ("completed", b"", "")
    await conserved(till.boost)
