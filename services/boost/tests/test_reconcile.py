"""The facts of boost, folded, come to its orders and its ledger (P-D5); what was changed is found."""

from collections.abc import AsyncIterator

import asyncpg
import pytest

from deploy.local.stack import Stack
from libs.kit.db.database import Database
from libs.kit.events import reconcile
from libs.kit.process import clock
from services.boost.queries.public import BOOKS
from services.boost.service import reconciling
from services.boost.tests.till import Till

pytestmark = pytest.mark.servers


@pytest.fixture
async def owner(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[asyncpg.Connection]:
    """A connection as the owner of the tables, who may change what the service's role may not."""
    monkeypatch.setattr(reconcile, "MOST_SHOWN", 10**6)
    connection = await asyncpg.connect(stack.admin_url.rsplit("/", 1)[0] + "/wangi")
    await connection.execute("SET search_path = boost")
    yield connection
    await connection.close()


async def differences(stack: Stack, *keys: object) -> list[str]:
    """What is found to differ about these keys; other tests leave oddities of their own."""
    database = Database(stack.database_urls["migrator"], "boost", pool_size=1)
    try:
        found = await reconcile.reconcile(BOOKS[0], database, stack.servers.kafka_bootstrap)
    finally:
        await database.close()
    wanted = {f"wangi.boosts {key}" for key in keys}
    return [words for words in found.differences if words.split(": ")[0] in wanted]


async def test_orders_and_wallets_agree_with_what_was_told(
    till: Till, stack: Stack, owner: asyncpg.Connection
) -> None:
    """P-D5: ordered, paid, removed, given back, expired, paid too late, credit held and returned."""
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
    keys = [one["orderId"] for one in (await till.get("/orders"))["orders"]]
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
    for words in ("refunded: told", "late: told 1000, kept 0", "balance: told"):
        assert words in found
    await owner.execute("UPDATE boost_orders SET refunded = $1 WHERE id = $2", refunded, int(paid["orderId"]))
    await owner.execute(
        "UPDATE ledger_postings SET amount = amount - 7 WHERE account_id = "
        "(SELECT id FROM ledger_accounts WHERE owner_id = $1) AND number = 1",
        till.seller,
    )


async def test_a_bill_that_is_paid_at_the_provider_and_not_here_is_said(till: Till) -> None:
    order = await till.ordered(await till.listings(1))
    provider = till.setup.till
    assert await reconciling.unsettled(till.boost.database, provider) == []
    await till.pays(order, "lost")
    (words,) = await reconciling.unsettled(till.boost.database, provider)
    assert words.endswith(f"of order {order['orderId']}: paid at the provider, not here")
    clock.forward(minutes=15)
    await till.poll()
    assert await reconciling.unsettled(till.boost.database, provider) == []
