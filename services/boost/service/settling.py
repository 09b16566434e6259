"""What the provider's word does to a payment and its order: each at most once, under their locks."""

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.boost import (
    BoostPaid,
    BoostPaymentFailed,
    BoostRefunded,
    PackageType,
    RefundReason,
)
from libs.kit.process import clock
from services.boost.domain import payments as rules
from services.boost.domain.orders import shares
from services.boost.domain.payments import Judgement
from services.boost.domain.receipts import number_of, tax_in, year_of
from services.boost.models.boosts import FeaturedProduct
from services.boost.models.orders import Order, Receipt, Refund
from services.boost.models.payments import Payment
from services.boost.queries import boosts as boost_queries
from services.boost.queries import orders as order_queries
from services.boost.queries import payments as queries
from services.boost.queries import products as product_queries
from services.boost.queries import receipts as receipt_queries
from services.boost.service import boosts, holding, payment_methods, wallet
from services.boost.service.wallet import Line


@dataclass(frozen=True)
class Tax:
    """The tax that prices include."""

    name: str
    basis_points: int


async def apply(session: AsyncSession, tax: Tax, payment: Payment, judgement: Judgement) -> str:
    """Do what a judgement about a payment asks for; return what came of it."""
    if payment.deal_id is not None:
        return await holding.apply(session, payment, judgement)
    if judgement == "paid":
        return await settle(session, tax, payment)
    order = await order_queries.locked(session, payment.of_order)
    locked = await queries.locked(session, payment.known_id)
    if locked.status == "paid":
        return "repeated"
    now = await clock.now(session)
    if judgement == "failed":
        await _fail(session, order, locked, now)
    elif judgement == "review":
        # The provider is asked again: what a callback says and the bill does not is no payment.
        locked.status, locked.ask_at = "review", rules.next_look(locked.opened_at or locked.created_at, now)
        order.status = "review" if order.status == "pending" else order.status
    else:
        await close(session, order, locked, now)
    return judgement


async def settle(session: AsyncSession, tax: Tax, payment: Payment) -> str:
    """Write that a bill is paid: it pays its order, once; a second bill of an order, or one that comes too
    late, becomes wallet credit."""
    seen = await order_queries.order(session, payment.of_order)
    assert seen is not None
    rows = await boost_queries.locked(session, seen.seller_id, seen.product_ids)
    order = await order_queries.locked(session, payment.of_order)
    locked = await queries.locked(session, payment.known_id)
    if locked.status == "paid":
        return "repeated"
    now = await clock.now(session)
    is_for_order = order.status in ("pending", "review") and locked.amount == order.due
    # The channel is asked for next.
    locked.status, locked.paid_at, locked.ask_at = "paid", now, now
    locked.settled_as = "order" if is_for_order else "credit"
    await session.flush()
    if is_for_order:
        await pay(session, tax, order, rows, now)
    else:
        await credit_late(session, order, locked, now)
    await payment_methods.confirm(session, order.seller_id, "payment", now)
    return "paid" if is_for_order else "credited"


async def pay(
    session: AsyncSession, tax: Tax, order: Order, rows: dict[int, FeaturedProduct], now: datetime
) -> None:
    """Book the money, feature what is for sale, and issue the receipt. Call with products and order
    locked, in this order."""
    states = await product_queries.states(session, order.seller_id, order.product_ids)
    live = [rows[one] for one in order.product_ids if states.get(one) == "active"]
    order.status, order.paid_at, order.failed_at = "paid", now, None
    lines = [Line("provider", -order.due), Line("held", -order.credit), Line("sales", order.amount)]
    await wallet.move(session, f"paid:{order.id}", "paid", order.known_id, lines, now)
    parts = shares(order.amount, order.product_ids)
    boosts.feature(session, order, live, parts, now)
    if live:
        fact = BoostPaid(
            order_id=order.known_id,
            seller_id=order.seller_id,
            package_id=order.package_id,
            package_type=cast("PackageType", order.package_type),
            duration_hours=order.duration_hours,
            amount=order.amount,
            credit=order.credit,
            products=boosts.featured_products(live),
            paid_at=now,
        )
        await boosts.record(session, order, fact)
    gone = {row.product_id for row in live} ^ set(order.product_ids)
    await _credit_gone(session, order, sum(parts[one] for one in gone), now)
    await _issue(session, tax, order, now)


async def _credit_gone(session: AsyncSession, order: Order, amount: int, now: datetime) -> None:
    """Turn what was paid for listings that are not for sale any more into wallet credit."""
    if not amount:
        return
    await boosts.credit(session, order, amount, "removed", now, key=f"unboostable:{order.id}")
    if order.refunded == order.amount:
        order.status = "refunded"
    await _record_refund(session, order, amount, "removed", now)


async def credit_late(session: AsyncSession, order: Order, payment: Payment, now: datetime) -> None:
    """Credit what came of a bill that does not pay its order. Call with both locked."""
    amount = payment.came or payment.amount
    session.add(Refund(order_id=order.known_id, amount=amount, kind="late", refunded_at=now))
    lines = [Line("provider", -amount), Line("wallet", amount, order.seller_id)]
    await wallet.move(session, f"late:{payment.id}", "late", order.known_id, lines, now)
    await _record_refund(session, order, amount, "late", now)


async def _record_refund(
    session: AsyncSession, order: Order, amount: int, reason: RefundReason, now: datetime
) -> None:
    fact = BoostRefunded(
        order_id=order.known_id,
        seller_id=order.seller_id,
        amount=amount,
        reason=reason,
        products=[],
        refunded_at=now,
    )
    await boosts.record(session, order, fact)


async def _issue(session: AsyncSession, tax: Tax, order: Order, now: datetime) -> None:
    if not order.amount:
        return
    name = await receipt_queries.name_of(session, order.seller_id)
    year = year_of(now)
    await session.flush()
    receipt = Receipt(
        order_id=order.known_id,
        number=number_of(year, await receipt_queries.next_place(session, year)),
        issued_at=now,
        seller_name=name,
        tax_name=tax.name,
        tax_basis_points=tax.basis_points,
        tax=tax_in(order.amount, tax.basis_points),
        total=order.amount,
    )
    session.add(receipt)


async def _fail(session: AsyncSession, order: Order, payment: Payment, now: datetime) -> None:
    """Write that a payment failed; its bill can still be paid."""
    payment.failures += 1
    if order.status != "pending" or order.failed_at is not None:
        return
    order.failed_at = now
    if payment.failures <= rules.MOST_FAILURES_TOLD:
        fact = BoostPaymentFailed(order_id=order.known_id, seller_id=order.seller_id, failed_at=now)
        await boosts.record(session, order, fact)


async def close(session: AsyncSession, order: Order, payment: Payment, now: datetime) -> None:
    """Write that a bill is deleted; an order without another one, or one that waits for staff, has expired.
    Call with both locked."""
    payment.status = "deleted"
    payment.ask_at = rules.next_look(payment.opened_at or payment.created_at, now)
    await session.flush()
    if order.status in ("pending", "review") and not await queries.is_waited_for(session, order.known_id):
        await expire(session, order, now)


async def expire(session: AsyncSession, order: Order, now: datetime, status: str = "expired") -> None:
    """Write that an order was not paid; what was set aside for it goes back. Call with it locked."""
    order.status = status
    await wallet.give_back(session, order, now)
