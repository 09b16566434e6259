import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from deploy.deal_money import disagreements
from deploy.local.stack import Stack
from libs.contracts.events.trades import DealCancelled
from libs.kit.db.database import Database
from libs.kit.process import buggify, clock
from services.boost.tests.till import Till, conserved
from services.messaging.tests.auctions import Market
from services.messaging.tests.makers import BUYER, SELLER, confirm, open_card
from services.messaging.tests.sagas import Saga, bought, held_purchase

pytestmark = pytest.mark.servers
ROUNDS = 6
ENDS = {("cancelled", "refunded"), ("awaiting_review", "released")}


@pytest.fixture
async def market(market: Market) -> Market:
    market.buyer = BUYER
    await market.know_people()
    return market


@pytest.fixture
async def saga(market: Market, till: Till) -> Saga:
    return await held_purchase(market, till)


async def dies_at(point: str, action: Callable[[], Awaitable[object]]) -> None:
    buggify.crash_once(point)
    with pytest.raises(buggify.Crash):
        await action()
    buggify.disarm()


async def test_call_off_is_refused_once_the_parcel_was_posted(saga: Saga) -> None:
    clock.forward(days=6)
    assert (await saga.ship()).status_code == 200
    assert (await saga.trade.post("call-off")).json()["code"] == "already_posted"
    assert await saga.states() == ("shipped", "held")
    await saga.report()
    assert await saga.states() == ("shipped", "shipped")


async def test_called_off_purchase_is_cancelled_before_the_refund(saga: Saga, till: Till) -> None:
    clock.forward(days=6)
    assert (await saga.trade.does("call-off"))["state"] == "refunded"
    assert await saga.states() == ("cancelled", "refunded")
    assert (await saga.ship()).json()["code"] == "step_refused"
    await saga.report()
    assert (await saga.kinds())[-2:] == ["called_off", "cancelled"]
    assert await saga.trade.recorded_events() == ["FundsHeld", "FundsRefunded"]
    await conserved(till.boost)


async def test_deadline_refunds_no_parcel_that_was_posted(saga: Saga) -> None:
    assert (await saga.ship()).status_code == 200
    clock.forward(days=14, minutes=1)
    await saga.trade.end_due()
    assert await saga.states() == ("shipped", "held")
    await saga.report()
    assert await saga.states() == ("shipped", "shipped")


async def test_of_posting_and_calling_off_at_the_same_moment_one_happens(market: Market, till: Till) -> None:
    for _ in range(ROUNDS):
        saga = await held_purchase(market, till)
        clock.forward(days=6)
        shipped, called_off = await asyncio.gather(saga.ship(), saga.trade.post("call-off"))
        assert (shipped.status_code == 200) != (called_off.status_code == 200)
        await saga.report()
        is_posted = shipped.status_code == 200
        assert await saga.states() == (("shipped", "shipped") if is_posted else ("cancelled", "refunded"))
        clock.reset()
    await conserved(till.boost)


async def test_of_agreeing_to_cancel_and_accepting_at_the_same_moment_one_happens(
    market: Market, till: Till
) -> None:
    for _ in range(ROUNDS):
        saga = await held_purchase(market, till)
        await saga.ship()
        await saga.report()
        await saga.ask_to_cancel(SELLER)
        agreed, accepted = await asyncio.gather(saga.ask_to_cancel(BUYER), saga.trade.post("accept"))
        assert (agreed.status_code == 200) != (accepted.status_code == 200)
        await saga.report()
        assert await saga.states() in ENDS
    await conserved(till.boost)


async def test_of_cancelling_and_the_deadline_at_the_same_moment_one_happens(
    market: Market, till: Till
) -> None:
    for _ in range(ROUNDS):
        saga = await held_purchase(market, till)
        await saga.ship()
        await saga.report()
        clock.forward(days=15)
        await saga.trade.end_due()
        clock.forward(hours=72)
        await saga.ask_to_cancel(SELLER)
        await asyncio.gather(saga.ask_to_cancel(BUYER), saga.trade.end_due())
        await saga.report()
        await saga.trade.end_due()
        await saga.report()
        assert await saga.states() in ENDS
        clock.reset()
    await conserved(till.boost)


async def test_no_money_is_paid_out_while_a_cancellation_is_pending(saga: Saga, till: Till) -> None:
    await saga.ship()
    await saga.report()
    await saga.ask_to_cancel(SELLER)
    await dies_at("after-cancellation-allowed", lambda: saga.ask_to_cancel(BUYER))
    assert (await saga.trade.post("accept")).json()["code"] == "being_cancelled"
    await saga.trade.settle_pending()
    assert await saga.states() == ("shipped", "shipped")
    assert (await saga.trade.does("accept"))["state"] == "released"
    await saga.report()
    assert await saga.states() == ("awaiting_review", "released")


async def test_pending_cancellation_is_refunded_while_the_broker_is_away(saga: Saga, till: Till) -> None:
    await saga.ship()
    await saga.report()
    for who in (SELLER, BUYER):
        await saga.ask_to_cancel(who)
    assert await saga.states() == ("cancelled", "shipped")
    assert (await saga.trade.post("accept")).json()["code"] == "being_cancelled"
    await saga.trade.settle_pending()
    assert await saga.states() == ("cancelled", "refunded")
    with capture_logs() as logs:
        await saga.report()
    assert "outdated_cancellation" not in {entry["event"] for entry in logs}
    assert await saga.states() == ("cancelled", "refunded")
    await conserved(till.boost)


async def test_cancelled_deal_paid_outside_leaves_no_pending_cancellation(market: Market, till: Till) -> None:
    saga, _ = await bought(market, till)
    await dies_at("after-cancellation-allowed", lambda: saga.ask_to_cancel(BUYER))
    card = await open_card(market.messaging, SELLER, BUYER, "CONFIRM_PAYMENT")
    assert (await confirm(market.messaging, SELLER, card["id"])).status_code == 200
    await saga.report()
    for who in (BUYER, SELLER):
        await saga.ask_to_cancel(who)
    await saga.report()
    assert await saga.states() == ("cancelled", "outside")
    assert not await saga.is_cancellation_pending()


@pytest.mark.parametrize("point", ["after-cancellation-begun", "after-deal-called-off", "after-money-moved"])
async def test_call_off_killed_at_any_line_ends_in_agreement(saga: Saga, till: Till, point: str) -> None:
    clock.forward(days=6)
    await dies_at(point, lambda: saga.trade.post("call-off"))
    await saga.trade.settle_pending()
    await saga.report()
    assert await saga.states() in {("cancelled", "refunded"), ("awaiting_delivery", "held")}
    assert (await saga.trade.does("call-off"))["state"] == "refunded"
    await saga.report()
    assert await saga.states() == ("cancelled", "refunded")
    await conserved(till.boost)


@pytest.mark.parametrize("point", ["after-cancellation-allowed", "after-outbox-insert"])
async def test_cancellation_killed_at_any_line_ends_in_agreement(saga: Saga, till: Till, point: str) -> None:
    await saga.ask_to_cancel(SELLER)
    await dies_at(point, lambda: saga.ask_to_cancel(BUYER))
    await saga.trade.settle_pending()
    assert await saga.states() == ("awaiting_delivery", "held")
    assert (await saga.ask_to_cancel(BUYER)).json()["status"] == "cancelled"
    await saga.report()
    assert await saga.states() == ("cancelled", "refunded")
    await conserved(till.boost)


async def test_deal_that_was_cancelled_by_an_older_build_follows_its_released_money(
    market: Market, till: Till
) -> None:
    saga = await held_purchase(market, till)
    await saga.ship()
    await saga.report()
    await saga.trade.does("accept")
    async with market.messaging.database.transaction() as session:
        change = text("UPDATE deals SET state = 'cancelled' WHERE id = :id")
        await session.execute(change, {"id": saga.deal_id})
    now = clock.about_now()
    cancelled = DealCancelled(
        **saga.trade.ids, cancelled_by="agreement", reason="other", was_paid=True, cancelled_at=now
    )
    await till.boost.deliver(cancelled, version=90)
    await saga.report()
    assert await saga.states() == ("awaiting_review", "released")


async def test_reconcile_names_a_deal_that_disagrees_with_its_money(saga: Saga, stack: Stack) -> None:
    async def is_named() -> bool:
        database = Database(stack.database_urls["migrator"], "public", pool_size=1)
        try:
            found = await disagreements(database, grace=timedelta(0))
        finally:
            await database.close()
        return any(words.startswith(f"deal {saga.deal_id}: ") for words in found)

    async def set_state(state: str) -> None:
        async with saga.market.messaging.database.transaction() as session:
            change = text("UPDATE deals SET state = :state WHERE id = :id")
            await session.execute(change, {"state": state, "id": saga.deal_id})

    assert not await is_named()
    await set_state("cancelled")
    assert await is_named()
