import base64
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx2
import pytest

from deploy.billplz import bank as bank_module
from deploy.billplz.app import application
from deploy.billplz.bank import MISBEHAVIOURS, Bank
from deploy.billplz.main import bank_of
from services.boost.payments.providers import signatures
from services.boost.payments.providers.payment_orders import SIGNED

NOW = datetime(2026, 11, 25, 4, 0, tzinfo=UTC)
FORM = {
    "collection_id": "boosts01", "email": "api@billplz.com", "name": "Sara", "amount": "200",
    "callback_url": "http://shop.example/callback", "redirect_url": "http://shop.example/return?own=1",
    "description": "A <boost>", "reference_2_label": "Order ID", "reference_2": "7",
}  # fmt: skip
KEY = {"Authorization": "Basic " + base64.b64encode(b"stand-in-api-key:").decode()}


class Clock:
    now = NOW


@pytest.fixture
def bank() -> Bank:
    Clock.now = NOW
    return Bank(now=lambda: Clock.now, chance=lambda: 0.5, speed=1.0, base_url="http://sandbox")


@pytest.fixture
async def http(bank: Bank) -> AsyncIterator[httpx2.AsyncClient]:
    transport = httpx2.ASGITransport(app=application(bank))
    async with httpx2.AsyncClient(transport=transport, base_url="http://sandbox") as client:
        yield client


async def a_bill(http: httpx2.AsyncClient, **fields: str) -> dict[str, Any]:
    answer = await http.post("/api/v3/bills", data=FORM | fields, headers=KEY)
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def press(http: httpx2.AsyncClient, bill: dict[str, Any], action: str) -> httpx2.Response:
    form = {"action": action, "bank": "MB2U0227"}
    return await http.post(f"/bills/{bill['id']}", data=form, follow_redirects=False)


async def test_sandbox_bill_is_made_read_paid_and_listed(http: httpx2.AsyncClient, bank: Bank) -> None:
    """PAY-02"""
    made = await a_bill(http)
    assert len(made["id"]) == 8
    assert made | {"id": "", "url": ""} == {
        "id": "", "collection_id": "boosts01", "paid": False, "state": "due", "amount": 200, "paid_amount": 0,
        "due_at": "2026-11-25", "email": "api@billplz.com", "mobile": None, "name": "SARA", "url": "",
        "reference_1_label": "Reference 1", "reference_1": "", "reference_2_label": "Order ID",
        "reference_2": "7", "redirect_url": FORM["redirect_url"], "callback_url": FORM["callback_url"],
        "description": "A <boost>", "paid_at": None,
    }  # fmt: skip
    answer = await press(http, made, "success")
    assert answer.status_code == 302
    fields = dict(parse_qsl(urlsplit(answer.headers["location"]).query, keep_blank_values=True))
    assert fields.pop("own") == "1"
    signature = fields.pop("billplz[x_signature]")
    plain = [(name.replace("[", "").replace("]", ""), value) for name, value in fields.items()]
    assert signatures.is_signed(bank.x_signature_key, plain, signature)
    (callback,) = bank.due()
    callback_form = dict(parse_qsl(callback.body, keep_blank_values=True))
    signature = callback_form.pop("x_signature")
    assert signatures.is_signed(bank.x_signature_key, callback_form.items(), signature)
    assert {name: callback_form[name] for name in ("paid", "state", "mobile", "paid_at")} == {
        "paid": "true", "state": "paid", "mobile": "", "paid_at": "2026-11-25 12:00:00 +0800",
    }  # fmt: skip
    read = await http.get(f"/api/v3/bills/{made['id']}", headers=KEY)
    assert (read.json()["paid"], read.json()["state"], read.headers["ratelimit-limit"]) == (
        True, "paid", "unlimited",
    )  # fmt: skip
    tried = (await http.get(f"/api/v3/bills/{made['id']}/transactions", headers=KEY)).json()
    assert (tried["page"], tried["transactions"][0]["status"]) == (1, "completed")
    assert (await http.delete(f"/api/v3/bills/{made['id']}", headers=KEY)).status_code == 422


WRONG: dict[str, dict[str, str]] = {
    "no collection": {"collection_id": ""}, "another's collection": {"collection_id": "else"},
    "no address": {"email": ""}, "half a sen": {"amount": "1.5"}, "nothing": {"amount": "0"},
    "other digits": {"amount": "٣"}, "a long name": {"name": "x" * 256}, "no callback": {"callback_url": ""},
    "another scheme": {"callback_url": "ftp://x"}, "a long reference": {"reference_2": "x" * 121},
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
async def test_sandbox_refuses_invalid_bill(http: httpx2.AsyncClient, bank: Bank, wrong: str) -> None:
    answer = await http.post("/api/v3/bills", data=FORM | WRONG[wrong], headers=KEY)
    assert answer.status_code == 422
    assert answer.json()["error"]["type"] == "RecordInvalid"
    assert isinstance(answer.json()["error"]["message"], list)
    assert not bank.bills


@pytest.mark.parametrize(
    "header", [None, "Basic x", "Basic " + base64.b64encode(b"else:").decode(), "Bearer x"]
)
async def test_sandbox_needs_the_key(http: httpx2.AsyncClient, header: str | None) -> None:
    headers = {} if header is None else {"Authorization": header}
    for path in ("/api/v3/bills/x", "/api/v4/webhook_rank", "/api/v4/payment_gateways", "/api/v3/fpx_banks"):
        answer = await http.get(path, headers=headers)
        assert (answer.status_code, answer.json()["error"]["type"]) == (401, "Unauthorized")
    assert (await http.post("/api/v3/bills", json=FORM, headers=headers)).status_code == 401


async def test_sandbox_lists_collections_banks_and_gateways(http: httpx2.AsyncClient) -> None:
    opened = (await http.post("/api/v4/collections", json={"title": "More"}, headers=KEY)).json()
    assert (opened["title"], opened["split_payments"]) == ("More", [])
    assert (await a_bill(http, collection_id=opened["id"]))["collection_id"] == opened["id"]
    gateways = (await http.get("/api/v4/payment_gateways", headers=KEY)).json()["payment_gateways"]
    assert {"code": "BP-FKR01", "active": True, "category": "billplz"} in gateways
    assert len((await http.get("/api/v3/fpx_banks", headers=KEY)).json()["banks"]) == 6
    assert (await http.get("/api/v3/bills/none", headers=KEY)).status_code == 404


@pytest.mark.parametrize(
    ("lang", "words", "buttons"),
    [
        ("en", "Your bank", ("Successful payment", "Failed payment")),
        ("ms", "Bank anda", ("Pembayaran berjaya", "Pembayaran gagal")),
    ],
)
async def test_sandbox_page_is_translated_and_escapes_text(
    http: httpx2.AsyncClient, lang: str, words: str, buttons: tuple[str, str]
) -> None:
    bill = await a_bill(http, reference_1="BCBB0235")
    page = (await http.get(f"/bills/{bill['id']}?lang={lang}&auto_submit=true")).text
    assert words in page
    assert f'lang="{lang}"' in page
    for button in buttons:
        assert f">{button}</button>" in page
    for action in MISBEHAVIOURS:
        assert f'name="action" value="{action}"' in page
    assert "A &lt;boost&gt;" in page
    assert '<option value="BCBB0235" selected>' in page
    assert "RM 2.00" in page
    answer = await http.get("/", headers={"Accept-Language": "ms-MY"})
    assert "Semua bil" in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("action", ["success", "failed", *MISBEHAVIOURS])
async def test_sandbox_buttons_work(http: httpx2.AsyncClient, bank: Bank, action: str) -> None:
    bill = await a_bill(http)
    answer = await press(http, bill, action)
    assert answer.status_code == (200 if action == "abandon" else 302)
    now = bank.due()
    Clock.now += timedelta(minutes=11)
    later = bank.due()
    came = {"success": (1, 0), "failed": (1, 0), "forged": (1, 0), "wrong_amount": (1, 0), "twice": (2, 0)}
    came |= {"late": (0, 1), "slow": (0, 1), "lost": (0, 0), "abandon": (0, 0)}
    assert (len(now), len(later)) == came[action]
    is_paid = action not in ("failed", "forged", "abandon")
    assert bank.bills[bill["id"]].is_paid is is_paid
    for item in (*now, *later):
        fields = dict(parse_qsl(item.body, keep_blank_values=True))
        signature = fields.pop("x_signature")
        assert signatures.is_signed(bank.x_signature_key, fields.items(), signature) is (action != "forged")
        assert fields["paid"] == ("false" if action == "failed" else "true")
        assert fields["amount"] == ("300" if action == "wrong_amount" else "200")


async def test_sandbox_callback_is_tried_five_times_and_lowers_rank(
    http: httpx2.AsyncClient, bank: Bank
) -> None:
    await press(http, await a_bill(http), "success")
    waited = []
    while bank.deliveries:
        due_at = bank.deliveries[0].due_at
        waited.append((due_at - Clock.now).total_seconds())
        Clock.now = due_at
        (one,) = bank.due()
        bank.delivered(one, is_well=False)
    assert waited == [0, 165, 1_050, 1_050, 86_550]
    assert (await http.get("/api/v4/webhook_rank", headers=KEY)).json() == {"rank": 5.0}


async def test_sandbox_deleted_bill_can_be_paid(http: httpx2.AsyncClient, bank: Bank) -> None:
    bill = await a_bill(http)
    assert (await http.delete(f"/api/v3/bills/{bill['id']}", headers=KEY)).json() == {}
    assert bank.bills[bill["id"]].state == "deleted"
    await press(http, bill, "success")
    assert bank.bills[bill["id"]].state == "paid"


async def test_sandbox_memory_is_limited(
    http: httpx2.AsyncClient, bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bank_module, "MAX_BILLS", 3)
    bills = [await a_bill(http) for _ in range(5)]
    assert [*bank.bills] == [bill["id"] for bill in bills[2:]]
    assert (await http.post("/api/v3/bills", content=b"x" * 20_000, headers=KEY)).status_code == 422


def test_sandbox_accepts_boosts_credentials() -> None:
    settings = {
        "WANGI_BILLPLZ_API_KEY": "own",
        "WANGI_BILLPLZ_COLLECTION_ID": "mine",
        "WANGI_BILLPLZ_SPEED": "60",
    }
    made = bank_of(settings)
    assert (made.api_key, made.speed, "mine" in made.collections) == ("own", 60.0, True)
    assert made.x_signature_key == Bank.x_signature_key


async def test_sandbox_payment_order_is_unique_and_paid_or_returned(
    http: httpx2.AsyncClient, bank: Bank
) -> None:
    key = bank.x_signature_key

    def form(reference: str, number: str) -> dict[str, str]:
        fields = {
            "payment_order_collection_id": "payouts1", "bank_code": "MBBEMYKL", "bank_account_number": number,
            "name": "SITI", "description": "Payout", "total": "5000", "reference_id": reference, "epoch": "1",
        }  # fmt: skip
        return fields | {"checksum": signatures.checksum(key, ("payouts1", number, "5000", "1"))}

    path = "/api/v5/payment_orders"
    made = [
        (await http.post(path, data=form(reference, number), headers=KEY)).json()
        for reference, number in (("1", "164012345678"), ("2", "164012340000"))
    ]
    again = await http.post(path, data=form("1", "164012345678"), headers=KEY)
    assert (again.status_code, again.json()["error"]["message"]) == (
        422,
        ["Reference has already been taken"],
    )
    forged = await http.post(path, data=form("3", "1") | {"total": "6000"}, headers=KEY)
    assert forged.json()["error"]["type"] == "ChecksumInvalid"
    Clock.now += timedelta(seconds=61)
    for order, status in zip(made, ("completed", "refunded"), strict=True):
        query = {"epoch": "2", "checksum": signatures.checksum(key, (order["id"], "2"))}
        shown = await http.get(f"{path}/{order['id']}", params=query, headers=KEY)
        assert (shown.json()["status"], shown.json()["total"]) == (status, 5000)
    bank.payouts.callback_url = "http://shop/api/boost/payouts/callback"
    callbacks = [item for item in bank.due() if item.url == bank.payouts.callback_url]
    assert len(callbacks) == 2
    assert [item for item in bank.due() if item.url == bank.payouts.callback_url] == []
    fields = dict(parse_qsl(callbacks[0].body))
    signed = [fields[name] for name in SIGNED]
    assert fields["checksum"] == signatures.checksum(key, signed)
