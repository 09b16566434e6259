"""Applies each judgement once, with the payment and its order or deal locked."""

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
from services.boost.boosts import queries as boosts_queries
from services.boost.boosts import service as boosts_service
from services.boost.boosts.models import FeaturedProduct, Order, Receipt, Refund
from services.boost.boosts.rules import receipt_number, receipt_year, split_credit, tax_in
from services.boost.payments import queries, rules, service
from services.boost.payments.models import Payment
from services.boost.payments.rules import Judgement, Tax
from services.boost.protection.models import Protection
from services.boost.protection.queries import lock_protection
from services.boost.protection.service import apply_event
from services.boost.wallet.service import Line, post_entry, release_credit


async def apply_judgement(session: AsyncSession, tax: Tax, payment: Payment, judgement: Judgement) -> str:
    if payment.deal_id is not None:
        return await apply_deal_judgement(session, payment, judgement)
    if judgement == "paid":
        return await settle_order(session, tax, payment)
    order = await boosts_queries.lock_order(session, payment.of_order)
    locked = await queries.lock_payment(session, payment.known_id)
    if locked.status == "paid":
        return "repeated"
    now = await clock.now(session)
    if judgement == "failed":
        await _fail_payment(session, order, locked, now)
    elif judgement == "review":
        # A callback that contradicts the bill is not a payment, so the provider is polled again.
        locked.status, locked.ask_at = "review", rules.next_poll(locked.opened_at or locked.created_at, now)
        order.status = "review" if order.status == "pending" else order.status
    else:
        await close_payment(session, order, locked, now)
    return judgement


async def settle_order(session: AsyncSession, tax: Tax, payment: Payment) -> str:
    """A second or late payment becomes wallet credit."""
    seen = await boosts_queries.get_order(session, payment.of_order)
    assert seen is not None
    rows = await boosts_queries.lock_featured(session, seen.seller_id, seen.product_ids)
    order = await boosts_queries.lock_order(session, payment.of_order)
    locked = await queries.lock_payment(session, payment.known_id)
    if locked.status == "paid":
        return "repeated"
    now = await clock.now(session)
    is_for_order = order.status in ("pending", "review") and locked.amount == order.due
    locked.status, locked.paid_at, locked.ask_at = "paid", now, now
    locked.settled_as = "order" if is_for_order else "credit"
    await session.flush()
    if is_for_order:
        await mark_paid(session, tax, order, rows, now)
    else:
        await credit_late(session, order, locked, now)
    await service.confirm_method(session, order.seller_id, "payment", now)
    return "paid" if is_for_order else "credited"


async def mark_paid(
    session: AsyncSession, tax: Tax, order: Order, rows: dict[int, FeaturedProduct], now: datetime
) -> None:
    """Call with the products locked first and then the order."""
    states = await boosts_queries.product_states(session, order.seller_id, order.product_ids)
    live = [rows[product_id] for product_id in order.product_ids if states.get(product_id) == "active"]
    order.status, order.paid_at, order.failed_at = "paid", now, None
    lines = [Line("provider", -order.due), Line("held", -order.credit), Line("sales", order.amount)]
    await post_entry(session, f"paid:{order.id}", "paid", order.known_id, lines, now)
    parts = split_credit(order.amount, order.product_ids)
    boosts_service.feature_products(session, order, live, parts, now)
    if live:
        event = BoostPaid(
            order_id=order.known_id,
            seller_id=order.seller_id,
            package_id=order.package_id,
            package_type=cast("PackageType", order.package_type),
            duration_hours=order.duration_hours,
            amount=order.amount,
            credit=order.credit,
            products=boosts_service.featured_products(live),
            paid_at=now,
        )
        await boosts_service.record_event(session, order, event)
    gone = {row.product_id for row in live} ^ set(order.product_ids)
    await _credit_gone(session, order, sum(parts[item] for item in gone), now)
    await _issue_receipt(session, tax, order, now)


async def _credit_gone(session: AsyncSession, order: Order, amount: int, now: datetime) -> None:
    if not amount:
        return
    await boosts_service.credit_unused(session, order, amount, "removed", now, key=f"unboostable:{order.id}")
    if order.refunded == order.amount:
        order.status = "refunded"
    await _record_refund(session, order, amount, "removed", now)


async def credit_late(session: AsyncSession, order: Order, payment: Payment, now: datetime) -> None:
    """Call with the order and the payment locked."""
    amount = payment.came or payment.amount
    session.add(Refund(order_id=order.known_id, amount=amount, kind="late", refunded_at=now))
    lines = [Line("provider", -amount), Line("wallet", amount, order.seller_id)]
    await post_entry(session, f"late:{payment.id}", "late", order.known_id, lines, now)
    await _record_refund(session, order, amount, "late", now)


async def _record_refund(
    session: AsyncSession, order: Order, amount: int, reason: RefundReason, now: datetime
) -> None:
    event = BoostRefunded(
        order_id=order.known_id,
        seller_id=order.seller_id,
        amount=amount,
        reason=reason,
        products=[],
        refunded_at=now,
    )
    await boosts_service.record_event(session, order, event)


async def _issue_receipt(session: AsyncSession, tax: Tax, order: Order, now: datetime) -> None:
    if not order.amount:
        return
    name = await boosts_queries.seller_name(session, order.seller_id)
    year = receipt_year(now)
    await session.flush()
    receipt = Receipt(
        order_id=order.known_id,
        number=receipt_number(year, await boosts_queries.next_receipt_number(session, year)),
        issued_at=now,
        seller_name=name,
        tax_name=tax.name,
        tax_basis_points=tax.basis_points,
        tax=tax_in(order.amount, tax.basis_points),
        total=order.amount,
    )
    session.add(receipt)


async def _fail_payment(session: AsyncSession, order: Order, payment: Payment, now: datetime) -> None:
    payment.failures += 1
    if order.status != "pending" or order.failed_at is not None:
        return
    order.failed_at = now
    if payment.failures <= rules.MAX_FAILURES_PUBLISHED:
        event = BoostPaymentFailed(order_id=order.known_id, seller_id=order.seller_id, failed_at=now)
        await boosts_service.record_event(session, order, event)


async def close_payment(session: AsyncSession, order: Order, payment: Payment, now: datetime) -> None:
    """The order expires unless another bill is open or in review. Call with the order and the payment
    locked."""
    payment.status = "deleted"
    payment.ask_at = rules.next_poll(payment.opened_at or payment.created_at, now)
    await session.flush()
    if order.status in ("pending", "review") and not await queries.is_waited_for(session, order.known_id):
        await expire_order(session, order, now)


async def expire_order(session: AsyncSession, order: Order, now: datetime, status: str = "expired") -> None:
    """Releases the reserved credit. Call with the order locked."""
    order.status = status
    await release_credit(session, order, now)


async def apply_deal_judgement(session: AsyncSession, payment: Payment, judgement: Judgement) -> str:
    row = await lock_deal_of(session, payment)
    paid = await queries.lock_payment(session, payment.known_id)
    if paid.status == "paid":
        return "repeated"
    now = await clock.now(session)
    if judgement == "paid":
        return await _settle_deal(session, row, paid, now)
    if judgement == "failed":
        paid.failures += 1
    elif judgement == "review":
        # A callback that contradicts the bill is not a payment, so the provider is polled again.
        paid.status, paid.ask_at = "review", rules.next_poll(paid.opened_at or paid.created_at, now)
    else:
        paid.status = "deleted"
        paid.ask_at = rules.next_poll(paid.opened_at or paid.created_at, now)
    return judgement


async def lock_deal_of(session: AsyncSession, payment: Payment) -> Protection:
    """Call before locking the payment."""
    assert payment.deal_id is not None
    row = await lock_protection(session, payment.deal_id)
    assert row is not None
    return row


async def _settle_deal(session: AsyncSession, row: Protection, payment: Payment, now: datetime) -> str:
    """A second or late payment becomes wallet credit."""
    is_for_deal = row.state == "awaiting_funds" and payment.amount == row.total
    payment.status, payment.paid_at, payment.ask_at = "paid", now, now
    payment.settled_as = "deal" if is_for_deal else "credit"
    await session.flush()
    if is_for_deal:
        await apply_event(session, row, "PAID", None, now)
    else:
        lines = [Line("provider", -payment.amount), Line("wallet", payment.amount, row.buyer_id)]
        await post_entry(session, f"late:{payment.id}", "late", None, lines, now, deal_id=row.deal_id)
    await service.confirm_method(session, row.buyer_id, "payment", now)
    return "paid" if is_for_deal else "credited"
