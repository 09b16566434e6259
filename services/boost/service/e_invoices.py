"""Receipts told as e-invoices."""

from collections import defaultdict
from datetime import date, datetime, time, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from services.boost.domain.packages import duration_words
from services.boost.domain.receipts import MALAYSIA
from services.boost.models.orders import Refund
from services.boost.queries import e_invoices as queries
from services.boost.queries import orders as order_queries
from services.boost.queries.e_invoices import Issued
from services.boost.schemas.e_invoices import EInvoiceLineOut, EInvoiceOut, EInvoiceRefundOut


async def of_days(
    session: AsyncSession, first: date, last: date, after: int | None, most: int
) -> list[EInvoiceOut]:
    """Return the e-invoices of days of Malaysia, both included."""
    begin, end = _midnight(first), _midnight(last + timedelta(days=1))
    found = await queries.issued(session, begin, end, after, most)
    refunds = defaultdict[int, list[Refund]](list)
    for one in await order_queries.refunds_of(session, [row.receipt.order_id for row in found]):
        refunds[one.order_id].append(one)
    return [_e_invoice_out(row, refunds[row.receipt.order_id]) for row in found]


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
            EInvoiceRefundOut(**one.model_dump(include={"amount", "kind", "refunded_at"})) for one in refunds
        ],
    )
