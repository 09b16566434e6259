from datetime import datetime
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.protection import (
    AppealOutcome,
    DecisionReason,
    DisputeAppealed,
    DisputeDecided,
    DisputeReopened,
)
from libs.kit.errors import NotFound
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people
from services.boost.payouts.holds import get_hold_of_deal, was_confirmed_since_decision
from services.boost.payouts.rules import HELD_FOR
from services.boost.protection import queries, rules, service
from services.boost.protection.models import Protection
from services.boost.staff.queries import find_agreed


async def appeal_decision(session: AsyncSession, person: Identity, deal_id: int, words: str) -> None:
    """Idempotent for the same person and words. Another member of staff decides the appeal."""
    await people.lock_actor(session, person, is_bound=True)
    row = await queries.lock_protection(session, deal_id)
    if row is None or person.user_id not in (row.buyer_id, row.seller_id):
        raise NotFound
    if (row.state, row.appealed_by, row.appeal_words) == ("appealed", person.user_id, words):
        return
    now = await clock.now(session)
    role = service.role_of(row, person.user_id)
    rules.check_appeal(decision_state(row), role, now)
    await service.apply_event(session, row, "APPEAL", person.user_id, now)
    row.appealed_by, row.appealed_at, row.appeal_words = person.user_id, now, words
    event = DisputeAppealed(**service.deal_ids(row), appealed_by=role, appealed_at=now)
    await service.record_event(session, row, event)


def current_decision(row: Protection) -> tuple[rules.Decision | None, int | None]:
    return cast("rules.Decision | None", row.decision), row.decision_amount


def decision_state(row: Protection) -> rules.DecisionState:
    return rules.DecisionState(
        state=row.state,
        decision=current_decision(row)[0],
        until=row.appeal_until,
        is_appealed=row.appealed_at is not None,
    )


async def find_overruled_staff(session: AsyncSession, row: Protection) -> set[int | None]:
    """Staff who may not decide again, because they made or requested a decision that was appealed. Only
    appeals since the latest dispute or objection count."""
    decided, appealed = None, []
    for step in await queries.list_steps(session, row.deal_id):
        if step.event == "DECIDE":
            decided = step
        elif step.event == "APPEAL" and decided is not None:
            appealed.append(decided)
        elif step.event == "OBJECT":  # A new dispute begins.
            appealed = []
    agreed = await find_agreed(session, row.deal_id, {item.at for item in appealed})
    return {item.actor_id for item in appealed} | agreed


async def record_decision(session: AsyncSession, row: Protection, now: datetime) -> None:
    decision, amount = current_decision(row)
    assert decision is not None
    back, _ = rules.split_amount(decision, row.amount, row.fee or 0, amount)
    event = DisputeDecided(
        **service.deal_ids(row),
        outcome=rules.DISPUTE_OUTCOMES[decision],
        returned_to_buyer=back,
        reason=cast("DecisionReason", row.decision_code),
        on_appeal=cast("AppealOutcome | None", row.appeal_outcome),
        appeal_until=row.due_at if row.state == "decided" else None,
        send_back_until=row.due_at if row.state == "return_requested" else None,
        decided_at=now,
    )
    await service.record_event(session, row, event)


async def carry_out_decision(session: AsyncSession, row: Protection, now: datetime) -> None:
    """Call with the row locked if nobody appealed. Retries later while the pair is under review. Reopens the
    dispute if moderators confirmed the risk."""
    decision, amount = current_decision(row)
    assert decision is not None
    if rules.pays_seller(decision):
        hold = await get_hold_of_deal(session, row)
        if hold == "held":
            row.due_at = now + HELD_FOR
            return
        if hold == "confirmed" and await was_confirmed_since_decision(session, row):
            await _reopen(session, row, now)
            return
    if decision == "split":
        row.refunded = amount or 0
    await service.apply_event(session, row, rules.DECISION_EVENTS[decision], None, now)
    if row.state == "return_requested":
        await record_decision(session, row, now)


async def _reopen(session: AsyncSession, row: Protection, now: datetime) -> None:
    clear_decision(row)
    row.evidence_until = now + rules.EVIDENCE_FOR
    await service.apply_event(session, row, "REOPEN", None, now)
    event = DisputeReopened(**service.deal_ids(row), evidence_until=row.evidence_until, reopened_at=now)
    await service.record_event(session, row, event)


def clear_decision(row: Protection) -> None:
    row.decision_words, row.decision_code = "", None
    row.decided_by = row.decided_at = row.decision = row.decision_amount = row.decision_asked_by = None
    row.appeal_until = row.appealed_by = row.appealed_at = row.appeal_outcome = None
    row.appeal_words = ""
