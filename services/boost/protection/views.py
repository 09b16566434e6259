from datetime import datetime
from typing import Any, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.protection import AppealOutcome, DecisionReason
from libs.kit.errors import NotFound
from libs.kit.media.signing import Signer
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import assignments
from libs.marketplace.people import names_of
from services.boost.payments.setup import Terms
from services.boost.payouts.holds import get_hold_of_deal
from services.boost.protection import appeals, disputes, queries, rules
from services.boost.protection.models import Evidence, Protection, ProtectionStep
from services.boost.protection.schemas import (
    AppealOut,
    ClaimOut,
    DealMoneyOut,
    DealOut,
    DisputeLineOut,
    DisputeOut,
    EvidenceOut,
    PayoutHoldOut,
    Step,
    TimelineOut,
)
from services.boost.protection.service import role_of
from services.boost.staff.models import SecondPersonRequest
from services.boost.staff.queries import find_waiting_deals
from services.boost.staff.rules import OwnMoney
from services.boost.staff.schemas import SecondPersonOut
from services.boost.staff.second_person import get_open_request

PATH = "/api/boost/evidence"


async def deal_out(
    session: AsyncSession, terms: Terms, viewer: Identity, deal_id: int, signer: Signer
) -> DealOut:
    """Raises NotFound if the deal has no held money or the viewer is not a party."""
    row = await queries.get_protection(session, deal_id)
    if row is None or viewer.user_id not in (row.buyer_id, row.seller_id):
        raise NotFound
    return await _deal_out(session, terms, row, viewer, role_of(row, viewer.user_id), signer)


async def staff_deal_out(
    session: AsyncSession, terms: Terms, staff: Identity, deal_id: int, signer: Signer
) -> DealOut:
    """Raises if the staff member is the buyer or seller."""
    row = await queries.get_protection(session, deal_id)
    if row is None:
        raise NotFound
    OwnMoney.refuse_party(staff.user_id, (row.buyer_id, row.seller_id))
    return await _deal_out(session, terms, row, staff, None, signer)


async def deal_money_out(session: AsyncSession, terms: Terms, staff: Identity, deal_id: int) -> DealMoneyOut:
    """Raises if the staff member is the buyer or seller."""
    row = await queries.get_protection(session, deal_id)
    if row is None or (row.state == "awaiting_funds" and not (await terms.now(session)).is_open):
        raise NotFound
    OwnMoney.refuse_party(staff.user_id, (row.buyer_id, row.seller_id))
    return DealMoneyOut(
        **row.model_dump(include={"deal_id", "state", "amount", "refunded"}),
        fee=terms.fee_of(row.amount) if row.fee is None else row.fee,
        seller_amount=_seller_amount(row),
        timeline=[
            _timeline_out(row, step, is_staff=True) for step in await queries.list_steps(session, deal_id)
        ],
    )


async def _deal_out(
    session: AsyncSession,
    terms: Terms,
    row: Protection,
    viewer: Identity,
    role: rules.Role | None,
    signer: Signer,
) -> DealOut:
    if row.state == "awaiting_funds" and not (await terms.now(session)).is_open:
        raise NotFound
    deal_id, now = row.deal_id, await clock.now(session)
    fee = terms.fee_of(row.amount) if row.fee is None else row.fee
    evidence = await queries.list_evidence(session, deal_id) if row.dispute_reason is not None else []
    shown = row.model_dump(
        include={
            "deal_id", "product_id", "seller_id", "buyer_id", "state", "amount", "refunded", "held_at", "ship_by",
            "due_at", "ended_at", "return_tracking", "decision_words",
        }
    )  # fmt: skip
    asked = await get_open_request(session, deal_id=deal_id) if role is None else None
    steps = (
        [] if role is None else _next_steps(row, role, is_late=row.ship_by is not None and now >= row.ship_by)
    )
    if role is not None and row.state == "disputed" and row.evidence_until and now < row.evidence_until:
        steps.append("ADD_EVIDENCE")
    if role is not None and rules.may_appeal(appeals.decision_state(row), role, now):
        steps.append("APPEAL")
    names = await names_of(session, {row.seller_id, row.buyer_id}) if role is None else {}
    return DealOut(
        **shown,
        seller_name=names.get(row.seller_id, ""),
        buyer_name=names.get(row.buyer_id, ""),
        role=role or "staff",
        fee=fee,
        total=row.amount + fee,
        seller_amount=_seller_amount(row),
        appeal=_appeal_out(row, needs_another=role is None and await _needs_another(session, row, viewer)),
        next=steps,
        dispute=None
        if row.dispute_reason is None
        else _dispute_out(row, evidence, viewer, signer, asked, disputes.is_escalated(row, evidence, now)),
        claim=(await _claims_out(session, [row], now)).get(row.deal_id) if role is None else None,
        payout_hold=await _payout_hold_out(session, row, asked) if role is None else None,
        timeline=[
            _timeline_out(row, step, is_staff=role is None)
            for step in await queries.list_steps(session, deal_id)
        ],
    )


async def _claims_out(session: AsyncSession, rows: list[Protection], now: datetime) -> dict[int, ClaimOut]:
    holders = {row.deal_id: assignments.holder_of(row, now) for row in rows if row.state in rules.FOR_STAFF}
    names = await names_of(session, {item for item in holders.values() if item is not None})
    return {
        row.deal_id: ClaimOut(
            claimed_by=(holder := holders[row.deal_id]),
            claimed_by_name="" if holder is None else names.get(holder, ""),
            claimed_until=None if holder is None else row.claimed_until,
            due_at=None
            if (since := row.appealed_at or row.evidence_until) is None
            else since + rules.DECIDED_WITHIN,
        )
        for row in rows
        if row.deal_id in holders
    }


async def _payout_hold_out(
    session: AsyncSession, row: Protection, asked: SecondPersonRequest | None
) -> PayoutHoldOut | None:
    is_held = row.held_at is not None and row.ended_at is None
    hold = await get_hold_of_deal(session, row) if is_held else None
    if hold is None:
        return None
    return PayoutHoldOut(is_confirmed=hold == "confirmed", second_person=SecondPersonOut.from_model(asked))


def _timeline_out(row: Protection, step: ProtectionStep, *, is_staff: bool) -> TimelineOut:
    """Hides from the buyer and seller which member of staff acted."""
    shown = TimelineOut(**step.model_dump(exclude={"deal_id", "number"}))
    if not is_staff and step.actor_id not in (row.buyer_id, row.seller_id):
        shown.actor_id = None
    return shown


def _seller_amount(row: Protection) -> int:
    decision, back = appeals.current_decision(row)
    if row.state in ("decided", "appealed") and decision is not None:
        return rules.split_amount(decision, row.amount, row.fee or 0, back)[1]
    return 0 if row.state in ("refunded", "returned") else row.amount - row.refunded


async def _needs_another(session: AsyncSession, row: Protection, viewer: Identity) -> bool:
    return row.state in rules.FOR_STAFF and viewer.user_id in await appeals.find_overruled_staff(session, row)


def _appeal_out(row: Protection, *, needs_another: bool) -> AppealOut | None:
    decision, amount = appeals.current_decision(row)
    if row.appeal_until is None or decision is None:
        return None
    return AppealOut(
        decision=decision,
        buyer_amount=amount,
        until=row.appeal_until,
        appealed_by=None if row.appealed_by is None else role_of(row, row.appealed_by),
        appealed_at=row.appealed_at,
        words=row.appeal_words,
        outcome=cast("AppealOutcome | None", row.appeal_outcome),
        needs_another=needs_another,
    )


def _next_steps(row: Protection, role: rules.Role, *, is_late: bool) -> list[Step]:
    if row.state == "awaiting_funds":
        return ["PAY"] if role == "buyer" else []
    return list(rules.list_steps(cast("rules.State", row.state), role, may_call_off=is_late))


def _dispute_out(
    row: Protection,
    evidence: list[Evidence],
    viewer: Identity,
    signer: Signer,
    asked: SecondPersonRequest | None,
    is_escalated: bool,
) -> DisputeOut:
    return DisputeOut(
        reason=cast("rules.Reason", row.dispute_reason),
        words=row.dispute_words,
        opened_at=cast("Any", row.disputed_at),
        evidence_until=cast("Any", row.evidence_until),
        is_escalated=is_escalated,
        evidence=[_evidence_out(row, piece, viewer, signer) for piece in evidence],
        decision_words=row.decision_words,
        decision_code=cast("DecisionReason | None", row.decision_code),
        decided_at=row.decided_at,
        second_person=SecondPersonOut.from_model(asked),
    )


def _evidence_out(row: Protection, one: Evidence, viewer: Identity, signer: Signer) -> EvidenceOut:
    url = signer.address(one.token, viewer.user_id, PATH) if one.token else None
    return EvidenceOut(
        **one.model_dump(include={"words", "width", "height", "added_at"}),
        id=one.known_id,
        author="buyer" if one.author_id == row.buyer_id else "seller",
        kind=cast("Any", one.kind),
        url=url,
        small_url=None if url is None else f"{url}&size=small",
    )


async def dispute_lines_out(session: AsyncSession, rows: list[Protection]) -> list[DisputeLineOut]:
    now = await clock.now(session)
    claimed = await _claims_out(session, rows, now)
    waiting = await find_waiting_deals(session, [row.deal_id for row in rows], now)
    return [
        DisputeLineOut(
            **row.model_dump(
                include={"deal_id", "product_id", "seller_id", "buyer_id", "state", "amount", "decided_at"}
            ),
            fee=row.fee or 0,
            reason=cast("rules.Reason | None", row.dispute_reason),
            opened_at=row.disputed_at,
            evidence_until=row.evidence_until,
            is_escalated=row.evidence_until is not None
            and disputes.is_escalated(row, await queries.list_evidence(session, row.deal_id), now),
            outcome=cast("Any", row.state if row.state in rules.PAID_OUT else None),
            appeal_until=_open_appeal_until(row, now),
            waits_for_second_person=row.deal_id in waiting,
            claim=claimed.get(row.deal_id),
        )
        for row in rows
    ]


def _open_appeal_until(row: Protection, now: datetime) -> datetime | None:
    is_open = row.state == "decided" and row.appealed_at is None
    return row.appeal_until if is_open and row.appeal_until is not None and now < row.appeal_until else None
