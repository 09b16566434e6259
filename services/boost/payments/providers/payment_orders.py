"""Billplz payouts (API v5). Requests and callbacks are signed with a checksum."""

import contextlib
import hmac
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from pydantic import SecretStr

from libs.kit.errors import Unavailable, lost_answer
from services.boost.payments.providers import signatures
from services.boost.payments.providers.answers import PayoutAnswer, read_answer
from services.boost.payments.providers.port import (
    CheckoutRefused,
    OddAnswer,
    PayoutOrder,
    PayoutTaken,
    PayoutWord,
)

Call = Callable[[str, str, dict[str, str] | None], Awaitable[tuple[int, Any]]]
PATH = "/api/v5/payment_orders"
# Fields covered by the callback's checksum, in this order.
SIGNED = ("id", "bank_account_number", "status", "total", "reference_id", "epoch")
_LONGEST_NAME, _LONGEST_DESCRIPTION = 255, 200


class PaymentOrders:
    def __init__(self, collection_id: str, key: SecretStr, call: Call, now: Callable[[], float]) -> None:
        self._collection_id, self._key, self._call, self._now = collection_id, key, call, now

    async def send(self, order: PayoutOrder) -> PayoutWord:
        """Idempotent, because the reference is unique in its collection."""
        total, epoch = str(order.amount), str(int(self._now()))
        form = {
            "payment_order_collection_id": self._collection_id,
            "bank_code": order.bank_code,
            "bank_account_number": order.account_number,
            "name": order.holder[:_LONGEST_NAME],
            "description": order.description[:_LONGEST_DESCRIPTION],
            "total": total,
            "reference_id": order.reference,
            "epoch": epoch,
            "checksum": self._sum((self._collection_id, order.account_number, total, epoch)),
        }
        status, body = await self._call("POST", PATH, form)
        if status != 200:
            words = words_of(body)
            if "reference" in words.lower() and "taken" in words.lower():
                raise PayoutTaken(words)
            if "enough payments" in words:  # Our account is empty. The payee is not at fault.
                raise Unavailable
            raise CheckoutRefused(f"{status}: {words}")
        try:
            return _word(body)
        except OddAnswer as odd:
            raise lost_answer("POST") from odd

    async def fetch(self, ref: str) -> PayoutWord:
        epoch = str(int(self._now()))
        query = urlencode({"epoch": epoch, "checksum": self._sum((ref, epoch))})
        status, body = await self._call("GET", f"{PATH}/{quote(ref, safe='')}?{query}", None)
        if status != 200:
            raise Unavailable
        return _word(body)

    def signed(self, fields: Mapping[str, str]) -> PayoutWord | None:
        expected = self._sum(fields.get(name, "") for name in SIGNED)
        given = fields.get("checksum", "").encode("utf-8", "backslashreplace")
        if not hmac.compare_digest(expected.encode(), given):
            return None
        with contextlib.suppress(OddAnswer):
            return _word(fields)
        return None

    def _sum(self, values: Iterable[str]) -> str:
        return signatures.checksum(self._key.get_secret_value(), values)


def _word(body: Any) -> PayoutWord:
    answer = read_answer("payout", PayoutAnswer, body)
    return PayoutWord(answer.id, answer.reference_id, answer.status, answer.total)


def words_of(body: Any) -> str:
    """The error message is a string in some responses and a list in others."""
    error = body.get("error") if isinstance(body, dict) else None
    message = error.get("message") if isinstance(error, dict) else None
    lines = message if isinstance(message, list) else [message]
    return "; ".join(str(line) for line in lines if line)[:300]
