"""Orders: placed once for the same package and products, and paid again when they were not paid."""

from collections.abc import Sequence
from datetime import datetime
from math import ceil
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.boost import BoostOrdered, PackageType
from libs.kit.events import people, platform_rules
from libs.kit.http.access import Identity
from libs.kit.http.errors import IdempotencyMismatch, NotFound
from libs.kit.process import clock
from services.boost.domain import orders as rules
from services.boost.domain.refusals_boosts import (
    InvalidPackage,
    OrderNotPayable,
    OrderReplaced,
    PriceChanged,
    TooManyOpenOrders,
    TooManyReplacedBills,
)
from services.boost.domain.refusals_payments import PaymentWayOff
from services.boost.models.orders import Order
from services.boost.models.packages import Package
from services.boost.queries import boosts as boost_queries
from services.boost.queries import orders as queries
from services.boost.queries import packages as package_queries
from services.boost.queries import payments as payment_queries
from services.boost.queries import products as product_queries
from services.boost.schemas.orders import CheckoutOut, OrderIn, PayOut
from services.boost.service import boosts, orders, payments, settling, wallet
from services.boost.service.returns import PROCESSING
from services.boost.service.settling import Tax
from services.boost.service.setup import Setup


async def place(session: AsyncSession, tax: Tax, seller: Identity, form: OrderIn, key: str | None) -> Order:
    """Order a boost, or return the order that this key made or that waits for the same payment."""
    await people.lock_actor(session, seller)
    await queries.take_turn(session, seller.user_id)
    product_ids = sorted(set(form.product_ids))
    if key is not None and (made := await queries.by_key(session, seller.user_id, key)) is not None:
        if (made.package_id, made.product_ids) != (form.boost_package_id, product_ids):
            raise IdempotencyMismatch
        return made
    package = await _checked(session, seller, form.boost_package_id, product_ids)
    if form.expected_price is not None and form.expected_price != package.price:
        raise PriceChanged(price=package.price)
    await boost_queries.locked(session, seller.user_id, product_ids)  # before the order, as everywhere
    same = await queries.open_same(session, seller.user_id, package.id, product_ids)
    if same is not None and same.uses_credit == form.use_credit:
        return same
    if same is not None:
        await _replace(session, same)
    await _check_open(session, seller.user_id)
    now = await clock.now(session)
    order = _new_order(seller, package, product_ids, now)
    order.uses_credit, order.client_key = form.use_credit, key
    session.add(order)
    await session.flush()
    await boosts.record(session, order, _ordered(order))
    await _begin(session, tax, order, now)
    return order


async def pay_again(session: AsyncSession, tax: Tax, seller: Identity, order_id: int) -> Order:
    """Open an order that failed, expired or was cancelled for another payment."""
    await people.lock_actor(session, seller)
    await queries.take_turn(session, seller.user_id)
    seen = await queries.order(session, order_id)
    if seen is None or seen.seller_id != seller.user_id:
        raise NotFound
    await boost_queries.locked(session, seen.seller_id, seen.product_ids)
    order = await queries.locked(session, order_id)
    if order.status not in rules.PAYABLE:
        raise OrderNotPayable(status=order.status)
    order.failed_at = None
    if order.status != "pending":
        await _reopen(session, tax, order)
    return order


async def _checked(
    session: AsyncSession, seller: Identity, package_id: int, product_ids: Sequence[int]
) -> Package:
    found = await package_queries.packages(session, package_id)
    rules.check_selection(product_ids, found[0].item_count if found else None)
    rules.check_products(product_ids, await product_queries.states(session, seller.user_id, product_ids))
    if not found:
        raise InvalidPackage
    return found[0]


async def _check_open(session: AsyncSession, seller_id: int) -> None:
    """Refuse a seller another open order who has many."""
    most = await platform_rules.value_of(session, "open_boost_orders")
    if await queries.count_open(session, seller_id, most) >= most:
        raise TooManyOpenOrders


async def _reopen(session: AsyncSession, tax: Tax, order: Order) -> None:
    own = await product_queries.states(session, order.seller_id, order.product_ids)
    rules.check_products(order.product_ids, own)
    same = await queries.open_same(session, order.seller_id, order.package_id, order.product_ids)
    if same is not None:
        raise OrderReplaced(same.known_id)
    await _check_open(session, order.seller_id)
    now = await clock.now(session)
    order.status, order.expires_at = "pending", now + rules.OPEN_FOR
    await session.flush()
    await _begin(session, tax, order, now)


async def _begin(session: AsyncSession, tax: Tax, order: Order, now: datetime) -> None:
    """Take the wallet credit that is wanted; an order that it pays whole is paid."""
    rows = await boost_queries.locked(session, order.seller_id, order.product_ids)
    if order.uses_credit:
        if not await platform_rules.is_on(session, "pay_wallet"):
            raise PaymentWayOff(way="wallet")
        await wallet.hold(session, order, now)
    if order.due == 0:
        await settling.pay(session, tax, order, rows, now)


async def _replace(session: AsyncSession, order: Order) -> None:
    """Cancel an open order that another way of paying replaces, unless its seller does that again and again;
    its bill is deleted by the poll."""
    now = await clock.now(session)
    since, most = now - rules.REPLACED_WITHIN, rules.MOST_REPLACED
    replaced = await payment_queries.replaced_since(session, order.seller_id, since, most)
    if len(replaced) == most:
        until = replaced[-1] + rules.REPLACED_WITHIN
        raise TooManyReplacedBills(until.isoformat(), max(1, ceil((until - now).total_seconds())))
    payment = await payment_queries.live(session, order.known_id)
    if payment is not None:
        payment.status, payment.ask_at = ("lost", None) if payment.bill_id is None else ("deleted", now)
    await settling.expire(session, order, now, "cancelled")
    await session.flush()


def _new_order(seller: Identity, package: Package, product_ids: list[int], now: datetime) -> Order:
    """Return an order for a package as it is today; later changes of the package do not touch it."""
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


def _ordered(order: Order) -> BoostOrdered:
    return BoostOrdered(
        order_id=order.known_id,
        seller_id=order.seller_id,
        package_id=order.package_id,
        package_type=cast("PackageType", order.package_type),
        product_ids=order.product_ids,
        amount=order.amount,
        ordered_at=order.created_at,
    )


async def create(setup: Setup, seller: Identity, form: OrderIn, key: str | None) -> CheckoutOut:
    """Order a boost and make its bill; the same call again goes on where this one ended."""
    async with setup.database.transaction() as session:
        order = await orders.place(session, setup.tax, seller, form, key)
    if order.status in ("expired", "cancelled"):  # the same key again, after its order was not paid
        async with setup.database.transaction() as session:
            order = await orders.pay_again(session, setup.tax, seller, order.known_id)
    url = await payments.address(setup, order.known_id)
    message = PROCESSING if url is None else None
    return CheckoutOut(order_id=str(order.known_id), payment_url=url, message=message)


async def pay(setup: Setup, seller: Identity, order_id: int) -> PayOut:
    """Open an order for another payment and return where it is paid."""
    async with setup.database.transaction() as session:
        await orders.pay_again(session, setup.tax, seller, order_id)
    return PayOut(order_id=str(order_id), payment_url=await payments.address(setup, order_id))
