from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession

from deploy.local.stack import Stack
from libs.kit.db.database import Database
from libs.kit.process import clock
from services.boost.boosts import queries as boosts_queries
from services.boost.payments import queries as payments_queries
from services.boost.payments.rules import Tax
from services.boost.payments.settling import settle_order
from services.boost.tests import books
from services.boost.tests.till import Till
from services.boost.wallet.service import Line, post_entry

pytestmark = pytest.mark.servers
TAX = Tax("SST", 0)


@pytest.fixture
async def owner(stack: Stack) -> AsyncIterator[Database]:
    database = Database(stack.admin_url.rsplit("/", 1)[0] + "/wangi", "boost", pool_size=1)
    yield database
    await database.close()


@pytest.fixture
async def scratch(owner: Database) -> AsyncIterator[AsyncSession]:
    async with owner.engine.connect() as line, AsyncSession(line, expire_on_commit=False) as session:
        yield session
        await session.rollback()


async def faults_in(session: AsyncSession) -> list[str]:
    async def read(query: str) -> list[dict[str, Any]]:
        return [dict(row) for row in (await session.execute(text(query))).mappings()]

    return await books.faults(read)


async def do(session: AsyncSession, *statements: str) -> None:
    for statement in statements:
        await session.execute(text(statement))
    await session.execute(text("SET CONSTRAINTS ALL IMMEDIATE"))
    await session.execute(text("SET CONSTRAINTS ALL DEFERRED"))


async def a_lone_posting(session: AsyncSession, _: Till, __: int) -> None:
    await do(
        session,
        "WITH e AS (INSERT INTO ledger_entries (key, reason, at) VALUES ('lone', 'paid', now()) RETURNING id) "
        "INSERT INTO ledger_postings (entry_id, account_id, amount) "
        "SELECT e.id, a.id, 5 FROM e, ledger_accounts a WHERE a.kind = 'held'",
    )


def _posting(amount: str, balance: str) -> str:
    return (
        "WITH e AS (INSERT INTO ledger_entries (key, reason, at) VALUES ('odd', 'paid', now()) RETURNING id), "
        "w AS (SELECT account_id, number, balance FROM ledger_postings WHERE number IS NOT NULL "
        "ORDER BY id DESC LIMIT 1) INSERT INTO ledger_postings (entry_id, account_id, amount, number, balance) "
        f"SELECT e.id, w.account_id, {amount}, w.number + 1, {balance} FROM e, w "
        f"UNION ALL SELECT e.id, a.id, -({amount}), NULL, NULL FROM e, w, ledger_accounts a WHERE a.kind = 'held'"
    )


async def a_wrong_balance(session: AsyncSession, _: Till, __: int) -> None:
    await do(session, _posting("5", "w.balance + 500"))


async def more_than_there_is(session: AsyncSession, _: Till, __: int) -> None:
    await do(session, _posting("-w.balance - 5", "-5"))


async def the_same_movement_again(session: AsyncSession, _: Till, order_id: int) -> None:
    lines = [Line("provider", -1000), Line("sales", 1000)]
    made = await post_entry(session, f"paid:{order_id}", "paid", order_id, lines, clock.about_now())
    assert made, "a movement with this key was made before"


async def a_written_line_is_changed(session: AsyncSession, _: Till, order_id: int) -> None:
    await do(
        session,
        "SET LOCAL ROLE wangi_boost",
        "UPDATE ledger_postings SET amount = amount * 2 WHERE entry_id IN "
        f"(SELECT id FROM ledger_entries WHERE key = 'paid:{order_id}')",
        "RESET ROLE",
    )


async def a_second_payment(session: AsyncSession, _: Till, order_id: int) -> None:
    await do(session, _PAYMENT.format(order_id=order_id, bill="'second'", status="paid", settled="'order'"))


async def the_bill_of_another(session: AsyncSession, _: Till, order_id: int) -> None:
    bill = f"(SELECT bill_id FROM payments WHERE order_id = {order_id} LIMIT 1)"
    await do(session, _PAYMENT.format(order_id=order_id, bill=bill, status="deleted", settled="NULL"))


async def two_open_bills(session: AsyncSession, _: Till, order_id: int) -> None:
    for bill in ("'one'", "'two'"):
        await do(session, _PAYMENT.format(order_id=order_id, bill=bill, status="open", settled="NULL"))


_PAYMENT = (
    "INSERT INTO payments (order_id, amount, status, bill_id, created_at, paid_at, settled_as) "
    "VALUES ({order_id}, 1000, '{status}', {bill}, now(), now(), {settled})"
)
Deed = Callable[[AsyncSession, Till, int], Awaitable[None]]
# The act, the guard that prevents it, and the fault in the books.
CONTROLS: dict[str, tuple[Deed, str, str]] = {
    "entries sum to zero": (
        a_lone_posting,
        "DROP TRIGGER sum_is_zero ON ledger_postings",
        "an entry does not sum to zero",
    ),
    "a balance goes on": (
        a_wrong_balance,
        "DROP TRIGGER balance_goes_on ON ledger_postings",
        "a balance is not the sum of what came before",
    ),
    "no wallet is below zero": (
        more_than_there_is,
        "ALTER TABLE ledger_postings DROP CONSTRAINT ck_ledger_postings_balance",
        "a wallet is below zero",
    ),
    "a movement is made once": (
        the_same_movement_again,
        "ALTER TABLE ledger_entries DROP CONSTRAINT uq_ledger_entries_key",
        "a movement was made twice",
    ),
    "what is written stays": (
        a_written_line_is_changed,
        "GRANT UPDATE (amount) ON ledger_postings TO wangi_boost",
        "what was sold is not what orders and deals say",
    ),
    "one bill pays an order": (
        a_second_payment,
        "DROP INDEX uq_payments_once",
        "an order or deal was paid twice",
    ),
    "a bill has one payment": (
        the_bill_of_another,
        "ALTER TABLE payments DROP CONSTRAINT uq_payments_bill_id",
        "two payments have one bill",
    ),
    "one bill can be paid": (
        two_open_bills,
        "DROP INDEX uq_payments_live",
        "two bills can be paid for one order or deal",
    ),
}


@pytest.mark.parametrize("guard", CONTROLS)
async def test_control_without_table_guards_books_report_the_fault(
    till: Till, scratch: AsyncSession, guard: str
) -> None:
    """P-E1, P-E2"""
    deed, removal, fault = CONTROLS[guard]
    await till.with_credit(1000)
    order = await till.paid(await till.listings(1))
    assert await faults_in(scratch) == []
    inner = await scratch.begin_nested()
    with pytest.raises((DBAPIError, AssertionError)):
        await deed(scratch, till, int(order["orderId"]))
    await inner.rollback()
    assert await faults_in(scratch) == []
    await do(scratch, removal)
    await deed(scratch, till, int(order["orderId"]))
    assert fault in await faults_in(scratch)


async def test_control_settling_without_lock_is_stopped_by_keys(
    till: Till, scratch: AsyncSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-E1"""
    order = await till.ordered(await till.listings(1))
    locked, order_locked = payments_queries.lock_payment, boosts_queries.lock_order

    async def settle() -> str:
        scratch.expunge_all()
        payment = await payments_queries.find_by_bill(scratch, till.bill(order).id)
        assert payment is not None
        return await settle_order(scratch, TAX, payment)

    async def stale(session: AsyncSession, payment_id: int) -> Any:
        row = await locked(session, payment_id)
        row.status, row.settled_as = "open", None
        return row

    async def stale_order(session: AsyncSession, order_id: int) -> Any:
        row = await order_locked(session, order_id)
        row.status, row.paid_at = "pending", None
        return row

    assert (await settle(), await settle()) == ("paid", "repeated")
    monkeypatch.setattr(payments_queries, "lock_payment", stale)
    monkeypatch.setattr(boosts_queries, "lock_order", stale_order)
    inner = await scratch.begin_nested()
    with pytest.raises(DBAPIError):
        await settle()
    await inner.rollback()
    await do(
        scratch,
        "ALTER TABLE ledger_entries DROP CONSTRAINT uq_ledger_entries_key",
        "ALTER TABLE receipts DROP CONSTRAINT pk_receipts",
        "ALTER TABLE boosts DROP CONSTRAINT pk_boosts",
    )
    assert await settle() == "paid"
    assert "a movement was made twice" in await faults_in(scratch)
