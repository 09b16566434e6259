"""Strikes as cases: each has one, so that its person can appeal; the third in ninety days waits for staff."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.sales import StrikeGiven, StrikeReviewed
from services.admin.domain import cases as rules
from services.admin.models import Case, CaseStep
from services.admin.queries import cases as queries
from services.admin.service import cases


async def take_strike(session: AsyncSession, fact: StrikeGiven) -> None:
    """Open the case of a strike: closed until its person appeals, or waiting where it is one too many."""
    # Of before strikes had ids, or heard once more.
    if fact.strike_id is None or await queries.newest_id_about(session, "strike", fact.strike_id):
        return
    days = None if fact.suspended_until is None else (fact.suspended_until - fact.given_at).days
    if fact.strikes >= rules.STRIKES_TO_LOOK_AT:
        case = await cases.waiting(session, "strike", fact.strike_id, fact.user_id, fact.given_at)
        case.priority, case.reported_for, case.beside_id = rules.URGENT_PRIORITY, "not_paid", fact.seller_id
    else:
        case = Case(
            kind="strike", subject_id=fact.strike_id, about_id=fact.user_id, beside_id=fact.seller_id, state="closed",
            priority=rules.NORMAL, reported_for="not_paid", opened_at=fact.given_at, waits_since=fact.given_at,
            over_at=fact.given_at,
        )  # fmt: skip
        session.add(case)
    await session.flush()
    step = CaseStep(case_id=case.known_id, step="struck", reason="not_paid", days=days, at=fact.given_at)
    session.add(step)


async def follow(session: AsyncSession, fact: StrikeReviewed) -> None:
    """Write down what auction answered to a decision about a strike."""
    await cases.take_answer(session, fact.case_id, "auction", fact.outcome, fact.decided_at)
