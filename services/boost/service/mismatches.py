"""Payments that do not fit: told as they come to wait and as they are over, and ended as staff decides."""

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
from libs.kit.events import outbox
from libs.kit.http.errors import NotFound, SecondPersonNeeded, Unavailable
from libs.kit.process import clock
from services.boost.domain.refusals_payments import NothingToAsk, NothingToCredit
from services.boost.domain.refusals_staff import OwnMoney
from services.boost.models.payments import MismatchDecision, Payment
from services.boost.protection.queries import get_protection
from services.boost.providers.port import OddAnswer
from services.boost.queries import mismatches as queries
from services.boost.queries import notifications as notification_queries
from services.boost.queries import orders as order_queries
from services.boost.queries import payments as payment_queries
from services.boost.queries import staff_acts as act_queries
from services.boost.service import crediting, polling, settling, staff_acts
from services.boost.service.one_by_one import one_by_one
from services.boost.service.setup import Setup
from services.boost.service.staff_acts import Staffer

AT_ONCE, MOST_STATED = 50, 20
# While the provider is away, or its questions are used up.
AGAIN = timedelta(minutes=1)
# Then the case waits for finance again, whatever keeps it from being carried out.
GIVEN_UP = timedelta(hours=24)
Ended = Literal["paid", "credited", "open", "deleted"]


@dataclass(frozen=True)
class Decider:
    """Who of staff decided a case, when it is carried out without them."""

    user_id: int


async def record_changes(database: Database) -> int:
    """Tell of payments that came to wait for finance, and of those that wait no more; return how many."""
    async with database.transaction() as session:
        found = await queries.untold(session, AT_ONCE)
        now = await clock.now(session)
        for payment in found:
            await _record(session, payment, now)
    return len(found)


async def _record(session: AsyncSession, payment: Payment, now: datetime) -> None:
    payment.mismatches_told += 1
    ids = {
        "payment_id": payment.known_id, "order_id": payment.order_id, "transaction_id": payment.deal_id,
        "payer_id": await payer_of(session, payment),
    }  # fmt: skip
    fact: PaymentMismatched | PaymentMismatchEnded
    if payment.status == "review":
        fact = PaymentMismatched.model_validate(
            ids | {"expected": payment.amount, "found_at": now}, by_name=True
        )
    else:
        fact = PaymentMismatchEnded.model_validate(
            ids | {"ended_as": _ended_as(payment), "ended_at": now}, by_name=True
        )
    await session.flush()
    await outbox.record(session, fact, version=payment.mismatches_told)


def _ended_as(payment: Payment) -> Ended:
    if payment.settled_as == "credit":
        return "credited"
    if payment.status in ("open", "creating"):
        return "open"
    return "paid" if payment.status == "paid" else "deleted"


async def payer_of(session: AsyncSession, payment: Payment) -> int:
    """Return who was to pay a payment."""
    if payment.deal_id is not None:
        deal = await get_protection(session, payment.deal_id)
        assert deal is not None
        return deal.buyer_id
    order = await order_queries.order(session, payment.of_order)
    assert order is not None
    return order.seller_id


async def stated_amounts(session: AsyncSession, setup: Setup, payment: Payment) -> list[int]:
    """Return the amounts that the provider's signed words named, the newest first, each once."""
    if payment.bill_id is None or setup.provider is None:
        return []
    came = await notification_queries.of_bills(session, [payment.bill_id], MOST_STATED)
    words = [setup.provider.parse_notification(one.kind, one.raw) for one in came]
    amounts = [one.amount for one in words if one is not None and one.is_signed and one.amount is not None]
    return list(dict.fromkeys(amounts))


async def take_decision(session: AsyncSession, fact: PaymentDecided) -> None:
    """Write down what staff decided; it is carried out outside of this transaction, because the provider is
    asked for it."""
    if await payment_queries.payment_by_id(session, fact.subject_id) is None:
        return
    decision = MismatchDecision(
        payment_id=fact.subject_id, case_id=fact.case_id, decision=fact.decision, reason=fact.reason,
        staff_id=fact.by_admin_id, decided_at=fact.decided_at, look_at=await clock.now(session),
    )  # fmt: skip
    session.add(decision)


async def carry_out_due(setup: Setup) -> int:
    """Carry out what staff decided, one after another; return how many decisions were looked at."""
    async with setup.database.reading() as session:
        due = await queries.due(session, await clock.now(session), AT_ONCE)
    await one_by_one(setup.database, "mismatches", due, lambda one: _look_at(setup, one))
    return len(due)


async def _look_at(setup: Setup, one: MismatchDecision) -> None:
    """Carry a decision out and tell what came of it; where this fails it is looked at again, after others."""
    async with setup.database.transaction() as session:
        now = await clock.now(session)
        if not await queries.claim(session, one.known_id, one.look_at, now + AGAIN):
            return
    outcome = await _outcome(setup, one)
    if outcome is None and now < one.decided_at + GIVEN_UP:
        return
    async with setup.database.transaction() as session:
        locked = await queries.decision(session, one.known_id)
        if locked is not None and locked.outcome is None:
            await _answer(session, locked, outcome or "refused", await clock.now(session))


async def _answer(
    session: AsyncSession, one: MismatchDecision, outcome: PaymentOutcome, now: datetime
) -> None:
    one.outcome, one.look_at = outcome, None
    payment = await payment_queries.payment_by_id(session, one.payment_id)
    assert payment is not None
    fact = PaymentDecisionCarriedOut(
        decision_id=one.known_id, case_id=one.case_id, payment_id=one.payment_id,
        payer_id=await payer_of(session, payment), transaction_id=payment.deal_id,
        decision=cast("PaymentDecision", one.decision), outcome=outcome, by_admin_id=one.staff_id, done_at=now,
    )  # fmt: skip
    await outbox.record(session, fact, version=1)


async def _outcome(setup: Setup, one: MismatchDecision) -> PaymentOutcome | None:
    """Carry one decision out; None where it has to wait for the provider."""
    async with setup.database.reading() as session:
        payment = await payment_queries.payment_by_id(session, one.payment_id)
    if payment is None:
        return "gone"
    if payment.status != "review":
        return "done" if await _was_done(setup, one) else "already"
    staff = Decider(one.staff_id)
    try:
        return await _carry_out(setup, staff, payment, one)
    except (NothingToCredit, NothingToAsk, NotFound, OwnMoney):
        return "refused"
    except SecondPersonNeeded:  # who asked for it decided once more
        return "asked"
    except (Unavailable, OddAnswer):
        return None


async def _was_done(setup: Setup, one: MismatchDecision) -> bool:
    """Return whether this decision was carried out before, and the process ended before it could say so."""
    async with setup.database.reading() as session:
        acts = await act_queries.of_payments(session, [one.payment_id])
    return any(act.staff_id == one.staff_id and act.acted_at >= one.decided_at for act in acts)


async def _carry_out(setup: Setup, staff: Staffer, payment: Payment, one: MismatchDecision) -> PaymentOutcome:
    if one.decision == "credit":
        found = (await crediting.credit(setup, staff, payment.known_id, one.reason)).found
        return "asked" if found == "asked" else "done"
    if payment.bill_id is None:
        raise NothingToAsk
    if one.decision == "match":
        async with setup.database.reading() as session:
            await staff_acts.check_payment(session, staff, payment)
        await polling.look(setup, payment)
        # Written once the provider has answered: it is asked again and again while it is away.
        async with setup.database.transaction() as session:
            await staff_acts.about_payment(session, staff, payment, "payment_asked", one.reason)
            now_it_is = await payment_queries.payment_by_id(session, payment.known_id)
            await _record_change(session, staff, "payment_asked", payment, now_it_is)
            return "refused" if now_it_is is None or now_it_is.status == "review" else "done"
    return await _write_off(setup, staff, payment, one)


async def _write_off(setup: Setup, staff: Staffer, payment: Payment, one: MismatchDecision) -> PaymentOutcome:
    """End a payment of which nothing came: its bill is deleted, so that it cannot be paid any more."""
    assert payment.bill_id is not None
    async with setup.database.reading() as session:
        await staff_acts.check_payment(session, staff, payment)
    bill = await setup.ask(payment.bill_id)
    if bill is not None and bill.is_paid:
        return "refused"
    if bill is not None and not bill.is_deleted:
        await setup.count_ask("deletion")
        if not await setup.till.cancel(payment.bill_id):
            return "refused"  # a payment is on its way
    async with setup.database.transaction() as session:
        if await settling.apply(session, setup.tax, payment, "deleted") == "repeated":
            return "refused"  # it was paid meanwhile
        await staff_acts.about_payment(session, staff, payment, "payment_written_off", one.reason)
        now_it_is = await payment_queries.payment_by_id(session, payment.known_id)
        await _record_change(session, staff, "payment_written_off", payment, now_it_is)
    return "done"


async def _record_change(
    session: AsyncSession, staff: Staffer, act: str, payment: Payment, now_it_is: Payment | None
) -> None:
    before = staff_acts.state_of_payment(payment)
    after = before if now_it_is is None else staff_acts.state_of_payment(now_it_is)
    await staff_acts.record_change(session, staff.user_id, act, ("payment", payment.known_id), before, after)
