"""A provider that is down, slow or lies costs a person a later try, and nothing else."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from fastapi import FastAPI, Request, Response
from pydantic import SecretStr

from libs.kit.http.errors import OutcomeUnknown, Unavailable
from libs.kit.testing import served
from services.boost.providers import calling, toyyibpay
from services.boost.providers.billplz import Billplz, BillplzAccount
from services.boost.providers.port import Checkout, CheckoutRefused, OddAnswer

CHECKOUT = Checkout("7", 1000, "Nadia", "A boost")
BILL = '{"id": "abcd1234", "amount": 1000, "url": "http://x/1", "collection_id": "c", "paid": false}'


class Liar:
    """Answers every call as the test wants."""

    answer: Callable[[], Response] = Response
    asked = 0


@pytest.fixture(scope="module")
async def address() -> AsyncIterator[str]:
    app = FastAPI()

    @app.api_route("/{path:path}", methods=["GET", "POST", "DELETE"])
    async def answer(path: str, request: Request) -> Response:
        Liar.asked += 1
        answered = Liar.answer()
        if answered.headers.get("x-slow"):
            await asyncio.sleep(0.6)
        return answered

    async with served(app) as there:
        yield there


def provider_at(address: str) -> Billplz:
    key = SecretStr("key")
    return Billplz(BillplzAccount(address, key, key, "c", "a@b.c", "http://x/callback", "http://x/return"))


LIES: dict[str, Any] = {
    "no JSON": lambda: Response("<html>"),
    "a number": lambda: Response("7"),
    "too deep": lambda: Response("[" * 60_000),
    "too long": lambda: Response(b"x" * 200_000),
    "another amount": lambda: Response(BILL.replace("1000", "999")),
    "an amount in text": lambda: Response(BILL.replace("1000", '"1000"')),
    "an address that is none": lambda: Response(BILL.replace("http://x/1", "javascript:1")),
    "an id that is none": lambda: Response(BILL.replace("abcd1234", "../../x")),
    "a fault": lambda: Response(BILL, status_code=500),
    "slow": lambda: Response(BILL, headers={"x-slow": "1"}),
}


@pytest.mark.parametrize("lie", LIES)
async def test_an_answer_that_is_not_a_bill_leaves_the_outcome_unknown(
    address: str, lie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calling, "TIMEOUT_SECONDS", 0.2)
    Liar.answer = LIES[lie]
    with pytest.raises(OutcomeUnknown):
        await provider_at(address).create_checkout(CHECKOUT)
    if lie != "another amount":
        with pytest.raises(Unavailable):
            await provider_at(address).fetch("abcd1234")


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
async def test_an_answer_that_does_not_fit_is_odd_and_counted(address: str, odd: str) -> None:
    name, body = ODD[odd]
    Liar.answer = lambda: Response(body)
    with pytest.raises(OddAnswer):
        await getattr(provider_at(address), name)("abcd1234")


@pytest.mark.parametrize("amount", TOYYIB)
async def test_an_amount_of_toyyibpay_that_is_none_is_odd(address: str, amount: Any) -> None:
    key = SecretStr("key")
    there = toyyibpay.ToyyibPayAccount(
        address, key, "cat", "a@b.c", "60300000000", "http://y/c", "http://y/r"
    )
    Liar.answer = lambda: Response(json.dumps([{"billpaymentStatus": "1", "billpaymentAmount": amount}]))
    with pytest.raises(OddAnswer):
        await toyyibpay.ToyyibPay(there).fetch("abcd1234")


async def test_a_redirect_is_not_followed_and_a_wrong_key_is_no_refusal_of_the_order(address: str) -> None:
    Liar.answer = lambda: Response("{}", status_code=302, headers={"Location": "/elsewhere"})
    before = Liar.asked
    with pytest.raises(CheckoutRefused, match="302"):
        await provider_at(address).create_checkout(CHECKOUT)
    assert Liar.asked == before + 1
    for status in (401, 429):
        Liar.answer = lambda status=status: Response("{}", status_code=status)  # type: ignore[misc]
        with pytest.raises(Unavailable):
            await provider_at(address).create_checkout(CHECKOUT)
    Liar.answer = lambda: Response('{"error": {"message": ["no"]}}', status_code=422)
    with pytest.raises(CheckoutRefused, match="422: no"):
        await provider_at(address).create_checkout(CHECKOUT)


async def test_a_provider_that_is_away_was_asked_nothing() -> None:
    away = provider_at("http://127.0.0.1:9")
    with pytest.raises(Unavailable) as refusal:
        await away.create_checkout(CHECKOUT)
    assert not isinstance(refusal.value, OutcomeUnknown)
