"""Polls bills without a callback and deletes unpaid bills."""

from datetime import datetime

import structlog
from prometheus_client import Gauge
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.errors import Unavailable
from libs.kit.process import clock
from services.boost.boosts import queries as boosts_queries
from services.boost.one_by_one import one_by_one
from services.boost.payments import queries, rules, settling
from services.boost.payments.callbacks import provider_word
from services.boost.payments.models import Payment
from services.boost.payments.providers.port import Bill, OddAnswer
from services.boost.payments.rules import AskedEnough, judge_word
from services.boost.payments.service import lock_purpose
from services.boost.payments.setup import Setup

log = structlog.get_logger(__name__)

EXPIRED_AT_ONCE = 100
# Set only while the provider ranks us and the last poll succeeded.
RANK = Gauge("boost_webhook_rank", "The provider's rank of our callback responses, 0 is best", ["provider"])


async def poll_due(setup: Setup) -> int:
    """Stays within the provider's limit. Returns the number of processed bills."""
    async with setup.database.reading() as session:
        now = await clock.now(session)
        due = await queries.find_due_payments(session, now, rules.MAX_IN_TURN, rules.MAX_BILLS_OF_ONE)
        due = due or await queries.find_without_channel(session, now, rules.MAX_CHANNEL_ASKS)
    looked, spent = 0, set[str]()
    for payment in due:
        if _first_share(setup, payment, now) in spent:
            continue
        until = await _claim_payment(setup, payment)
        if until is None:
            continue
        try:
            await poll_payment(setup, payment, "bill")
            looked += 1
        except AskedEnough as enough:
            spent.add(enough.share)
            await _release_payment(setup, payment, until)
        except OddAnswer:
            await _poll_later(setup, payment)
        except Unavailable as away:
            log.info("provider_waits", payment_id=payment.id, cause=repr(away))
            break
        except Exception:
            if not await setup.database.answers():
                raise
            log.exception("look_fails", payment_id=payment.id)
            await _poll_later(setup, payment)
    return looked


def _first_share(setup: Setup, payment: Payment, now: datetime) -> rules.Share:
    if payment.status == "paid":
        return "channel"
    return "deletion" if _is_deleted_first(setup, payment, now) else "bill"


def _is_deleted_first(setup: Setup, payment: Payment, now: datetime) -> bool:
    """True if the bill can be deleted without a poll, because the provider refuses to delete paid bills."""
    is_to_delete = rules.is_to_delete(payment.status, payment.opened_at, payment.ask_at, now)
    return setup.till.keeps_paid_bills and is_to_delete


async def _claim_payment(setup: Setup, payment: Payment) -> datetime | None:
    """Returns when the claim expires, or None if another replica has claimed the bill. If this process dies,
    the bill is polled again after a minute."""
    assert payment.ask_at is not None
    async with setup.database.transaction() as session:
        again_at = await clock.now(session) + rules.AWAY_FOR
        is_ours = await queries.claim_ask(session, payment.known_id, payment.ask_at, again_at)
    return again_at if is_ours else None


async def _release_payment(setup: Setup, payment: Payment, until: datetime) -> None:
    assert payment.ask_at is not None
    async with setup.database.transaction() as session:
        await queries.claim_ask(session, payment.known_id, until, payment.ask_at)


async def _poll_later(setup: Setup, payment: Payment) -> None:
    async with setup.database.transaction() as session:
        await lock_purpose(session, payment)
        locked = await queries.lock_payment(session, payment.known_id)
        locked.ask_at = await clock.now(session) + rules.odd_again(locked.odd)
        locked.odd += 1


async def poll_payment(setup: Setup, payment: Payment, share: rules.Share = "word") -> str:
    assert payment.bill_id is not None
    if payment.status == "paid":
        return await _learn_channel(setup, payment)
    async with setup.database.reading() as session:
        now = await clock.now(session)
    if _is_deleted_first(setup, payment, now):
        await setup.count_ask("deletion")
        if await setup.till.cancel(payment.bill_id):
            return await _apply_judgement(setup, payment, "deleted")
    bill = await setup.ask(payment.bill_id, share)
    if bill is None:
        return await _apply_judgement(setup, payment, "deleted")
    judgement = judge_word(provider_word(bill), amount=payment.amount)
    if judgement is not None:
        return await _apply_judgement(setup, payment, judgement)
    return await _still_open(setup, payment, bill)


async def _still_open(setup: Setup, payment: Payment, bill: Bill) -> str:
    async with setup.database.transaction() as session:
        now = await clock.now(session)
        is_over = payment.opened_at is None or payment.opened_at + rules.BILL_OPEN_FOR <= now
        if payment.status != "deleted" and not is_over:
            await lock_purpose(session, payment)
            locked = await queries.lock_payment(session, payment.known_id)
            locked.odd = 0
            if locked.status == "review" and await _has_other(session, locked):
                # Only one bill may be open, so this bill is deleted when its hour ends, while staff reviews
                # the payment.
                locked.ask_at = (locked.opened_at or now) + rules.BILL_OPEN_FOR
                return "review"
            if locked.status == "review":
                locked.status = "open"
                await _reopen_payment(session, locked)
            locked.ask_at = now + rules.ASK_AGAIN
            return "open"
    await setup.count_ask("deletion")
    if not await setup.till.cancel(bill.ref):
        return await _ask_again(setup, payment)  # A payment is in progress.
    return await _apply_judgement(setup, payment, "deleted")


async def _has_other(session: AsyncSession, payment: Payment) -> bool:
    """Call with the order or deal locked."""
    if payment.deal_id is not None:
        return await queries.get_live_of_deal(session, payment.deal_id) is not None
    return await queries.get_live(session, payment.of_order) is not None


async def _ask_again(setup: Setup, payment: Payment) -> str:
    async with setup.database.transaction() as session:
        locked = await queries.lock_payment(session, payment.known_id)
        if locked.status != "paid":
            locked.ask_at = await clock.now(session) + rules.AWAY_FOR * 2
    return "open"


async def _reopen_payment(session: AsyncSession, payment: Payment) -> None:
    if payment.order_id is not None:
        order = await boosts_queries.lock_order(session, payment.order_id)
        order.status = "pending" if order.status == "review" else order.status


async def _apply_judgement(setup: Setup, payment: Payment, judgement: rules.Judgement) -> str:
    async with setup.database.transaction() as session:
        return await settling.apply_judgement(session, setup.tax, payment, judgement)


async def _learn_channel(setup: Setup, payment: Payment) -> str:
    assert payment.bill_id is not None
    await setup.count_ask("channel")
    channel = await setup.till.channel(payment.bill_id)
    async with setup.database.transaction() as session:
        locked = await queries.lock_payment(session, payment.known_id)
        now = await clock.now(session)
        is_old = locked.paid_at is None or locked.paid_at + rules.CHANNEL_FOR < now
        locked.channel, locked.ask_at = channel, None if channel or is_old else now + rules.ASK_AGAIN
    return "paid"


async def expire_unbilled(setup: Setup) -> int:
    async with setup.database.reading() as session:
        unbilled = await boosts_queries.find_unbilled(session, await clock.now(session), EXPIRED_AT_ONCE)
    return await one_by_one(
        setup.database, "expire_unbilled", unbilled, lambda one: _expire_order(setup, one)
    )


async def _expire_order(setup: Setup, order_id: int) -> None:
    async with setup.database.transaction() as session:
        order = await boosts_queries.lock_order(session, order_id)
        now = await clock.now(session)
        payment = await queries.get_live(session, order_id)
        if order.status != "pending" or order.expires_at > now:
            return
        if payment is not None and payment.status == "open":
            return
        if payment is not None:
            payment.status = "lost"
        await settling.expire_order(session, order, now)


async def learn_rank(setup: Setup) -> bool:
    provider, rank = setup.till, None
    if not provider.has_rank:
        return True
    try:
        await setup.count_ask("channel")
    except AskedEnough:
        return False
    try:
        rank = await provider.webhook_rank()
    except Unavailable as away:
        log.info("rank_unknown", cause=repr(away))
    if rank is None:
        RANK.clear()
    else:
        RANK.labels(provider.name).set(rank)
    return True
