"""Receipts as an e-invoice wants them, over HTTP; amounts are in cents. The fields follow those of MyInvois,
so that a program of the operator has only to add who they are."""

from datetime import date, datetime
from typing import Literal

from libs.kit.http.schemas import Out


class EInvoiceLineOut(Out):
    """A line: `classification` is MyInvois' code of "others"."""

    description: str
    classification: Literal["022"]
    quantity: int
    unit_price: int
    subtotal: int
    tax_type: Literal["02", "06"]  # service tax, or none
    tax_rate: float
    tax_amount: int


class EInvoiceRefundOut(Out):
    """What was given back of it as wallet credit: the refund note, if one is issued."""

    amount: int
    kind: str
    refunded_at: datetime


class EInvoiceOut(Out):
    """One receipt; the buyer of an erased account has no name any more."""

    invoice_number: str
    type_code: Literal["01"]
    issue_date: date
    issued_at: datetime
    currency: Literal["MYR"]
    buyer_id: int
    buyer_name: str
    order_id: str
    lines: list[EInvoiceLineOut]
    total_excluding_tax: int
    total_tax_amount: int
    total_including_tax: int
    credit_used: int
    paid_amount: int
    payment_channel: str | None
    payment_reference: str | None
    refunds: list[EInvoiceRefundOut]


class EInvoicesOut(Out):
    """A page of them, the oldest first."""

    invoices: list[EInvoiceOut]
    next: str | None
