"""What staff does about orders: give one back, and ask the provider about one, or about a bill of a deal."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.boost import BoostRefunded
from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound
from libs.kit.process import clock
from services.boost.domain.orders import shown_status
from services.boost.domain.refusals_boosts import NothingToRefund
from services.boost.domain.refusals_payments import NothingToAsk
from services.boost.domain.refusals_staff import OwnMoney
from services.boost.models.payments import Payment
from services.boost.queries import boosts as boost_queries
from services.boost.queries import orders as queries
from services.boost.queries import payments as payment_queries
from services.boost.schemas.payments import AskedOut, BillAskedOut
from services.boost.service import boosts, polling, second_person, staff_acts
from services.boost.service.setup import Setup

# Bills of an order about which the provider is asked at once.
MOST_BILLS = 3


async def refund(
    session: AsyncSession, staff: Identity, order_id: int, words: str, *, alone_up_to: int
) -> None:
    """Give what is left of a paid order back as wallet credit, and end its boosts; above `alone_up_to` when
    another member of staff has asked for it before."""
    seen = await queries.order(session, order_id)
    if seen is None:
        raise NotFound
    OwnMoney.refuse_party(staff.user_id, (seen.seller_id,))
    await boost_queries.locked(session, seen.seller_id, seen.product_ids)
    order = await queries.locked(session, order_id)
    amount = order.amount - order.refunded
    if order.status != "paid" or amount == 0:
        raise NothingToRefund
    now = await clock.now(session)
    if amount > alone_up_to:
        wanted = second_person.new_request(staff, now, "refund", words, order_id=order_id)
        if not await second_person.agree_or_ask(session, wanted):
            return
    before = {"status": order.status, "refunded": order.refunded}
    rows = await boosts.shorten(session, order, now)
    by = {"staff_id": staff.user_id, "words": words}
    await boosts.credit(session, order, amount, "staff", now, key=f"refunded:{order.id}", **by)
    order.status = "refunded"
    fact = BoostRefunded(
        order_id=order_id,
        seller_id=order.seller_id,
        amount=amount,
        reason="staff",
        products=boosts.featured_products(rows),
        refunded_at=now,
    )
    await boosts.record(session, order, fact)
    after = {"status": order.status, "refunded": order.refunded}
    await staff_acts.record_change(session, staff.user_id, "refund", ("order", order_id), before, after)


async def withdraw(session: AsyncSession, staff: Identity, order_id: int) -> None:
    """Take back that a refund was asked for."""
    if await queries.order(session, order_id) is None:
        raise NotFound
    order = await queries.locked(session, order_id)
    OwnMoney.refuse_party(staff.user_id, (order.seller_id,))
    await second_person.withdraw(session, staff, order_id=order_id)


async def ask(setup: Setup, staff: Identity, order_id: int, reason: str) -> AskedOut:
    """Ask the provider about the bills of an order, and do what its answers ask for."""
    async with setup.database.transaction() as session:
        if await queries.order(session, order_id) is None:
            raise NotFound
        found = [one for one in await payment_queries.of_order(session, order_id) if one.bill_id]
        if not found:
            raise NothingToAsk
        for payment in found[:MOST_BILLS]:
            await _write_asked(session, staff, payment, reason)
    answers = [await polling.look(setup, payment) for payment in found[:MOST_BILLS]]
    async with setup.database.reading() as session:
        order = await queries.order(session, order_id)
        assert order is not None
    status = shown_status(order.status, has_failed=order.failed_at is not None)
    return AskedOut(order_id=str(order_id), status=status, found=answers)


async def ask_about_bill(setup: Setup, staff: Identity, payment_id: int, reason: str) -> BillAskedOut:
    """Ask the provider about a bill of a deal, and do what its answer asks for."""
    async with setup.database.transaction() as session:
        payment = await payment_queries.payment_by_id(session, payment_id)
        if payment is None or payment.deal_id is None:
            raise NotFound
        if payment.bill_id is None:
            raise NothingToAsk
        await _write_asked(session, staff, payment, reason)
    return BillAskedOut(id=payment_id, found=await polling.look(setup, payment))


async def _write_asked(session: AsyncSession, staff: Identity, payment: Payment, reason: str) -> None:
    await staff_acts.about_payment(session, staff, payment, "payment_asked", reason)
    about = payment.known_id
    await staff_acts.record_change(
        session, staff.user_id, "payment_asked", ("payment", about), {"asked": False}, {"asked": True}
    )
