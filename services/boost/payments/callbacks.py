"""Callbacks and redirects are stored on arrival and judged later."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

import structlog
from prometheus_client import Counter
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.errors import Unavailable
from libs.kit.process import buggify, clock
from services.boost.boosts.models import Order
from services.boost.boosts.queries import get_order, lock_featured
from services.boost.payments import queries, service, settling
from services.boost.payments.models import Notification, Payment
from services.boost.payments.providers.port import Bill, ProviderMessage
from services.boost.payments.rules import AWAY_FOR, ProviderWord, judge_word
from services.boost.payments.setup import Setup
from services.boost.protection.models import Protection
from services.boost.protection.queries import get_protection

log = structlog.get_logger(__name__)

AT_ONCE = 50
# During a storm, judging waits this long for a pause before each callback. Four callbacks a second are still
# judged.
GIVES_WAY_SECONDS = 0.25
CAME = Counter(
    "boost_notifications_total", "Callbacks of the payment provider, by outcome", ["kind", "judgement"]
)


async def receive_callback(setup: Setup, kind: str, raw: bytes) -> ProviderMessage | None:
    """Returns None if the signature is invalid."""
    word = setup.till.parse_notification(kind, raw)
    is_signed = word is not None and word.is_signed
    if word is not None and is_signed:
        await setup.incoming.store(queries.Signed(kind, raw, word.ref, word.signature))
    else:
        async with setup.database.transaction() as session:
            await queries.insert_forged(session, kind, raw, await clock.now(session))
    buggify.point("after-notification-kept")
    if not is_signed:
        CAME.labels(kind, "forged").inc()
        return None
    return word


async def judge_waiting(setup: Setup) -> int:
    """Callbacks are retried later if the provider is unreachable. Returns the number of callbacks found."""
    async with setup.database.reading() as session:
        waiting = await queries.find_unjudged(session, await clock.now(session), AT_ONCE)
    for row in waiting:
        await setup.incoming.wait_until_quiet(GIVES_WAY_SECONDS)
        try:
            await judge_callback(setup, row)
        except Unavailable as away:
            log.info("notification_waits", notification_id=row.id, cause=repr(away))
            await _judge_later(setup.database, row.known_id, AWAY_FOR)
        except Exception:
            if not await setup.database.answers():
                raise
            log.exception("notification_fails", notification_id=row.id)
            await _judge_later(setup.database, row.known_id, AWAY_FOR)
    return len(waiting)


async def judge_callback(setup: Setup, row: Notification) -> bool:
    """Returns False if another replica is judging the callback."""
    word = setup.till.parse_notification(row.kind, row.raw)
    if word is None or not word.is_signed:
        await _close_extra(setup.database, row.known_id, "unreadable")
        return True
    async with setup.database.reading() as session:
        payment = await queries.find_by_bill(session, word.ref)
    if not is_about_payment(word, payment):
        await _close_extra(setup.database, row.known_id, "unknown")
        return True
    bill = None
    if payment is None or (payment.status != "paid" and _is_uncertain(row.kind, word)):
        bill = await setup.ask(word.ref)
    async with setup.database.transaction() as session:
        taken = await queries.lock_unjudged(session, row.known_id)
        if taken is None:
            return False
        taken.judgement = await _mark_judged(session, setup, taken, word, bill)
        taken.judged_at = await clock.now(session)
        CAME.labels(row.kind, taken.judgement).inc()
    return True


def is_about_payment(word: ProviderMessage, payment: Payment | None) -> bool:
    """False for a callback that is signed for another payment, because such a callback proves nothing
    here."""
    if word.payment_id is None:
        return True
    return payment is not None and word.payment_id == str(payment.known_id)


async def _mark_judged(
    session: AsyncSession, setup: Setup, row: Notification, word: ProviderMessage, bill: Bill | None
) -> str:
    payment = await queries.find_by_bill(session, word.ref)
    if payment is None and bill is not None:
        payment = await adopt_payment(session, bill)
    if payment is None:
        return "unknown"
    stated = _read_word(word) if bill is None else provider_word(bill)
    if row.kind == "redirect" and bill is None:
        stated = ProviderWord(word.outcome if word.outcome == "failed" else "unclear", True, payment.amount)
    judgement = judge_word(stated, amount=payment.amount)
    if judgement is None:
        return "open"
    return await settling.apply_judgement(session, setup.tax, payment, judgement)


def _is_uncertain(kind: str, word: ProviderMessage) -> bool:
    """True if the message alone does not show the outcome. Redirects have no amount, and in Billplz's own
    examples the amount differs from the bill."""
    if kind == "redirect":
        return word.is_paid
    return word.outcome == "unclear" or (word.outcome == "paid" and word.paid_amount != word.amount)


def _read_word(word: ProviderMessage) -> ProviderWord:
    return ProviderWord(word.outcome, word.is_ours, word.amount)


def provider_word(bill: Bill) -> ProviderWord:
    outcome = "paid" if bill.is_paid else "deleted" if bill.is_deleted else "unclear"
    return ProviderWord(outcome, bill.is_ours, bill.amount)


async def adopt_payment(session: AsyncSession, bill: Bill) -> Payment | None:
    number = bill.reference
    if not (bill.is_ours and number.isascii() and number.isdigit() and len(number) < 19):
        return None
    made_for = await queries.get_payment(session, int(number))
    if made_for is None or made_for.amount != bill.amount:
        return None
    if made_for.order_id is not None:
        order = await get_order(session, made_for.order_id)
        assert order is not None
        await lock_featured(session, order.seller_id, order.product_ids)
    else:
        await service.lock_purpose(session, made_for)
    # A concurrent request may have adopted the bill.
    if (by_bill := await queries.find_by_bill(session, bill.ref)) is not None:
        return by_bill
    adopted = service.surplus_payment(made_for, bill, await clock.now(session))
    session.add(adopted)
    await session.flush()
    return adopted


async def _close_extra(database: Database, row_id: int, judgement: str) -> None:
    async with database.transaction() as session:
        taken = await queries.lock_unjudged(session, row_id)
        if taken is not None:
            taken.judgement, taken.judged_at = judgement, await clock.now(session)


async def _judge_later(database: Database, row_id: int, span: timedelta) -> None:
    async with database.transaction() as session:
        taken = await queries.lock_unjudged(session, row_id)
        if taken is not None:
            taken.check_at = await clock.now(session) + span


RETURN_POLLS, RETURN_POLL_SECONDS = 10, 0.1
PROCESSING = "Processing your request"


@dataclass(frozen=True)
class ReturnNotice:
    payment: Literal["success", "failed", "error"]
    message: str
    order_id: int | None = None
    deal_id: int | None = None


async def return_from_payment(setup: Setup, query: bytes) -> ReturnNotice:
    word = await receive_callback(setup, "redirect", query)
    if word is None:
        return ReturnNotice("error", "This payment could not be verified.")
    await _judge_return(setup, word.ref)
    async with setup.database.reading() as session:
        payment = await queries.find_by_bill(session, word.ref)
        if not is_about_payment(word, payment):
            return ReturnNotice("error", "This payment could not be verified.")
        if payment is not None and payment.deal_id is not None:
            return _deal_notice(word, payment, await get_protection(session, payment.deal_id))
        order = None if payment is None else await get_order(session, payment.of_order)
    if payment is None or order is None:
        return ReturnNotice("success" if word.is_paid else "failed", PROCESSING)
    return _order_notice(word, payment, order)


async def _judge_return(setup: Setup, bill_id: str) -> None:
    """Wait until the bill's pending callbacks are judged, so that the payer sees the outcome."""
    for _ in range(RETURN_POLLS):
        async with setup.database.reading() as session:
            of_bills = await queries.list_of_bills(session, [bill_id], AT_ONCE)
        waiting = [row for row in reversed(of_bills) if row.judged_at is None]
        if not waiting:
            return
        try:
            for row in waiting:
                if not await judge_callback(setup, row):
                    await asyncio.sleep(RETURN_POLL_SECONDS)
        except Unavailable:
            return


def _order_notice(word: ProviderMessage, payment: Payment, order: Order) -> ReturnNotice:
    if payment.settled_as == "credit":
        words = "This payment came too late for its order; the amount is in your wallet."
        return ReturnNotice("success", words, order.known_id)
    if order.paid_at is not None:
        return ReturnNotice("success", "Your products are boosted.", order.known_id)
    if order.status == "review":
        return ReturnNotice("error", "This payment is being checked by our staff.", order.known_id)
    if word.outcome == "failed":
        return ReturnNotice("failed", "The payment was not completed. You can pay again.", order.known_id)
    return ReturnNotice("success", PROCESSING, order.known_id)


def _deal_notice(word: ProviderMessage, payment: Payment, row: Protection | None) -> ReturnNotice:
    assert row is not None
    if payment.settled_as == "credit":
        words = "This payment came too late for its purchase; the amount is in your wallet."
        return ReturnNotice("success", words, deal_id=row.deal_id)
    if row.held_at is not None:
        words = "Your payment is held until you have the parcel."
        return ReturnNotice("success", words, deal_id=row.deal_id)
    if payment.status == "review":
        return ReturnNotice("error", "This payment is being checked.", deal_id=row.deal_id)
    if word.outcome == "failed":
        words = "The payment was not completed. You can pay again."
        return ReturnNotice("failed", words, deal_id=row.deal_id)
    return ReturnNotice("success", PROCESSING, deal_id=row.deal_id)
