"""Each order or deal has at most one open bill. Bills are created outside of transactions."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import structlog
from prometheus_client import Counter
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.boost import PaymentMethodConfirmed
from libs.kit.db.database import Database
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.process import buggify, clock
from libs.kit.security.tokens import Identity
from libs.marketplace import operator_settings, people
from services.boost.boosts import queries as boosts_queries
from services.boost.payments import queries, rules
from services.boost.payments.models import Payment
from services.boost.payments.providers.port import Bill, Checkout, CheckoutRefused
from services.boost.payments.rules import PaymentsPaused, PaymentsUnavailable, PaymentWayOff
from services.boost.payments.setup import Setup, Terms
from services.boost.protection.queries import lock_protection
from services.boost.protection.rules import NotYourStep, ProtectionClosed

log = structlog.get_logger(__name__)

BILLS = Counter("boost_bills_total", "Bills created at the payment provider", ["provider"])

LOOKS, LOOK_SECONDS = 30, 0.1


@dataclass(frozen=True)
class Making:
    payment: Payment
    started_at: datetime
    checkout: Checkout


PaymentStart = str | Making | bool | None


async def order_payment_url(setup: Setup, order_id: int) -> str | None:
    """Returns None if the order is paid. Concurrent requests get the same bill."""
    return await _payment_url(setup, lambda session: _begin_for_order(session, order_id))


async def deal_payment_url(setup: Setup, buyer: Identity, deal_id: int) -> str | None:
    """Returns None if the money is already held."""
    return await _payment_url(setup, lambda session: _begin_for_deal(session, setup.terms, buyer, deal_id))


async def _payment_url(
    setup: Setup, open_or_begin: Callable[[AsyncSession], Awaitable[PaymentStart]]
) -> str | None:
    for _ in range(LOOKS):
        async with setup.database.transaction() as session:
            found = await open_or_begin(session)
            if found is not None and not await operator_settings.is_on(session, "payments"):
                raise PaymentsPaused
            if isinstance(found, Making) and not await setup.takes_bills(session):
                raise PaymentWayOff(way=setup.till.name)
        if found is None or isinstance(found, str):
            return found
        if isinstance(found, Making):
            return await _make_bill(setup, found)
        await asyncio.sleep(LOOK_SECONDS)
    raise PaymentsUnavailable


async def _begin_for_order(session: AsyncSession, order_id: int) -> PaymentStart:
    order = await boosts_queries.lock_order(session, order_id)
    if order.status != "pending":
        return None
    words = f"Wangi boost {order.package_name}, order {order_id}"
    name = await boosts_queries.seller_name(session, order.seller_id) or f"Seller {order.seller_id}"
    wanted = Payment(order_id=order_id, amount=order.due, created_at=await clock.now(session))
    return await _open_or_begin(session, await queries.get_live(session, order_id), wanted, name, words)


async def _begin_for_deal(session: AsyncSession, terms: Terms, buyer: Identity, deal_id: int) -> PaymentStart:
    await people.lock_actor(session, buyer)
    row = await lock_protection(session, deal_id)
    if row is None or buyer.user_id not in (row.buyer_id, row.seller_id):
        raise NotFound
    if buyer.user_id != row.buyer_id:
        raise NotYourStep
    if row.held_at is not None:
        return None
    if row.state != "awaiting_funds" or not (await terms.now(session)).is_open:
        raise ProtectionClosed
    if row.fee is None:
        row.fee = terms.fee_of(row.amount)
    name = await boosts_queries.seller_name(session, row.buyer_id) or f"Buyer {row.buyer_id}"
    wanted = Payment(deal_id=deal_id, amount=row.total, created_at=await clock.now(session))
    words = f"Wangi protected purchase, order {deal_id}"
    return await _open_or_begin(
        session, await queries.get_live_of_deal(session, deal_id), wanted, name, words
    )


async def _open_or_begin(
    session: AsyncSession, payment: Payment | None, wanted: Payment, name: str, words: str
) -> PaymentStart:
    """Returns False while another request creates the bill. Call with the order or deal locked."""
    now = wanted.created_at
    if payment is not None and payment.amount != wanted.amount:  # The amount of wallet credit changed.
        payment.status, payment.ask_at = ("lost", None) if payment.bill_id is None else ("deleted", now)
        await session.flush()
        payment = None
    if payment is not None and payment.url is not None:
        return payment.url
    if payment is not None and payment.started_at is not None and payment.started_at + rules.MAKING_FOR > now:
        return False
    if payment is None:
        payment = wanted
        session.add(payment)
    payment.started_at = now
    await session.flush()
    reference = str(payment.known_id)
    return Making(payment, now, Checkout(reference, payment.amount, name, words))


async def _make_bill(setup: Setup, making: Making) -> str:
    """If the response is lost, the bill is found by its reference after the payment."""
    try:
        bill = await setup.till.create_checkout(making.checkout)
    except CheckoutRefused as refusal:
        log.warning("bill_refused", payment_id=making.payment.id, cause=str(refusal))
        await _abandon_bill(setup, making)
        raise PaymentsUnavailable from refusal
    except Exception:
        await _abandon_bill(setup, making)
        raise
    BILLS.labels(setup.till.name).inc()
    buggify.point("after-bill-made")
    async with setup.database.transaction() as session:
        return await _store_bill(session, making, bill)


async def _store_bill(session: AsyncSession, making: Making, bill: Bill) -> str:
    await lock_purpose(session, making.payment)
    payment = await queries.lock_payment(session, making.payment.known_id)
    now = await clock.now(session)
    if payment.status == "creating" and payment.started_at == making.started_at:
        open_bill(payment, bill, now)
        return bill.url
    # A concurrent request was faster. The poll deletes our bill.
    session.add(surplus_payment(payment, bill, now))
    return payment.url or bill.url


async def lock_purpose(session: AsyncSession, payment: Payment) -> None:
    """Lock the payment's order or deal. Call before locking the payment."""
    if payment.deal_id is not None:
        await lock_protection(session, payment.deal_id)
    else:
        await boosts_queries.lock_order(session, payment.of_order)


def open_bill(payment: Payment, bill: Bill, now: datetime) -> None:
    payment.status, payment.bill_id, payment.url = "open", bill.ref, bill.url
    payment.opened_at, payment.ask_at = now, now + rules.ASK_AGAIN


def surplus_payment(payment: Payment, bill: Bill, now: datetime) -> Payment:
    """A second bill for the same purpose, which is deleted, or credited if it was paid."""
    return Payment(
        order_id=payment.order_id,
        deal_id=payment.deal_id,
        amount=payment.amount,
        status="deleted",
        bill_id=bill.ref,
        url=bill.url,
        created_at=now,
        opened_at=now,
        ask_at=now,
    )


async def _abandon_bill(setup: Setup, making: Making) -> None:
    async with setup.database.transaction() as session:
        payment = await queries.lock_payment(session, making.payment.known_id)
        if payment.started_at == making.started_at:
            payment.started_at = None


METHODS_AT_ONCE = 100


async def confirm_method(
    session: AsyncSession, user_id: int, by: Literal["payment", "bank_account"], now: datetime
) -> None:
    """Call last, because the insert waits for a concurrent first confirmation."""
    if await queries.insert_payment_method(session, user_id, by, now):
        event = PaymentMethodConfirmed(user_id=user_id, confirmed_by=by, confirmed_at=now)
        await outbox.record(session, event, version=1)


async def record_missed_methods(database: Database) -> None:
    while True:
        async with database.transaction() as session:
            missed_methods = await queries.find_missed_methods(session, METHODS_AT_ONCE)
            for user_id in missed_methods:
                await confirm_method(session, user_id, "bank_account", await clock.now(session))
        if len(missed_methods) < METHODS_AT_ONCE:
            return
