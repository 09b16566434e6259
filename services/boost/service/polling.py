"""Asking the provider: about bills whose callback has not come, and to delete those that were not paid."""

import structlog

from libs.kit.http.errors import Unavailable
from libs.kit.process import clock
from services.boost.domain import payments as rules
from services.boost.domain.payments import judge
from services.boost.models.payments import Payment
from services.boost.providers.port import Bill
from services.boost.queries import orders as order_queries
from services.boost.queries import payments as queries
from services.boost.service import settling
from services.boost.service.notifications import word_of
from services.boost.service.setup import Setup

log = structlog.get_logger(__name__)

EXPIRED_AT_ONCE = 100


async def poll(setup: Setup) -> int:
    """Ask about the bills that are due, as many as may be asked; return how many were."""
    async with setup.database.reading() as session:
        now = await clock.now(session)
        due = await queries.due(session, now, rules.MOST_ASKS)
        due = due or await queries.without_channel(session, now, rules.MOST_CHANNEL_ASKS)
    asked = 0
    for payment in due:
        try:
            if await _claimed(setup, payment):
                await look(setup, payment)
                asked += 1
        except Unavailable as away:
            log.info("provider_waits", payment_id=payment.id, cause=repr(away))
            break
    return asked


async def _claimed(setup: Setup, payment: Payment) -> bool:
    """Take the question about a bill upon this process; one that dies with it is asked a minute later."""
    assert payment.ask_at is not None
    async with setup.database.transaction() as session:
        again_at = await clock.now(session) + rules.AWAY_FOR
        return await queries.claim_ask(session, payment.known_id, payment.ask_at, again_at)


async def look(setup: Setup, payment: Payment) -> str:
    """Ask the provider about one bill and do what its answer asks for."""
    assert payment.bill_id is not None
    if payment.status == "paid":
        return await _learn_channel(setup, payment)
    bill = await setup.ask(payment.bill_id)
    if bill is None:
        return await _apply(setup, payment, "deleted")
    judgement = judge(word_of(bill), amount=payment.amount)
    if judgement is not None:
        return await _apply(setup, payment, judgement)
    return await _still_open(setup, payment, bill)


async def _still_open(setup: Setup, payment: Payment, bill: Bill) -> str:
    """Delete a bill whose hour is over, or that is already marked as deleted; else look again later."""
    async with setup.database.transaction() as session:
        now = await clock.now(session)
        is_over = payment.opened_at is None or payment.opened_at + rules.OPEN_FOR <= now
        if payment.status != "deleted" and not is_over:
            order = await order_queries.locked(session, payment.order_id)
            locked = await queries.locked(session, payment.known_id)
            if locked.status == "review":
                locked.status = "open"
                order.status = "pending" if order.status == "review" else order.status
            locked.ask_at = now + rules.ASK_AGAIN
            return "open"
    if not await setup.till.cancel(bill.ref):
        return "open"  # paid in this moment: the next question tells
    return await _apply(setup, payment, "deleted")


async def _apply(setup: Setup, payment: Payment, judgement: rules.Judgement) -> str:
    async with setup.database.transaction() as session:
        return await settling.apply(session, setup.tax, payment, judgement)


async def _learn_channel(setup: Setup, payment: Payment) -> str:
    assert payment.bill_id is not None
    await setup.count_ask(rules.MOST_CHANNEL_ASKS)
    channel = await setup.till.channel(payment.bill_id)
    async with setup.database.transaction() as session:
        locked = await queries.locked(session, payment.known_id)
        now = await clock.now(session)
        is_old = locked.paid_at is None or locked.paid_at + rules.CHANNEL_FOR < now
        locked.channel, locked.ask_at = channel, None if channel or is_old else now + rules.ASK_AGAIN
    return "paid"


async def expire_unbilled(setup: Setup) -> int:
    """Expire open orders whose hour is over and that have no bill; return how many were looked at."""
    async with setup.database.reading() as session:
        found = await order_queries.unbilled(session, await clock.now(session), EXPIRED_AT_ONCE)
    for order_id in found:
        async with setup.database.transaction() as session:
            order = await order_queries.locked(session, order_id)
            now = await clock.now(session)
            payment = await queries.live(session, order_id)
            if order.status != "pending" or order.expires_at > now:
                continue
            if payment is not None and payment.status == "open":
                continue
            if payment is not None:
                payment.status = "lost"
            await settling.expire(session, order, now)
    return len(found)
