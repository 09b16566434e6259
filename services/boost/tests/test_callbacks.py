from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest

from libs.kit.testing import signed_in
from services.boost.payments.rules import HIDDEN, without_signatures
from services.boost.tests.till import Till, callback_of, signed
from services.boost.tests.trades import Trade

SIGNATURE = "0123456789abcdef" * 4
servers = pytest.mark.servers


@pytest.mark.parametrize(
    ("came", "shown"),
    [
        (f"id=a&x_signature={SIGNATURE}&paid=true", f"id=a&x_signature={HIDDEN}&paid=true"),
        (f"a=b&billplz%5Bx_signature%5D={SIGNATURE}", f"a=b&billplz%5Bx_signature%5D={HIDDEN}"),
        ("id=a&x%5FSignature=short", f"id=a&x%5FSignature={HIDDEN}"),
        (f"order_id=7&hash={SIGNATURE[:32]}", f"order_id=7&hash={HIDDEN}"),
        (f"wangi=7.{SIGNATURE.upper()}&status_id=1", f"wangi=7.{HIDDEN}&status_id=1"),
        (f'{{"x_signature": "{SIGNATURE}"}}', f'{{"x_signature": "{HIDDEN}"}}'),
        ("id=a&amount=1000&x_signature=", "id=a&amount=1000&x_signature="),
        ("", ""),
    ],
)  # fmt: skip
def test_callback_is_shown_without_signature(came: str, shown: str) -> None:
    assert without_signatures(came) == shown


async def read(till: Till, query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await till.staff("get", f"/callbacks{query}"))["callbacks"]
    return found


@servers
async def test_staff_read_forged_and_unknown_callbacks(till: Till) -> None:
    """P-E2"""
    order = await till.ordered(await till.listings(1))
    await till.pays(order, "lost")
    right = dict(parse_qsl(callback_of(till, order), keep_blank_values=True))
    await till.call_back(urlencode(right | {"amount": "1"}))
    await till.call_back(signed(till, right | {"id": f"foreign{order['orderId']}"}))
    await till.call_back(signed(till, right))
    await till.judge()
    paid, unknown, forged = (await read(till))[:3]
    assert [item["judgement"] for item in (paid, unknown, forged)] == ["paid", "unknown", "forged"]
    assert (paid["orderId"], paid["sellerId"]) == (order["orderId"], till.seller)
    for item in (unknown, forged):
        assert (item["orderId"], item["dealId"], item["sellerId"]) == (None, None, None)
    assert "amount=1&" in forged["raw"] + "&"
    for item in (paid, unknown, forged):
        assert f"x_signature={HIDDEN}" in item["raw"]
        assert right["x_signature"] not in item["raw"]
    page = await till.staff("get", f"/orders/{order['orderId']}")
    assert right["x_signature"] not in str(page)


@servers
async def test_callbacks_are_paged_by_judgement(till: Till) -> None:
    await till.boost.rows("DELETE FROM payment_notifications WHERE judgement = 'forged' RETURNING id")
    for number in range(25):
        await till.call_back(f"id=forged{number}&x_signature=none")
    order = await till.ordered(await till.listings(1))
    await till.pays(order, "lost")
    await till.call_back(callback_of(till, order))
    assert [item["orderId"] for item in await read(till, "?judgement=waiting")] == [order["orderId"]]
    await till.judge()
    assert await read(till, "?judgement=waiting") == []
    first = await till.staff("get", "/callbacks?judgement=forged")
    second = await till.staff("get", f"/callbacks?judgement=forged&cursor={first['next']}")
    assert second["next"] is None
    names = [item["raw"].partition("&")[0] for item in first["callbacks"] + second["callbacks"]]
    assert names == [f"id=forged{number}" for number in reversed(range(25))]
    headers = signed_in(7, "staff", roles=("admin",))
    odd = await till.boost.http.get("/api/admin/boost/callbacks?judgement=odd", headers=headers)
    assert odd.status_code == 422


@servers
async def test_purchase_callback_links_to_its_purchase(till: Till) -> None:
    trade = await Trade(till).opened()
    await trade.paid()
    (row, *_) = await read(till, "?judgement=paid")
    assert (row["orderId"], row["dealId"], row["sellerId"]) == (None, trade.deal_id, trade.seller)
