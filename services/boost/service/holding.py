"""What the provider's word does to the payment of a deal: its money is held once, or becomes credit."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.process import clock
from services.boost.domain import payments as payment_rules
from services.boost.domain.payments import Judgement
from services.boost.models.payments import Payment
from services.boost.protection.models import Protection
from services.boost.protection.queries import lock_protection
from services.boost.protection.service import apply_event
from services.boost.queries import payments as payment_queries
from services.boost.service import payment_methods, wallet
from services.boost.service.wallet import Line


async def apply(session: AsyncSession, payment: Payment, judgement: Judgement) -> str:
    """Do what a judgement about a deal's payment asks for; return what came of it."""
    row = await locked(session, payment)
    paid = await payment_queries.locked(session, payment.known_id)
    if paid.status == "paid":
        return "repeated"
    now = await clock.now(session)
    if judgement == "paid":
        return await _settle(session, row, paid, now)
    if judgement == "failed":
        paid.failures += 1
    elif judgement == "review":
        # The provider is asked again: what a callback says and the bill does not is no payment.
        paid.status, paid.ask_at = "review", payment_rules.next_look(paid.opened_at or paid.created_at, now)
    else:
        paid.status = "deleted"
        paid.ask_at = payment_rules.next_look(paid.opened_at or paid.created_at, now)
    return judgement


async def locked(session: AsyncSession, payment: Payment) -> Protection:
    """Return the deal of a payment, locked; before the payment, as everywhere."""
    assert payment.deal_id is not None
    row = await lock_protection(session, payment.deal_id)
    assert row is not None
    return row


async def _settle(session: AsyncSession, row: Protection, payment: Payment, now: datetime) -> str:
    """Hold the money of a bill that pays its deal; a second one, or one that comes too late, is credited."""
    is_for_deal = row.state == "awaiting_funds" and payment.amount == row.total
    # The channel is asked for next.
    payment.status, payment.paid_at, payment.ask_at = "paid", now, now
    payment.settled_as = "deal" if is_for_deal else "credit"
    await session.flush()
    if is_for_deal:
        await apply_event(session, row, "PAID", None, now)
    else:
        lines = [Line("provider", -payment.amount), Line("wallet", payment.amount, row.buyer_id)]
        await wallet.move(session, f"late:{payment.id}", "late", None, lines, now, deal_id=row.deal_id)
    await payment_methods.confirm(session, row.buyer_id, "payment", now)
    return "paid" if is_for_deal else "credited"
