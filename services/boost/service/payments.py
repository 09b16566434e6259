"""Bills: one open bill for an order, made outside of any transaction."""

import asyncio
from dataclasses import dataclass
from datetime import datetime

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.process import buggify, clock
from services.boost.domain import payments as rules
from services.boost.domain.refusals import PaymentsUnavailable
from services.boost.models.payments import Payment
from services.boost.providers.port import Bill, Checkout, CheckoutRefused
from services.boost.queries import orders as order_queries
from services.boost.queries import payments as queries
from services.boost.queries import receipts as receipt_queries
from services.boost.service.setup import Setup

log = structlog.get_logger(__name__)

LOOKS, LOOK_SECONDS = 30, 0.1


@dataclass(frozen=True)
class Making:
    """A bill that is to be made now, by us."""

    order_id: int
    payment_id: int
    started_at: datetime
    checkout: Checkout


async def address(setup: Setup, order_id: int) -> str | None:
    """Return where an order is paid; None where it is paid. Two who ask at once get the same bill."""
    for _ in range(LOOKS):
        async with setup.database.transaction() as session:
            found = await _open_or_begin(session, order_id)
        if found is None or isinstance(found, str):
            return found
        if isinstance(found, Making):
            return await _make(setup, found)
        await asyncio.sleep(LOOK_SECONDS)
    raise PaymentsUnavailable


async def _open_or_begin(session: AsyncSession, order_id: int) -> str | Making | bool | None:
    """Return the address of the open bill, or the bill to make; false while another request makes it."""
    order = await order_queries.locked(session, order_id)
    if order.status != "pending":
        return None
    now = await clock.now(session)
    payment = await queries.live(session, order_id)
    if payment is not None and payment.amount != order.due:  # its credit is another since
        payment.status, payment.ask_at = ("lost", None) if payment.bill_id is None else ("deleted", now)
        await session.flush()
        payment = None
    if payment is not None and payment.url is not None:
        return payment.url
    if payment is not None and payment.started_at is not None and payment.started_at + rules.MAKING_FOR > now:
        return False
    if payment is None:
        payment = Payment(order_id=order_id, amount=order.due, created_at=now)
        session.add(payment)
    payment.started_at = now
    await session.flush()
    checkout = Checkout(
        reference=str(payment.known_id),
        amount=payment.amount,
        name=await receipt_queries.name_of(session, order.seller_id) or f"Seller {order.seller_id}",
        description=f"Wangi boost {order.package_name}, order {order_id}",
    )
    return Making(order_id, payment.known_id, now, checkout)


async def _make(setup: Setup, making: Making) -> str:
    """Make the bill and keep it. One that is lost on the way is found by its reference if it is ever paid."""
    try:
        bill = await setup.till.create_checkout(making.checkout)
    except CheckoutRefused as refusal:
        log.warning("bill_refused", payment_id=making.payment_id, cause=str(refusal))
        await _give_up(setup, making)
        raise PaymentsUnavailable from refusal
    except Exception:
        await _give_up(setup, making)
        raise
    buggify.point("after-bill-made")
    async with setup.database.transaction() as session:
        return await _keep(session, making, bill)


async def _keep(session: AsyncSession, making: Making, bill: Bill) -> str:
    await order_queries.locked(session, making.order_id)
    payment = await queries.locked(session, making.payment_id)
    now = await clock.now(session)
    if payment.status == "creating" and payment.started_at == making.started_at:
        open_bill(payment, bill, now)
        return bill.url
    # Another request was faster: its bill stands, and ours is deleted by the poll.
    session.add(surplus(payment, bill, now))
    return payment.url or bill.url


def open_bill(payment: Payment, bill: Bill, now: datetime) -> None:
    """Write down the bill of a payment."""
    payment.status, payment.bill_id, payment.url = "open", bill.ref, bill.url
    payment.opened_at, payment.ask_at = now, now + rules.ASK_AGAIN


def surplus(payment: Payment, bill: Bill, now: datetime) -> Payment:
    """Return a second bill of an order, which is to be deleted, and is credited if it was paid."""
    return Payment(
        order_id=payment.order_id,
        amount=payment.amount,
        status="deleted",
        bill_id=bill.ref,
        url=bill.url,
        created_at=now,
        opened_at=now,
        ask_at=now,
    )


async def _give_up(setup: Setup, making: Making) -> None:
    """Let the next request make the bill at once."""
    async with setup.database.transaction() as session:
        payment = await queries.locked(session, making.payment_id)
        if payment.started_at == making.started_at:
            payment.started_at = None
