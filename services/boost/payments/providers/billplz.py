"""API v3 for bills, callbacks and redirects. API v5 for payouts."""

import re
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, quote

import aiohttp
from pydantic import SecretStr

from libs.kit.errors import Unavailable, lost_answer
from services.boost.payments.providers import signatures
from services.boost.payments.providers.answers import (
    DIGITS,
    BilledAnswer,
    RankAnswer,
    TransactionsAnswer,
    read_answer,
)
from services.boost.payments.providers.calling import call_provider
from services.boost.payments.providers.payment_orders import PaymentOrders, words_of
from services.boost.payments.providers.port import (
    Bill,
    Checkout,
    CheckoutRefused,
    OddAnswer,
    Outcome,
    PayoutOrder,
    PayoutWord,
    ProviderMessage,
)

MAX_FIELDS = 40
REDIRECT = re.compile(r"billplz\[(id|paid|paid_at|transaction_id|transaction_status|x_signature)\]")
BILL_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_LONGEST_NAME, _LONGEST_DESCRIPTION = 255, 200


@dataclass(frozen=True)
class BillplzAccount:
    url: str
    api_key: SecretStr
    x_signature_key: SecretStr
    collection_id: str
    payer_email: str
    callback_url: str
    redirect_url: str
    payout_collection_id: str | None = None


class Billplz:
    name = "billplz"
    keeps_paid_bills = True
    has_rank = True

    def __init__(self, account: BillplzAccount) -> None:
        self.account = account
        self._orders = PaymentOrders(
            account.payout_collection_id or "", account.x_signature_key, self._call, time.time
        )

    @property
    def pays_out(self) -> bool:
        return self.account.payout_collection_id is not None

    async def pay_out(self, order: PayoutOrder) -> PayoutWord:
        return await self._orders.send(order)

    async def fetch_payout(self, ref: str) -> PayoutWord:
        return await self._orders.fetch(ref)

    def parse_payout(self, raw: bytes) -> PayoutWord | None:
        fields = fields_of("callback", raw)
        return None if fields is None else self._orders.signed(fields)

    async def create_checkout(self, checkout: Checkout) -> Bill:
        """Reference 1 is reserved for the payer's choice of a bank."""
        form = {
            "collection_id": self.account.collection_id,
            "email": self.account.payer_email,
            "name": checkout.name[:_LONGEST_NAME],
            "amount": str(checkout.amount),
            "description": checkout.description[:_LONGEST_DESCRIPTION],
            "callback_url": self.account.callback_url,
            "redirect_url": self.account.redirect_url,
            "reference_2_label": "Order ID",
            "reference_2": checkout.reference,
        }
        status, body = await self._call("POST", "/api/v3/bills", form)
        if status != 200:
            raise CheckoutRefused(f"{status}: {words_of(body)}")
        try:
            bill = self._bill(body)
        except OddAnswer as odd:
            raise lost_answer("POST") from odd
        if bill.amount != checkout.amount:
            raise lost_answer("POST")
        return bill

    def parse_notification(self, kind: str, raw: bytes) -> ProviderMessage | None:
        fields = fields_of(kind, raw)
        if fields is None or not BILL_ID.fullmatch(fields.get("id", "")):
            return None
        signature = fields.pop(signatures.SIGNATURE, "")
        prefix = "billplz" if kind == "redirect" else ""
        signed = [(prefix + key, value) for key, value in fields.items()]
        key = self.account.x_signature_key.get_secret_value()
        is_callback = kind == "callback"
        return ProviderMessage(
            ref=fields["id"],
            signature=signature,
            is_signed=signatures.is_signed(key, signed, signature),
            is_paid=fields.get("paid") == "true",
            outcome=outcome_of(fields, is_callback=is_callback),
            amount=_number(fields.get("amount")),
            paid_amount=_number(fields.get("paid_amount")),
            is_ours=not is_callback or fields.get("collection_id") == self.account.collection_id,
        )

    async def fetch(self, ref: str) -> Bill | None:
        status, body = await self._call("GET", f"/api/v3/bills/{quote(ref, safe='')}")
        if status == 404:
            return None
        if status != 200:
            raise Unavailable
        bill = self._bill(body)
        if bill.ref != ref:
            raise OddAnswer
        return bill

    async def channel(self, ref: str) -> str | None:
        status, body = await self._call(
            "GET", f"/api/v3/bills/{quote(ref, safe='')}/transactions?status=completed"
        )
        if status != 200:
            return None
        found = read_answer("transactions", TransactionsAnswer, body).transactions
        return next((item.payment_channel[:40] for item in found if item.payment_channel), None)

    async def cancel(self, ref: str) -> bool:
        status, _ = await self._call("DELETE", f"/api/v3/bills/{quote(ref, safe='')}")
        return status in (200, 404)

    async def webhook_rank(self) -> float | None:
        """0 is best, 10 is worst. The rank is reset daily."""
        status, body = await self._call("GET", "/api/v4/webhook_rank")
        if status != 200:
            raise Unavailable
        return read_answer("rank", RankAnswer, body).rank

    def _bill(self, body: Any) -> Bill:
        bill = read_answer("bill", BilledAnswer, body)
        return Bill(
            ref=bill.id,
            url=bill.url[:500],
            is_ours=bill.collection_id == self.account.collection_id,
            amount=bill.amount,
            is_paid=bill.paid and bill.state == "paid",
            is_deleted=bill.state == "deleted",
            reference=bill.reference_2,
            came=bill.paid_amount or bill.amount,
        )

    async def _call(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, Any]:
        auth = aiohttp.encode_basic_auth(self.account.api_key.get_secret_value(), "")
        url, is_change = self.account.url + path, method != "GET"
        return await call_provider(method, url, form, {"Authorization": auth}, is_change=is_change)


def fields_of(kind: str, raw: bytes) -> dict[str, str] | None:
    try:
        pairs = parse_qsl(
            raw.decode("ascii"), keep_blank_values=True, max_num_fields=MAX_FIELDS, errors="strict"
        )
    except ValueError:
        return None
    if kind == "redirect":
        named = [(REDIRECT.fullmatch(key), value) for key, value in pairs]
        pairs = [(match[1], value) for match, value in named if match is not None]
    fields = dict(pairs)
    return fields if len(fields) == len(pairs) and fields else None


def outcome_of(fields: dict[str, str], *, is_callback: bool) -> Outcome:
    """Does not check the signature."""
    if fields.get("paid") == "false" and fields.get("transaction_status") != "pending":
        return "deleted" if fields.get("state") == "deleted" else "failed"
    is_completed = fields.get("transaction_status", "completed") == "completed"
    is_settled = fields.get("state") == "paid" or not is_callback
    return "paid" if fields.get("paid") == "true" and is_settled and is_completed else "unclear"


def _number(written: str | None) -> int | None:
    return int(written) if written is not None and DIGITS.fullmatch(written) else None
