"""The provider is called between two transactions."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from prometheus_client import Counter, Gauge, Histogram
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.protection import MoneyAct, PayoutFailed, PayoutSent
from libs.kit.errors import NotFound, OutcomeUnknown, Unavailable
from libs.kit.process import buggify, clock
from libs.kit.security.safe import SealBroken
from libs.kit.security.tokens import Identity
from services.boost.one_by_one import one_by_one
from services.boost.payments.providers.port import CheckoutRefused, PayoutOrder, PayoutTaken, PayoutWord
from services.boost.payments.rules import PaymentsUnavailable
from services.boost.payments.setup import Setup
from services.boost.payouts import holds, queries, rules, service
from services.boost.payouts.models import Payout
from services.boost.payouts.rules import HELD_FOR, PayoutNotDue, PayoutNotUnclear
from services.boost.staff.service import Settled, payout_state, record_change, record_payout_act
from services.boost.wallet.service import Line, Reason, post_entry

log = structlog.get_logger(__name__)

AT_ONCE = 20


@dataclass(frozen=True)
class Task:
    """A payout to poll if `ref` is set, otherwise to send."""

    payout_id: int
    ref: str | None
    order: PayoutOrder | None
    # No other process takes the payout before this time.
    until: datetime
    # True if an earlier attempt may have reached the provider.
    may_be_there: bool


async def poll_due_payouts(setup: Setup) -> int:
    async with setup.database.reading() as session:
        now = await clock.now(session)
        measure_oldest(await queries.find_oldest_unsent(session, now), now)
        found = await queries.find_due_payouts(session, now, AT_ONCE) if setup.till.pays_out else []

    async def look(payout_id: int) -> None:
        try:
            await _poll_payout(setup, payout_id)
        except Exception:  # `one_by_one` logs the error, and the payout is retried later.
            if await setup.database.answers():
                await _poll_later(setup, payout_id, rules.TRY_AGAIN, "away")
            raise

    await one_by_one(setup.database, "pay_out", found, look)
    return len(found)


async def hurry_payout(setup: Setup, staff: Identity, payout_id: int, reason: str) -> None:
    """Payouts to a new account keep their waiting time."""
    if not setup.till.pays_out:
        raise PaymentsUnavailable
    async with setup.database.transaction() as session:
        row = await queries.lock_payout(session, payout_id)
        if row is None:
            raise NotFound
        await record_payout_act(session, staff, row, "payout_asked", reason)
        now = await clock.now(session)
        if not rules.may_hurry(row.status, row.send_at, row.due_at, now):
            raise PayoutNotDue
        if row.due_at is not None and row.due_at <= now:
            note_due(row, now)
        before, row.due_at = payout_state(row), now
        await _record_change(session, staff, "payout_asked", row, before)
    await _poll_payout(setup, payout_id)


async def settle_payout(
    session: AsyncSession, staff: Identity, payout_id: int, outcome: Settled, reason: str
) -> None:
    """End a payout with the outcome that the provider reported to staff. Idempotent."""
    row = await queries.lock_payout(session, payout_id)
    if row is None:
        raise NotFound
    is_paid = outcome == "paid"
    if row.status == ("completed" if is_paid else "failed"):
        return
    act: MoneyAct = "payout_settled_paid" if is_paid else "payout_settled_refused"
    await record_payout_act(session, staff, row, act, reason)
    if not rules.may_settle(row.status, row.trouble):
        raise PayoutNotUnclear
    before = payout_state(row)
    verdict: rules.Verdict = "completed" if is_paid else "refunded"
    await finish_payout(session, row, verdict, await clock.now(session), "refused")
    await _record_change(session, staff, act, row, before)


async def _record_change(
    session: AsyncSession, staff: Identity, act: MoneyAct, row: Payout, before: dict[str, object]
) -> None:
    after = payout_state(row)
    await record_change(session, staff.user_id, act, ("payout", row.known_id), before, after)


async def _poll_payout(setup: Setup, payout_id: int) -> None:
    try:
        async with setup.database.transaction() as session:
            task = await _claim_payout(session, setup, payout_id)
    except SealBroken:  # Encrypted with another secret, which an operator has to restore.
        log.error("payout_sealed", payout_id=payout_id)
        await _poll_later(setup, payout_id, rules.UNREADABLE_FOR, "sealed")
        return
    if task is not None:
        await _ask_provider(setup, task)


async def _claim_payout(session: AsyncSession, setup: Setup, payout_id: int) -> Task | None:
    """If this process dies, another process retries after a minute."""
    now = await clock.now(session)
    row = await queries.lock_due_payout(session, payout_id, now)
    if row is None:
        return None
    # A payout that may have been sent is polled even while on hold.
    is_unsent = row.ref is None and row.unanswered_since is None
    if is_unsent and await holds.is_person_held(session, row.user_id):
        row.due_at, row.due_since = now + HELD_FOR, None
        return None
    note_due(row, now)
    row.due_at, may_be_there = now + rules.SENDING_FOR, row.unanswered_since is not None
    if row.ref is not None:
        return Task(row.known_id, row.ref, None, row.due_at, may_be_there)
    # After a crash it is unknown whether the payout was sent, so the next try asks the provider first.
    row.status = "sending"
    row.unanswered_since, row.trouble = row.unanswered_since or now, None
    number, holder = service.open_account(setup.safe, row.sealed)
    order = PayoutOrder(
        reference=str(row.id), amount=row.amount, bank_code=row.bank_code, account_number=number, holder=holder,
        description=f"Wangi payout {row.id}",
    )  # fmt: skip
    return Task(row.known_id, None, order, row.due_at, may_be_there)


async def _ask_provider(setup: Setup, task: Task) -> None:
    try:
        if task.order is not None:
            word = await setup.till.pay_out(task.order)
        else:
            await setup.count_ask("payout")
            word = await setup.till.fetch_payout(task.ref or "")
    except CheckoutRefused as refusal:
        log.warning("payout_refused", payout_id=task.payout_id, cause=str(refusal))
        await _handle_refusal(setup, task)
        return
    except (PayoutTaken, Unavailable) as away:  # May have been sent. A callback or poll shows the outcome.
        log.info("payout_waits", payout_id=task.payout_id, cause=repr(away))
        await _handle_delay(setup, task, away)
        return
    buggify.point("after-payout-sent")
    since = None
    async with setup.database.transaction() as session:
        row, now = await queries.lock_payout(session, task.payout_id), await clock.now(session)
        if row is not None:
            since = await apply_word(session, row, word)
    observe_taken(since, now)


async def _handle_refusal(setup: Setup, task: Task) -> None:
    """If an earlier attempt may have been accepted, only the provider or staff can end the payout."""
    async with setup.database.transaction() as session:
        row = await queries.lock_payout(session, task.payout_id)
        if row is None or row.ended_at is not None or row.ref is not None:
            return
        now = await clock.now(session)
        if task.may_be_there or row.due_at != task.until:
            keep_open(row, "unclear", now)
        else:
            await finish_payout(session, row, "refunded", now, "refused")


async def _handle_delay(setup: Setup, task: Task, away: PayoutTaken | Unavailable) -> None:
    async with setup.database.transaction() as session:
        row = await queries.lock_payout(session, task.payout_id)
        if row is None or row.ended_at is not None:
            return
        now = await clock.now(session)
        if isinstance(away, PayoutTaken):
            keep_open(row, "taken", now)
            return
        is_mine = row.due_at == task.until  # Otherwise another process is sending it.
        is_certain = not isinstance(away, OutcomeUnknown) and not task.may_be_there
        row.due_at, row.trouble = now + rules.TRY_AGAIN, "away"
        if is_mine and is_certain and task.ref is None:  # Not accepted, so handled as if never sent.
            row.status, row.unanswered_since = "waiting", None


async def _poll_later(setup: Setup, payout_id: int, span: timedelta, trouble: rules.Trouble) -> None:
    async with setup.database.transaction() as session:
        row = await queries.lock_payout(session, payout_id)
        if row is not None and row.ended_at is None:
            now = await clock.now(session)
            note_due(row, now)
            row.due_at, row.trouble = now + span, trouble


async def receive_payout_callback(setup: Setup, raw: bytes) -> None:
    """Only schedules a poll. Nothing is posted from a callback alone."""
    word = setup.till.parse_payout(raw)
    CAME.labels("forged" if word is None else "signed").inc()
    if word is None or not (
        word.reference.isascii() and word.reference.isdigit() and len(word.reference) < 19
    ):
        return
    since = None
    async with setup.database.transaction() as session:
        row, now = await queries.lock_payout(session, int(word.reference)), await clock.now(session)
        if row is None or report_paid_after_its_end(row, word):
            return
        if not await is_about_payout(session, row, word):
            return
        if row.status == "completed" and rules.payout_verdict(word.status) == "refunded":
            # Also polls a payout that staff ended while its number was unknown.
            row.ref, row.due_at = row.ref or word.ref, now
        elif row.status in ("sending", "sent"):
            since = end_wait(row)
            row.ref, row.status, row.due_at, row.trouble = word.ref, "sent", now, None
    observe_taken(since, now)


CAME = Counter("boost_payout_callbacks_total", "Payout callbacks of the provider, by outcome", ["kind"])
for _kind in ("differs", "paid_after_its_end"):
    CAME.labels(_kind)


def keep_open(row: Payout, trouble: rules.Trouble, now: datetime) -> None:
    row.trouble, row.due_at = trouble, now + rules.next_poll(row.looks)
    row.looks += 1


async def apply_word(session: AsyncSession, row: Payout, word: PayoutWord) -> datetime | None:
    """Returns when the payout became due, if the provider confirms the payout for the first time. Otherwise
    returns None."""
    if row.ended_at is not None:
        await _apply_late_word(session, row, word)
        return None
    if not await is_about_payout(session, row, word):
        CAME.labels("differs").inc()
        log.error("payout_differs", payout_id=row.id)
        keep_open(row, "differs", await clock.now(session))
        return None
    now, since = await clock.now(session), end_wait(row)
    row.ref, row.status, row.due_at, row.trouble = word.ref, "sent", now + rules.ASK_AGAIN, None
    row.unanswered_since, row.looks = None, 0
    verdict = rules.payout_verdict(word.status)
    if verdict != "under_way":
        await finish_payout(session, row, verdict, now, "given_back")
    return since


async def is_about_payout(session: AsyncSession, row: Payout, word: PayoutWord) -> bool:
    """True if the status belongs to this payout and not to another payout of ours."""
    if word.amount != row.amount or word.reference not in ("", str(row.id)):
        return False
    if row.ref is not None:
        return row.ref == word.ref
    return not await queries.has_ref(session, word.ref)


def report_paid_after_its_end(row: Payout, word: PayoutWord) -> bool:
    """Count a payout that was completed although its money is back in the wallet. An operator settles the
    amount with the owner."""
    if row.status != "failed" or rules.payout_verdict(word.status) != "completed":
        return False
    CAME.labels("paid_after_its_end").inc()
    log.error("payout_paid_after_its_end", payout_id=row.id)
    return True


async def _apply_late_word(session: AsyncSession, row: Payout, word: PayoutWord) -> None:
    """Return the money to the wallet once if the bank sent the payout back."""
    if report_paid_after_its_end(row, word) or row.status != "completed":
        return
    row.due_at = None
    if not await is_about_payout(session, row, word) or rules.payout_verdict(word.status) != "refunded":
        return
    now = await clock.now(session)
    row.status, row.trouble, row.ended_at = "failed", "given_back", now
    await session.flush()
    lines = [Line("provider", -row.amount), Line("wallet", row.amount, row.user_id)]
    key = f"payout-sent-back:{row.id}"
    await post_entry(session, key, "payout_failed", None, lines, now, deal_id=row.deal_id)
    event = PayoutFailed(payout_id=row.known_id, user_id=row.user_id, amount=row.amount, failed_at=now)
    await service.record_payout_event(session, row, event)


async def finish_payout(
    session: AsyncSession, row: Payout, verdict: rules.Verdict, now: datetime, trouble: rules.Trouble
) -> None:
    """Both outcomes share a ledger key, so that a payout ends only once."""
    if row.ended_at is not None:
        return
    is_sent = verdict == "completed"
    row.status, row.ended_at, row.due_at = "completed" if is_sent else "failed", now, None
    row.sealed, row.due_since = b"", None
    row.trouble = None if is_sent else trouble
    await session.flush()
    back = Line("provider", row.amount) if is_sent else Line("wallet", row.amount, row.user_id)
    reason: Reason = "payout_sent" if is_sent else "payout_failed"
    lines = [Line("payouts", -row.amount), back]
    await post_entry(session, f"payout-ended:{row.id}", reason, None, lines, now, deal_id=row.deal_id)
    fields = {"payout_id": row.known_id, "user_id": row.user_id, "amount": row.amount}
    event = PayoutSent(**fields, sent_at=now) if is_sent else PayoutFailed(**fields, failed_at=now)
    await service.record_payout_event(session, row, event)


PURCHASE_LATENESS = Histogram(
    "boost_purchase_late_seconds",
    "Time from the deadline of a protected purchase to its step",
    buckets=(1, 5, 15, 60, 300, 3600),
)
PAYOUT_LATENESS = Histogram(
    "boost_payout_late_seconds",
    "Time from the due time of a payout to its acceptance by the provider",
    buckets=(1, 5, 15, 60, 300, 3600),
)
OLDEST_PAYOUT = Gauge(
    "boost_oldest_payout_seconds", "Age of the oldest due payout that the provider has not accepted"
)


def note_due(row: Payout, now: datetime) -> None:
    """Call with the payout locked, before setting the next poll."""
    if row.ref is None:
        row.due_since = row.due_since or row.unanswered_since or row.due_at or now


def end_wait(row: Payout) -> datetime | None:
    since, row.due_since = row.due_since, None
    return since if row.ref is None else None


def observe_taken(since: datetime | None, now: datetime) -> None:
    """Call after the commit."""
    if since is not None:
        PAYOUT_LATENESS.observe((now - since).total_seconds())


def measure_oldest(since: datetime | None, now: datetime) -> None:
    OLDEST_PAYOUT.set(0 if since is None else (now - since).total_seconds())
