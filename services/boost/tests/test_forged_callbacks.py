from collections.abc import Callable
from urllib.parse import parse_qsl, urlencode

import pytest

from services.boost.tests.till import Fields, Till, callback_of, conserved, is_paid_once, signed

pytestmark = pytest.mark.servers


FORGERIES: dict[str, Callable[[Till, Fields, Fields], str]] = {
    "another key": lambda till, own, other: signed(till, own, "guessed"),
    "an altered amount": lambda till, own, other: urlencode(own | {"amount": "1"}),
    "another bill's signature": lambda till, own, other: urlencode(
        own | {"x_signature": other["x_signature"]}
    ),
    "another bill's id": lambda till, own, other: urlencode(other | {"id": own["id"]}),
    "no signature": lambda till, own, other: urlencode({k: v for k, v in own.items() if k != "x_signature"}),
    "a field too few": lambda till, own, other: urlencode({k: v for k, v in own.items() if k != "mobile"}),
    "a field too many": lambda till, own, other: urlencode(own | {"extra": "1"}),
    "capital letters": lambda till, own, other: urlencode(own | {"x_signature": own["x_signature"].upper()}),
    "a field twice": lambda till, own, other: urlencode(own) + "&paid=true",
    "no form": lambda till, own, other: "{}",
    "nothing": lambda till, own, other: "",
    "odd bytes": lambda till, own, other: "id=%00%ff&x_signature=\x7f",
}


async def test_signed_callback_is_stored_once_in_any_form(till: Till) -> None:
    """P-E2"""
    order = await till.ordered(await till.listings(1))
    fields = await till.pays(order)
    for n in range(5):
        await till.come_back(fields | {"utm": str(n)})
    (callback,) = till.bank.due()
    for body in (callback.body, "&".join(reversed(callback.body.split("&")))):
        await till.call_back(body)
    await till.judge()
    await is_paid_once(till, order)
    page = await till.staff("get", f"/orders/{order['orderId']}")
    assert [notification["kind"] for notification in page["notifications"]] == ["callback", "redirect"]


@pytest.mark.parametrize("forgery", FORGERIES)
async def test_forged_callback_changes_nothing(till: Till, forgery: str) -> None:
    """P-E2"""
    products = await till.listings(2)
    order, other = await till.ordered(products[:1]), await till.ordered(products[1:])
    await till.pays(order, "lost")
    own = dict(parse_qsl(callback_of(till, order), keep_blank_values=True))
    others = dict(parse_qsl(callback_of(till, other, is_paid=True), keep_blank_values=True))
    assert (await till.call_back(FORGERIES[forgery](till, own, others))).status_code == 200
    await till.judge()
    for item in (order, other):
        assert (await till.order(item))["status"] == "pending"
        assert await till.recorded_events(item) == ["BoostOrdered"]
    await till.call_back(signed(till, own))
    await till.judge()
    await is_paid_once(till, order)


@pytest.mark.parametrize("wrong", [{"amount": "900"}, {"amount": "100000"}, {"collection_id": "others"}])
async def test_callback_of_other_amount_or_collection_waits_for_staff(till: Till, wrong: Fields) -> None:
    """P-E2, PAY-05"""
    order = await till.ordered(await till.listings(1))
    await till.pays(order, "lost")
    own = dict(parse_qsl(callback_of(till, order)))
    mobile = {"mobile": "", "paid_amount": wrong.get("amount", "1000")}
    await till.call_back(signed(till, own | mobile | wrong))
    await till.judge()
    shown = await till.order(order)
    assert shown["status"] == "review"
    assert await till.get("/seller-boosted") == []
    refused = await till.post(f"/orders/{order['orderId']}/pay")
    assert (refused.status_code, refused.json()["details"]) == (409, {"status": "review"})
    queue = await till.staff("get", "/orders?status=review")
    assert order["orderId"] in [item["orderId"] for item in queue["orders"]]
    asked = await till.staff("post", f"/orders/{order['orderId']}/ask")
    assert (asked["status"], asked["found"]) == ("paid", ["paid"])
    await is_paid_once(till, order)


async def test_callback_with_two_amounts_is_polled(till: Till) -> None:
    order = await till.ordered(await till.listings(1))
    await till.pays(order, "lost")
    own = dict(parse_qsl(callback_of(till, order), keep_blank_values=True))
    await till.call_back(signed(till, own | {"paid_amount": "0"}))
    await till.judge()
    await is_paid_once(till, order)


async def test_redirect_alone_changes_nothing(till: Till) -> None:
    """P-E2, PAY-03"""
    products = await till.listings(2)
    order, other = await till.ordered(products[:1]), await till.ordered(products[1:])
    fields = await till.pays(other)
    lies: tuple[Fields, ...] = (
        {"payment": "success"},
        {},
        fields | {"billplz[id]": till.bill(order).id},
        {"billplz[id]": "x"},
    )
    for lie in lies:
        result = await till.come_back(lie)
        assert result["payment"] == "error"
        assert "order" not in result
    assert (await till.order(order))["status"] == "pending"
    # The provider's redirect and its API differ.
    paid = till.bank.redirect(till.bill(order), None, is_paid=True)
    result = await till.come_back(paid)
    assert (result["payment"], result["message"]) == ("success", "Processing your request")
    assert (await till.order(order))["status"] == "pending"


async def test_callback_for_unknown_bill_changes_nothing(till: Till) -> None:
    """P-E2"""
    form = {
        "collection_id": "boosts01",
        "amount": "1000",
        "name": "x",
        "description": "x",
        "callback_url": "x",
    }
    for reference in ("", "7e3", "-1", "99999999999999999999", "٣"):
        bill = till.bank.make(form | {"email": "a@b.c", "reference_2": reference})
        till.bank.pay(bill, "success", "MB2U0227")
        await till.deliver()
    (row,) = await till.boost.rows(
        "SELECT count(*) AS n FROM payment_notifications WHERE bill_id = ANY(:ids) AND judgement = 'unknown'",
        ids=[*till.bank.bills],
    )
    assert row["n"] == 5
    await conserved(till.boost)


async def test_stored_forged_callbacks_are_limited(till: Till, monkeypatch: pytest.MonkeyPatch) -> None:
    (before,) = await till.boost.rows(FORGED)
    monkeypatch.setattr("services.boost.payments.queries.MAX_FORGED", before["n"] + 3)
    for n in range(6):
        await till.call_back(f"id=oneofmany{n}&x_signature=none")
    (after,) = await till.boost.rows(FORGED)
    assert after["n"] == before["n"] + 3
    long = await till.call_back("id=" + "x" * 9_000)
    assert (long.status_code, long.json()["code"]) == (413, "too_large")


FORGED = "SELECT count(*) AS n FROM payment_notifications WHERE judgement = 'forged'"


async def test_no_key_or_signature_is_logged(till: Till, capfd: pytest.CaptureFixture[str]) -> None:
    """PAY-02"""
    till.bank.faults["create-422"] = 1
    products = await till.listings(1)
    await till.post("/create-order", boostPackageId=1, productIds=products)
    order = await till.ordered(products)
    fields = await till.pays(order, "twice")
    bodies = [item.body for item in till.bank.due()]
    for body in (*bodies, bodies[0].replace("paid=true", "paid=maybe")):
        await till.call_back(body)
    await till.come_back(fields)
    await till.judge()
    given = "".join(capfd.readouterr())
    assert "answered" in given
    signatures = [dict(parse_qsl(body))["x_signature"] for body in bodies]
    for secret in (*signatures, fields["billplz[x_signature]"], till.bank.api_key, till.bank.x_signature_key):
        assert secret not in given
    assert "x_signature" not in given


async def test_order_in_review_expires_if_provider_was_not_paid(till: Till) -> None:
    order = await till.ordered(await till.listings(1))
    own = dict(parse_qsl(callback_of(till, order, is_paid=True), keep_blank_values=True))
    await till.call_back(signed(till, own | {"amount": "900", "paid_amount": "900"}))
    await till.judge()
    assert (await till.order(order))["status"] == "review"
    till.bill(order).state = "deleted"
    asked = await till.staff("post", f"/orders/{order['orderId']}/ask")
    assert (asked["status"], asked["found"]) == ("expired", ["deleted"])
