from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.protection import (
    DisputeClaimed,
    DisputeClaimReturned,
    DisputeEvidenceAdded,
    DisputeOpened,
)
from libs.kit.errors import NotFound
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import assignments, people
from services.boost.payouts.holds import get_hold_of_deal
from services.boost.payouts.rules import check_decision
from services.boost.protection import appeals, queries, rules, service
from services.boost.protection.models import Evidence, Protection
from services.boost.protection.rules import (
    DisputeStillOpen,
    EvidenceClosed,
    InvalidSplit,
    ProtectionStepRefused,
    TooMuchEvidence,
)
from services.boost.protection.schemas import DecisionIn, DisputeIn, EvidenceIn
from services.boost.staff.rules import OwnMoney
from services.boost.staff.second_person import agree_or_ask, get_open_request, new_request, withdraw_request
from services.boost.staff.service import record_change


@dataclass(frozen=True)
class DecisionTerms:
    """Decisions above `alone_up_to` sen need two people."""

    alone_up_to: int
    appeal_for: timedelta


async def open_dispute(session: AsyncSession, buyer: Identity, deal_id: int, form: DisputeIn) -> None:
    """Idempotent. Stops the deal's deadline."""
    row = await service.lock_own(session, buyer, deal_id, "DISPUTE")
    now = await clock.now(session)
    if not await service.apply_event(session, row, "DISPUTE", buyer.user_id, now):
        return
    row.dispute_reason, row.dispute_words = form.reason, form.words
    row.disputed_at, row.evidence_until = now, now + rules.EVIDENCE_FOR
    await _record_opened(session, row, "buyer", now)


async def object_to_return(session: AsyncSession, seller: Identity, deal_id: int, words: str) -> None:
    row = await service.lock_own(session, seller, deal_id, "OBJECT")
    now = await clock.now(session)
    statement = Evidence(
        deal_id=deal_id, author_id=seller.user_id, kind="statement", words=words, added_at=now
    )
    if not await service.apply_event(session, row, "OBJECT", seller.user_id, now):
        await _insert_evidence(session, row, statement)
        return
    row.evidence_until = now + rules.EVIDENCE_FOR
    appeals.clear_decision(row)
    session.add(statement)
    await _record_opened(session, row, "seller", now)


async def _record_opened(
    session: AsyncSession, row: Protection, opened_by: rules.Role, now: datetime
) -> None:
    assert row.evidence_until is not None
    event = DisputeOpened(
        **service.deal_ids(row),
        reason=cast("rules.Reason", row.dispute_reason),
        opened_by=opened_by,
        evidence_until=row.evidence_until,
        opened_at=now,
    )
    await service.record_event(session, row, event)


async def add_evidence(session: AsyncSession, person: Identity, deal_id: int, form: EvidenceIn) -> None:
    now = clock.about_now()
    row = Evidence(deal_id=deal_id, author_id=person.user_id, kind=form.kind, words=form.words, added_at=now)
    await insert_evidence(session, person, row)


async def insert_evidence(session: AsyncSession, person: Identity, evidence: Evidence) -> None:
    """Raises if the deadline for evidence has passed or a limit is reached."""
    await people.lock_actor(session, person, is_bound=True)
    row = await queries.lock_protection(session, evidence.deal_id)
    if row is None or person.user_id not in (row.buyer_id, row.seller_id):
        raise NotFound
    evidence.added_at = await clock.now(session)
    await _insert_evidence(session, row, evidence)


async def _insert_evidence(session: AsyncSession, row: Protection, evidence: Evidence) -> None:
    statement = (evidence.author_id, evidence.kind, evidence.words)
    known = _current_evidence(row, await queries.list_evidence(session, row.deal_id))
    if evidence.token is None and statement in [(item.author_id, item.kind, item.words) for item in known]:
        return  # Repeated call.
    await check_evidence_allowed(session, row, evidence)
    session.add(evidence)
    event = DisputeEvidenceAdded(
        **service.deal_ids(row),
        added_by=service.role_of(row, evidence.author_id),
        kind=cast("Any", evidence.kind),
        added_at=evidence.added_at,
    )
    await service.record_event(session, row, event)


async def check_evidence_allowed(session: AsyncSession, row: Protection, evidence: Evidence) -> None:
    if row.state != "disputed" or row.evidence_until is None or evidence.added_at >= row.evidence_until:
        raise EvidenceClosed
    known = _current_evidence(row, await queries.list_evidence(session, row.deal_id))
    own = [item for item in known if item.author_id == evidence.author_id]
    photographs = sum(item.kind == "photograph" for item in own)
    if len(own) >= rules.MAX_EVIDENCE:
        raise TooMuchEvidence
    if evidence.kind == "photograph" and photographs >= rules.MAX_PHOTOGRAPHS:
        raise TooMuchEvidence


async def claim_dispute(session: AsyncSession, staff: Identity, deal_id: int) -> None:
    """The assignment lasts half an hour. Idempotent."""
    row = await _lock_for_staff(session, staff, deal_id)
    if row.state not in rules.FOR_STAFF:
        raise ProtectionStepRefused(row.state)
    rules.check_decider(staff.user_id, await appeals.find_overruled_staff(session, row))
    now = await clock.now(session)
    before = assignments.as_dict(row)
    until = assignments.take_assignment(row, staff.user_id, now)
    if until is not None:
        event = DisputeClaimed(
            **service.deal_ids(row), by_admin_id=staff.user_id, until=until, claimed_at=now
        )
        await service.record_event(session, row, event)
        claimed = assignments.as_dict(row)
        await record_change(session, staff.user_id, "claim_dispute", ("deal", deal_id), before, claimed)


async def release_claim(session: AsyncSession, staff: Identity, deal_id: int) -> None:
    """Idempotent."""
    row = await _lock_for_staff(session, staff, deal_id)
    now, before = await clock.now(session), assignments.as_dict(row)
    if assignments.release_assignment(row, staff.user_id, now):
        event = DisputeClaimReturned(**service.deal_ids(row), by_admin_id=staff.user_id, returned_at=now)
        await service.record_event(session, row, event)
        free = assignments.as_dict(row)
        await record_change(session, staff.user_id, "return_dispute", ("deal", deal_id), before, free)


async def decide_dispute(
    session: AsyncSession, staff: Identity, deal_id: int, form: DecisionIn, terms: DecisionTerms
) -> None:
    """Also decides appeals and payouts on hold. Idempotent for the same decision. A large amount needs two
    people, unless the decision is upheld on appeal."""
    row = await _lock_for_staff(session, staff, deal_id)
    now = await clock.now(session)
    event = rules.DECISION_EVENTS[form.outcome]
    is_same = appeals.current_decision(row) == (form.outcome, form.buyer_amount)
    if row.state == "decided" and not is_same:
        raise ProtectionStepRefused(row.state)
    if row.state == "decided" or rules.next_state(cast("rules.State", row.state), event) == row.state:
        return
    await _check_decision_allowed(session, row, staff, form, now)
    assignments.clear_assignment(row)
    asked_by: int | None = None
    if row.total > terms.alone_up_to and not (row.state == "appealed" and is_same):
        wanted = new_request(
            staff, now, form.outcome, form.reason, deal_id=deal_id, buyer_amount=form.buyer_amount,
            code=form.code,
        )  # fmt: skip
        open_request = await get_open_request(session, deal_id=deal_id)
        if not await agree_or_ask(session, wanted):
            return
        asked_by = None if open_request is None else open_request.asked_by
    before = {"state": row.state, "refunded": row.refunded}
    await _store_decision(session, row, staff, form, terms.appeal_for, asked_by, now)
    after = {"state": row.state, "refunded": row.refunded}
    await record_change(session, staff.user_id, "decide_dispute", ("deal", deal_id), before, after, form.code)


async def _check_decision_allowed(
    session: AsyncSession,
    row: Protection,
    staff: Identity,
    form: DecisionIn,
    now: datetime,
) -> None:
    assignments.check_free(row, staff.user_id, now)
    rules.check_decider(staff.user_id, await appeals.find_overruled_staff(session, row))
    hold = await get_hold_of_deal(session, row)
    check_decision(cast("rules.State", row.state), form.outcome, hold)
    if row.state != "withheld" and not is_escalated(
        row, await queries.list_evidence(session, row.deal_id), now
    ):
        assert row.evidence_until is not None
        raise DisputeStillOpen(row.evidence_until.isoformat())
    if form.buyer_amount is not None and form.buyer_amount >= row.amount:
        raise InvalidSplit


async def _store_decision(
    session: AsyncSession,
    row: Protection,
    staff: Identity,
    form: DecisionIn,
    appeal_for: timedelta,
    asked_by: int | None,
    now: datetime,
) -> None:
    """Carry the decision out immediately if it cannot be appealed. A decision about a returned parcel can be
    appealed separately."""
    decision, state = (form.outcome, form.buyer_amount), row.state
    if state in rules.GOING_BACK:
        appeals.clear_decision(row)
    if state == "appealed":
        row.appeal_outcome = rules.appeal_outcome(appeals.current_decision(row), decision)
    row.decision, row.decision_amount = decision
    row.decided_by, row.decided_at, row.decision_asked_by = staff.user_id, now, asked_by
    row.decision_code, row.decision_words = form.code, form.reason
    if appeal_for and state != "withheld" and row.appealed_at is None:
        await service.apply_event(session, row, "DECIDE", staff.user_id, now)
        row.due_at = row.appeal_until = now + appeal_for
        await appeals.record_decision(session, row, now)
        return
    if form.buyer_amount is not None:
        row.refunded = form.buyer_amount
    await service.apply_event(session, row, rules.DECISION_EVENTS[form.outcome], staff.user_id, now)
    if row.state in rules.GOING_BACK:
        await appeals.record_decision(session, row, now)


async def withdraw_decision(session: AsyncSession, staff: Identity, deal_id: int) -> None:
    row = await _lock_for_staff(session, staff, deal_id)
    assignments.check_free(row, staff.user_id, await clock.now(session))
    rules.check_decider(staff.user_id, await appeals.find_overruled_staff(session, row))
    await withdraw_request(session, staff, deal_id=deal_id)


async def _lock_for_staff(session: AsyncSession, staff: Identity, deal_id: int) -> Protection:
    """Raises if the staff member is the buyer or seller."""
    row = await queries.lock_protection(session, deal_id)
    is_known = row is not None and (row.dispute_reason or row.decided_at or row.state == "withheld")
    if row is None or not is_known:
        raise NotFound
    OwnMoney.refuse_party(staff.user_id, (row.buyer_id, row.seller_id))
    return row


def is_escalated(row: Protection, evidence: list[Evidence], now: datetime) -> bool:
    """True if staff may decide now. While a parcel goes back this is always the case, because both sides have
    already given evidence."""
    assert row.evidence_until is not None
    if row.state in {"decided", "appealed"} | rules.GOING_BACK:
        return True
    is_about_return = row.return_tracking is not None
    other = row.buyer_id if is_about_return else row.seller_id
    return rules.may_decide(
        cast("rules.Reason", row.dispute_reason),
        have_both_spoken=any(
            current_piece.author_id == other for current_piece in _current_evidence(row, evidence)
        ),
        evidence_until=row.evidence_until,
        now=now,
        is_about_return=is_about_return,
    )


def _current_evidence(row: Protection, evidence: list[Evidence]) -> list[Evidence]:
    if row.evidence_until is None:
        return []
    since = row.evidence_until - rules.EVIDENCE_FOR
    return [piece for piece in evidence if piece.added_at >= since]


async def send_back(session: AsyncSession, buyer: Identity, deal_id: int, tracking_number: str) -> None:
    """The buyer can correct the tracking number until the parcel arrives."""
    row = await service.lock_own(session, buyer, deal_id, "SEND_BACK")
    await service.apply_event(session, row, "SEND_BACK", buyer.user_id, await clock.now(session))
    row.return_tracking = tracking_number
