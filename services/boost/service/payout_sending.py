"""Payouts on their way: sent between two transactions, asked about, and booked once by their outcome."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from prometheus_client import Counter
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.protection import MoneyAct, PayoutFailed, PayoutSent
from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound, OutcomeUnknown, Unavailable
from libs.kit.process import buggify, clock
from libs.kit.security.safe import SealBroken
from services.boost.domain import payouts as rules
from services.boost.domain.payout_holds import HELD_FOR
from services.boost.domain.refusals import PaymentsUnavailable, PayoutNotDue, PayoutNotUnclear
from services.boost.models.payouts import Payout
from services.boost.providers.port import CheckoutRefused, PayoutOrder, PayoutTaken, PayoutWord
from services.boost.queries import payouts as queries
from services.boost.service import lateness, payout_holds, payouts, staff_acts, wallet
from services.boost.service.one_by_one import one_by_one
from services.boost.service.setup import Setup
from services.boost.service.wallet import Line

log = structlog.get_logger(__name__)

AT_ONCE = 20
CAME = Counter("boost_payout_callbacks_total", "What came as the provider's word about payouts", ["kind"])


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
    # When it was to be sent.
    was_due: datetime


async def look_at_due(setup: Setup) -> int:
    """Send the payouts that are due and ask about those that were sent; return how many were looked at."""
    if not setup.till.pays_out:
        return 0
    async with setup.database.reading() as session:
        found = await queries.due(session, await clock.now(session), AT_ONCE)

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
    await _finish(session, row, verdict, await clock.now(session), "refused")
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
        row.due_at = now + HELD_FOR
        return None
    was_due, row.due_at = row.unanswered_since or row.due_at or now, now + rules.SENDING_FOR
    may_be_there = row.unanswered_since is not None
    if row.ref is not None:
        return Task(row.known_id, row.ref, None, row.due_at, may_be_there, was_due)
    # Whatever becomes of this process, it may be sent from now on.
    row.status = "sending"
    row.unanswered_since, row.trouble = row.unanswered_since or now, None
    number, holder = payouts.opened(setup.safe, row.sealed)
    order = PayoutOrder(
        reference=str(row.id), amount=row.amount, bank_code=row.bank_code, account_number=number, holder=holder,
        description=f"Wangi payout {row.id}",
    )  # fmt: skip
    return Task(row.known_id, None, order, row.due_at, may_be_there, was_due)


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
    async with setup.database.transaction() as session:
        row, now = await queries.locked(session, task.payout_id), await clock.now(session)
        if row is not None:
            await _apply(session, row, word)
    if task.order is not None:
        lateness.PAYOUTS.observe((now - task.was_due).total_seconds())


async def _refused(setup: Setup, task: Task) -> None:
    """End a payout that the provider refuses, unless an earlier sending of it may have been taken: then only
    the provider's word about that one ends it, or staff."""
    async with setup.database.transaction() as session:
        row = await queries.locked(session, task.payout_id)
        if row is None or row.ended_at is not None or row.ref is not None:
            return
        now = await clock.now(session)
        if task.may_be_there or row.due_at != task.until:
            _stays_open(row, "unclear", now)
        else:
            await _finish(session, row, "refunded", now, "refused")


async def _waits(setup: Setup, task: Task, away: PayoutTaken | Unavailable) -> None:
    """Look at a payout later that was not answered, or that the provider has without telling more."""
    async with setup.database.transaction() as session:
        row = await queries.locked(session, task.payout_id)
        if row is None or row.ended_at is not None:
            return
        now = await clock.now(session)
        if isinstance(away, PayoutTaken):
            _stays_open(row, "taken", now)
            return
        is_mine = row.due_at == task.until  # else another process sends it meanwhile
        is_certain = not isinstance(away, OutcomeUnknown) and not task.may_be_there
        row.due_at, row.trouble = now + rules.TRY_AGAIN, "away"
        if is_mine and is_certain and task.ref is None:  # it was not taken
            row.unanswered_since = None


def _stays_open(row: Payout, trouble: rules.Trouble, now: datetime) -> None:
    row.trouble, row.due_at = trouble, now + rules.look_after(row.looks)
    row.looks += 1


async def _apply(session: AsyncSession, row: Payout, word: PayoutWord) -> None:
    """Write down what the provider says of a payout."""
    if row.ended_at is not None:
        await _apply_late(session, row, word)
        return
    if not await _is_about(session, row, word):
        log.error("payout_differs", payout_id=row.id)
        _stays_open(row, "differs", await clock.now(session))
        return
    now = await clock.now(session)
    row.ref, row.status, row.due_at, row.trouble = word.ref, "sent", now + rules.ASK_AGAIN, None
    row.unanswered_since, row.looks = None, 0
    verdict = rules.verdict(word.status)
    if verdict != "under_way":
        await _finish(session, row, verdict, now, "given_back")


async def _is_about(session: AsyncSession, row: Payout, word: PayoutWord) -> bool:
    """Whether what the provider says is about this payout, and of no other that we have."""
    if word.amount != row.amount or word.reference not in ("", str(row.id)):
        return False
    if row.ref is not None:
        return row.ref == word.ref
    return not await queries.has_ref(session, word.ref)


async def _apply_late(session: AsyncSession, row: Payout, word: PayoutWord) -> None:
    """Put the money of a payout back into the wallet, once, that had come and that its bank sent back."""
    if row.status != "completed":
        return
    row.due_at = None
    if not await _is_about(session, row, word) or rules.verdict(word.status) != "refunded":
        return
    now = await clock.now(session)
    row.status, row.trouble, row.ended_at = "failed", "given_back", now
    await session.flush()
    lines = [Line("provider", -row.amount), Line("wallet", row.amount, row.user_id)]
    key = f"payout-sent-back:{row.id}"
    await wallet.move(session, key, "payout_failed", None, lines, now, deal_id=row.deal_id)
    fact = PayoutFailed(payout_id=row.known_id, user_id=row.user_id, amount=row.amount, failed_at=now)
    await payouts.record(session, row, fact)


async def _finish(
    session: AsyncSession, row: Payout, verdict: rules.Verdict, now: datetime, trouble: rules.Trouble
) -> None:
    """Book how a payout ended, with the trouble of one that failed: one key for both ways, so that it ends
    once. Call with it locked."""
    if row.ended_at is not None:
        return
    is_sent = verdict == "completed"
    row.status, row.ended_at, row.due_at = "completed" if is_sent else "failed", now, None
    row.sealed = b""  # no one needs it any more
    row.trouble = None if is_sent else trouble
    await session.flush()
    back = Line("provider", row.amount) if is_sent else Line("wallet", row.amount, row.user_id)
    reason: wallet.Reason = "payout_sent" if is_sent else "payout_failed"
    lines = [Line("payouts", -row.amount), back]
    await wallet.move(session, f"payout-ended:{row.id}", reason, None, lines, now, deal_id=row.deal_id)
    fields = {"payout_id": row.known_id, "user_id": row.user_id, "amount": row.amount}
    fact = PayoutSent(**fields, sent_at=now) if is_sent else PayoutFailed(**fields, failed_at=now)
    await payouts.record(session, row, fact)


async def _later(setup: Setup, payout_id: int, span: timedelta, trouble: rules.Trouble) -> None:
    async with setup.database.transaction() as session:
        row = await queries.locked(session, payout_id)
        if row is not None and row.ended_at is None:
            row.due_at, row.trouble = await clock.now(session) + span, trouble


async def receive_payout_callback(setup: Setup, raw: bytes) -> None:
    """Ask about a payout soon of which the provider tells; nothing is booked by a callback alone."""
    word = setup.till.parse_payout(raw)
    CAME.labels("forged" if word is None else "signed").inc()
    if word is None or not (
        word.reference.isascii() and word.reference.isdigit() and len(word.reference) < 19
    ):
        return
    async with setup.database.transaction() as session:
        row = await queries.locked(session, int(word.reference))
        if row is None or not await _is_about(session, row, word):
            return
        now = await clock.now(session)
        if row.status == "completed" and rules.verdict(word.status) == "refunded":
            row.due_at = now
        elif row.status in ("sending", "sent"):
            row.ref, row.status, row.due_at = word.ref, "sent", now
        elif row.status == "failed" and rules.verdict(word.status) == "completed":
            # Its money is in the wallet again: paid twice, for an operator to settle with its owner.
            CAME.labels("paid_after_its_end").inc()
            log.error("payout_paid_after_its_end", payout_id=row.id)
