"""Receipts as they are shown; what they say was decided when they were issued."""

from sqlalchemy.ext.asyncio import AsyncSession

from services.boost.domain.packages import duration_words
from services.boost.domain.refusals_boosts import NotPaid
from services.boost.models.orders import Order
from services.boost.queries import payments as payment_queries
from services.boost.queries import receipts as queries
from services.boost.schemas.receipts import LineOut, ReceiptOut, SellerOut, TaxOut


async def receipt_out(session: AsyncSession, order: Order) -> ReceiptOut:
    """Return the receipt of an order."""
    receipt = await queries.receipt(session, order.known_id)
    if receipt is None:
        raise NotPaid
    payment = await payment_queries.settling(session, order.known_id)
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
