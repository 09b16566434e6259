"""ToyyibPay as the provider: what it says counts only after it was asked."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from pydantic import SecretStr, ValidationError

from deploy.billplz.bank import Bank, Bill
from deploy.billplz.toyyibpay import callback, pressed
from libs.kit.process import clock
from libs.kit.testing import Service
from services.boost.providers.choice import provider_of
from services.boost.providers.toyyibpay import ToyyibPay, ToyyibPayAccount
from services.boost.settings import BoostSettings
from services.boost.tests.till import Till, a_till, conserved, is_paid_once

servers = pytest.mark.servers
ACCOUNT = ToyyibPayAccount(
    "http://x", SecretStr("key"), "cat", "a@b.c", "60300000000", "http://y/c", "http://y/r"
)


@pytest.fixture
async def till(boost: Service, sandbox: Bank) -> AsyncIterator[Till]:
    """A seller, and the sandbox as ToyyibPay."""
    async with a_till(boost, sandbox) as made:
        told: dict[str, Any] = {"sandbox_url": sandbox.base_url, "wangi_payment_provider": "toyyibpay"}
        boost.app.state.provider = provider_of(boost.app.state.settings.model_copy(update=told))
        yield made


async def ordered(till: Till) -> tuple[dict[str, Any], Bill]:
    order = await till.ordered(await till.listings(1))
    return order, till.bank.bills[urlsplit(order["paymentUrl"]).path.strip("/")]


def back(bill: Bill, told: dict[str, str]) -> dict[str, str]:
    """What the browser brings: our own mark from the address that we gave, and what is added to it."""
    mark = urlsplit(bill.redirect_url or "").query.partition("=")[2]
    return {"wangi": mark, **told}


@servers
async def test_a_payment_counts_once_after_it_was_asked_about(till: Till) -> None:
    """PAY-03: by its callback and by the way back, in whichever order they come."""
    order, bill = await ordered(till)
    told = pressed(till.bank, bill, "success")
    assert (await till.come_back(back(bill, told)))["payment"] == "success"
    await till.deliver()
    await till.deliver()
    await is_paid_once(till, order)


@servers
async def test_a_callback_that_says_paid_of_a_bill_that_is_not_pays_nothing(till: Till) -> None:
    """Also one with a right hash: it covers neither the bill nor the amount."""
    order, bill = await ordered(till)
    other, others_bill = await ordered(till)
    pressed(till.bank, others_bill, "success")
    till.bank.deliveries.clear()
    paid = callback(others_bill, others_bill.transactions[-1])
    await till.call_back(urlencode(paid | {"billcode": bill.id}))
    await till.judge()
    assert (await till.order(order))["status"] == "pending"
    await till.call_back(urlencode(paid | {"amount": "0.01", "hash": "0" * 32}))
    await till.judge()
    assert (await till.order(other))["status"] == "pending"
    await till.call_back(urlencode(paid))
    await till.judge()
    assert (await till.order(order))["status"] == "pending"
    await conserved(till.boost)


@servers
async def test_the_way_back_counts_for_the_bill_that_it_was_given_to_and_for_no_other(till: Till) -> None:
    """P-E2: neither a bill that another person made with our number and amount, nor another person's bill."""
    order, bill = await ordered(till)
    other, others_bill = await ordered(till)
    told = pressed(till.bank, bill, "failed")
    foreign = replace(bill, id="f0reign1", transactions=[])
    till.bank.bills[foreign.id] = foreign
    paid = pressed(till.bank, foreign, "success")
    till.bank.deliveries.clear()
    for came in (paid, told | {"billcode": others_bill.id}):
        shown = await till.come_back(back(bill, came))
        assert (shown["payment"], shown.get("order")) == ("error", None)
    await till.judge()
    assert (await till.order(order))["status"] != "paid"
    assert (await till.order(other))["status"] == "pending"
    await conserved(till.boost)


@servers
async def test_another_amount_at_the_provider_waits_for_staff(till: Till) -> None:
    order, bill = await ordered(till)
    bill.amount -= 100
    pressed(till.bank, bill, "success")
    await till.deliver()
    assert (await till.order(order))["status"] == "review"


@servers
async def test_a_way_back_without_our_mark_is_believed_nothing(till: Till) -> None:
    order, bill = await ordered(till)
    told = pressed(till.bank, bill, "success")
    till.bank.deliveries.clear()
    for mark in ("", "1.0", back(bill, told)["wangi"][:-1]):
        assert (await till.come_back(told | {"wangi": mark}))["payment"] == "error"
    assert (await till.order(order))["status"] == "pending"


@servers
async def test_a_failure_is_told_and_the_same_bill_can_be_paid_then(till: Till) -> None:
    order, bill = await ordered(till)
    pressed(till.bank, bill, "failed")
    await till.deliver()
    assert (await till.order(order))["status"] == "failed"
    pressed(till.bank, bill, "success")
    await till.deliver()
    assert (await till.order(order))["status"] == "paid"


@servers
async def test_a_bill_that_no_one_pays_is_made_inactive_after_its_hour(till: Till) -> None:
    order, bill = await ordered(till)
    clock.forward(minutes=61)
    try:
        await till.poll()
    finally:
        clock.reset()
    assert (bill.state, (await till.order(order))["status"]) == ("deleted", "expired")


HASHED = {"refno": "TP1", "status": "3", "billcode": "abcd1234", "order_id": "7", "amount": "10.00"}


def test_the_hash_is_over_key_status_order_and_number() -> None:
    provider = ToyyibPay(ACCOUNT)
    right = HASHED | {"hash": "b27d7a7d177bc6ee4131518d6742b17b"}
    word = provider.parse_notification("callback", urlencode(right).encode())
    assert word is not None
    assert (word.is_signed, word.outcome, word.amount) == (True, "failed", None)
    for field in ("refno", "status", "order_id", "hash"):
        wrong = provider.parse_notification("callback", urlencode(right | {field: "2"}).encode())
        assert wrong is not None
        assert not wrong.is_signed
    for raw in (b"", b"billcode=../x", b"billcode=a&billcode=b", b"\xff"):
        assert provider.parse_notification("callback", raw) is None


def test_an_account_at_toyyibpay_is_named_whole_or_not_at_all() -> None:
    half: dict[str, Any] = {"wangi_toyyibpay_key": "live"}
    with pytest.raises(ValidationError, match="secret key and its category code"):
        BoostSettings(**half)
    whole = half | {"wangi_toyyibpay_category_code": "cat", "wangi_payment_provider": "toyyibpay"}
    provider = provider_of(BoostSettings(**whole))
    assert isinstance(provider, ToyyibPay)
    assert (provider.account.url, provider.pays_out) == ("https://toyyibpay.com", False)
    assert "live" not in repr(provider.account)
