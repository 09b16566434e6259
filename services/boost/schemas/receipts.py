"""Receipts over HTTP; amounts are in cents."""

from datetime import datetime

from libs.kit.http.schemas import Out


class SellerOut(Out):
    """To whom a receipt is issued."""

    name: str


class LineOut(Out):
    """A line of a receipt."""

    description: str
    quantity: int
    unit_price: int
    amount: int


class TaxOut(Out):
    """The tax that the total includes."""

    name: str
    rate_percent: float
    amount: int


class ReceiptOut(Out):
    """A receipt: what was bought, the tax in it, and how it was paid."""

    receipt_number: str
    issued_at: datetime
    seller: SellerOut
    lines: list[LineOut]
    subtotal: int
    tax: TaxOut
    total: int
    credit_used: int
    paid: int
    payment_channel: str | None
    bill_id: str | None
