"""What becomes of payouts by the provider's word or staff's, booked once. Call all of it with them locked."""

from datetime import datetime

import structlog
from prometheus_client import Counter
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.protection import PayoutFailed, PayoutSent
from libs.kit.process import clock
from services.boost.domain import payouts as rules
from services.boost.models.payouts import Payout
from services.boost.providers.port import PayoutWord
from services.boost.queries import payouts as queries
from services.boost.service import lateness, payouts, wallet
from services.boost.service.wallet import Line

log = structlog.get_logger(__name__)

CAME = Counter("boost_payout_callbacks_total", "What came as the provider's word about payouts", ["kind"])
for _kind in ("differs", "paid_after_its_end"):
    CAME.labels(_kind)  # else no one sees that the first one is one more


def stays_open(row: Payout, trouble: rules.Trouble, now: datetime) -> None:
    """Look at a payout later whose outcome is unclear, each time twice as late."""
    row.trouble, row.due_at = trouble, now + rules.look_after(row.looks)
    row.looks += 1


async def apply(session: AsyncSession, row: Payout, word: PayoutWord) -> datetime | None:
    """Write down what the provider says of a payout; return since when it was due if this is the first word
    that the provider has it."""
    if row.ended_at is not None:
        await _apply_late(session, row, word)
        return None
    if not await is_about(session, row, word):
        CAME.labels("differs").inc()
        log.error("payout_differs", payout_id=row.id)
        stays_open(row, "differs", await clock.now(session))
        return None
    now, since = await clock.now(session), lateness.end_wait(row)
    row.ref, row.status, row.due_at, row.trouble = word.ref, "sent", now + rules.ASK_AGAIN, None
    row.unanswered_since, row.looks = None, 0
    verdict = rules.verdict(word.status)
    if verdict != "under_way":
        await finish(session, row, verdict, now, "given_back")
    return since


async def is_about(session: AsyncSession, row: Payout, word: PayoutWord) -> bool:
    """Return whether what the provider says is about this payout, and of no other that we have."""
    if word.amount != row.amount or word.reference not in ("", str(row.id)):
        return False
    if row.ref is not None:
        return row.ref == word.ref
    return not await queries.has_ref(session, word.ref)


def report_paid_after_its_end(row: Payout, word: PayoutWord) -> bool:
    """Count a payout that was paid, whatever amount is named, though its money is in the wallet again, which
    an operator settles with its owner; return whether it is one."""
    if row.status != "failed" or rules.verdict(word.status) != "completed":
        return False
    CAME.labels("paid_after_its_end").inc()
    log.error("payout_paid_after_its_end", payout_id=row.id)
    return True


async def _apply_late(session: AsyncSession, row: Payout, word: PayoutWord) -> None:
    """Put the money of a payout back into the wallet, once, that had come and that its bank sent back."""
    if report_paid_after_its_end(row, word) or row.status != "completed":
        return
    row.due_at = None
    if not await is_about(session, row, word) or rules.verdict(word.status) != "refunded":
        return
    now = await clock.now(session)
    row.status, row.trouble, row.ended_at = "failed", "given_back", now
    await session.flush()
    lines = [Line("provider", -row.amount), Line("wallet", row.amount, row.user_id)]
    key = f"payout-sent-back:{row.id}"
    await wallet.move(session, key, "payout_failed", None, lines, now, deal_id=row.deal_id)
    fact = PayoutFailed(payout_id=row.known_id, user_id=row.user_id, amount=row.amount, failed_at=now)
    await payouts.record(session, row, fact)


async def finish(
    session: AsyncSession, row: Payout, verdict: rules.Verdict, now: datetime, trouble: rules.Trouble
) -> None:
    """Book how a payout ended, with the trouble of one that failed: one key for both ways, so that it ends
    once."""
    if row.ended_at is not None:
        return
    is_sent = verdict == "completed"
    row.status, row.ended_at, row.due_at = "completed" if is_sent else "failed", now, None
    row.sealed, row.due_since = b"", None  # no one needs them any more
    row.trouble = None if is_sent else trouble
    await session.flush()
    back = Line("provider", row.amount) if is_sent else Line("wallet", row.amount, row.user_id)
    reason: wallet.Reason = "payout_sent" if is_sent else "payout_failed"
    lines = [Line("payouts", -row.amount), back]
    await wallet.move(session, f"payout-ended:{row.id}", reason, None, lines, now, deal_id=row.deal_id)
    fields = {"payout_id": row.known_id, "user_id": row.user_id, "amount": row.amount}
    fact = PayoutSent(**fields, sent_at=now) if is_sent else PayoutFailed(**fields, failed_at=now)
    await payouts.record(session, row, fact)
