from collections.abc import Collection
from datetime import datetime
from typing import Any, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import CaseClaimed, CaseClaimReturned, CaseKind, CaseReason
from libs.contracts.events.staff import PlatformChangedByStaff
from libs.kit.db.database import Database
from libs.kit.errors import DomainError, NotFound
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import assignments, staff_changes
from libs.marketplace.dealings import Calls, refuse_dealings
from libs.marketplace.people import names_of
from services.admin.cases import queries, rules, sanctions, service
from services.admin.cases.models import Case, CaseStep
from services.admin.cases.schemas import (
    CaseAcknowledgementOut,
    CaseOut,
    CasePageOut,
    CaseReportOut,
    CaseStepOut,
    DecisionIn,
    OwnReportOut,
    PersonCasesOut,
    PersonOut,
    Queue,
    SanctionAppealOut,
    WaitingOut,
)
from services.admin.risk.queries import count_waiting_pairs, has_bid_on

MAX_STEPS = 200
MAX_SANCTIONS = 20
# The kinds of cases that the caller's role may read and decide.
Kinds = Collection[CaseKind]
OFFERED: tuple[rules.AnyDecision, ...] = (
    "take_down", "hide", "warn", "suspend", "restore", "uphold", "lift", "keep", "dismiss", "match",
    "credit", "write_off",
)  # fmt: skip


async def open_work_out(session: AsyncSession) -> list[WaitingOut]:
    reports, appeals = (
        await queries.count_open_cases(session, rules.REPORTED_KINDS, "open"),
        await queries.count_open_cases(session, rules.APPEALED_KINDS, "appealed", "contested"),
    )
    strikes = await queries.count_open_cases(session, ["strike"], "open", "contested")
    risk = await count_waiting_pairs(session)
    counts: dict[Queue, tuple[int, datetime | None]] = {
        "reports": reports, "appeals": appeals, "strikes": strikes, "risk": risk,
    }  # fmt: skip
    late = await queries.list_waiting_sanctions(session)
    return [
        *(WaitingOut(what=what, count=one[0], since=one[1], person_id=None) for what, one in counts.items()),
        WaitingOut(what="sanctions", count=late.sanctions, since=late.since, person_id=late.user_id),
    ]


async def claim_case(session: AsyncSession, staff: Identity, case_id: int, kinds: Kinds) -> None:
    """Assigns the case for half an hour. Idempotent during that time."""
    case, now = await _lock_for_staff(session, staff, case_id, kinds)
    before = assignments.as_dict(case)
    until = assignments.take_assignment(case, staff.user_id, now)
    if until is None:
        return
    session.add(CaseStep(case_id=case_id, step="claimed", by_id=staff.user_id, at=now))
    event = CaseClaimed(**service.case_ids(case), by_admin_id=staff.user_id, until=until, claimed_at=now)
    await service.record_event(session, case, event)
    await staff_changes.record(
        session, PlatformChangedByStaff, "claim_case", by=staff.user_id, about=case_id,
        parties=parties_of(case), before=before,
        after=assignments.as_dict(case), case_id=case_id,
    )  # fmt: skip


async def release_claim(session: AsyncSession, staff: Identity, case_id: int, kinds: Kinds) -> None:
    """Does nothing if the case is not assigned."""
    case, now = await _lock_for_staff(session, staff, case_id, kinds)
    before = assignments.as_dict(case)
    if not assignments.release_assignment(case, staff.user_id, now):
        return
    session.add(CaseStep(case_id=case_id, step="returned", by_id=staff.user_id, at=now))
    event = CaseClaimReturned(**service.case_ids(case), by_admin_id=staff.user_id, returned_at=now)
    await service.record_event(session, case, event)
    await staff_changes.record(
        session, PlatformChangedByStaff, "return_case", by=staff.user_id, about=case_id,
        parties=parties_of(case), before=before,
        after=assignments.as_dict(case), case_id=case_id,
    )  # fmt: skip


def _decision_of(case: Case) -> dict[str, Any]:
    return {"state": case.state, "decision": case.decision}


async def decide_case(
    session: AsyncSession, staff: Identity, case_id: int, form: DecisionIn, kinds: Kinds
) -> None:
    """Idempotent for the same decision by the same person."""
    found = await queries.lock_case(session, case_id)
    decision = (staff.user_id, form.decision, form.reason)
    if (
        found is not None
        and found.kind in kinds
        and found.state not in rules.OPEN_STATES
        and decision == (found.decided_by, found.decision, found.reason)
    ):
        return
    case, now = await _lock_for_staff(session, staff, case_id, kinds)
    rules.check_decision(_kind(case), _state(case), form.decision, form.days)
    before = _decision_of(case)
    await service.store_decision(
        session, case, staff.user_id, form.decision, form.reason, form.days, form.words, now
    )
    await staff_changes.record(
        session, PlatformChangedByStaff, "decide_case", by=staff.user_id, about=case_id,
        parties=parties_of(case), reason=form.reason,
        before=before | {"days": None}, after=_decision_of(case) | {"days": form.days}, case_id=case_id,
    )  # fmt: skip


async def refuse_dealings_in(database: Database, calls: Calls, staff: Identity, case_id: int) -> None:
    """Raises if the staff member has open dealings with the person that the case is about."""
    async with database.reading() as session:
        case = await queries.get_case(session, case_id)
    if case is not None:
        await refuse_dealings(calls, staff.user_id, case.about_id)


async def _lock_for_staff(
    session: AsyncSession, staff: Identity, case_id: int, kinds: Kinds
) -> tuple[Case, datetime]:
    case = await queries.lock_case(session, case_id)
    if case is None or case.kind not in kinds:
        raise NotFound
    now = await clock.now(session)
    await _check_decision_allowed(session, case, staff, now)
    return case, now


async def _check_decision_allowed(session: AsyncSession, case: Case, staff: Identity, now: datetime) -> None:
    is_reporter = await queries.has_reported(session, case.kind, case.subject_id, staff.user_id)
    is_bidder = case.kind == "listing" and await has_bid_on(session, case.subject_id, staff.user_id)
    people = (*parties_of(case), staff.user_id if is_reporter or is_bidder else None)
    deciders = (case.decided_by, case.beside_id if case.kind == "sanction" else None)
    rules.check_may_look(case.state, staff_id=staff.user_id, people=people, decided_by=deciders)
    assignments.check_free(case, staff.user_id, now)


def parties_of(case: Case) -> tuple[int | None, ...]:
    """Returns the people involved. `beside_id` is the seller for a strike, and the rated person for a review.
    For a sanction without a report, `beside_id` is a staff member and not involved."""
    return (case.about_id, None if case.kind == "sanction" else case.beside_id)


async def case_page_out(session: AsyncSession, staff: Identity, case_id: int, kinds: Kinds) -> CasePageOut:
    case = await queries.get_case(session, case_id)
    if case is None or case.kind not in kinds:
        raise NotFound
    rules.OwnCase.refuse_party(staff.user_id, parties_of(case))  # The page names the reporters.
    now = clock.about_now()
    reports = await queries.list_reports(session, case_id, rules.MAX_REPORTS)
    steps = await queries.list_steps(session, case_id, MAX_STEPS)
    reporters = {report.reporter_id for report in reports if report.reporter_id is not None}
    staff_ids = {step.by_id for step in steps if step.by_id is not None}
    names = await names_of(session, reporters | staff_ids | _people_of([case]))
    records = await queries.list_records(session, reporters) if reporters else {}
    appeal = await queries.get_case_appeal(session, case_id)
    others, acted_upon = await queries.list_others_about(session, case.about_id, case_id)
    filed = []
    for report in reports:
        made, agreed = (1, 0) if report.reporter_id is None else records.get(report.reporter_id, (1, 0))
        filed.append(
            CaseReportOut(
                reporter=_person(report.reporter_id, names),
                filed=made,
                agreed=agreed,
                **report.model_dump(include={"reason", "filed_at"}),
            )  # fmt: skip
        )
    return CasePageOut(
        case=_case_out(case, names, now),
        filed=filed,
        steps=[
            CaseStepOut(by=_person(step.by_id, names), **step.model_dump(exclude={"id", "case_id", "by_id"}))
            for step in steps
        ],
        acknowledgements=[
            CaseAcknowledgementOut(**acknowledgement.model_dump(include={"service", "outcome", "done_at"}))
            for acknowledgement in await queries.list_acknowledgements(session, case_id)
        ],
        appeal=None if appeal is None else SanctionAppealOut(words=appeal.words, at=appeal.at),
        others_about=others,
        acted_upon=acted_upon,
        decisions=await _decisions(session, case, staff, now),
    )


async def _decisions(
    session: AsyncSession, case: Case, staff: Identity, now: datetime
) -> list[rules.AnyDecision]:
    try:
        await _check_decision_allowed(session, case, staff, now)
    except DomainError:
        return []
    fitting = rules.fitting_decisions(_kind(case), case.state)
    return [item for item in OFFERED if item in fitting]


async def cases_out(session: AsyncSession, found: list[Case], now: datetime) -> list[CaseOut]:
    names = await names_of(session, _people_of(found))
    return [_case_out(case, names, now) for case in found]


async def person_cases(session: AsyncSession, staff: Identity, user_id: int, most: int) -> PersonCasesOut:
    """Does not show that the person reported the staff member."""
    about = await queries.list_newest_about_person(session, user_id, most)
    reported = [
        (report, case)
        for report, case in await queries.list_newest_reports(session, user_id, most)
        if staff.user_id not in parties_of(case)
    ]
    records = await queries.list_records(session, [user_id]) if reported else {}
    filed, agreed = records.get(user_id, (0, 0))
    every = await cases_out(session, [*about, *(case for _, case in reported)], clock.about_now())
    return PersonCasesOut(
        cases=every[: len(about)],
        sanctions=await sanctions.list_account_sanctions(session, user_id, MAX_SANCTIONS),
        reported=[
            OwnReportOut(case=case, reason=cast("CaseReason", report.reason), filed_at=report.filed_at)
            for (report, _), case in zip(reported, every[len(about) :], strict=True)
        ],
        filed=filed,
        agreed=agreed,
    )


def _people_of(found: list[Case]) -> set[int]:
    return {item.about_id for item in found} | {
        item.claimed_by for item in found if item.claimed_by is not None
    }


def _case_out(case: Case, names: dict[int, str], now: datetime) -> CaseOut:
    is_claimed = case.state in rules.OPEN_STATES and assignments.is_claimed(case.claimed_until, now)
    columns = case.model_dump(
        exclude={"about_id", "state", "claimed_by", "claimed_until", "decided_by", "version"}
    )
    about = _person(case.about_id, names)
    assert about is not None
    return CaseOut(
        **columns,
        about=about,
        due_at=case.waits_since + rules.SERVICE_LEVEL[case.priority],
        state=rules.shown_state(case.state, case.claimed_until, now),
        claimed_by=_person(case.claimed_by, names) if is_claimed else None,
        claimed_until=case.claimed_until if is_claimed else None,
    )


def _person(user_id: int | None, names: dict[int, str]) -> PersonOut | None:
    return None if user_id is None else PersonOut(id=user_id, username=names.get(user_id, ""))


def _kind(case: Case) -> CaseKind:
    return cast("CaseKind", case.kind)


def _state(case: Case) -> rules.State:
    return cast("rules.State", case.state)
