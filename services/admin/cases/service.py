from datetime import datetime
from typing import Any, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Event
from libs.contracts.events.admin import (
    MAX_REPORTERS,
    CaseAppealed,
    CaseDecided,
    CaseKind,
    CaseOpened,
    CaseReason,
    Decision,
    PaymentDecided,
    PaymentDecision,
    PaymentOutcome,
    ReportFiled,
    Sanction,
    SanctionAppealDecided,
    StrikeDecided,
)
from libs.contracts.events.auth import AccountRestricted
from libs.contracts.events.catalog import ListingAppealed, ListingReported, ListingRestored, ListingTakenDown
from libs.contracts.events.evidence import SamePictureFound
from libs.contracts.events.messaging import MessageReported
from libs.contracts.events.mismatches import (
    PaymentDecisionCarriedOut,
    PaymentMismatched,
    PaymentMismatchEnded,
)
from libs.contracts.events.sales import StrikeGiven, StrikeReviewed
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.marketplace import assignments, people
from services.admin.cases import queries, rules
from services.admin.cases.models import Case, CaseAcknowledgement, CaseReport, CaseStep

PUBLISHED_AT_ONCE = 100


async def record_again(database: Database) -> int:
    """Publishes cases that were opened before catalog consumed the event. Returns the number of cases."""
    async with database.reading() as session:
        to_record = await queries.find_to_record(session, PUBLISHED_AT_ONCE)
    for case_id in to_record:
        async with database.transaction() as session:
            case = await queries.lock_case(session, case_id)
            if case is None or not case.needs_publishing:
                continue
            case.needs_publishing = False
            if case.state in ("open", "appealed"):
                await record_event(session, case, CaseOpened(**case_ids(case), opened_at=case.opened_at))
    return len(to_record)


async def take_listing_report(session: AsyncSession, event: ListingReported) -> None:
    case = await find_waiting(session, "listing", event.product_id, event.seller_id, event.reported_at)
    await _add_report(session, case, event.reporter_id, event.reason, event.reported_at)


async def take_same_picture(session: AsyncSession, event: SamePictureFound) -> None:
    case = await find_waiting(session, "listing", event.product_id, event.seller_id, event.found_at)
    await _add_report(session, case, None, "same_photos", event.found_at)


async def take_report(session: AsyncSession, event: MessageReported) -> None:
    kind, subject = _report_subject(event)
    case = await find_waiting(session, kind, subject, event.about_id, event.reported_at)
    case.beside_id = event.rated_id or case.beside_id
    await _add_report(session, case, event.reporter_id, event.reason, event.reported_at)


def _report_subject(event: MessageReported) -> tuple[CaseKind, int]:
    if event.message_id is not None:
        return "message", event.message_id
    if event.review_id is not None:
        return "review", event.review_id
    return (
        ("purchase", event.transaction_id) if event.transaction_id is not None else ("person", event.about_id)
    )


async def take_appeal(session: AsyncSession, event: ListingAppealed) -> None:
    """Reopens the case. The appeal must be decided by another staff member than the one who had the listing
    removed."""
    about: tuple[CaseKind, int] = ("listing", event.product_id)
    removed, decider = await queries.find_removal(session, event.product_id)
    # Prefers an open case, because a listing has at most one. Later reports may have opened it.
    case = await queries.find_open_about(session, *about)
    if case is None and removed is not None:
        case = await queries.lock_case(session, removed)
    case = case or await queries.find_newest_about(session, *about)
    if case is None:  # The listing was removed before cases existed.
        case = await find_waiting(session, *about, event.seller_id, event.appealed_at)
    if removed is not None:
        # The staff member who removed the listing. Until now this may have been someone who upheld the
        # removal in an earlier appeal.
        case.decided_by = decider
    case.state, case.priority, case.waits_since = "appealed", rules.APPEAL, event.appealed_at
    case.claimed_by = case.claimed_until = case.over_at = None
    session.add(CaseStep(case_id=case.known_id, step="appealed", by_id=event.seller_id, at=event.appealed_at))
    await record_event(session, case, CaseAppealed(**case_ids(case), appealed_at=event.appealed_at))


async def take_answer(
    session: AsyncSession, case_id: int, service: str, outcome: PaymentOutcome, at: datetime
) -> None:
    """The last response closes the case."""
    case = await queries.lock_case(session, case_id)
    if case is None:
        return
    acknowledgements = await queries.list_acknowledgements(session, case_id)
    for acknowledgement in acknowledgements:
        if acknowledgement.service == service and acknowledgement.done_at is None:
            acknowledgement.outcome, acknowledgement.done_at = outcome, at
            break
    if case.state == "decided" and all(item.done_at is not None for item in acknowledgements):
        case.state = "closed"


async def follow_listing(session: AsyncSession, event: ListingTakenDown | ListingRestored) -> None:
    """If staff removed a listing without a case, a case is created, so that the seller can appeal."""
    decision: Decision
    reason: CaseReason
    if isinstance(event, ListingTakenDown):
        decision, reason, at = "take_down", event.reason, event.taken_down_at
    else:
        decision, reason, at = "restore", "other", event.restored_at
    if event.case_id is not None:
        await take_answer(session, event.case_id, "catalog", event.outcome, at)
        return
    case = await queries.find_open_about(session, "listing", event.product_id)
    if case is None:
        case = (
            await find_waiting(session, "listing", event.product_id, event.seller_id, at)
            if decision == "take_down"
            else await _removal(session, event.product_id)
        )
    if case is not None:
        await store_decision(session, case, event.by_admin_id, decision, reason, None, "", at)
        await session.flush()
        await take_answer(session, case.known_id, "catalog", event.outcome, at)


async def _removal(session: AsyncSession, product_id: int) -> Case | None:
    """Returns the case of the removal, locked. Returns None if the removal was reversed."""
    removed, _ = await queries.find_removal(session, product_id)
    case = None if removed is None else await queries.lock_case(session, removed)
    return None if case is None or case.decision == "restore" else case


async def store_decision(
    session: AsyncSession,
    case: Case,
    staff_id: int,
    decision: rules.AnyDecision,
    reason: CaseReason,
    days: int | None,
    words: str,
    now: datetime,
) -> None:
    """Text about an erased person is not stored."""
    words = await people.text_about(session, words, case.about_id)
    step = CaseStep(
        case_id=case.known_id, step="decided", by_id=staff_id, decision=decision, reason=reason, days=days,
        words=words, at=now,
    )  # fmt: skip
    session.add(step)
    await session.flush()
    before = case.decision
    service = rules.carried_out_by(cast("CaseKind", case.kind), decision, before)
    if service is not None:
        session.add(CaseAcknowledgement(step_id=step.known_id, case_id=case.known_id, service=service))
    case.state = "closed" if service is None else "decided"
    case.decision, case.reason, case.decided_by, case.over_at = decision, reason, staff_id, now
    assignments.clear_assignment(case)
    await record_event(
        session, case, await _decision_event(session, case, step, cast("Sanction | None", before))
    )


async def _decision_event(
    session: AsyncSession, case: Case, step: CaseStep, before: Sanction | None
) -> Event:
    """`before` is the first decision of the case."""
    decided: dict[str, Any] = case_ids(case) | {
        "by_admin_id": step.by_id,
        "reason": step.reason,
        "decided_at": step.at,
    }
    if case.kind == "payment":
        return PaymentDecided(**decided, decision=cast("PaymentDecision", step.decision))
    if case.kind == "strike":
        return StrikeDecided(**decided, lifted=step.decision == "lift")
    reports = await queries.list_reports(session, case.known_id, MAX_REPORTERS)
    reporters = list(
        dict.fromkeys(report.reporter_id for report in reports if report.reporter_id is not None)
    )
    if step.decision in ("lift", "keep"):
        assert before is not None
        return SanctionAppealDecided(
            **decided, sanction=before, granted=step.decision == "lift",
            reporter_ids=reporters if before == "hide" else [],
        )  # fmt: skip
    return CaseDecided(
        **decided, decision=cast("Decision", step.decision), days=step.days,
        # Reporters were already notified of the first decision.
        reporter_ids=[] if step.decision in rules.OF_APPEAL else reporters,
        overturns=await _overturned(session, case, step),
    )  # fmt: skip


async def _overturned(session: AsyncSession, case: Case, step: CaseStep) -> int | None:
    if step.decision != "restore":
        return None
    removed = await queries.find_newest_take_down(session, case.subject_id)
    return None if removed == case.id else removed


async def record_event(session: AsyncSession, case: Case, event: Event) -> None:
    """Call with the case locked."""
    case.version += 1
    await session.flush()
    await outbox.record(session, event, version=case.version)


def case_ids(case: Case) -> dict[str, Any]:
    return {
        "case_id": case.known_id, "kind": case.kind, "subject_id": case.subject_id, "about_id": case.about_id,
    }  # fmt: skip


async def find_waiting(
    session: AsyncSession, kind: CaseKind, subject_id: int, about_id: int, at: datetime
) -> Case:
    """Returns the open case about this subject, or opens one. The case is locked."""
    row = {
        "kind": kind, "subject_id": subject_id, "about_id": about_id, "state": "open", "priority": rules.NORMAL,
        "reports": 0, "version": 0, "opened_at": at, "waits_since": at,
    }  # fmt: skip
    case, is_new = await queries.find_open_or_waiting(session, row)
    if is_new:
        session.add(CaseStep(case_id=case.known_id, step="opened", at=at))
        # Only published for kinds that people report. Consumers keep the reported content, and older versions
        # of the code do not know other kinds.
        if kind in rules.REPORTED_KINDS:
            await record_event(session, case, CaseOpened(**case_ids(case), opened_at=at))
    return case


async def _add_report(
    session: AsyncSession, case: Case, reporter_id: int | None, reason: CaseReason, at: datetime
) -> None:
    case.reports += 1
    if case.reported_for is None or (reason in rules.URGENT and case.reported_for not in rules.URGENT):
        case.reported_for = reason
    case.priority = max(case.priority, rules.case_priority(reason, case.reports))
    if case.reports <= rules.MAX_REPORTS:
        session.add(CaseReport(case_id=case.known_id, reporter_id=reporter_id, reason=reason, filed_at=at))
    event = ReportFiled(
        **case_ids(case), reporter_id=reporter_id, reason=reason, reports=case.reports, filed_at=at
    )
    await record_event(session, case, event)


async def take_restriction(session: AsyncSession, event: AccountRestricted) -> None:
    """Creates a closed case, which the person can reopen by an appeal. Staff who requested or approved the
    sanction may not decide the appeal."""
    if await queries.find_newest_id(session, "sanction", event.act_id) is not None:  # Redelivered.
        return
    case = Case(
        kind="sanction", subject_id=event.act_id, about_id=event.user_id, beside_id=event.asked_by, state="closed",
        priority=rules.NORMAL, opened_at=event.restricted_at, waits_since=event.restricted_at,
        decision=event.sanction, reason=event.reason, decided_by=event.by_admin_id, over_at=event.restricted_at,
    )  # fmt: skip
    session.add(case)
    await session.flush()
    step = CaseStep(
        case_id=case.known_id, step="decided", by_id=event.by_admin_id, decision=event.sanction, reason=event.reason,
        days=event.days, at=event.restricted_at,
    )  # fmt: skip
    session.add(step)
    await session.flush()
    acknowledgement = CaseAcknowledgement(
        step_id=step.known_id,
        case_id=case.known_id,
        service="auth",
        outcome="done",
        done_at=event.restricted_at,
    )
    session.add(acknowledgement)


async def take_strike(session: AsyncSession, event: StrikeGiven) -> None:
    """Creates a case that stays closed until the person appeals. After too many strikes, the case is open."""
    # Either the strike is from before strikes had ids, or the event was redelivered.
    if event.strike_id is None or await queries.find_newest_id(session, "strike", event.strike_id):
        return
    days = None if event.suspended_until is None else (event.suspended_until - event.given_at).days
    if event.strikes >= rules.STRIKES_TO_LOOK_AT:
        case = await find_waiting(session, "strike", event.strike_id, event.user_id, event.given_at)
        case.priority, case.reported_for = rules.URGENT_PRIORITY, "not_paid"
        case.beside_id = event.seller_id
    else:
        case = Case(
            kind="strike", subject_id=event.strike_id, about_id=event.user_id, beside_id=event.seller_id,
            state="closed",
            priority=rules.NORMAL, reported_for="not_paid", opened_at=event.given_at, waits_since=event.given_at,
            over_at=event.given_at,
        )  # fmt: skip
        session.add(case)
    await session.flush()
    step = CaseStep(case_id=case.known_id, step="struck", reason="not_paid", days=days, at=event.given_at)
    session.add(step)


async def follow_strike(session: AsyncSession, event: StrikeReviewed) -> None:
    await take_answer(session, event.case_id, "auction", event.outcome, event.decided_at)


# After these outcomes, the payment still does not match.
STILL_WAITING = ("refused", "asked")


async def take_mismatch(session: AsyncSession, event: PaymentMismatched) -> None:
    case = await find_waiting(session, "payment", event.payment_id, event.payer_id, event.found_at)
    case.priority, case.reported_for = rules.URGENT_PRIORITY, "wrong_amount"


async def follow_mismatch_end(session: AsyncSession, event: PaymentMismatchEnded) -> None:
    """If the case is already decided, boost's response closes it instead."""
    case = await queries.find_newest(session, "payment", event.payment_id)
    if case is None or case.state == "closed":
        return
    session.add(CaseStep(case_id=case.known_id, step="matched", at=event.ended_at))
    if case.state == "open":
        _close_mismatch(case, event.ended_at)


async def follow_decision_answer(session: AsyncSession, event: PaymentDecisionCarriedOut) -> None:
    """Reopens the case if the payment still does not match."""
    await take_answer(session, event.case_id, "boost", event.outcome, event.done_at)
    case = await queries.lock_case(session, event.case_id)
    if case is None or event.outcome not in STILL_WAITING or case.state != "closed":
        return
    await session.flush()
    if not await queries.has_matched(session, event.case_id):
        case.state, case.over_at = "open", None


def _close_mismatch(case: Case, at: datetime) -> None:
    case.state, case.over_at = "closed", at
    case.claimed_by = case.claimed_until = None
