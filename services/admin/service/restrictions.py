"""Bans and suspensions that staff did without a case: each has one from then on, to be appealed."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import AccountRestricted
from services.admin.domain import cases as rules
from services.admin.models import Case, CaseReceipt, CaseStep
from services.admin.queries import cases as queries


async def take(session: AsyncSession, fact: AccountRestricted) -> None:
    """Open the case of a ban or suspension: decided and carried out, closed until its person appeals. Staff
    that asked for it decides about it no more than staff that agreed."""
    if await queries.newest_id_about(session, "measure", fact.act_id) is not None:  # heard once more
        return
    case = Case(
        kind="measure", subject_id=fact.act_id, about_id=fact.user_id, beside_id=fact.asked_by, state="closed",
        priority=rules.NORMAL, opened_at=fact.restricted_at, waits_since=fact.restricted_at,
        decision=fact.measure, reason=fact.reason, decided_by=fact.by_admin_id, over_at=fact.restricted_at,
    )  # fmt: skip
    session.add(case)
    await session.flush()
    step = CaseStep(
        case_id=case.known_id, step="decided", by_id=fact.by_admin_id, decision=fact.measure, reason=fact.reason,
        days=fact.days, at=fact.restricted_at,
    )  # fmt: skip
    session.add(step)
    await session.flush()
    receipt = CaseReceipt(
        step_id=step.known_id,
        case_id=case.known_id,
        service="auth",
        outcome="done",
        done_at=fact.restricted_at,
    )
    session.add(receipt)
