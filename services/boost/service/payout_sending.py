"""Payouts on their way: sent between two transactions, and asked about."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.protection import MoneyAct
from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound, OutcomeUnknown, Unavailable
from libs.kit.process import buggify, clock
from libs.kit.security.safe import SealBroken
from services.boost.domain import payouts as rules
from services.boost.domain.payout_holds import HELD_FOR
from services.boost.domain.refusals_payments import PaymentsUnavailable
from services.boost.domain.refusals_payouts import PayoutNotDue, PayoutNotUnclear
from services.boost.models.payouts import Payout
from services.boost.providers.port import CheckoutRefused, PayoutOrder, PayoutTaken
from services.boost.queries import payouts as queries
from services.boost.service import lateness, payout_holds, payouts, staff_acts
from services.boost.service import payout_outcomes as outcomes
from services.boost.service.one_by_one import one_by_one
from services.boost.service.setup import Setup

log = structlog.get_logger(__name__)

AT_ONCE = 20


@dataclass(frozen=True)
class Task:
    """A payout to be sent, or with `ref` to be asked about."""

    payout_id: int
    ref: str | None
    # None where it is only asked about.
    order: PayoutOrder | None
    # Until when no other person takes it.
    until: datetime
    # A sending of before may have reached the provider.
    may_be_there: bool


async def look_at_due(setup: Setup) -> int:
    """Send the payouts that are due and ask about those that were sent; return how many were looked at."""
    async with setup.database.reading() as session:
        now = await clock.now(session)
        lateness.measure_oldest(await queries.oldest_unsent(session, now), now)
        found = await queries.due(session, now, AT_ONCE) if setup.till.pays_out else []

    async def look(payout_id: int) -> None:
        try:
            await _take_and_look(setup, payout_id)
        except Exception:  # tried again later, not at once; `one_by_one` logs it
            if await setup.database.answers():
                await _later(setup, payout_id, rules.TRY_AGAIN, "away")
            raise

    await one_by_one(setup.database, "pay_out", found, look)
    return len(found)


async def hurry(setup: Setup, staff: Identity, payout_id: int, reason: str) -> None:
    """Send a payout now, or ask about it now, because staff does not wait; a new account keeps its wait."""
    if not setup.till.pays_out:
        raise PaymentsUnavailable
    async with setup.database.transaction() as session:
        row = await queries.locked(session, payout_id)
        if row is None:
            raise NotFound
        await staff_acts.about_payout(session, staff, row, "payout_asked", reason)
        now = await clock.now(session)
        if not rules.may_hurry(row.status, row.send_at, row.due_at, now):
            raise PayoutNotDue
        if row.due_at is not None and row.due_at <= now:
            lateness.keep_due(row, now)
        before, row.due_at = staff_acts.state_of_payout(row), now
        await _record_change(session, staff, "payout_asked", row, before)
    await _take_and_look(setup, payout_id)


async def settle(
    session: AsyncSession, staff: Identity, payout_id: int, outcome: staff_acts.Settled, reason: str
) -> None:
    """End a payout that the provider leaves open, as it told staff; the same again changes nothing."""
    row = await queries.locked(session, payout_id)
    if row is None:
        raise NotFound
    is_paid = outcome == "paid"
    if row.status == ("completed" if is_paid else "failed"):
        return
    act: MoneyAct = "payout_settled_paid" if is_paid else "payout_settled_refused"
    await staff_acts.about_payout(session, staff, row, act, reason)
    if not rules.may_settle(row.status, row.trouble):
        raise PayoutNotUnclear
    before = staff_acts.state_of_payout(row)
    verdict: rules.Verdict = "completed" if is_paid else "refunded"
    await outcomes.finish(session, row, verdict, await clock.now(session), "refused")
    await _record_change(session, staff, act, row, before)


async def _record_change(
    session: AsyncSession, staff: Identity, act: MoneyAct, row: Payout, before: dict[str, object]
) -> None:
    after = staff_acts.state_of_payout(row)
    await staff_acts.record_change(session, staff.user_id, act, ("payout", row.known_id), before, after)


async def _take_and_look(setup: Setup, payout_id: int) -> None:
    try:
        async with setup.database.transaction() as session:
            task = await _claim_payout(session, setup, payout_id)
    except SealBroken:  # sealed with another secret: an operator must give that back to us
        log.error("payout_sealed", payout_id=payout_id)
        await _later(setup, payout_id, rules.UNREADABLE_FOR, "sealed")
        return
    if task is not None:
        await _look(setup, task)


async def _claim_payout(session: AsyncSession, setup: Setup, payout_id: int) -> Task | None:
    """Take a payout upon this process; where it dies, another looks at it a minute later."""
    now = await clock.now(session)
    row = await queries.taken_due(session, payout_id, now)
    if row is None:
        return None
    # What may have reached the provider is asked about, whatever moderators say meanwhile.
    is_unsent = row.ref is None and row.unanswered_since is None
    if is_unsent and await payout_holds.holds_person(session, row.user_id):
        row.due_at, row.due_since = now + HELD_FOR, None
        return None
    lateness.keep_due(row, now)
    row.due_at, may_be_there = now + rules.SENDING_FOR, row.unanswered_since is not None
    if row.ref is not None:
        return Task(row.known_id, row.ref, None, row.due_at, may_be_there)
    # Whatever becomes of this process, it may be sent from now on.
    row.status = "sending"
    row.unanswered_since, row.trouble = row.unanswered_since or now, None
    number, holder = payouts.opened(setup.safe, row.sealed)
    order = PayoutOrder(
        reference=str(row.id), amount=row.amount, bank_code=row.bank_code, account_number=number, holder=holder,
        description=f"Wangi payout {row.id}",
    )  # fmt: skip
    return Task(row.known_id, None, order, row.due_at, may_be_there)


async def _look(setup: Setup, task: Task) -> None:
    try:
        if task.order is not None:
            word = await setup.till.pay_out(task.order)
        else:
            await setup.count_ask("payout")
            word = await setup.till.fetch_payout(task.ref or "")
    except CheckoutRefused as refusal:
        log.warning("payout_refused", payout_id=task.payout_id, cause=str(refusal))
        await _refused(setup, task)
        return
    except (PayoutTaken, Unavailable) as away:  # it may be on its way: its callback, or asking, tells
        log.info("payout_waits", payout_id=task.payout_id, cause=repr(away))
        await _waits(setup, task, away)
        return
    buggify.point("after-payout-sent")
    since = None
    async with setup.database.transaction() as session:
        row, now = await queries.locked(session, task.payout_id), await clock.now(session)
        if row is not None:
            since = await outcomes.apply(session, row, word)
    lateness.count_taken(since, now)


async def _refused(setup: Setup, task: Task) -> None:
    """End a payout that the provider refuses, unless an earlier sending of it may have been taken: then only
    the provider's word about that one ends it, or staff."""
    async with setup.database.transaction() as session:
        row = await queries.locked(session, task.payout_id)
        if row is None or row.ended_at is not None or row.ref is not None:
            return
        now = await clock.now(session)
        if task.may_be_there or row.due_at != task.until:
            outcomes.stays_open(row, "unclear", now)
        else:
            await outcomes.finish(session, row, "refunded", now, "refused")


async def _waits(setup: Setup, task: Task, away: PayoutTaken | Unavailable) -> None:
    """Look at a payout later that was not answered, or that the provider has without telling more."""
    async with setup.database.transaction() as session:
        row = await queries.locked(session, task.payout_id)
        if row is None or row.ended_at is not None:
            return
        now = await clock.now(session)
        if isinstance(away, PayoutTaken):
            outcomes.stays_open(row, "taken", now)
            return
        is_mine = row.due_at == task.until  # else another process sends it meanwhile
        is_certain = not isinstance(away, OutcomeUnknown) and not task.may_be_there
        row.due_at, row.trouble = now + rules.TRY_AGAIN, "away"
        if is_mine and is_certain and task.ref is None:  # it was not taken, and waits as if it was never sent
            row.status, row.unanswered_since = "waiting", None


async def _later(setup: Setup, payout_id: int, span: timedelta, trouble: rules.Trouble) -> None:
    async with setup.database.transaction() as session:
        row = await queries.locked(session, payout_id)
        if row is not None and row.ended_at is None:
            now = await clock.now(session)
            lateness.keep_due(row, now)
            row.due_at, row.trouble = now + span, trouble


async def receive_payout_callback(setup: Setup, raw: bytes) -> None:
    """Ask about a payout soon of which the provider tells; nothing is booked by a callback alone."""
    word = setup.till.parse_payout(raw)
    outcomes.CAME.labels("forged" if word is None else "signed").inc()
    if word is None or not (
        word.reference.isascii() and word.reference.isdigit() and len(word.reference) < 19
    ):
        return
    since = None
    async with setup.database.transaction() as session:
        row, now = await queries.locked(session, int(word.reference)), await clock.now(session)
        if row is None or outcomes.report_paid_after_its_end(row, word):
            return
        if not await outcomes.is_about(session, row, word):
            return
        if row.status == "completed" and rules.verdict(word.status) == "refunded":
            # Staff may have ended one whose number was never known: it is asked about by this one.
            row.ref, row.due_at = row.ref or word.ref, now
        elif row.status in ("sending", "sent"):
            since = lateness.end_wait(row)
            row.ref, row.status, row.due_at, row.trouble = word.ref, "sent", now, None
    lateness.count_taken(since, now)
