import pytest

from libs.kit.process import buggify, clock
from services.boost.tests.till import Till, conserved
from services.messaging.tests.auctions import Market
from services.messaging.tests.makers import BUYER, SELLER, deal_events, order
from services.messaging.tests.sagas import BoostWithRace, Saga, held_purchase

pytestmark = pytest.mark.servers
STATEMENT = {"kind": "statement", "words": "I sent it full."}


@pytest.fixture
async def market(market: Market) -> Market:
    market.buyer = BUYER
    await market.know_people()
    return market


@pytest.fixture
async def saga(market: Market, till: Till) -> Saga:
    return await held_purchase(market, till)


async def requested_by(saga: Saga) -> int | None:
    asked_by: int | None = (await order(saga.market.messaging, BUYER, saga.deal_id))["cancelAskedBy"]
    return asked_by


async def test_cancel_request_ends_when_the_parcel_is_posted(saga: Saga) -> None:
    assert (await saga.ask_to_cancel(SELLER)).json()["cancelAskedBy"] == SELLER
    assert (await saga.ship()).status_code == 200
    assert await requested_by(saga) is None
    answer = (await saga.ask_to_cancel(BUYER)).json()
    assert (answer["status"], answer["cancelAskedBy"]) == ("shipped", BUYER)
    await saga.report()
    assert await saga.states() == ("shipped", "shipped")


async def test_cancel_request_expires_after_48_hours(saga: Saga) -> None:
    asked = (await saga.ask_to_cancel(SELLER)).json()
    assert asked["cancelAskedUntil"] is not None
    clock.forward(hours=48)
    assert await requested_by(saga) is None
    assert (await saga.ask_to_cancel(BUYER)).json()["cancelAskedBy"] == BUYER
    assert await saga.state() == "awaiting_delivery"


async def test_withdrawn_cancel_request_cannot_be_agreed_to(saga: Saga) -> None:
    await saga.ask_to_cancel(SELLER)
    assert (await saga.withdraw(BUYER)).json()["cancelAskedBy"] == SELLER, "only one's own"
    for _ in range(2):
        assert (await saga.withdraw(SELLER)).json()["cancelAskedBy"] is None
    assert (await saga.ask_to_cancel(BUYER)).json()["status"] == "processing"
    assert (await saga.kinds())[-3:] == ["cancel_asked", "cancel_withdrawn", "cancel_asked"]


@pytest.mark.parametrize("step", ["withdraw", "ship", "withdraw and ask again"])
async def test_agreement_to_an_ended_request_is_refused_and_leaves_nothing_pending(
    saga: Saga, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    async def race() -> None:
        if step == "ship":
            await saga.ship()
            return
        await saga.withdraw(SELLER)
        if step == "withdraw and ask again":
            await saga.ask_to_cancel(SELLER)

    await saga.ask_to_cancel(SELLER)
    calls = saga.market.messaging.app.state.calls
    monkeypatch.setitem(calls, "boost", BoostWithRace(calls["boost"], race))
    assert (await saga.ask_to_cancel(BUYER)).json()["code"] == "cancellation_outdated"
    assert await requested_by(saga) == (SELLER if step == "withdraw and ask again" else None)
    assert not await saga.is_cancellation_pending()
    await saga.report()
    is_posted = step == "ship"
    assert await saga.states() == (("shipped", "shipped") if is_posted else ("awaiting_delivery", "held"))


async def test_agreement_that_was_refused_leaves_a_newer_one_pending(
    saga: Saga, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def race() -> None:
        await saga.withdraw(SELLER)
        await saga.ask_to_cancel(BUYER)
        buggify.crash_once("after-cancellation-allowed")
        with pytest.raises(buggify.Crash):
            await saga.ask_to_cancel(SELLER)

    await saga.ask_to_cancel(SELLER)
    calls = saga.market.messaging.app.state.calls
    monkeypatch.setitem(calls, "boost", BoostWithRace(calls["boost"], race))
    assert (await saga.ask_to_cancel(BUYER)).json()["code"] == "cancellation_outdated"
    assert await saga.is_cancellation_pending()


async def test_cancel_request_from_before_a_dispute_is_outdated(saga: Saga) -> None:
    await saga.ship()
    await saga.report()
    await saga.ask_to_cancel(SELLER)
    await saga.trade.does("dispute", reason="damaged", words="It leaked.")
    assert (await saga.ask_to_cancel(BUYER)).json()["code"] == "cancellation_outdated"
    assert await requested_by(saga) is None
    await saga.report()
    assert await saga.states() == ("shipped", "disputed")


async def test_dispute_deletes_an_older_cancel_request(saga: Saga) -> None:
    await saga.ship()
    await saga.report()
    await saga.ask_to_cancel(SELLER)
    await saga.trade.does("dispute", reason="damaged", words="It leaked.")
    await saga.report()
    assert await requested_by(saga) is None


async def test_decided_and_appealed_disputes_cannot_be_cancelled(saga: Saga, till: Till) -> None:
    await saga.ship()
    await saga.report()
    await saga.trade.does("dispute", reason="counterfeit", words="Not what it says.")
    await saga.ask_to_cancel(SELLER)
    assert (await saga.trade.decide("release")).status_code == 200
    for _ in range(2):
        for who in (BUYER, SELLER):
            assert (await saga.ask_to_cancel(who)).json()["code"] == "cancellation_closed"
        await saga.report()
        if await saga.trade.state() == "decided":
            assert (await saga.trade.appeal(BUYER)).status_code == 200
    assert await saga.states() == ("shipped", "appealed")
    await conserved(till.boost)


async def test_agreement_carries_both_times_and_the_step(saga: Saga, till: Till) -> None:
    await saga.ask_to_cancel(SELLER)
    clock.forward(hours=1)
    assert (await saga.ask_to_cancel(BUYER)).json()["status"] == "cancelled"
    data = (await deal_events(saga.market.messaging, saga.deal_id))[-1]["data"]
    assert data["cancelledBy"] == "agreement"
    assert data["agreedIn"] == "awaiting_delivery"
    assert data["askedAt"] < data["agreedAt"] == data["cancelledAt"]
    await saga.report()
    assert await saga.states() == ("cancelled", "refunded")
    await conserved(till.boost)


async def test_staff_cannot_cancel_an_order_in_dispute(saga: Saga) -> None:
    await saga.trade.shipped()
    await saga.trade.does("dispute", reason="damaged", words="It leaked.")
    answer = await saga.set_by_staff("cancelled")
    assert answer.json()["code"] == "cancellation_closed"
    assert await saga.states() == ("awaiting_delivery", "disputed")
