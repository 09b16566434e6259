import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from fastapi import Response
from pydantic import SecretStr

from libs.kit.errors import OutcomeUnknown, Unavailable
from services.boost.payments.providers.billplz import Billplz, BillplzAccount
from services.boost.payments.providers.port import Checkout, OddAnswer
from services.boost.payments.providers.toyyibpay import ToyyibPay, ToyyibPayAccount
from services.boost.tests.liar import Liar, a_liar

CHECKOUT = Checkout("7", 1000, "Nadia", "A boost")
BILL = '{"id": "abcd1234", "amount": 1000, "url": "http://x/1", "collection_id": "c", "paid": false}'


@pytest.fixture(scope="module")
async def liar() -> AsyncIterator[Liar]:
    async with a_liar() as there:
        yield there


def provider_at(address: str) -> Billplz:
    key = SecretStr("key")
    return Billplz(BillplzAccount(address, key, key, "c", "a@b.c", "http://x/callback", "http://x/return"))


LIES: dict[str, Any] = {
    "a number": lambda: Response("7"),
    "another amount": lambda: Response(BILL.replace("1000", "999")),
    "an amount in text": lambda: Response(BILL.replace("1000", '"1000"')),
    "an address that is none": lambda: Response(BILL.replace("http://x/1", "javascript:1")),
}


@pytest.mark.parametrize("lie", LIES)
async def test_malformed_billplz_answer_is_unknown_outcome(liar: Liar, lie: str) -> None:
    liar.answer = LIES[lie]
    with pytest.raises(OutcomeUnknown):
        await provider_at(liar.address).create_checkout(CHECKOUT)
    if lie != "another amount":
        with pytest.raises(Unavailable):
            await provider_at(liar.address).fetch("abcd1234")


ODD: dict[str, tuple[str, Any]] = {
    "a number of transactions": ("channel", '{"transactions": 5}'),
    "transactions that are none": ("channel", '{"transactions": [5]}'),
    "a bill whose id is a number": ("fetch", BILL.replace('"abcd1234"', "12345678")),
    "another bill": ("fetch", BILL.replace("abcd1234", "abcd9999")),
    "an amount beyond all": ("fetch", BILL.replace("1000", "1" * 30)),
    "a payout without a total": ("fetch_payout", '{"id": "x", "total": "9e99"}'),
}
TOYYIB: tuple[Any, ...] = ("9e999999", "NaN", "-1", "1.005", {}, [1])


@pytest.mark.parametrize("odd", ODD)
async def test_unexpected_answer_is_counted(liar: Liar, odd: str) -> None:
    name, body = ODD[odd]
    liar.answer = lambda: Response(body)
    with pytest.raises(OddAnswer):
        await getattr(provider_at(liar.address), name)("abcd1234")


@pytest.mark.parametrize("amount", TOYYIB)
async def test_invalid_toyyibpay_amount_is_unexpected(liar: Liar, amount: Any) -> None:
    key = SecretStr("key")
    there = ToyyibPayAccount(liar.address, key, "cat", "a@b.c", "60300000000", "http://y/c", "http://y/r")
    liar.answer = lambda: Response(json.dumps([{"billpaymentStatus": "1", "billpaymentAmount": amount}]))
    with pytest.raises(OddAnswer):
        await ToyyibPay(there).fetch("abcd1234")
