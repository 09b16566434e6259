import argparse
import asyncio
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest
from sqlalchemy import text

from deploy import reconcile as command
from deploy.local.stack import Stack
from libs.kit.db.database import Database
from libs.kit.events import reconcile
from libs.kit.process import clock
from services.boost.payments import reconciling as payments_reconciling
from services.boost.queries import BOOKS
from services.boost.tests.test_payouts import Names, as_seller, payouts, with_account
from services.boost.tests.till import Till
from services.boost.tests.trades import PRICE, Trade

pytestmark = pytest.mark.servers


@pytest.fixture
async def owner(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[asyncpg.Connection]:
    """May change what the service's role may not."""
    monkeypatch.setattr(reconcile, "MAX_SHOWN", 10**6)
    connection = await asyncpg.connect(stack.admin_url.rsplit("/", 1)[0] + "/wangi")
    await connection.execute("SET search_path = boost")
    yield connection
    await connection.close()


async def differences(stack: Stack, *keys: object) -> list[str]:
    """Other tests leave differences of their own."""
    database = Database(stack.database_urls["migrator"], "boost", pool_size=1)
    try:
        found = await reconcile.reconcile(BOOKS[0], database, stack.servers.kafka_bootstrap)
    finally:
        await database.close()
    wanted = {f"wangi.boosts {key}" for key in keys}
    return [words for words in found.differences if words.split(": ")[0] in wanted]


async def run_comparison(till: Till) -> tuple[list[str], list[str]]:
    async def wait(seconds: float) -> None:
        waits.append(seconds)
        async with till.boost.database.transaction() as session:
            await session.execute(text("DELETE FROM provider_asks"))

    waits: list[float] = []
    unsettled = await payments_reconciling.find_unsettled(till.boost.database, till.setup.till, wait)
    return unsettled.differing, unsettled.unknown


async def test_orders_and_wallets_match_their_events(
    till: Till, stack: Stack, owner: asyncpg.Connection
) -> None:
    """P-D5"""
    await till.with_credit(1000)
    products = await till.listings(4)
    paid = await till.paid(products[:3], 2, useCredit=True)
    await till.remove(products[0])
    late = await till.ordered(products[3:])
    clock.forward(minutes=61)
    await till.poll()
    await till.pays(late)
    await till.deliver()
    wallet = f"wallet-{till.seller}"
    keys = [order["orderId"] for order in (await till.get("/orders"))["orders"]]
    assert await differences(stack, wallet, *keys) == []
    refunded = (await till.order(paid))["refunded"]
    await owner.execute("UPDATE boost_orders SET refunded = 1 WHERE id = $1", int(paid["orderId"]))
    await owner.execute("DELETE FROM refunds WHERE order_id = $1", int(late["orderId"]))
    await owner.execute("SET session_replication_role = replica")
    await owner.execute(
        "UPDATE ledger_postings SET amount = amount + 7 WHERE account_id = "
        "(SELECT id FROM ledger_accounts WHERE owner_id = $1) AND number = 1",
        till.seller,
    )
    found = "\n".join(await differences(stack, wallet, *keys))
    for words in ("refunded: published", "late: published 1000, stored 0", "balance: published"):
        assert words in found
    await owner.execute("UPDATE boost_orders SET refunded = $1 WHERE id = $2", refunded, int(paid["orderId"]))
    await owner.execute(
        "UPDATE ledger_postings SET amount = amount - 7 WHERE account_id = "
        "(SELECT id FROM ledger_accounts WHERE owner_id = $1) AND number = 1",
        till.seller,
    )


async def test_bill_paid_only_at_provider_is_reported(till: Till) -> None:
    order = await till.ordered(await till.listings(1))
    assert await run_comparison(till) == ([], [])
    await till.pays(order, "lost")
    more = [await till.ordered([listing]) for listing in await till.listings(12)]
    await till.pays(more[-1], "lost")
    first, last = (await run_comparison(till))[0]
    assert first.endswith(f"of order {order['orderId']}: paid at the provider, not here")
    assert f"order {more[-1]['orderId']}:" in last
    till.bill(more[0]).amount = "x"  # type: ignore[assignment]
    (odd,) = (await run_comparison(till))[1]
    assert odd.endswith(f"of order {more[0]['orderId']}: unknown, the provider answers what does not fit")
    till.bank.faults["get-500"] = 1
    differing, unknown = await run_comparison(till)
    assert (differing, len(unknown)) == ([], 13)


@pytest.mark.parametrize(
    ("words", "asked", "code"), [(["boost"], 1, 2), (["boost", "--stored"], 0, 0), (["auction"], 0, 0)]
)
async def test_reconcile_fails_if_provider_does_not_answer(
    words: list[str],
    asked: int,
    code: int,
    stack: Stack,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = []

    async def silent(database: Database, *_: object) -> SimpleNamespace:
        calls.append(database)
        return SimpleNamespace(differing=[], unknown=["one", "two"])

    async def agreeing(*_: object) -> reconcile.Reconciled:
        return reconcile.Reconciled()

    async def balanced(*_: object) -> list[str]:
        return []

    monkeypatch.setattr(payments_reconciling, "find_unsettled", silent)
    monkeypatch.setattr(payments_reconciling, "find_unbalanced", balanced)
    monkeypatch.setattr(command, "reconcile", agreeing)
    parser = argparse.ArgumentParser()
    run: list[Callable[[Any], int]] = []

    def add(name: str, text: str, does: Callable[[Any], int]) -> argparse.ArgumentParser:
        run.append(does)
        return parser

    command.add_to(add)
    environment = stack.parts["boost"] | {"DATABASE_URL": stack.database_urls["migrator"]}
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert await asyncio.to_thread(run[0], parser.parse_args(words)) == code
    assert len(calls) == asked


async def test_held_money_matches_events_and_ledger(
    till: Till, stack: Stack, owner: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-D5"""
    monkeypatch.setitem(till.boost.app.state.calls, "auth", Names())
    held, released, refunded = [await Trade(till).opened() for _ in range(3)]
    await with_account(held)
    for trade in (held, released, refunded):
        await trade.paid()
        await trade.shipped()
    await released.accepts()
    (stopped,) = await payouts(held)
    assert (await as_seller(held, "POST", f"/payouts/{stopped['id']}/cancel")).status_code == 200
    assert (await as_seller(held, "POST", "/payouts", json={"amount": PRICE})).status_code == 201
    await released.pay_out()
    await refunded.does("dispute", reason="counterfeit", words="Not what it says.")
    await refunded.does("evidence", kind="statement", words="See the cap.")
    await refunded.decide("refund")
    assert await run_comparison(till) == ([], [])
    clock.forward(minutes=16)
    ((words,), _) = await run_comparison(till)
    assert words.endswith("completed at the provider, not here")
    await released.pay_out()
    assert [payout["status"] for payout in await payouts(held)] == ["completed", "cancelled"]
    keys = [f"deal-{item.deal_id}" for item in (held, released, refunded)]
    keys += [f"payout-{payout['id']}" for payout in await payouts(held)]
    assert await differences(stack, *keys) == []
    assert await payments_reconciling.find_unbalanced(till.boost.database) == []
    await owner.execute("UPDATE protections SET amount = amount + 5 WHERE deal_id = $1", held.deal_id)
    found = "\n".join(await differences(stack, *keys))
    assert f"amount: published {PRICE}, stored {PRICE + 5}" in found
    assert "escrow: the ledger has" in "".join(
        await payments_reconciling.find_unbalanced(till.boost.database)
    )
    await owner.execute("UPDATE protections SET amount = amount - 5 WHERE deal_id = $1", held.deal_id)
