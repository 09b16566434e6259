"""Billplz behind our port: bills of one collection, signed callbacks and redirects (API v3)."""

import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, quote

import aiohttp
import structlog
from pydantic import SecretStr

from libs.kit.http.errors import Unavailable, lost_answer
from services.boost.providers import signing
from services.boost.providers.port import Bill, Checkout, CheckoutRefused, Notification, Outcome

log = structlog.get_logger(__name__)

TIMEOUT_SECONDS, CONNECT_SECONDS, MOST_BYTES = 10.0, 3.0, 64 * 1024
MOST_FIELDS, MOST_SEN = 40, 10**12
# Other parameters may be appended to the address of a redirect.
REDIRECT = re.compile(r"billplz\[(id|paid|paid_at|transaction_id|transaction_status|x_signature)\]")
BILL_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
DIGITS = re.compile(r"[0-9]{1,12}", re.ASCII)
_LONGEST_NAME, _LONGEST_DESCRIPTION = 255, 200


@dataclass(frozen=True)
class Account:
    """Our account at Billplz: the three secrets, and who is named as payer."""

    url: str
    api_key: SecretStr
    x_signature_key: SecretStr
    collection_id: str
    payer_email: str
    callback_url: str
    redirect_url: str


class Billplz:
    """The provider."""

    name = "billplz"

    def __init__(self, account: Account) -> None:
        self.account = account

    async def create_checkout(self, checkout: Checkout) -> Bill:
        """Make a bill; reference 1 stays free for the payer's choice of a bank."""
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
        bill = self._bill(body)
        if bill is None or bill.amount != checkout.amount:
            raise lost_answer("POST")
        return bill

    def parse_notification(self, kind: str, raw: bytes) -> Notification | None:
        """Read a callback's form or a redirect's query."""
        fields = fields_of(kind, raw)
        if fields is None or not BILL_ID.fullmatch(fields.get("id", "")):
            return None
        signature = fields.pop(signing.SIGNATURE, "")
        prefix = "billplz" if kind == "redirect" else ""
        signed = [(prefix + key, value) for key, value in fields.items()]
        key = self.account.x_signature_key.get_secret_value()
        is_callback = kind == "callback"
        return Notification(
            ref=fields["id"],
            signature=signature,
            is_signed=signing.is_signed(key, signed, signature),
            is_paid=fields.get("paid") == "true",
            outcome=outcome_of(fields, is_callback=is_callback),
            amount=_number(fields.get("amount")),
            paid_amount=_number(fields.get("paid_amount")),
            is_ours=not is_callback or fields.get("collection_id") == self.account.collection_id,
        )

    async def fetch(self, ref: str) -> Bill | None:
        """Return a bill as it is now."""
        status, body = await self._call("GET", f"/api/v3/bills/{quote(ref, safe='')}")
        if status == 404:
            return None
        bill = self._bill(body) if status == 200 else None
        if bill is None:
            raise Unavailable
        return bill

    async def channel(self, ref: str) -> str | None:
        """Return by which channel a bill was paid."""
        status, body = await self._call(
            "GET", f"/api/v3/bills/{quote(ref, safe='')}/transactions?status=completed"
        )
        found = body.get("transactions") if status == 200 and isinstance(body, dict) else None
        names = [one.get("payment_channel") for one in found or [] if isinstance(one, dict)]
        return next((name[:40] for name in names if isinstance(name, str)), None)

    async def cancel(self, ref: str) -> bool:
        """Delete a bill; one that is paid stays."""
        status, _ = await self._call("DELETE", f"/api/v3/bills/{quote(ref, safe='')}")
        return status in (200, 404)

    def _bill(self, body: Any) -> Bill | None:
        if not isinstance(body, dict) or not BILL_ID.fullmatch(str(body.get("id", ""))):
            return None
        amount, url = body.get("amount"), body.get("url")
        if type(amount) is not int or not isinstance(url, str) or not url.startswith(("https://", "http://")):
            return None
        return Bill(
            ref=body["id"],
            url=url[:500],
            is_ours=body.get("collection_id") == self.account.collection_id,
            amount=amount,
            is_paid=body.get("paid") is True and body.get("state") == "paid",
            is_deleted=body.get("state") == "deleted",
            reference=str(body.get("reference_2") or ""),
        )

    async def _call(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, Any]:
        """Ask once; an answer of 5xx or none at all to a change leaves its outcome unknown."""
        auth = aiohttp.encode_basic_auth(self.account.api_key.get_secret_value(), "")
        patience = aiohttp.ClientTimeout(total=TIMEOUT_SECONDS, connect=CONNECT_SECONDS)
        try:
            async with (
                aiohttp.ClientSession(timeout=patience) as session,
                session.request(
                    method,
                    self.account.url + path,
                    data=form,
                    headers={"Authorization": auth, "Accept": "application/json"},
                    allow_redirects=False,
                ) as answer,
            ):
                content = await _read(answer)
                status = answer.status
        except aiohttp.ClientConnectorError as away:
            raise Unavailable from away
        except (aiohttp.ClientError, TimeoutError) as away:
            raise lost_answer(method) from away
        log.info("provider_asked", method=method, status=status)
        if status >= 500:
            raise lost_answer(method)
        if status in (401, 429):
            raise Unavailable
        return status, _json(content, method)


async def _read(answer: aiohttp.ClientResponse) -> bytes:
    content = b""
    async for piece in answer.content.iter_any():
        content += piece
        if len(content) > MOST_BYTES:
            raise aiohttp.ClientPayloadError("the answer is too long")
    return content


def _json(content: bytes, method: str) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as fault:
        raise lost_answer(method) from fault


def words_of(body: Any) -> str:
    """Return what an error says: its message is a text in some answers, a list in others."""
    error = body.get("error") if isinstance(body, dict) else None
    message = error.get("message") if isinstance(error, dict) else None
    lines = message if isinstance(message, list) else [message]
    return "; ".join(str(line) for line in lines if line)[:300]


def fields_of(kind: str, raw: bytes) -> dict[str, str] | None:
    """Return the fields of a form or a query, empty ones too; None where one comes twice or it is none."""
    try:
        pairs = parse_qsl(
            raw.decode("ascii"), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict"
        )
    except ValueError:
        return None
    if kind == "redirect":
        named = [(REDIRECT.fullmatch(key), value) for key, value in pairs]
        pairs = [(match[1], value) for match, value in named if match is not None]
    fields = dict(pairs)
    return fields if len(fields) == len(pairs) and fields else None


def outcome_of(fields: dict[str, str], *, is_callback: bool) -> Outcome:
    """Return what the fields say of the payment; whether they are signed is checked elsewhere."""
    if fields.get("paid") == "false" and fields.get("transaction_status") != "pending":
        return "deleted" if fields.get("state") == "deleted" else "failed"
    is_completed = fields.get("transaction_status", "completed") == "completed"
    is_settled = fields.get("state") == "paid" or not is_callback
    return "paid" if fields.get("paid") == "true" and is_settled and is_completed else "unclear"


def _number(written: str | None) -> int | None:
    return int(written) if written is not None and DIGITS.fullmatch(written) else None
