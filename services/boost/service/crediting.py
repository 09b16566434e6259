"""A payment that does not fit, ended by staff: what came in truth becomes wallet credit, once."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.http.errors import NotFound
from libs.kit.process import clock
from services.boost.domain.refusals_payments import NothingToCredit
from services.boost.models.payments import Payment
from services.boost.queries import orders as order_queries
from services.boost.queries import payments as queries
from services.boost.schemas.payments import BillAskedOut
from services.boost.service import holding, payments, second_person, settling, staff_acts, wallet
from services.boost.service.setup import Setup
from services.boost.service.staff_acts import Staffer
from services.boost.service.wallet import Line


async def credit(setup: Setup, staff: Staffer, payment_id: int, reason: str) -> BillAskedOut:
    """Ask the provider what came of a payment that does not fit, and credit its payer with that, a large
    amount when another member of staff has asked for it before; said twice is said once."""
    credited = BillAskedOut(id=payment_id, found="credited")
    async with setup.database.reading() as session:
        payment = await queries.payment_by_id(session, payment_id)
        if payment is None:
            raise NotFound
        await staff_acts.check_payment(session, staff, payment)
    if payment.came is not None:
        return credited
    if payment.status != "review" or payment.bill_id is None:
        raise NothingToCredit
    bill = await setup.ask(payment.bill_id)
    if bill is None or not (bill.is_paid and bill.is_ours) or not bill.came or bill.amount == payment.amount:
        raise NothingToCredit
    async with setup.database.transaction() as session:
        await payments.lock_purpose(session, payment)
        locked = await queries.locked(session, payment_id)
        if locked.came is not None:
            return credited
        if locked.status != "review":
            raise NothingToCredit
        now = await clock.now(session)
        if bill.came > setup.second_person_above:
            wanted = second_person.new_request(
                staff, now, "credit", reason, order_id=locked.order_id, deal_id=locked.deal_id,
                buyer_amount=bill.came,
            )  # fmt: skip
            if not await second_person.agree_or_ask(session, wanted):
                return BillAskedOut(id=payment_id, found="asked")
        await staff_acts.about_payment(session, staff, locked, "payment_credited", reason)
        before = staff_acts.state_of_payment(locked)
        await _end(session, locked, bill.came, now)
        after = staff_acts.state_of_payment(locked)
        await staff_acts.record_change(
            session, staff.user_id, "payment_credited", ("payment", payment_id), before, after
        )
    return credited


async def _end(session: AsyncSession, payment: Payment, came: int, now: datetime) -> None:
    """Write that a payment brought another amount, and credit it. Call with its order or deal locked."""
    payment.status, payment.paid_at, payment.ask_at = "paid", now, None
    payment.settled_as, payment.came = "credit", came
    await session.flush()
    if payment.deal_id is not None:
        deal = await holding.locked(session, payment)
        lines = [Line("provider", -came), Line("wallet", came, deal.buyer_id)]
        await wallet.move(session, f"late:{payment.id}", "late", None, lines, now, deal_id=deal.deal_id)
        return
    order = await order_queries.locked(session, payment.of_order)
    await settling.credit_late(session, order, payment, now)
    if order.status in ("pending", "review") and not await queries.is_waited_for(session, order.known_id):
        await settling.expire(session, order, now)
