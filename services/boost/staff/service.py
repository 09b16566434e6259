"""Reasons given by staff are stored but not published."""

from typing import Any, Literal, Protocol

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.protection import MoneyAct, StaffActed
from libs.contracts.events.staff import MoneyChangedByStaff
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.marketplace import people, staff_changes
from services.boost.boosts.queries import get_order
from services.boost.payments.models import Payment
from services.boost.payments.queries import get_payment
from services.boost.payouts.models import Payout
from services.boost.payouts.queries import get_payout
from services.boost.protection.queries import get_protection
from services.boost.staff.models import StaffAct
from services.boost.staff.rules import OwnMoney

Settled = Literal["paid", "refused"]
About = Literal["order", "package", "payment", "payout", "deal"]


class Staffer(Protocol):
    @property
    def user_id(self) -> int: ...


async def record_payout_act(
    session: AsyncSession, staff: Staffer, payout: Payout, act: MoneyAct, reason: str
) -> None:
    """Raises if the payout belongs to the staff member."""
    OwnMoney.refuse_party(staff.user_id, (payout.user_id,))
    reason = await people.text_about(session, reason, payout.user_id)
    await _record_act(session, staff, act, reason, payout_id=payout.known_id)


async def record_payment_act(
    session: AsyncSession, staff: Staffer, payment: Payment, act: MoneyAct, reason: str
) -> None:
    """Raises if the staff member is a party to the order or deal."""
    await check_payment(session, staff, payment)
    reason = await text_about_payment(session, payment, reason)
    await _record_act(session, staff, act, reason, payment_id=payment.known_id)


async def check_payment(session: AsyncSession, staff: Staffer, payment: Payment) -> None:
    """Raises if the staff member pays or receives the money."""
    OwnMoney.refuse_party(staff.user_id, await _sides(session, payment))


async def text_about_payment(session: AsyncSession, payment: Payment, text: str) -> str:
    """Returns an empty string if a party to the order or deal is erased."""
    return await people.text_about(session, text, *await _sides(session, payment))


async def _sides(session: AsyncSession, payment: Payment) -> set[int]:
    if payment.deal_id is not None:
        return await _sides_of_deal(session, payment.deal_id)
    return await _sides_of_order(session, payment.of_order)


async def _sides_of_deal(session: AsyncSession, deal_id: int) -> set[int]:
    deal = await get_protection(session, deal_id)
    return set() if deal is None else {deal.buyer_id, deal.seller_id}


async def _sides_of_order(session: AsyncSession, order_id: int) -> set[int]:
    order = await get_order(session, order_id)
    return set() if order is None else {order.seller_id}


async def parties_of(session: AsyncSession, what: About, number: int) -> set[int]:
    match what:
        case "order":
            return await _sides_of_order(session, number)
        case "deal":
            return await _sides_of_deal(session, number)
        case "payment":
            payment = await get_payment(session, number)
            return set() if payment is None else await _sides(session, payment)
        case "payout":
            payout = await get_payout(session, number)
            return set() if payout is None else {payout.user_id}
        case "package":
            return set()


async def _record_act(
    session: AsyncSession, staff: Staffer, act: MoneyAct, reason: str, **about: Any
) -> None:
    now = await clock.now(session)
    row = StaffAct(act=act, staff_id=staff.user_id, reason=reason, acted_at=now, **about)
    session.add(row)
    await session.flush()
    subject = row.payment_id if row.payout_id is None else row.payout_id
    assert subject is not None
    parties = await parties_of(session, "payment" if row.payout_id is None else "payout", subject)
    event = StaffActed(
        act_id=row.known_id,
        act=act,
        by_admin_id=staff.user_id,
        payout_id=row.payout_id,
        payment_id=row.payment_id,
        party_ids=sorted(parties),
        acted_at=now,
    )
    await outbox.record(session, event, version=1)


async def record_change(
    session: AsyncSession,
    staff_id: int,
    act: str,
    about: tuple[About, int],
    before: dict[str, Any],
    after: dict[str, Any],
    reason: str | None = None,
) -> None:
    what, number = about
    await staff_changes.record(
        session,
        MoneyChangedByStaff,
        act,
        by=staff_id,
        about=number,
        parties=await parties_of(session, what, number),
        before=before,
        after=after,
        reason=reason,
        about_kind=what,
    )


def payout_state(payout: Payout) -> dict[str, Any]:
    return {"status": payout.status, "trouble": payout.trouble, "dueAt": payout.due_at}


def payment_state(payment: Payment) -> dict[str, Any]:
    return {"status": payment.status, "came": payment.came}
