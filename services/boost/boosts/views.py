from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.boost import PackageType
from libs.kit.errors import NotFound
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace.people import names_of
from services.boost.boosts import queries
from services.boost.boosts.models import Order, Refund
from services.boost.boosts.queries import Issued
from services.boost.boosts.rules import MALAYSIA, NotPaid, duration_words, shown_status
from services.boost.boosts.schemas import (
    EInvoiceLineOut,
    EInvoiceOut,
    EInvoiceRefundOut,
    LineOut,
    OrderOut,
    ReceiptOut,
    SellerOut,
    StaffOrderOut,
    TaxOut,
    UntilOut,
)
from services.boost.payments.queries import list_settling, list_urls
from services.boost.staff.queries import find_waiting_orders


async def orders_out(session: AsyncSession, orders: Sequence[Order]) -> list[OrderOut]:
    ids = [order.known_id for order in orders]
    urls = await list_urls(session, ids)
    numbers = await queries.list_receipt_numbers(session, ids)
    parts = await queries.list_boosts_of_order(session, ids)
    featured = {part.product_id for found in parts.values() for part in found}
    copies = await queries.get_product_replicas(session, featured)
    spent = await queries.sum_spent(session, featured)
    return [
        OrderOut(
            order_id=str(order.known_id),
            status=shown_status(order.status, has_failed=order.failed_at is not None),
            amount=order.amount,
            credit_used=order.credit,
            refunded=order.refunded,
            package_id=order.package_id,
            package_name=order.package_name,
            package_type=cast("PackageType", order.package_type),
            item_count=order.item_count,
            duration_hours=order.duration_hours,
            product_ids=order.product_ids,
            payment_url=urls.get(order.known_id) if order.status == "pending" else None,
            created_at=order.created_at,
            paid_at=order.paid_at,
            receipt_number=numbers.get(order.known_id),
            featured_until=[
                UntilOut(
                    product_id=part.product_id,
                    name=copies[part.product_id].name if part.product_id in copies else None,
                    since=part.starts_at,
                    until=part.ends_at,
                    amount=part.amount,
                    spent=spent.get(part.product_id, 0),
                )
                for part in parts.get(order.known_id, [])
            ],
        )
        for order in orders
    ]


async def staff_orders_out(session: AsyncSession, orders: Sequence[Order]) -> list[StaffOrderOut]:
    shown = await orders_out(session, orders)
    names = await names_of(session, {order.seller_id for order in orders})
    ids, now = [order.known_id for order in orders], await clock.now(session)
    waiting = await find_waiting_orders(session, ids, now)
    return [
        StaffOrderOut(
            **out.model_dump(by_alias=False),
            seller_id=order.seller_id,
            seller_name=names.get(order.seller_id, ""),
            waits_for_second_person=order.status == "paid" and order.id in waiting,
        )
        for out, order in zip(shown, orders, strict=True)
    ]


async def order_for(session: AsyncSession, user: Identity, order_id: int) -> Order:
    order = await queries.get_order(session, order_id)
    if order is None or order.seller_id != user.user_id:
        raise NotFound
    return order


async def receipt_out(session: AsyncSession, order: Order) -> ReceiptOut:
    receipt = await queries.get_receipt(session, order.known_id)
    if receipt is None:
        raise NotPaid
    payment = await list_settling(session, order.known_id)
    line = LineOut(
        description=f"{order.package_name}, {duration_words(order.duration_hours)}",
        quantity=1,
        unit_price=receipt.total,
        amount=receipt.total,
    )
    tax = TaxOut(name=receipt.tax_name, rate_percent=receipt.tax_basis_points / 100, amount=receipt.tax)
    return ReceiptOut(
        receipt_number=receipt.number,
        issued_at=receipt.issued_at,
        seller=SellerOut(name=receipt.seller_name),
        lines=[line],
        subtotal=receipt.total - receipt.tax,
        tax=tax,
        total=receipt.total,
        credit_used=order.credit,
        paid=order.due,
        payment_channel=None if payment is None else payment.channel,
        bill_id=None if payment is None else payment.bill_id,
    )


async def list_e_invoices(
    session: AsyncSession, first: date, last: date, after: int | None, most: int
) -> list[EInvoiceOut]:
    """Includes both days. Days follow the Malaysian calendar."""
    begin, end = _midnight(first), _midnight(last + timedelta(days=1))
    issued = await queries.list_issued(session, begin, end, after, most)
    refunds = defaultdict[int, list[Refund]](list)
    for refund in await queries.list_refunds_of(session, [row.receipt.order_id for row in issued]):
        refunds[refund.order_id].append(refund)
    return [_e_invoice_out(row, refunds[row.receipt.order_id]) for row in issued]


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), MALAYSIA)


def _e_invoice_out(row: Issued, refunds: list[Refund]) -> EInvoiceOut:
    receipt, order, payment = row
    line = EInvoiceLineOut(
        description=f"{order.package_name}, {duration_words(order.duration_hours)}",
        classification="022",
        quantity=1,
        unit_price=receipt.total - receipt.tax,
        subtotal=receipt.total - receipt.tax,
        tax_type="02" if receipt.tax_basis_points else "06",
        tax_rate=receipt.tax_basis_points / 100,
        tax_amount=receipt.tax,
    )
    return EInvoiceOut(
        invoice_number=receipt.number,
        type_code="01",
        issue_date=receipt.issued_at.astimezone(MALAYSIA).date(),
        issued_at=receipt.issued_at,
        currency="MYR",
        buyer_id=order.seller_id,
        buyer_name=receipt.seller_name,
        order_id=str(order.known_id),
        lines=[line],
        total_excluding_tax=receipt.total - receipt.tax,
        total_tax_amount=receipt.tax,
        total_including_tax=receipt.total,
        credit_used=order.credit,
        paid_amount=order.due,
        payment_channel=None if payment is None else payment.channel,
        payment_reference=None if payment is None else payment.bill_id,
        refunds=[
            EInvoiceRefundOut(**refund.model_dump(include={"amount", "kind", "refunded_at"}))
            for refund in refunds
        ],
    )
