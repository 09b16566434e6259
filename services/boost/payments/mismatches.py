"""Payments whose amount does not match become cases for finance."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import PaymentDecided, PaymentDecision, PaymentOutcome
from libs.contracts.events.mismatches import (
    PaymentDecisionCarriedOut,
    PaymentMismatched,
    PaymentMismatchEnded,
)
from libs.kit.db.database import Database
from libs.kit.errors import NotFound, Unavailable
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.marketplace.errors import SecondPersonNeeded
from services.boost.boosts import queries as boosts_queries
from services.boost.one_by_one import one_by_one
from services.boost.payments import polling, queries, service, settling
from services.boost.payments.models import MismatchDecision, Payment
from services.boost.payments.providers.port import OddAnswer
from services.boost.payments.rules import NothingToAsk, NothingToCredit
from services.boost.payments.schemas import BillAskedOut
from services.boost.payments.setup import Setup
from services.boost.protection.queries import get_protection
from services.boost.staff.queries import list_of_payments
from services.boost.staff.rules import OwnMoney
from services.boost.staff.second_person import agree_or_ask, new_request
from services.boost.staff.service import (
    Staffer,
    check_payment,
    payment_state,
    record_change,
    record_payment_act,
    text_about_payment,
)
from services.boost.wallet.service import Line, post_entry

AT_ONCE, MAX_STATED = 50, 20
# Retry delay while the provider is unavailable.
AGAIN = timedelta(minutes=1)
# After this time the case returns to finance.
GIVEN_UP = timedelta(hours=24)
Ended = Literal["paid", "credited", "open", "deleted"]


@dataclass(frozen=True)
class Decider:
    user_id: int


async def record_changes(database: Database) -> int:
    async with database.transaction() as session:
        unpublished = await queries.find_unpublished(session, AT_ONCE)
        now = await clock.now(session)
        for payment in unpublished:
            await _record(session, payment, now)
    return len(unpublished)


async def _record(session: AsyncSession, payment: Payment, now: datetime) -> None:
    payment.mismatches_published += 1
    ids = {
        "payment_id": payment.known_id, "order_id": payment.order_id, "transaction_id": payment.deal_id,
        "payer_id": await payer_of(session, payment),
    }  # fmt: skip
    event: PaymentMismatched | PaymentMismatchEnded
    if payment.status == "review":
        event = PaymentMismatched.model_validate(
            ids | {"expected": payment.amount, "found_at": now}, by_name=True
        )
    else:
        event = PaymentMismatchEnded.model_validate(
            ids | {"ended_as": _ended_as(payment), "ended_at": now}, by_name=True
        )
    await session.flush()
    await outbox.record(session, event, version=payment.mismatches_published)


def _ended_as(payment: Payment) -> Ended:
    if payment.settled_as == "credit":
        return "credited"
    if payment.status in ("open", "creating"):
        return "open"
    return "paid" if payment.status == "paid" else "deleted"


async def payer_of(session: AsyncSession, payment: Payment) -> int:
    if payment.deal_id is not None:
        deal = await get_protection(session, payment.deal_id)
        assert deal is not None
        return deal.buyer_id
    order = await boosts_queries.get_order(session, payment.of_order)
    assert order is not None
    return order.seller_id


async def stated_amounts(session: AsyncSession, setup: Setup, payment: Payment) -> list[int]:
    """Amounts from signed callbacks, newest first, without duplicates."""
    if payment.bill_id is None or setup.provider is None:
        return []
    came = await queries.list_of_bills(session, [payment.bill_id], MAX_STATED)
    words = [setup.provider.parse_notification(item.kind, item.raw) for item in came]
    amounts = [
        word.amount for word in words if word is not None and word.is_signed and word.amount is not None
    ]
    return list(dict.fromkeys(amounts))


async def take_decision(session: AsyncSession, event: PaymentDecided) -> None:
    """Only stores the decision. A job carries out the decision, because polling the provider must happen
    outside of this transaction."""
    if await queries.get_payment(session, event.subject_id) is None:
        return
    decision = MismatchDecision(
        payment_id=event.subject_id, case_id=event.case_id, decision=event.decision, reason=event.reason,
        staff_id=event.by_admin_id, decided_at=event.decided_at, check_at=await clock.now(session),
    )  # fmt: skip
    session.add(decision)


async def carry_out_due(setup: Setup) -> int:
    async with setup.database.reading() as session:
        due = await queries.find_due_decisions(session, await clock.now(session), AT_ONCE)
    await one_by_one(setup.database, "mismatches", due, lambda one: _ask_provider(setup, one))
    return len(due)


async def _ask_provider(setup: Setup, one: MismatchDecision) -> None:
    async with setup.database.transaction() as session:
        now = await clock.now(session)
        if not await queries.claim_decision(session, one.known_id, one.check_at, now + AGAIN):
            return
    outcome = await _outcome(setup, one)
    if outcome is None and now < one.decided_at + GIVEN_UP:
        return
    async with setup.database.transaction() as session:
        locked = await queries.get_decision(session, one.known_id)
        if locked is not None and locked.outcome is None:
            await _publish_answer(session, locked, outcome or "refused", await clock.now(session))


async def _publish_answer(
    session: AsyncSession, one: MismatchDecision, outcome: PaymentOutcome, now: datetime
) -> None:
    one.outcome, one.check_at = outcome, None
    payment = await queries.get_payment(session, one.payment_id)
    assert payment is not None
    event = PaymentDecisionCarriedOut(
        decision_id=one.known_id, case_id=one.case_id, payment_id=one.payment_id,
        payer_id=await payer_of(session, payment), transaction_id=payment.deal_id,
        decision=cast("PaymentDecision", one.decision), outcome=outcome, by_admin_id=one.staff_id, done_at=now,
    )  # fmt: skip
    await outbox.record(session, event, version=1)


async def _outcome(setup: Setup, one: MismatchDecision) -> PaymentOutcome | None:
    async with setup.database.reading() as session:
        payment = await queries.get_payment(session, one.payment_id)
    if payment is None:
        return "gone"
    if payment.status != "review":
        return "done" if await _was_done(setup, one) else "already"
    staff = Decider(one.staff_id)
    try:
        return await _carry_out(setup, staff, payment, one)
    except (NothingToCredit, NothingToAsk, NotFound, OwnMoney):
        return "refused"
    except SecondPersonNeeded:  # The same person decided again.
        return "asked"
    except (Unavailable, OddAnswer):
        return None


async def _was_done(setup: Setup, one: MismatchDecision) -> bool:
    """True if the decision was carried out by a process that died before publishing the outcome."""
    async with setup.database.reading() as session:
        acts = await list_of_payments(session, [one.payment_id])
    return any(act.staff_id == one.staff_id and act.acted_at >= one.decided_at for act in acts)


async def _carry_out(setup: Setup, staff: Staffer, payment: Payment, one: MismatchDecision) -> PaymentOutcome:
    if one.decision == "credit":
        found = (await credit_mismatch(setup, staff, payment.known_id, one.reason)).found
        return "asked" if found == "asked" else "done"
    if payment.bill_id is None:
        raise NothingToAsk
    if one.decision == "match":
        async with setup.database.reading() as session:
            await check_payment(session, staff, payment)
        await polling.poll_payment(setup, payment)
        # Stored after the provider's response, because earlier polls may have failed.
        async with setup.database.transaction() as session:
            await record_payment_act(session, staff, payment, "payment_asked", one.reason)
            now_it_is = await queries.get_payment(session, payment.known_id)
            await _record_change(session, staff, "payment_asked", payment, now_it_is)
            return "refused" if now_it_is is None or now_it_is.status == "review" else "done"
    return await _write_off(setup, staff, payment, one)


async def _write_off(setup: Setup, staff: Staffer, payment: Payment, one: MismatchDecision) -> PaymentOutcome:
    assert payment.bill_id is not None
    async with setup.database.reading() as session:
        await check_payment(session, staff, payment)
    bill = await setup.ask(payment.bill_id)
    if bill is not None and bill.is_paid:
        return "refused"
    if bill is not None and not bill.is_deleted:
        await setup.count_ask("deletion")
        if not await setup.till.cancel(payment.bill_id):
            return "refused"  # A payment is in progress.
    async with setup.database.transaction() as session:
        if await settling.apply_judgement(session, setup.tax, payment, "deleted") == "repeated":
            return "refused"  # The bill was paid meanwhile.
        await record_payment_act(session, staff, payment, "payment_written_off", one.reason)
        now_it_is = await queries.get_payment(session, payment.known_id)
        await _record_change(session, staff, "payment_written_off", payment, now_it_is)
    return "done"


async def _record_change(
    session: AsyncSession, staff: Staffer, act: str, payment: Payment, now_it_is: Payment | None
) -> None:
    before = payment_state(payment)
    after = before if now_it_is is None else payment_state(now_it_is)
    await record_change(session, staff.user_id, act, ("payment", payment.known_id), before, after)


async def credit_mismatch(setup: Setup, staff: Staffer, payment_id: int, reason: str) -> BillAskedOut:
    """Credit the received amount to the payer's wallet. A large amount needs a second person. Idempotent."""
    credited = BillAskedOut(id=payment_id, found="credited")
    async with setup.database.reading() as session:
        payment = await queries.get_payment(session, payment_id)
        if payment is None:
            raise NotFound
        await check_payment(session, staff, payment)
    if payment.came is not None:
        return credited
    if payment.status != "review" or payment.bill_id is None:
        raise NothingToCredit
    bill = await setup.ask(payment.bill_id)
    if bill is None or not (bill.is_paid and bill.is_ours) or not bill.came or bill.amount == payment.amount:
        raise NothingToCredit
    async with setup.database.transaction() as session:
        reason = await text_about_payment(session, payment, reason)
        await service.lock_purpose(session, payment)
        locked = await queries.lock_payment(session, payment_id)
        if locked.came is not None:
            return credited
        if locked.status != "review":
            raise NothingToCredit
        now = await clock.now(session)
        if bill.came > setup.second_person_above:
            wanted = new_request(
                staff, now, "credit", reason, order_id=locked.order_id, deal_id=locked.deal_id,
                buyer_amount=bill.came,
            )  # fmt: skip
            if not await agree_or_ask(session, wanted):
                return BillAskedOut(id=payment_id, found="asked")
        await record_payment_act(session, staff, locked, "payment_credited", reason)
        before = payment_state(locked)
        await _end_as_credit(session, locked, bill.came, now)
        after = payment_state(locked)
        await record_change(
            session, staff.user_id, "payment_credited", ("payment", payment_id), before, after
        )
    return credited


async def _end_as_credit(session: AsyncSession, payment: Payment, came: int, now: datetime) -> None:
    """Call with the order or deal locked."""
    payment.status, payment.paid_at, payment.ask_at = "paid", now, None
    payment.settled_as, payment.came = "credit", came
    await session.flush()
    if payment.deal_id is not None:
        deal = await settling.lock_deal_of(session, payment)
        lines = [Line("provider", -came), Line("wallet", came, deal.buyer_id)]
        await post_entry(session, f"late:{payment.id}", "late", None, lines, now, deal_id=deal.deal_id)
        return
    order = await boosts_queries.lock_order(session, payment.of_order)
    await settling.credit_late(session, order, payment, now)
    if order.status in ("pending", "review") and not await queries.is_waited_for(session, order.known_id):
        await settling.expire_order(session, order, now)
