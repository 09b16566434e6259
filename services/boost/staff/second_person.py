"""Large amounts are requested by one person and approved by a second person."""

from datetime import datetime
from typing import Literal, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.protection import (
    SecondPersonAsked,
    SecondPersonOutcome,
    SecondPersonRequestEnded,
)
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace.errors import SecondPersonNeeded
from services.boost.protection.rules import SECOND_PERSON_WITHIN
from services.boost.staff import queries, service
from services.boost.staff.models import SecondPersonRequest
from services.boost.staff.service import Staffer

Ending = Literal["agreed", "withdrawn", "replaced", "lapsed"]


def new_request(
    staff: Staffer,
    now: datetime,
    outcome: SecondPersonOutcome,
    reason: str,
    *,
    order_id: int | None = None,
    deal_id: int | None = None,
    buyer_amount: int | None = None,
    code: str | None = None,
) -> SecondPersonRequest:
    return SecondPersonRequest(
        order_id=order_id, deal_id=deal_id, outcome=outcome, buyer_amount=buyer_amount, reason=reason,
        code=code, asked_by=staff.user_id, asked_at=now, until=now + SECOND_PERSON_WITHIN,
    )  # fmt: skip


async def agree_or_ask(session: AsyncSession, wanted: SecondPersonRequest) -> bool:
    """Returns True if this call approves the open request of another person. Otherwise stores the request,
    which replaces any open request. Raises if the same person repeats a request. Call with the order or deal
    locked."""
    before = await _find_request(session, wanted.order_id, wanted.deal_id)
    if before is not None and before.until <= wanted.asked_at:
        await _end_request(session, before, "lapsed", None, wanted.asked_at)
    elif before is not None and before.is_same(wanted):
        if before.asked_by == wanted.asked_by:
            raise SecondPersonNeeded
        await _end_request(session, before, "agreed", wanted.asked_by, wanted.asked_at)
        return True
    elif before is not None:
        await _end_request(session, before, "replaced", wanted.asked_by, wanted.asked_at)
    session.add(wanted)
    await session.flush()
    event = SecondPersonAsked(
        request_id=wanted.known_id,
        party_ids=sorted(await service.parties_of(session, *_request_subject(wanted))),
        order_id=wanted.order_id,
        transaction_id=wanted.deal_id,
        outcome=cast("SecondPersonOutcome", wanted.outcome),
        returned_to_buyer=wanted.buyer_amount,
        by_admin_id=wanted.asked_by,
        until=wanted.until,
        asked_at=wanted.asked_at,
    )
    await outbox.record(session, event, version=1)
    act = "ask_credit" if wanted.outcome == "credit" else "ask_decision" if wanted.deal_id else "ask_refund"
    await service.record_change(
        session, wanted.asked_by, act, _request_subject(wanted),
        before={"asked": False, "askedAmount": None}, after={"asked": True, "askedAmount": wanted.buyer_amount},
    )  # fmt: skip
    return False


def _request_subject(row: SecondPersonRequest) -> tuple[service.About, int]:
    if row.order_id is not None:
        return "order", row.order_id
    assert row.deal_id is not None
    return "deal", row.deal_id


async def withdraw_request(
    session: AsyncSession, staff: Identity, *, order_id: int | None = None, deal_id: int | None = None
) -> None:
    """Idempotent. Call with the order or deal locked."""
    waiting = await _find_request(session, order_id, deal_id)
    now = await clock.now(session)
    if waiting is not None and waiting.until <= now:
        await _end_request(session, waiting, "lapsed", None, now)
    elif waiting is not None:
        await _end_request(session, waiting, "withdrawn", staff.user_id, now)
        act = "withdraw_decision" if waiting.order_id is None else "withdraw_refund"
        asked = _request_subject(waiting)
        await service.record_change(session, staff.user_id, act, asked, {"asked": True}, {"asked": False})


async def lapse_request(
    session: AsyncSession, now: datetime, *, order_id: int | None = None, deal_id: int | None = None
) -> None:
    """Call with the order or deal locked."""
    waiting = await _find_request(session, order_id, deal_id)
    if waiting is not None:
        await _end_request(session, waiting, "lapsed", None, now)


async def get_open_request(
    session: AsyncSession, *, order_id: int | None = None, deal_id: int | None = None
) -> SecondPersonRequest | None:
    request = await _find_request(session, order_id, deal_id)
    return request if request is not None and request.until > await clock.now(session) else None


async def _find_request(
    session: AsyncSession, order_id: int | None, deal_id: int | None
) -> SecondPersonRequest | None:
    if order_id is not None:
        return await queries.find_request_about_order(session, order_id)
    assert deal_id is not None
    return await queries.find_request_about_deal(session, deal_id)


async def _end_request(
    session: AsyncSession, row: SecondPersonRequest, ended_as: Ending, staff_id: int | None, now: datetime
) -> None:
    row.ended_as, row.ended_by, row.ended_at = ended_as, staff_id, now
    await session.flush()
    event = SecondPersonRequestEnded(
        request_id=row.known_id, ended_as=ended_as, by_admin_id=staff_id, ended_at=now,
        party_ids=sorted(await service.parties_of(session, *_request_subject(row))),
    )  # fmt: skip
    await outbox.record(session, event, version=2)
