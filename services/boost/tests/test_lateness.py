from datetime import datetime, timedelta

import pytest
from prometheus_client import REGISTRY
from pydantic import SecretStr
from sqlalchemy import text

from libs.kit.process import clock
from services.boost.payouts.sending import poll_due_payouts
from services.boost.tests.moderation import Moderation
from services.boost.tests.test_payouts import Names, with_account
from services.boost.tests.till import Till
from services.boost.tests.trades import Trade

pytestmark = pytest.mark.servers


def counts_of(metric: str, limit: str) -> tuple[float, float]:
    within = REGISTRY.get_sample_value(f"{metric}_bucket", {"le": limit})
    return within or 0.0, REGISTRY.get_sample_value(f"{metric}_count") or 0.0


def purchases() -> tuple[float, float]:
    return counts_of("boost_purchase_late_seconds", "60.0")


def payouts() -> tuple[float, float]:
    return counts_of("boost_payout_late_seconds", "300.0")


def oldest_payout() -> float:
    return round(REGISTRY.get_sample_value("boost_oldest_payout_seconds") or 0.0, -1)


async def a_trade(till: Till) -> Trade:
    clock.forward(days=60)
    trade = await Trade(till).opened()
    await trade.end_due()
    await trade.pay_out()
    await trade.paid()
    return trade


@pytest.fixture
async def due(till: Till, monkeypatch: pytest.MonkeyPatch) -> Trade:
    monkeypatch.setitem(till.boost.app.state.calls, "auth", Names())
    async with till.boost.database.transaction() as session:
        await session.execute(
            text("UPDATE payouts SET due_at = NULL, due_since = NULL WHERE ended_at IS NULL")
        )
    trade = await a_trade(till)
    await with_account(trade)
    await trade.accepts()
    return trade


async def deadline_of(trade: Trade) -> datetime:
    query = "SELECT due_at FROM protections WHERE deal_id = :id"
    (row,) = await trade.boost.rows(query, id=trade.deal_id)
    due_at: datetime = row["due_at"]
    return due_at


@pytest.mark.parametrize(("late", "in_time"), [(20, 1), (90, 0)])
async def test_late_deadline_is_counted_late(till: Till, late: int, in_time: int) -> None:
    trade = await a_trade(till)
    within, total = purchases()
    await trade.end_due()
    assert purchases() == (within, total), "nothing is due"
    ahead = await deadline_of(trade) - clock.about_now() + timedelta(seconds=late)
    clock.forward(seconds=ahead.total_seconds())
    await trade.end_due()
    assert await trade.state() == "refunded"
    assert purchases() == (within + in_time, total + 1)


@pytest.mark.parametrize(("late", "in_time"), [(20, 1), (360, 0)])
async def test_late_payout_is_counted_once(due: Trade, late: int, in_time: int) -> None:
    within, total = payouts()
    clock.forward(seconds=late)
    await due.pay_out()
    assert payouts() == (within + in_time, total + 1)
    clock.forward(minutes=16)
    await due.pay_out()
    assert payouts() == (within + in_time, total + 1), "it is only asked about"


@pytest.mark.parametrize("tries", [1, 3])
async def test_payout_certainly_not_accepted_is_late_from_first_due_time(due: Trade, tries: int) -> None:
    within, total = payouts()
    due.till.bank.faults["payout-empty"] = tries
    for _ in range(tries):
        await due.pay_out()
        clock.forward(minutes=5, seconds=10)
    assert payouts() == (within, total), "no one has it yet"
    await due.pay_out()
    assert payouts() == (within, total + 1)


async def test_unanswered_payout_is_counted_at_its_callback(due: Trade) -> None:
    within, total = payouts()
    due.till.bank.faults["payout-500"] = 1
    await due.pay_out()
    clock.forward(minutes=6)
    (body,) = due.till.bank.payouts.due(clock.about_now())
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    for _ in range(2):
        await due.boost.http.post("/api/boost/payouts/callback", content=body, headers=form)
    assert payouts() == (within, total + 1)
    await due.pay_out()
    assert payouts() == (within, total + 1), "it is only asked about"


async def test_time_on_hold_does_not_count_as_late(due: Trade) -> None:
    within, total = payouts()
    due.till.bank.faults["payout-empty"] = 1
    await due.pay_out()
    staff = Moderation(due).of_account(due.seller)
    await staff.flags()
    clock.forward(hours=2)
    await due.pay_out()
    assert oldest_payout() == 0, "it is not due"
    await staff.clears()
    clock.forward(seconds=20)
    await due.pay_out()
    assert payouts() == (within + 1, total + 1)


async def test_cleared_review_does_not_shorten_the_wait(due: Trade) -> None:
    due.till.bank.faults["payout-empty"] = 2
    await due.pay_out()
    clock.forward(minutes=10)
    staff = Moderation(due).of_account(due.seller)
    await staff.flags("review")
    await staff.clears()
    await due.pay_out()
    assert oldest_payout() == 600
    clock.forward(minutes=6)
    await due.pay_out()
    assert oldest_payout() == 0


async def test_oldest_waiting_payout_is_measured_until_provider_has_it(due: Trade) -> None:
    due.till.bank.faults["payout-empty"] = 3
    for minutes in (10, 50, 120):
        clock.forward(minutes=minutes)
        await due.pay_out()
    assert oldest_payout() == 180 * 60
    clock.forward(minutes=6)
    await due.pay_out()
    assert oldest_payout() == 0


async def test_undecryptable_payout_is_measured_from_due_time(
    due: Trade,
) -> None:
    within, total = payouts()
    kept = due.boost.app.state.settings
    due.boost.app.state.settings = kept.model_copy(update={"payout_secret": SecretStr("x" * 43)})
    await due.pay_out()
    clock.forward(hours=2)
    await due.pay_out()
    assert oldest_payout() == 2 * 3600
    due.boost.app.state.settings = kept
    clock.forward(hours=1, seconds=10)
    await due.pay_out()
    assert (oldest_payout(), payouts()) == (0, (within, total + 1))


async def test_unprocessed_payout_is_measured_from_due_time(due: Trade) -> None:
    clock.forward(minutes=30)
    await poll_due_payouts(due.till.setup)
    assert oldest_payout() == 30 * 60
    await due.pay_out()
    assert oldest_payout() == 0
