from collections.abc import Sequence
from datetime import datetime
from math import ceil
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.boost import BoostOrdered, BoostRefunded, PackageType
from libs.kit.errors import IdempotencyMismatch, NotFound
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people, platform_rules
from services.boost.boosts import queries, rules, service
from services.boost.boosts.models import Order, Package
from services.boost.boosts.rules import (
    InvalidPackage,
    NothingToRefund,
    OrderNotPayable,
    OrderReplaced,
    PriceChanged,
    TooManyOpenOrders,
    TooManyReplacedBills,
    shown_status,
)
from services.boost.boosts.schemas import CheckoutOut, OrderIn, PayOut
from services.boost.payments.callbacks import PROCESSING
from services.boost.payments.models import Payment
from services.boost.payments.polling import poll_payment
from services.boost.payments.queries import get_live, get_payment, list_of_order, list_replaced_since
from services.boost.payments.rules import NothingToAsk, PaymentWayOff, Tax
from services.boost.payments.schemas import AskedOut, BillAskedOut
from services.boost.payments.service import order_payment_url
from services.boost.payments.settling import expire_order, mark_paid
from services.boost.payments.setup import Setup
from services.boost.staff.rules import OwnMoney
from services.boost.staff.second_person import agree_or_ask, new_request, withdraw_request
from services.boost.staff.service import record_change, record_payment_act
from services.boost.wallet.service import hold_credit


async def place_order(
    session: AsyncSession, tax: Tax, seller: Identity, form: OrderIn, key: str | None
) -> Order:
    """Idempotent per `key`. Returns the seller's open order for the same package and products if there is
    one. If `use_credit` differs, the open order is cancelled and replaced."""
    await people.lock_actor(session, seller)
    await queries.lock_seller(session, seller.user_id)
    product_ids = sorted(set(form.product_ids))
    if key is not None and (made := await queries.find_by_key(session, seller.user_id, key)) is not None:
        if (made.package_id, made.product_ids) != (form.boost_package_id, product_ids):
            raise IdempotencyMismatch
        return made
    package = await _check_selection(session, seller, form.boost_package_id, product_ids)
    if form.expected_price is not None and form.expected_price != package.price:
        raise PriceChanged(price=package.price)
    await queries.lock_featured(session, seller.user_id, product_ids)
    same = await queries.find_open_same(session, seller.user_id, package.id, product_ids)
    if same is not None and same.uses_credit == form.use_credit:
        return same
    if same is not None:
        await _replace_order(session, same)
    await _check_open(session, seller.user_id)
    now = await clock.now(session)
    order = _new_order(seller, package, product_ids, now)
    order.uses_credit, order.client_key = form.use_credit, key
    session.add(order)
    await session.flush()
    await service.record_event(session, order, _order_event(order))
    await _begin_order(session, tax, order, now)
    return order


async def pay_again(session: AsyncSession, tax: Tax, seller: Identity, order_id: int) -> Order:
    await people.lock_actor(session, seller)
    await queries.lock_seller(session, seller.user_id)
    seen = await queries.get_order(session, order_id)
    if seen is None or seen.seller_id != seller.user_id:
        raise NotFound
    await queries.lock_featured(session, seen.seller_id, seen.product_ids)
    order = await queries.lock_order(session, order_id)
    if order.status not in rules.PAYABLE:
        raise OrderNotPayable(status=order.status)
    order.failed_at = None
    if order.status != "pending":
        await _reopen_order(session, tax, order)
    return order


async def _check_selection(
    session: AsyncSession, seller: Identity, package_id: int, product_ids: Sequence[int]
) -> Package:
    packages = await queries.list_packages(session, package_id)
    rules.check_selection(product_ids, packages[0].item_count if packages else None)
    rules.check_products(product_ids, await queries.product_states(session, seller.user_id, product_ids))
    if not packages:
        raise InvalidPackage
    return packages[0]


async def _check_open(session: AsyncSession, seller_id: int) -> None:
    most = await platform_rules.value_of(session, "open_boost_orders")
    if await queries.count_open(session, seller_id, most) >= most:
        raise TooManyOpenOrders


async def _reopen_order(session: AsyncSession, tax: Tax, order: Order) -> None:
    own = await queries.product_states(session, order.seller_id, order.product_ids)
    rules.check_products(order.product_ids, own)
    same = await queries.find_open_same(session, order.seller_id, order.package_id, order.product_ids)
    if same is not None:
        raise OrderReplaced(same.known_id)
    await _check_open(session, order.seller_id)
    now = await clock.now(session)
    order.status, order.expires_at = "pending", now + rules.OPEN_FOR
    await session.flush()
    await _begin_order(session, tax, order, now)


async def _begin_order(session: AsyncSession, tax: Tax, order: Order, now: datetime) -> None:
    rows = await queries.lock_featured(session, order.seller_id, order.product_ids)
    if order.uses_credit:
        if not await platform_rules.is_on(session, "pay_wallet"):
            raise PaymentWayOff(way="wallet")
        await hold_credit(session, order, now)
    if order.due == 0:
        await mark_paid(session, tax, order, rows, now)


async def _replace_order(session: AsyncSession, order: Order) -> None:
    """Cancel the order and schedule the deletion of its bill. Raises if the seller replaces too many
    bills."""
    now = await clock.now(session)
    since, most = now - rules.REPLACED_WITHIN, rules.MAX_REPLACED
    replaced = await list_replaced_since(session, order.seller_id, since, most)
    if len(replaced) == most:
        until = replaced[-1] + rules.REPLACED_WITHIN
        raise TooManyReplacedBills(until.isoformat(), max(1, ceil((until - now).total_seconds())))
    payment = await get_live(session, order.known_id)
    if payment is not None:
        payment.status, payment.ask_at = ("lost", None) if payment.bill_id is None else ("deleted", now)
    await expire_order(session, order, now, "cancelled")
    await session.flush()


def _new_order(seller: Identity, package: Package, product_ids: list[int], now: datetime) -> Order:
    return Order(
        seller_id=seller.user_id,
        package_id=package.id,
        package_name=package.name,
        package_type=package.package_type,
        item_count=package.item_count,
        duration_hours=package.duration_hours,
        product_ids=product_ids,
        amount=package.price,
        created_at=now,
        expires_at=now + rules.OPEN_FOR,
    )


def _order_event(order: Order) -> BoostOrdered:
    return BoostOrdered(
        order_id=order.known_id,
        seller_id=order.seller_id,
        package_id=order.package_id,
        package_type=cast("PackageType", order.package_type),
        product_ids=order.product_ids,
        amount=order.amount,
        ordered_at=order.created_at,
    )


async def create_order(setup: Setup, seller: Identity, form: OrderIn, key: str | None) -> CheckoutOut:
    """Idempotent per `key`."""
    async with setup.database.transaction() as session:
        order = await place_order(session, setup.tax, seller, form, key)
    if order.status in ("expired", "cancelled"):
        async with setup.database.transaction() as session:
            order = await pay_again(session, setup.tax, seller, order.known_id)
    url = await order_payment_url(setup, order.known_id)
    message = PROCESSING if url is None else None
    return CheckoutOut(order_id=str(order.known_id), payment_url=url, message=message)


async def pay_order(setup: Setup, seller: Identity, order_id: int) -> PayOut:
    async with setup.database.transaction() as session:
        await pay_again(session, setup.tax, seller, order_id)
    return PayOut(order_id=str(order_id), payment_url=await order_payment_url(setup, order_id))


# Maximum number of bills of an order to poll at once.
MAX_BILLS = 3


async def refund_order(
    session: AsyncSession, staff: Identity, order_id: int, words: str, *, alone_up_to: int
) -> None:
    """End the order's boosts and refund the remaining amount to the wallet. Above `alone_up_to` sen, another
    member of staff must already have requested the same refund."""
    seen = await queries.get_order(session, order_id)
    if seen is None:
        raise NotFound
    OwnMoney.refuse_party(staff.user_id, (seen.seller_id,))
    words = await people.text_about(session, words, seen.seller_id)
    await queries.lock_featured(session, seen.seller_id, seen.product_ids)
    order = await queries.lock_order(session, order_id)
    amount = order.amount - order.refunded
    if order.status != "paid" or amount == 0:
        raise NothingToRefund
    now = await clock.now(session)
    if amount > alone_up_to:
        wanted = new_request(staff, now, "refund", words, order_id=order_id)
        if not await agree_or_ask(session, wanted):
            return
    before = {"status": order.status, "refunded": order.refunded}
    rows = await service.shorten_boost(session, order, now)
    by = {"staff_id": staff.user_id, "words": words}
    await service.credit_unused(session, order, amount, "staff", now, key=f"refunded:{order.id}", **by)
    order.status = "refunded"
    event = BoostRefunded(
        order_id=order_id,
        seller_id=order.seller_id,
        amount=amount,
        reason="staff",
        products=service.featured_products(rows),
        refunded_at=now,
    )
    await service.record_event(session, order, event)
    after = {"status": order.status, "refunded": order.refunded}
    await record_change(session, staff.user_id, "refund", ("order", order_id), before, after)


async def withdraw_refund(session: AsyncSession, staff: Identity, order_id: int) -> None:
    if await queries.get_order(session, order_id) is None:
        raise NotFound
    order = await queries.lock_order(session, order_id)
    OwnMoney.refuse_party(staff.user_id, (order.seller_id,))
    await withdraw_request(session, staff, order_id=order_id)


async def ask_about_order(setup: Setup, staff: Identity, order_id: int, reason: str) -> AskedOut:
    async with setup.database.transaction() as session:
        if await queries.get_order(session, order_id) is None:
            raise NotFound
        found = [item for item in await list_of_order(session, order_id) if item.bill_id]
        if not found:
            raise NothingToAsk
        for payment in found[:MAX_BILLS]:
            await _record_asked(session, staff, payment, reason)
    answers = [await poll_payment(setup, payment) for payment in found[:MAX_BILLS]]
    async with setup.database.reading() as session:
        order = await queries.get_order(session, order_id)
        assert order is not None
    status = shown_status(order.status, has_failed=order.failed_at is not None)
    return AskedOut(order_id=str(order_id), status=status, found=answers)


async def ask_about_bill(setup: Setup, staff: Identity, payment_id: int, reason: str) -> BillAskedOut:
    async with setup.database.transaction() as session:
        payment = await get_payment(session, payment_id)
        if payment is None or payment.deal_id is None:
            raise NotFound
        if payment.bill_id is None:
            raise NothingToAsk
        await _record_asked(session, staff, payment, reason)
    return BillAskedOut(id=payment_id, found=await poll_payment(setup, payment))


async def _record_asked(session: AsyncSession, staff: Identity, payment: Payment, reason: str) -> None:
    await record_payment_act(session, staff, payment, "payment_asked", reason)
    about = payment.known_id
    await record_change(
        session, staff.user_id, "payment_asked", ("payment", about), {"asked": False}, {"asked": True}
    )
