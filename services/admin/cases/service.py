from datetime import datetime
from typing import Any, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import (
    MOST_REPORTERS,
    CaseAppealed,
    CaseDecided,
    CaseKind,
    CaseOpened,
    CaseReason,
    Decision,
    Measure,
    MeasureAppealDecided,
    PaymentDecided,
    PaymentDecision,
    PaymentOutcome,
    ReportFiled,
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
from libs.contracts.fact import Fact
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.marketplace import assignments, people
from services.admin.cases import queries, rules
from services.admin.models import Case, CaseReceipt, CaseReport, CaseStep

TOLD_AT_ONCE = 100


async def record_again(database: Database) -> int:
    """Publish again that cases were opened before catalog consumed the event. Returns the number of cases."""
    async with database.reading() as session:
        found = await queries.find_to_record(session, TOLD_AT_ONCE)
    for case_id in found:
        async with database.transaction() as session:
            case = await queries.lock_case(session, case_id)
            if case is None or not case.needs_telling:
                continue
            case.needs_telling = False
            if case.state in ("open", "appealed"):
                await record_event(session, case, CaseOpened(**case_ids(case), opened_at=case.opened_at))
    return len(found)


async def take_listing_report(session: AsyncSession, fact: ListingReported) -> None:
    case = await find_waiting(session, "listing", fact.product_id, fact.seller_id, fact.reported_at)
    await _add_report(session, case, fact.reporter_id, fact.reason, fact.reported_at)


async def take_same_picture(session: AsyncSession, fact: SamePictureFound) -> None:
    case = await find_waiting(session, "listing", fact.product_id, fact.seller_id, fact.found_at)
    await _add_report(session, case, None, "same_photos", fact.found_at)


async def take_report(session: AsyncSession, fact: MessageReported) -> None:
    kind, subject = _report_subject(fact)
    case = await find_waiting(session, kind, subject, fact.about_id, fact.reported_at)
    case.beside_id = fact.rated_id or case.beside_id
    await _add_report(session, case, fact.reporter_id, fact.reason, fact.reported_at)


def _report_subject(fact: MessageReported) -> tuple[CaseKind, int]:
    if fact.message_id is not None:
        return "message", fact.message_id
    if fact.review_id is not None:
        return "review", fact.review_id
    return ("purchase", fact.transaction_id) if fact.transaction_id is not None else ("person", fact.about_id)


async def take_appeal(session: AsyncSession, fact: ListingAppealed) -> None:
    """Reopen the case about a listing for a member of staff other than the one who had it removed."""
    about: tuple[CaseKind, int] = ("listing", fact.product_id)
    removed, decider = await queries.find_removal(session, fact.product_id)
    # Later reports are in a case of their own, and a thing has at most one open case.
    case = await queries.find_open_about(session, *about)
    if case is None and removed is not None:
        case = await queries.lock_case(session, removed)
    case = case or await queries.find_newest_about(session, *about)
    if case is None:  # from before there were cases
        case = await find_waiting(session, *about, fact.seller_id, fact.appealed_at)
    if removed is not None:
        case.decided_by = decider  # not the one who upheld it in an earlier appeal
    case.state, case.priority, case.waits_since = "appealed", rules.APPEAL, fact.appealed_at
    case.claimed_by = case.claimed_until = case.over_at = None
    session.add(CaseStep(case_id=case.known_id, step="appealed", by_id=fact.seller_id, at=fact.appealed_at))
    await record_event(session, case, CaseAppealed(**case_ids(case), appealed_at=fact.appealed_at))


async def take_answer(
    session: AsyncSession, case_id: int, service: str, outcome: PaymentOutcome, at: datetime
) -> None:
    """Store a service's answer to a decision. The last answer closes the case."""
    case = await queries.lock_case(session, case_id)
    if case is None:
        return
    receipts = await queries.list_receipts(session, case_id)
    for receipt in receipts:
        if receipt.service == service and receipt.done_at is None:
            receipt.outcome, receipt.done_at = outcome, at
            break
    if case.state == "decided" and all(one.done_at is not None for one in receipts):
        case.state = "closed"


async def follow_listing(session: AsyncSession, fact: ListingTakenDown | ListingRestored) -> None:
    """Store catalog's answer. A removal by staff without a case gets one, so that it can be appealed."""
    decision: Decision
    reason: CaseReason
    if isinstance(fact, ListingTakenDown):
        decision, reason, at = "take_down", fact.reason, fact.taken_down_at
    else:
        decision, reason, at = "restore", "other", fact.restored_at
    if fact.case_id is not None:
        await take_answer(session, fact.case_id, "catalog", fact.outcome, at)
        return
    case = await queries.find_open_about(session, "listing", fact.product_id)
    if case is None:
        case = (
            await find_waiting(session, "listing", fact.product_id, fact.seller_id, at)
            if decision == "take_down"
            else await _removal(session, fact.product_id)
        )
    if case is not None:
        await store_decision(session, case, fact.by_admin_id, decision, reason, None, "", at)
        await session.flush()
        await take_answer(session, case.known_id, "catalog", fact.outcome, at)


async def _removal(session: AsyncSession, product_id: int) -> Case | None:
    """The case that took a listing down, locked. None if that was reversed."""
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
    """Store and publish a decision. Text about an erased person is not stored."""
    if await people.standing_of(session, case.about_id) == "erased":
        words = ""
    step = CaseStep(
        case_id=case.known_id, step="decided", by_id=staff_id, decision=decision, reason=reason, days=days,
        words=words, at=now,
    )  # fmt: skip
    session.add(step)
    await session.flush()
    before = case.decision
    service = rules.carried_out_by(cast("CaseKind", case.kind), decision, before)
    if service is not None:
        session.add(CaseReceipt(step_id=step.known_id, case_id=case.known_id, service=service))
    case.state = "closed" if service is None else "decided"
    case.decision, case.reason, case.decided_by, case.over_at = decision, reason, staff_id, now
    assignments.let_go(case)
    await record_event(
        session, case, await _decision_fact(session, case, step, cast("Measure | None", before))
    )


async def _decision_fact(session: AsyncSession, case: Case, step: CaseStep, before: Measure | None) -> Fact:
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
    reports = await queries.list_reports(session, case.known_id, MOST_REPORTERS)
    reporters = list(dict.fromkeys(one.reporter_id for one in reports if one.reporter_id is not None))
    if step.decision in ("lift", "keep"):
        assert before is not None
        return MeasureAppealDecided(
            **decided, measure=before, granted=step.decision == "lift",
            reporter_ids=reporters if before == "hide" else [],
        )  # fmt: skip
    return CaseDecided(
        **decided, decision=cast("Decision", step.decision), days=step.days,
        # The people who reported it were notified of the first decision.
        reporter_ids=[] if step.decision in rules.OF_APPEAL else reporters,
        overturns=await _overturned(session, case, step),
    )  # fmt: skip


async def _overturned(session: AsyncSession, case: Case, step: CaseStep) -> int | None:
    if step.decision != "restore":
        return None
    removed = await queries.find_newest_take_down(session, case.subject_id)
    return None if removed == case.id else removed


async def record_event(session: AsyncSession, case: Case, fact: Fact) -> None:
    """Publish an event of a case with its next version. Call with the case locked."""
    case.version += 1
    await session.flush()
    await outbox.record(session, fact, version=case.version)


def case_ids(case: Case) -> dict[str, Any]:
    return {
        "case_id": case.known_id, "kind": case.kind, "subject_id": case.subject_id, "about_id": case.about_id,
    }  # fmt: skip


async def find_waiting(
    session: AsyncSession, kind: CaseKind, subject_id: int, about_id: int, at: datetime
) -> Case:
    """The open case about this thing, locked. Opened if there is none."""
    row = {
        "kind": kind, "subject_id": subject_id, "about_id": about_id, "state": "open", "priority": rules.NORMAL,
        "reports": 0, "version": 0, "opened_at": at, "waits_since": at,
    }  # fmt: skip
    case, is_new = await queries.find_open_or_waiting(session, row)
    if is_new:
        session.add(CaseStep(case_id=case.known_id, step="opened", at=at))
        # Consumers retain reported things. An older process does not know other kinds.
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
    if case.reports <= rules.MOST_REPORTS:
        session.add(CaseReport(case_id=case.known_id, reporter_id=reporter_id, reason=reason, filed_at=at))
    fact = ReportFiled(
        **case_ids(case), reporter_id=reporter_id, reason=reason, reports=case.reports, filed_at=at
    )
    await record_event(session, case, fact)


async def take_restriction(session: AsyncSession, fact: AccountRestricted) -> None:
    """Open the case of a ban or suspension, closed until the person appeals.

    Neither the member of staff who requested it nor the one who approved it may decide the appeal."""
    if await queries.find_newest_id(session, "measure", fact.act_id) is not None:  # redelivered
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


async def take_strike(session: AsyncSession, fact: StrikeGiven) -> None:
    """Open the case of a strike: closed until the person appeals, or open after too many strikes."""
    # From before strikes had ids, or redelivered.
    if fact.strike_id is None or await queries.find_newest_id(session, "strike", fact.strike_id):
        return
    days = None if fact.suspended_until is None else (fact.suspended_until - fact.given_at).days
    if fact.strikes >= rules.STRIKES_TO_LOOK_AT:
        case = await find_waiting(session, "strike", fact.strike_id, fact.user_id, fact.given_at)
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


async def follow_strike(session: AsyncSession, fact: StrikeReviewed) -> None:
    await take_answer(session, fact.case_id, "auction", fact.outcome, fact.decided_at)


# After these outcomes the payment still does not match.
STILL_WAITING = ("refused", "asked")


async def take_mismatch(session: AsyncSession, fact: PaymentMismatched) -> None:
    case = await find_waiting(session, "payment", fact.payment_id, fact.payer_id, fact.found_at)
    case.priority, case.reported_for = rules.URGENT_PRIORITY, "wrong_amount"


async def follow_mismatch_end(session: AsyncSession, fact: PaymentMismatchEnded) -> None:
    """Close the case of a payment that matches now. A decided case is closed by boost's answer."""
    case = await queries.find_newest(session, "payment", fact.payment_id)
    if case is None or case.state == "closed":
        return
    session.add(CaseStep(case_id=case.known_id, step="matched", at=fact.ended_at))
    if case.state == "open":
        _close_mismatch(case, fact.ended_at)


async def follow_decision_answer(session: AsyncSession, fact: PaymentDecisionCarriedOut) -> None:
    """Store boost's answer. The case is reopened if the payment still does not match."""
    await take_answer(session, fact.case_id, "boost", fact.outcome, fact.done_at)
    case = await queries.lock_case(session, fact.case_id)
    if case is None or fact.outcome not in STILL_WAITING or case.state != "closed":
        return
    await session.flush()
    if not await queries.has_matched(session, fact.case_id):
        case.state, case.over_at = "open", None


def _close_mismatch(case: Case, at: datetime) -> None:
    case.state, case.over_at = "closed", at
    case.claimed_by = case.claimed_until = None
