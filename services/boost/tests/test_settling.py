"""Paid once, whatever comes in which order (P-E1); what is not the provider's word counts nothing (P-E2)."""

import asyncio
import itertools
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest

from libs.kit.process import clock
from libs.kit.testing import Service
from services.boost.providers import signing
from services.boost.queries import payments
from services.boost.service import polling
from services.boost.tests.till import Till

pytestmark = pytest.mark.servers
Fields = dict[str, str]


async def conserved(boost: Service) -> None:
    """No money comes from nowhere or goes nowhere: the ledger sums to zero, and says what the orders say."""
    (sums,) = await boost.rows(
        "SELECT coalesce(sum(amount), 0) AS all, coalesce(sum(amount) FILTER (WHERE a.kind = 'held'), 0) AS held, "
        "coalesce(sum(amount) FILTER (WHERE a.kind = 'provider'), 0) AS provider, "
        "coalesce(sum(amount) FILTER (WHERE a.kind = 'sales'), 0) AS sales "
        "FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id"
    )
    (orders,) = await boost.rows(
        "SELECT coalesce(sum(credit) FILTER (WHERE paid_at IS NULL), 0) AS held, "
        "coalesce(sum(amount - refunded) FILTER (WHERE paid_at IS NOT NULL), 0) AS sales FROM boost_orders"
    )
    (paid,) = await boost.rows("SELECT coalesce(sum(amount), 0) AS sum FROM payments WHERE status = 'paid'")
    assert (sums["all"], sums["held"], sums["sales"]) == (0, orders["held"], orders["sales"])
    assert -sums["provider"] == paid["sum"]


async def is_paid_once(till: Till, order: dict[str, str]) -> None:
    assert (await till.order(order))["status"] == "paid"
    assert await till.told(order) == ["BoostOrdered", "BoostPaid"]
    assert await till.balance() == 0
    entries = await till.boost.rows(
        "SELECT key FROM ledger_entries WHERE order_id = :id", id=int(order["orderId"])
    )
    assert [one["key"] for one in entries] == [f"paid:{order['orderId']}"]
    await conserved(till.boost)


@pytest.mark.parametrize("ways", [*itertools.permutations(("callback", "redirect", "poll"))], ids="-".join)
async def test_callback_redirect_and_poll_pay_an_order_once_in_any_order(
    till: Till, ways: tuple[str, ...]
) -> None:
    """P-E1, PAY-03: each of them twice."""
    order = await till.ordered(await till.listings(1))
    fields = await till.pays(order)
    (callback,) = till.bank.due()
    clock.forward(minutes=15)
    for way in (*ways, *ways):
        if way == "callback":
            assert (await till.call_back(callback.body)).status_code == 200
            await till.judge()
        elif way == "redirect":
            told = await till.come_back(fields)
            assert told == {
                "tab": "boosted", "payment": "success", "message": "Your products are boosted.",
                "order": order["orderId"],
            }  # fmt: skip
        else:
            await till.poll()
    await is_paid_once(till, order)


async def test_all_of_them_at_once_pay_an_order_once(till: Till) -> None:
    """P-E1: eight hands each, for an order of three products."""
    order = await till.ordered(await till.listings(3), 2)
    fields = await till.pays(order)
    (callback,) = till.bank.due()
    async with till.boost.database.reading() as session:
        (payment,) = await payments.of_order(session, int(order["orderId"]))
    clock.forward(minutes=15)
    hands: list[Any] = [till.call_back(callback.body) for _ in range(8)] + [till.judge() for _ in range(8)]
    hands += [till.come_back(fields) for _ in range(8)] + [
        polling.look(till.setup, payment) for _ in range(3)
    ]
    await asyncio.gather(*hands)
    await till.judge()
    await is_paid_once(till, order)


async def test_a_callback_that_comes_twice_is_kept_and_counted_once(till: Till) -> None:
    """P-E1"""
    order = await till.ordered(await till.listings(1))
    await till.pays(order, "twice")
    assert await till.deliver() == 2
    await is_paid_once(till, order)
    page = await till.staff("get", f"/orders/{order['orderId']}")
    assert [one["judgement"] for one in page["notifications"]] == ["paid"]


def signed(till: Till, fields: Fields, key: str | None = None) -> str:
    """A callback with a right signature over whatever it says."""
    plain = {name: value for name, value in fields.items() if name != "x_signature"}
    return urlencode(plain | {"x_signature": signing.sign(key or till.bank.x_signature_key, plain.items())})


async def test_callbacks_that_name_the_transaction_are_understood_too(till: Till) -> None:
    """PAY-02: with "Extra Payment Completion Information" switched on at the provider."""
    till.bank.is_extra = True
    order = await till.ordered(await till.listings(1))
    await till.pays(order, "slow")
    fields = await till.pays(order, "failed")
    assert fields["billplz[transaction_status]"] == "failed"
    assert (await till.come_back(fields))["payment"] == "failed"
    await till.deliver()
    assert (await till.order(order))["status"] == "failed"
    clock.forward(minutes=1)
    await till.deliver()
    assert (await till.order(order))["status"] == "paid"


async def test_what_is_signed_once_is_kept_once_however_it_is_written(till: Till) -> None:
    """P-E2: what is appended to a redirect, or written in another order, makes no more of it."""
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
    assert [one["kind"] for one in page["notifications"]] == ["callback", "redirect"]


async def test_each_failed_try_is_told_though_the_provider_says_it_in_the_same_words(till: Till) -> None:
    """PAY-05"""
    order = await till.ordered(await till.listings(1))
    for _ in range(2):
        await till.pays(order, "failed")
        await till.deliver()
        assert (await till.order(order))["status"] == "failed"
        await till.post(f"/orders/{order['orderId']}/pay")
        assert (await till.order(order))["status"] == "pending"
    assert await till.told(order) == ["BoostOrdered", "BoostPaymentFailed", "BoostPaymentFailed"]


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


@pytest.mark.parametrize("forgery", FORGERIES)
async def test_what_is_not_the_providers_word_changes_nothing(till: Till, forgery: str) -> None:
    """P-E2: forged, altered, of another bill; and the right callback still counts afterwards."""
    products = await till.listings(2)
    order, other = await till.ordered(products[:1]), await till.ordered(products[1:])
    await till.pays(order, "lost")
    own = dict(parse_qsl(_callback_of(till, order), keep_blank_values=True))
    others = dict(parse_qsl(_callback_of(till, other, is_paid=True), keep_blank_values=True))
    assert (await till.call_back(FORGERIES[forgery](till, own, others))).status_code == 200
    await till.judge()
    for one in (order, other):
        assert (await till.order(one))["status"] == "pending"
        assert await till.told(one) == ["BoostOrdered"]
    await till.call_back(signed(till, own))
    await till.judge()
    await is_paid_once(till, order)


def _callback_of(till: Till, order: dict[str, str], *, is_paid: bool | None = None) -> str:
    bill = till.bill(order)
    tried = bill.transactions[-1] if bill.transactions else None
    return signed(till, till.bank.callback(bill, tried, is_paid=is_paid))  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [{"amount": "900"}, {"amount": "100000"}, {"collection_id": "others"}])
async def test_a_signed_callback_of_another_amount_or_collection_waits_for_staff(
    till: Till, wrong: Fields
) -> None:
    """P-E2, PAY-05: nothing is featured; staff asks the provider again, and that settles it."""
    order = await till.ordered(await till.listings(1))
    await till.pays(order, "lost")
    own = dict(parse_qsl(_callback_of(till, order)))
    mobile = {"mobile": "", "paid_amount": wrong.get("amount", "1000")}
    await till.call_back(signed(till, own | mobile | wrong))
    await till.judge()
    shown = await till.order(order)
    assert shown["status"] == "review"
    assert await till.get("/seller-boosted") == []
    refused = await till.post(f"/orders/{order['orderId']}/pay")
    assert (refused.status_code, refused.json()["details"]) == (409, {"status": "review"})
    queue = await till.staff("get", "/orders?status=review")
    assert order["orderId"] in [one["orderId"] for one in queue["orders"]]
    asked = await till.staff("post", f"/orders/{order['orderId']}/ask")
    assert (asked["status"], asked["found"]) == ("paid", ["paid"])
    await is_paid_once(till, order)


async def test_a_callback_whose_two_amounts_disagree_is_asked_about(till: Till) -> None:
    """Billplz's own examples name a paid amount of 0 for a paid bill."""
    order = await till.ordered(await till.listings(1))
    await till.pays(order, "lost")
    own = dict(parse_qsl(_callback_of(till, order), keep_blank_values=True))
    await till.call_back(signed(till, own | {"paid_amount": "0"}))
    await till.judge()
    await is_paid_once(till, order)


async def test_the_addresss_word_alone_changes_nothing(till: Till) -> None:
    """P-E2, PAY-03: not unsigned, not signed for another bill, and a signed one is asked about."""
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
        told = await till.come_back(lie)
        assert told["payment"] == "error"
        assert "order" not in told
    assert (await till.order(order))["status"] == "pending"
    # The provider says one thing to the browser and another to us.
    paid = till.bank.redirect(till.bill(order), None, is_paid=True)
    told = await till.come_back(paid)
    assert (told["payment"], told["message"]) == ("success", "Processing your request")
    assert (await till.order(order))["status"] == "pending"


async def test_a_browser_that_comes_back_without_having_paid_is_told_so(till: Till) -> None:
    """PAY-03, PAY-04"""
    order = await till.ordered(await till.listings(1))
    told = await till.come_back(await till.pays(order, "failed"))
    assert told["payment"] == "failed"
    assert (await till.order(order))["status"] == "failed"
    await till.deliver()
    assert await till.told(order) == ["BoostOrdered", "BoostPaymentFailed"], "told once"


async def test_a_payment_is_processing_while_the_provider_does_not_answer(till: Till) -> None:
    order = await till.ordered(await till.listings(1))
    fields = await till.pays(order)
    till.bank.faults["get-500"] = 1
    told = await till.come_back(fields)
    assert (told["payment"], told["message"]) == ("success", "Processing your request")
    assert (await till.order(order))["status"] == "pending"
    await till.deliver()
    assert (await till.order(order))["status"] == "paid"


async def test_the_second_bill_of_an_order_becomes_wallet_credit(till: Till) -> None:
    """P-E1: the answer that carried the first bill was lost, and somebody paid both."""
    till.bank.faults["create-500"] = 1
    products = await till.listings(1)
    await till.post("/create-order", boostPackageId=1, productIds=products)
    lost = next(iter(till.bank.bills.values()))
    order = await till.ordered(products)
    await till.pays(order)
    till.bank.pay(lost, "success", "MB2U0227")
    await till.deliver()
    assert ((await till.order(order))["status"], await till.balance()) == ("paid", 1000)
    assert await till.told(order) == ["BoostOrdered", "BoostPaid", "BoostRefunded"]
    await conserved(till.boost)


async def test_the_lost_bill_pays_the_order_if_it_is_paid_first(till: Till) -> None:
    till.bank.faults["create-500"] = 1
    products = await till.listings(1)
    await till.post("/create-order", boostPackageId=1, productIds=products)
    lost = next(iter(till.bank.bills.values()))
    fields = till.bank.pay(lost, "success", "MB2U0227")
    assert fields is not None
    told = await till.come_back(fields)
    (order,) = (await till.get("/orders"))["orders"]
    assert (told["payment"], order["status"], order["paymentUrl"]) == ("success", "paid", None)
    await till.deliver()
    await is_paid_once(till, order)


async def test_a_bill_that_is_not_ours_changes_nothing(till: Till) -> None:
    """P-E2: a signed callback for a bill of the account that boost has never made."""
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


async def test_forged_callbacks_are_kept_in_a_limited_number(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    (before,) = await till.boost.rows(FORGED)
    monkeypatch.setattr("services.boost.queries.notifications.MOST_FORGED", before["n"] + 3)
    for n in range(6):
        await till.call_back(f"id=forged{n}&x_signature=none")
    (after,) = await till.boost.rows(FORGED)
    assert after["n"] == before["n"] + 3
    long = await till.call_back("id=" + "x" * 9_000)
    assert (long.status_code, long.json()["code"]) == (413, "too_large")


FORGED = "SELECT count(*) AS n FROM payment_notifications WHERE judgement = 'forged'"


async def test_listings_that_were_sold_meanwhile_are_credited_instead_of_boosted(till: Till) -> None:
    """PAY-05: paid after the products became unboostable."""
    products = await till.listings(3)
    order = await till.ordered(products, 2)
    await till.remove(products[0])
    await till.pays(order)
    await till.deliver()
    assert ((await till.order(order))["status"], await till.balance()) == ("paid", 900)
    assert {one["id"] for one in await till.get("/seller-boosted")} == set(products[1:])
    whole = await till.ordered([products[1]])
    await till.remove(products[1])
    credit = await till.balance()
    await till.pays(whole)
    await till.deliver()
    assert ((await till.order(whole))["status"], await till.balance()) == ("refunded", credit + 1000)
    await conserved(till.boost)


async def test_no_key_and_no_signature_is_in_any_log(till: Till, capfd: pytest.CaptureFixture[str]) -> None:
    """PAY-02: not of what is right, forged, refused or asked."""
    till.bank.faults["create-422"] = 1
    products = await till.listings(1)
    await till.post("/create-order", boostPackageId=1, productIds=products)
    order = await till.ordered(products)
    fields = await till.pays(order, "twice")
    bodies = [one.body for one in till.bank.due()]
    for body in (*bodies, bodies[0].replace("paid=true", "paid=maybe")):
        await till.call_back(body)
    await till.come_back(fields)
    await till.judge()
    said = "".join(capfd.readouterr())
    assert "answered" in said
    signatures = [dict(parse_qsl(body))["x_signature"] for body in bodies]
    for secret in (*signatures, fields["billplz[x_signature]"], till.bank.api_key, till.bank.x_signature_key):
        assert secret not in said
    assert "x_signature" not in said


async def test_an_order_in_review_expires_where_the_provider_says_that_nobody_paid(till: Till) -> None:
    order = await till.ordered(await till.listings(1))
    own = dict(parse_qsl(_callback_of(till, order, is_paid=True), keep_blank_values=True))
    await till.call_back(signed(till, own | {"amount": "900", "paid_amount": "900"}))
    await till.judge()
    assert (await till.order(order))["status"] == "review"
    till.bill(order).state = "deleted"
    asked = await till.staff("post", f"/orders/{order['orderId']}/ask")
    assert (asked["status"], asked["found"]) == ("expired", ["deleted"])
