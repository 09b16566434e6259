"""Payments that do not fit as cases: opened and closed by what boost tells, decided by finance."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.mismatches import (
    PaymentDecisionCarriedOut,
    PaymentMismatched,
    PaymentMismatchEnded,
)
from services.admin.domain import cases as rules
from services.admin.models import Case, CaseStep
from services.admin.queries import cases as queries
from services.admin.service import cases

# After these the payment still does not fit.
STILL_WAITING = ("refused", "asked")


async def take_mismatch(session: AsyncSession, fact: PaymentMismatched) -> None:
    """Let a payment that does not fit wait for finance."""
    case = await cases.waiting(session, "payment", fact.payment_id, fact.payer_id, fact.found_at)
    case.priority, case.reported_for = rules.URGENT_PRIORITY, "wrong_amount"


async def follow_end(session: AsyncSession, fact: PaymentMismatchEnded) -> None:
    """Close the case of a payment that fits now; one that was decided is closed by boost's answer."""
    case = await queries.newest_of(session, "payment", fact.payment_id)
    if case is None or case.state == "closed":
        return
    session.add(CaseStep(case_id=case.known_id, step="matched", at=fact.ended_at))
    if case.state == "open":
        _close(case, fact.ended_at)


async def follow_answer(session: AsyncSession, fact: PaymentDecisionCarriedOut) -> None:
    """Write down what boost answered; where the payment still does not fit, its case waits again."""
    await cases.take_answer(session, fact.case_id, "boost", fact.outcome, fact.done_at)
    case = await queries.locked(session, fact.case_id)
    if case is None or fact.outcome not in STILL_WAITING or case.state != "closed":
        return
    await session.flush()
    if not await queries.has_matched(session, fact.case_id):
        case.state, case.over_at = "open", None


def _close(case: Case, at: datetime) -> None:
    case.state, case.over_at = "closed", at
    case.claimed_by = case.claimed_until = None
