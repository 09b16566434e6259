import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator
from typing import Any, Literal

import pytest
from fastapi import Response

from libs.kit.errors import OutcomeUnknown, Unavailable
from libs.kit.process import clock
from services.boost.payments.polling import poll_payment
from services.boost.payments.providers import calling as providers_calling
from services.boost.payments.providers.choice import provider_of
from services.boost.payments.providers.port import Checkout, CheckoutRefused, Provider
from services.boost.payments.queries import list_of_order
from services.boost.payments.rules import AskedEnough
from services.boost.settings import BoostSettings
from services.boost.tests.liar import Liar, a_liar
from services.boost.tests.payer import BOTH, Name, Payer, a_payer
from services.boost.tests.till import Till, conserved, is_paid_once

pytestmark = pytest.mark.servers
Way = Literal["callback", "redirect", "poll"]


@pytest.fixture(params=BOTH)
def payer(request: pytest.FixtureRequest, till: Till) -> Payer:
    return a_payer(till, request.param)


@pytest.mark.parametrize("ways", [*itertools.permutations(("callback", "redirect", "poll"))], ids="-".join)
async def test_callback_redirect_and_poll_pay_once_in_any_order(payer: Payer, ways: tuple[Way, ...]) -> None:
    """P-E1, PAY-03"""
    till, (order, bill) = payer.till, await payer.ordered()
    fields = payer.pay(bill)
    (callback,) = till.bank.due()
    clock.forward(minutes=15)
    for way in (*ways, *ways):
        if way == "callback":
            assert (await till.call_back(callback.body)).status_code == 200
            await till.judge()
        elif way == "redirect":
            result = await till.come_back(fields)
            assert result == {
                "tab": "boosted", "payment": "success", "message": "Your products are boosted.",
                "order": order["orderId"],
            }  # fmt: skip
        else:
            await till.poll()
    await is_paid_once(till, order)


async def test_concurrent_callbacks_redirects_and_polls_pay_once(payer: Payer) -> None:
    """P-E1"""
    till, (order, bill) = payer.till, await payer.ordered(3, 2)
    fields = payer.pay(bill)
    (callback,) = till.bank.due()
    async with till.boost.database.reading() as session:
        (payment,) = await list_of_order(session, int(order["orderId"]))
    clock.forward(minutes=15)

    async def look() -> None:
        with contextlib.suppress(AskedEnough):
            await poll_payment(till.setup, payment)

    hands: list[Any] = [till.call_back(callback.body) for _ in range(4)] + [till.judge() for _ in range(4)]
    hands += [till.come_back(fields) for _ in range(4)] + [look() for _ in range(3)]
    await asyncio.gather(*hands)
    await till.judge()
    await is_paid_once(till, order)


async def test_duplicate_callback_is_stored_once(payer: Payer) -> None:
    """P-E1"""
    till, (order, bill) = payer.till, await payer.ordered()
    payer.pay(bill)
    (callback,) = till.bank.due()
    for _ in range(2):
        assert (await till.call_back(callback.body)).status_code == 200
        await till.judge()
    await is_paid_once(till, order)
    page = await till.staff("get", f"/orders/{order['orderId']}")
    assert [notification["judgement"] for notification in page["notifications"]] == ["paid"]


async def test_failed_payment_is_published_once_and_bill_stays_payable(payer: Payer) -> None:
    """PAY-03, PAY-04, PAY-05"""
    till, (order, bill) = payer.till, await payer.ordered()
    result = await till.come_back(payer.pay(bill, "failed"))
    assert (result["payment"], (await till.order(order))["status"]) == ("failed", "failed")
    await till.deliver()
    assert await till.recorded_events(order) == ["BoostOrdered", "BoostPaymentFailed"]
    payer.pay(bill)
    await till.deliver()
    assert (await till.order(order))["status"] == "paid"
    assert await till.recorded_events(order) == ["BoostOrdered", "BoostPaymentFailed", "BoostPaid"]
    await conserved(till.boost)


async def test_payment_is_processing_while_provider_is_unavailable(payer: Payer) -> None:
    till, (order, bill) = payer.till, await payer.ordered()
    fields = payer.pay(bill)
    till.bank.faults["get-500"] = 1
    result = await till.come_back(fields)
    assert (result["payment"], result["message"]) == ("success", "Processing your request")
    assert (await till.order(order))["status"] == "pending"
    await till.deliver()
    await is_paid_once(till, order)


@pytest.mark.parametrize("fault", ["get-429", "get-500"])
async def test_unavailable_provider_is_polled_again(payer: Payer, fault: str) -> None:
    till, (order, bill) = payer.till, await payer.ordered()
    payer.pay(bill, "lost")
    clock.forward(minutes=15)
    till.bank.faults[fault] = 1
    assert await till.poll() == 0
    assert (await till.order(order))["status"] == "pending"
    clock.forward(minutes=1)
    await till.poll()
    await is_paid_once(till, order)


@pytest.mark.parametrize("is_first", [True, False])
async def test_bill_with_lost_answer_pays_order_or_becomes_credit(payer: Payer, *, is_first: bool) -> None:
    """P-E1"""
    till = payer.till
    till.bank.faults["create-500"] = 1
    products = await till.listings(1)
    await till.post("/create-order", boostPackageId=1, productIds=products)
    lost = next(iter(till.bank.bills.values()))
    order = await till.ordered(products)
    kept = till.bill(order)
    for bill in (lost, kept) if is_first else (kept, lost):
        payer.pay(bill)
        await till.deliver()
    assert ((await till.order(order))["status"], await till.balance()) == ("paid", 1000)
    assert await till.recorded_events(order) == ["BoostOrdered", "BoostPaid", "BoostRefunded"]
    await conserved(till.boost)


@pytest.mark.parametrize("way", ["callback", "redirect", "poll"])
async def test_mismatched_amount_waits_for_staff(payer: Payer, way: Way) -> None:
    """P-E2, PAY-05"""
    till, (order, bill) = payer.till, await payer.ordered()
    bill.amount -= 100
    fields = payer.pay(bill, "success" if way == "callback" else "lost")
    if way == "callback":
        await till.deliver()
    elif way == "redirect":
        assert (await till.come_back(fields))["payment"] == "error"
    else:
        clock.forward(minutes=15)
        await till.poll()
    assert (await till.order(order))["status"] == "review"
    assert await till.get("/seller-boosted") == []
    await conserved(till.boost)


async def test_unpaid_bill_is_deleted_after_an_hour(payer: Payer) -> None:
    till, (order, bill) = payer.till, await payer.ordered()
    for _ in range(4):
        clock.forward(minutes=15, seconds=5)
        await till.poll()
    assert (bill.state, (await till.order(order))["status"]) == ("deleted", "expired")
    assert await till.recorded_events(order) == ["BoostOrdered"]


@pytest.mark.parametrize("action", ["success", "lost"])
async def test_payment_after_deletion_becomes_credit(
    payer: Payer, action: Literal["success", "lost"]
) -> None:
    """PAY-05"""
    till, (order, bill) = payer.till, await payer.ordered()
    clock.forward(minutes=61)
    await till.poll()
    payer.pay(bill, action)
    clock.forward(hours=2)
    for _ in range(2):
        await till.deliver()
        await till.poll()
    assert ((await till.order(order))["status"], await till.balance()) == ("expired", 1000)
    assert await till.get("/seller-boosted") == []
    assert await till.recorded_events(order) == ["BoostOrdered", "BoostRefunded"]
    await conserved(till.boost)


async def test_bill_paid_during_deletion_counts(payer: Payer) -> None:
    till, (order, bill) = payer.till, await payer.ordered()
    clock.forward(minutes=61)
    provider = till.setup.till
    delete = provider.cancel

    async def cancel(ref: str) -> bool:
        payer.pay(bill, "lost")
        return await delete(ref)

    provider.cancel = cancel  # type: ignore[method-assign]
    await till.poll()
    clock.forward(minutes=2)
    await till.poll()
    await is_paid_once(till, order)


CHECKOUT = Checkout("7", 1000, "Nadia", "A boost")
MADE: dict[Name, str] = {
    "billplz": '{"id": "abcd1234", "amount": 1000, "url": "http://x/1", "collection_id": "boosts01", '
    '"paid": false}',
    "toyyibpay": '[{"BillCode": "abcd1234"}]',
}
REFUSED: dict[Name, tuple[int, str]] = {
    "billplz": (422, '{"error": {"message": ["no"]}}'),
    "toyyibpay": (200, '{"status": "error", "msg": "no"}'),
}
LIES: dict[str, Any] = {
    "no JSON": lambda made: Response("<html>"),
    "too deep": lambda made: Response("[" * 60_000),
    "too long": lambda made: Response(b"x" * 200_000),
    "an id that is none": lambda made: Response(made.replace("abcd1234", "../../x")),
    "a fault": lambda made: Response(made, status_code=500),
    "slow": lambda made: Response(made, headers={"x-slow": "1"}),
}


@pytest.fixture(scope="module")
async def liar() -> AsyncIterator[Liar]:
    async with a_liar() as there:
        yield there


def provider_at(address: str, name: Name) -> Provider:
    provider = provider_of(BoostSettings(sandbox_url=address, wangi_payment_provider=name))
    assert provider is not None
    return provider


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("lie", LIES)
async def test_malformed_bill_answer_is_unknown_outcome(
    liar: Liar, name: Name, lie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    liar.answer = lambda: Response(MADE[name])
    assert (await provider_at(liar.address, name).create_checkout(CHECKOUT)).ref == "abcd1234"
    monkeypatch.setattr(providers_calling, "TIMEOUT_SECONDS", 0.2)
    liar.answer = lambda: LIES[lie](MADE[name])
    with pytest.raises(OutcomeUnknown):
        await provider_at(liar.address, name).create_checkout(CHECKOUT)
    if lie != "an id that is none":
        with pytest.raises(Unavailable):
            await provider_at(liar.address, name).fetch("abcd1234")


@pytest.mark.parametrize("name", BOTH)
async def test_redirect_is_not_followed_and_wrong_key_refuses_no_order(liar: Liar, name: Name) -> None:
    provider = provider_at(liar.address, name)
    liar.answer = lambda: Response("{}", status_code=302, headers={"Location": "/elsewhere"})
    before = liar.asked
    with pytest.raises(CheckoutRefused, match="302"):
        await provider.create_checkout(CHECKOUT)
    assert liar.asked == before + 1
    for status in (401, 429):
        liar.answer = lambda status=status: Response("{}", status_code=status)  # type: ignore[misc]
        with pytest.raises(Unavailable):
            await provider.create_checkout(CHECKOUT)
    status, body = REFUSED[name]
    liar.answer = lambda: Response(body, status_code=status)
    with pytest.raises(CheckoutRefused, match=f"{status}: .*no"):
        await provider.create_checkout(CHECKOUT)


@pytest.mark.parametrize("name", BOTH)
async def test_unreachable_provider_uses_up_no_polls(name: Name) -> None:
    with pytest.raises(Unavailable) as refusal:
        await provider_at("http://127.0.0.1:9", name).create_checkout(CHECKOUT)
    assert not isinstance(refusal.value, OutcomeUnknown)
