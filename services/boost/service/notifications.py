"""What comes as the provider's word: kept as it came, and judged afterwards."""

from datetime import timedelta

import structlog
from prometheus_client import Counter
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.http.errors import Unavailable
from libs.kit.process import buggify, clock
from services.boost.domain.payments import AWAY_FOR, Word, judge
from services.boost.models.payments import Notification, Payment
from services.boost.providers.port import Bill, ProviderMessage
from services.boost.queries import boosts as boost_queries
from services.boost.queries import notifications as queries
from services.boost.queries import orders as order_queries
from services.boost.queries import payments as payment_queries
from services.boost.service import payments, settling
from services.boost.service.setup import Setup

log = structlog.get_logger(__name__)

AT_ONCE = 50
# Judging gives way to what comes in: in a storm of it four are judged a second, and twenty or more behind it.
GIVES_WAY_SECONDS = 0.25
CAME = Counter("boost_notifications_total", "What came as the provider's word", ["kind", "judgement"])


async def receive(setup: Setup, kind: str, raw: bytes) -> ProviderMessage | None:
    """Keep what came; return it if it is the provider's word."""
    word = setup.till.parse_notification(kind, raw)
    is_signed = word is not None and word.is_signed
    if word is not None and is_signed:
        await setup.incoming.keep(queries.Signed(kind, raw, word.ref, word.signature))
    else:
        async with setup.database.transaction() as session:
            await queries.keep_forged(session, kind, raw, await clock.now(session))
    buggify.point("after-notification-kept")
    if not is_signed:
        CAME.labels(kind, "forged").inc()
        return None
    return word


async def judge_waiting(setup: Setup) -> int:
    """Judge what waits; what needs an answer of the provider that is away waits on. Return how many there
    were."""
    async with setup.database.reading() as session:
        waiting = await queries.waiting(session, await clock.now(session), AT_ONCE)
    for row in waiting:
        await setup.incoming.quiet(GIVES_WAY_SECONDS)
        try:
            await judge_one(setup, row)
        except Unavailable as away:
            log.info("notification_waits", notification_id=row.id, cause=repr(away))
            await _look_later(setup.database, row.known_id, AWAY_FOR)
        except Exception:  # the others must not wait for this one
            if not await setup.database.answers():
                raise
            log.exception("notification_fails", notification_id=row.id)
            await _look_later(setup.database, row.known_id, AWAY_FOR)
    return len(waiting)


async def judge_one(setup: Setup, row: Notification) -> bool:
    """Judge one notification: where it is not certain by itself, by what the provider answers. Return false
    where another replica is judging it."""
    word = setup.till.parse_notification(row.kind, row.raw)
    if word is None or not word.is_signed:
        await _close(setup.database, row.known_id, "unreadable")
        return True
    async with setup.database.reading() as session:
        payment = await payment_queries.by_bill(session, word.ref)
    if not is_about(word, payment):
        await _close(setup.database, row.known_id, "unknown")
        return True
    bill = None
    if payment is None or (payment.status != "paid" and _is_uncertain(row.kind, word)):
        bill = await setup.ask(word.ref)
    async with setup.database.transaction() as session:
        taken = await queries.lock_unjudged(session, row.known_id)
        if taken is None:
            return False
        taken.judgement = await _judged(session, setup, taken, word, bill)
        taken.judged_at = await clock.now(session)
        CAME.labels(row.kind, taken.judgement).inc()
    return True


def is_about(word: ProviderMessage, payment: Payment | None) -> bool:
    """Return whether what came may be about this payment, or about one whose bill is not known yet. A word
    that we signed for one payment says nothing of another, nor of a bill that anybody may have made."""
    if word.payment_id is None:
        return True
    return payment is not None and word.payment_id == str(payment.known_id)


async def _judged(
    session: AsyncSession, setup: Setup, row: Notification, word: ProviderMessage, bill: Bill | None
) -> str:
    payment = await payment_queries.by_bill(session, word.ref)
    if payment is None and bill is not None:
        payment = await adopt(session, bill)
    if payment is None:
        return "unknown"
    stated = _word_of(word) if bill is None else word_of(bill)
    if row.kind == "redirect" and bill is None:
        stated = Word(word.outcome if word.outcome == "failed" else "unclear", True, payment.amount)
    judgement = judge(stated, amount=payment.amount)
    if judgement is None:
        return "open"
    return await settling.apply(session, setup.tax, payment, judgement)


def _is_uncertain(kind: str, word: ProviderMessage) -> bool:
    """A redirect names no amount; and some callbacks of paid bills name another paid amount than the bill's
    (Billplz's own examples do)."""
    if kind == "redirect":
        return word.is_paid
    return word.outcome == "unclear" or (word.outcome == "paid" and word.paid_amount != word.amount)


def _word_of(word: ProviderMessage) -> Word:
    return Word(word.outcome, word.is_ours, word.amount)


def word_of(bill: Bill) -> Word:
    """Return what a bill says of itself: one that is not paid can still be."""
    outcome = "paid" if bill.is_paid else "deleted" if bill.is_deleted else "unclear"
    return Word(outcome, bill.is_ours, bill.amount)


async def adopt(session: AsyncSession, bill: Bill) -> Payment | None:
    """Return the payment of a bill that was made and lost before it was kept, by its reference."""
    number = bill.reference
    if not (bill.is_ours and number.isascii() and number.isdigit() and len(number) < 19):
        return None
    made_for = await payment_queries.payment_by_id(session, int(number))
    if made_for is None or made_for.amount != bill.amount:
        return None
    if made_for.order_id is not None:
        order = await order_queries.order(session, made_for.order_id)
        assert order is not None
        await boost_queries.locked(session, order.seller_id, order.product_ids)  # before the order, as ever
    else:
        await payments.lock_purpose(session, made_for)
    # What came at the same time by another way may have adopted it while this waited for the lock.
    if (known := await payment_queries.by_bill(session, bill.ref)) is not None:
        return known
    adopted = payments.surplus(made_for, bill, await clock.now(session))
    session.add(adopted)
    await session.flush()
    return adopted


async def _close(database: Database, row_id: int, judgement: str) -> None:
    async with database.transaction() as session:
        taken = await queries.lock_unjudged(session, row_id)
        if taken is not None:
            taken.judgement, taken.judged_at = judgement, await clock.now(session)


async def _look_later(database: Database, row_id: int, span: timedelta) -> None:
    async with database.transaction() as session:
        taken = await queries.lock_unjudged(session, row_id)
        if taken is not None:
            taken.look_at = await clock.now(session) + span
