from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest
from pydantic import SecretStr, ValidationError

from deploy.billplz.toyyibpay import callback, pressed
from services.boost.payments.providers.choice import provider_of
from services.boost.payments.providers.toyyibpay import ToyyibPay, ToyyibPayAccount
from services.boost.settings import BoostSettings
from services.boost.tests.payer import Payer, a_payer, back
from services.boost.tests.till import Till, conserved

servers = pytest.mark.servers
ACCOUNT = ToyyibPayAccount(
    "http://x", SecretStr("key"), "cat", "a@b.c", "60300000000", "http://y/c", "http://y/r"
)


@pytest.fixture
def payer(till: Till) -> Payer:
    return a_payer(till, "toyyibpay")


@servers
async def test_toyyibpay_callback_alone_pays_nothing(payer: Payer) -> None:
    till, (order, bill) = payer.till, await payer.ordered()
    other, others_bill = await payer.ordered()
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
async def test_signed_redirect_counts_only_for_its_bill(payer: Payer) -> None:
    """P-E2"""
    till, (order, bill) = payer.till, await payer.ordered()
    other, others_bill = await payer.ordered()
    fields = pressed(till.bank, bill, "failed")
    foreign = replace(bill, id="f0reign1", transactions=[])
    till.bank.bills[foreign.id] = foreign
    paid = pressed(till.bank, foreign, "success")
    till.bank.deliveries.clear()
    for came in (paid, fields | {"billcode": others_bill.id}):
        shown = await till.come_back(back(bill, came))
        assert (shown["payment"], shown.get("order")) == ("error", None)
    await till.judge()
    assert (await till.order(order))["status"] != "paid"
    assert (await till.order(other))["status"] == "pending"
    await conserved(till.boost)


@servers
async def test_redirect_without_our_signature_is_ignored(payer: Payer) -> None:
    till, (order, bill) = payer.till, await payer.ordered()
    fields = pressed(till.bank, bill, "success")
    till.bank.deliveries.clear()
    for mark in ("", "1.0", back(bill, fields)["wangi"][:-1]):
        assert (await till.come_back(fields | {"wangi": mark}))["payment"] == "error"
    assert (await till.order(order))["status"] == "pending"


HASHED = {"refno": "TP1", "status": "3", "billcode": "abcd1234", "order_id": "7", "amount": "10.00"}


def test_callback_hash_covers_key_status_order_and_number() -> None:
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


def test_toyyibpay_account_is_complete_or_absent() -> None:
    half: dict[str, Any] = {"wangi_toyyibpay_key": "live"}
    with pytest.raises(ValidationError, match="secret key and its category code"):
        BoostSettings(**half)
    whole = half | {"wangi_toyyibpay_category_code": "cat", "wangi_payment_provider": "toyyibpay"}
    provider = provider_of(BoostSettings(**whole))
    assert isinstance(provider, ToyyibPay)
    assert (provider.account.url, provider.pays_out) == ("https://toyyibpay.com", False)
    assert "live" not in repr(provider.account)
