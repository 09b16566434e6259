"""ToyyibPay's callback signatures omit the amount and its redirects are unsigned, so every payment is
polled."""

import hashlib
import hmac
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from pydantic import SecretStr

from libs.kit.errors import Unavailable, lost_answer
from services.boost.payments.providers.answers import TOYYIB_TRANSACTIONS, ToyyibTransaction, read_answer_as
from services.boost.payments.providers.calling import call_provider
from services.boost.payments.providers.port import (
    Bill,
    Checkout,
    CheckoutRefused,
    Outcome,
    PayoutOrder,
    PayoutWord,
    ProviderMessage,
)

MAX_FIELDS = 40
BILL_CODE = re.compile(r"[A-Za-z0-9]{1,64}", re.ASCII)
REFUSED_WORDS = re.compile(r"[^A-Za-z0-9 _]+", re.ASCII)
_LONGEST_NAME, _LONGEST_DESCRIPTION = 30, 100
# Values of `status` and `billpaymentStatus`.
PAID, FAILED = "1", "3"
# Query parameter of the return URL that holds our signature. ToyyibPay preserves the parameter.
MARK = "wangi"
STATES = ("1", "2", "3")


@dataclass(frozen=True)
class ToyyibPayAccount:
    url: str
    secret_key: SecretStr
    category_code: str
    payer_email: str
    payer_phone: str
    callback_url: str
    redirect_url: str


class ToyyibPay:
    name = "toyyibpay"
    pays_out = False
    keeps_paid_bills = False
    has_rank = False

    def __init__(self, account: ToyyibPayAccount) -> None:
        self.account = account

    async def create_checkout(self, checkout: Checkout) -> Bill:
        mark = urlencode({MARK: f"{checkout.reference}.{self._mark(checkout.reference)}"})
        form = {
            "categoryCode": self.account.category_code,
            "billName": _plain(checkout.description)[:_LONGEST_NAME],
            "billDescription": _plain(checkout.description)[:_LONGEST_DESCRIPTION],
            "billPriceSetting": "1",
            "billPayorInfo": "1",
            "billAmount": str(checkout.amount),
            "billReturnUrl": f"{self.account.redirect_url}?{mark}",
            "billCallbackUrl": self.account.callback_url,
            "billExternalReferenceNo": checkout.reference,
            "billTo": checkout.name[:_LONGEST_DESCRIPTION],
            "billEmail": self.account.payer_email,
            "billPhone": self.account.payer_phone,
            "billPaymentChannel": "0",
            "billExpiryDays": "1",
            # DuitNow callbacks have no hash.
            "enableDuitNowQR": "0",
        }
        status, body = await self._call("createBill", form, is_change=True)
        code = _first(body).get("BillCode") if status == 200 else None
        if code is None:
            raise CheckoutRefused(f"{status}: {str(body)[:300]}")
        if not BILL_CODE.fullmatch(str(code)):
            raise lost_answer("POST")
        return Bill(
            ref=str(code),
            url=f"{self.account.url}/{code}",
            is_ours=True,
            amount=checkout.amount,
            is_paid=False,
            is_deleted=False,
            reference=checkout.reference,
        )

    def parse_notification(self, kind: str, raw: bytes) -> ProviderMessage | None:
        fields = fields_of(raw)
        if fields is None or not BILL_CODE.fullmatch(fields.get("billcode", "")):
            return None
        return self._callback(fields) if kind == "callback" else self._return(fields)

    def _callback(self, fields: dict[str, str]) -> ProviderMessage:
        status, signature = fields.get("status", ""), fields.get("hash", "")
        content = status + fields.get("order_id", "") + fields.get("refno", "")
        key = self.account.secret_key.get_secret_value()
        # ToyyibPay signs with MD5, so every payment is also polled.
        ours = hashlib.md5(f"{key}{content}ok".encode(), usedforsecurity=False).hexdigest()
        is_signed = hmac.compare_digest(ours.encode(), signature.encode("utf-8", "backslashreplace"))
        outcome: Outcome = "failed" if status == FAILED else "unclear"
        return ProviderMessage(fields["billcode"], signature, is_signed, status == PAID, outcome)

    def _return(self, fields: dict[str, str]) -> ProviderMessage:
        """Redirects are unsigned, so our own signature identifies the payment."""
        reference, _, mark = fields.get(MARK, "").partition(".")
        state = fields.get("status_id", "")
        is_ours = hmac.compare_digest(
            self._mark(reference).encode(), mark.encode("utf-8", "backslashreplace")
        )
        is_signed = is_ours and state in STATES
        is_paid = state != FAILED
        outcome: Outcome = "unclear" if is_paid else "failed"
        return ProviderMessage(
            fields["billcode"], f"{mark}{state}", is_signed, is_paid, outcome, payment_id=reference
        )

    def _mark(self, reference: str) -> str:
        key = self.account.secret_key.get_secret_value().encode()
        return hmac.new(key, f"return:{reference}".encode(), hashlib.sha256).hexdigest()

    async def fetch(self, ref: str) -> Bill | None:
        """The amount is known only for a paid bill."""
        found = await self._transactions(ref)
        paid = next((item for item in found if item.status == PAID), None)
        transaction = paid or (found[0] if found else None)
        came = None if paid is None else paid.amount or None
        return Bill(
            ref=ref,
            url=f"{self.account.url}/{ref}",
            is_ours=True,
            amount=came,
            is_paid=paid is not None,
            is_deleted=False,
            reference="" if transaction is None else transaction.reference,
            came=came,
        )

    async def channel(self, ref: str) -> str | None:
        for transaction in await self._transactions(ref):
            if transaction.status == PAID and transaction.channel is not None:
                return transaction.channel[:40]
        return None

    async def cancel(self, ref: str) -> bool:
        """Returns False while a payment is in progress."""
        form = {"secretKey": self.account.secret_key.get_secret_value(), "billCode": ref}
        _, body = await self._call("inactiveBill", form, is_change=True)
        answer = body if isinstance(body, dict) else _first(body)
        return answer.get("status") == "success" or answer.get("result") == "Bill is inactive"

    async def webhook_rank(self) -> float | None:
        return None

    async def pay_out(self, order: PayoutOrder) -> PayoutWord:
        raise Unavailable

    async def fetch_payout(self, ref: str) -> PayoutWord:
        raise Unavailable

    def parse_payout(self, raw: bytes) -> PayoutWord | None:
        return None

    async def _transactions(self, ref: str) -> list[ToyyibTransaction]:
        status, body = await self._call("getBillTransactions", {"billCode": ref}, is_change=False)
        if status != 200:
            raise Unavailable
        return read_answer_as("transactions", TOYYIB_TRANSACTIONS, body)

    async def _call(self, name: str, form: dict[str, str], *, is_change: bool) -> tuple[int, Any]:
        keyed = form | {"userSecretKey": self.account.secret_key.get_secret_value()}
        url = f"{self.account.url}/index.php/api/{name}"
        return await call_provider("POST", url, keyed, {}, is_change=is_change)


def fields_of(raw: bytes) -> dict[str, str] | None:
    try:
        pairs = parse_qsl(
            raw.decode("ascii"), keep_blank_values=True, max_num_fields=MAX_FIELDS, errors="strict"
        )
    except ValueError:
        return None
    fields = dict(pairs)
    return fields if len(fields) == len(pairs) and fields else None


def _first(body: Any) -> dict[str, Any]:
    return body[0] if isinstance(body, list) and body and isinstance(body[0], dict) else {}


def _plain(words: str) -> str:
    return REFUSED_WORDS.sub(" ", words).strip()
