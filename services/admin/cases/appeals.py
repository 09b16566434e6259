from datetime import datetime, timedelta
from typing import Literal, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import CaseAppealed, CaseKind
from libs.kit.errors import NotFound
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people
from libs.marketplace.errors import AppealedAlready
from services.admin.cases import queries, rules, service
from services.admin.cases.models import Case, CaseAppeal, CaseStep
from services.admin.cases.schemas import OwnCaseOut, SanctionAppealOut

SHOWN: dict[str, Literal["lifted", "kept"]] = {"lift": "lifted", "keep": "kept"}


async def own_case(session: AsyncSession, person: Identity, case_id: int) -> OwnCaseOut:
    """Raises NotFound if the case is not about this person."""
    case = await queries.get_case(session, case_id)
    step = await _sanction_against(session, case, person)
    assert case is not None
    return await _case_out(session, case, step)


async def own_subject(session: AsyncSession, person: Identity, kind: CaseKind, subject_id: int) -> OwnCaseOut:
    case_id = await queries.find_newest_id(session, kind, subject_id)
    if case_id is None:
        raise NotFound
    return await own_case(session, person, case_id)


async def appeal_sanction(session: AsyncSession, person: Identity, case_id: int, words: str) -> OwnCaseOut:
    """Idempotent for the same text."""
    # `is_bound` also allows banned and suspended people. The lock serialises the appeal with an erasure.
    await people.lock_actor(session, person, is_bound=True)
    case = await queries.lock_case(session, case_id)
    step = await _sanction_against(session, case, person)
    assert case is not None
    before = await queries.get_case_appeal(session, case_id)
    if before is None:
        await _put(session, case, step, words)
    elif before.words != words:
        raise AppealedAlready
    return await _case_out(session, case, step)


async def _sanction_against(session: AsyncSession, case: Case | None, person: Identity) -> CaseStep:
    if case is None or case.about_id != person.user_id:
        raise NotFound
    if case.kind == "strike" and (given := await queries.get_strike(session, case.known_id)) is not None:
        return given
    sanction = await queries.get_sanction(session, case.known_id)
    if sanction is None:
        raise NotFound
    step, acknowledgement = sanction
    # A person does not see a sanction that was not carried out. An outcome of None means that the service has
    # not responded yet.
    if acknowledgement.outcome not in (None, "done"):
        raise NotFound
    return step


async def _put(session: AsyncSession, case: Case, step: CaseStep, words: str) -> None:
    now = await clock.now(session)
    rules.check_appeal(cast("CaseKind", case.kind), case.decision, step.at, now)
    session.add(CaseAppeal(case_id=case.known_id, user_id=case.about_id, words=words, at=now))
    session.add(CaseStep(case_id=case.known_id, step="appealed", by_id=case.about_id, at=now))
    case.state, case.priority, case.waits_since = "contested", rules.APPEAL, now
    case.claimed_by = case.claimed_until = case.over_at = None
    await service.record_event(session, case, CaseAppealed(**service.case_ids(case), appealed_at=now))


async def _case_out(session: AsyncSession, case: Case, step: CaseStep) -> OwnCaseOut:
    written = await queries.get_case_appeal(session, case.known_id)
    is_kept_unasked = case.decision == "keep" and written is None
    state = "appealed" if case.state == "contested" else SHOWN.get(case.decision or "", "stands")
    state = "stands" if is_kept_unasked else state
    until = step.at + rules.APPEAL_WITHIN
    is_open = state == "stands" and await clock.now(session) <= until
    return OwnCaseOut.model_validate(
        {
            "id": case.known_id, "kind": case.kind, "subject_id": case.subject_id,
            "sanction": step.decision or "strike",
            "reason": step.reason or "not_paid", "decided_at": step.at, "until": _end_of(step), "state": state,
            "may_appeal": is_open, "appeal_until": until,
            "appeal": None if written is None else SanctionAppealOut(words=written.words, at=written.at),
            "answered_at": case.over_at if state in ("lifted", "kept") else None,
        },
        by_name=True,
    )  # fmt: skip


def _end_of(step: CaseStep) -> datetime | None:
    return None if step.days is None else step.at + timedelta(days=step.days)
