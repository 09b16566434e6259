"""Money that goes out late counts as late: steps of purchases by their deadline, payouts by when they are
due."""

from datetime import datetime, timedelta

import pytest
from prometheus_client import REGISTRY
from pydantic import SecretStr
from sqlalchemy import text

from libs.kit.process import clock
from services.boost.payouts import sending as payouts_sending
from services.boost.tests.moderation import Moderation
from services.boost.tests.test_payouts import Names, with_account
from services.boost.tests.till import Till
from services.boost.tests.trades import Trade

pytestmark = pytest.mark.servers


def counts_of(metric: str, limit: str) -> tuple[float, float]:
    """How many were in time, and how many in all."""
    within = REGISTRY.get_sample_value(f"{metric}_bucket", {"le": limit})
    return within or 0.0, REGISTRY.get_sample_value(f"{metric}_count") or 0.0


def purchases() -> tuple[float, float]:
    return counts_of("boost_purchase_late_seconds", "60.0")


def payouts() -> tuple[float, float]:
    return counts_of("boost_payout_late_seconds", "300.0")


def oldest_payout() -> float:
    """For how long the oldest payout waits, as the metrics say."""
    return round(REGISTRY.get_sample_value("boost_oldest_payout_seconds") or 0.0, -1)


async def a_trade(till: Till) -> Trade:
    """A deal whose money is held, when nothing of earlier tests is due."""
    clock.forward(days=60)
    trade = await Trade(till).opened()
    await trade.end_due()
    await trade.pay_out()
    await trade.paid()
    return trade


@pytest.fixture
async def due(till: Till, monkeypatch: pytest.MonkeyPatch) -> Trade:
    """A deal whose seller is to be paid out from now on, and no one else."""
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
async def test_a_deadline_whose_step_comes_late_is_late(till: Till, late: int, in_time: int) -> None:
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
async def test_a_payout_that_goes_out_late_is_late_once(due: Trade, late: int, in_time: int) -> None:
    within, total = payouts()
    clock.forward(seconds=late)
    await due.pay_out()
    assert payouts() == (within + in_time, total + 1)
    clock.forward(minutes=16)
    await due.pay_out()
    assert payouts() == (within + in_time, total + 1), "it is only asked about"


@pytest.mark.parametrize("tries", [1, 3])
async def test_a_payout_that_was_surely_not_taken_is_late_from_when_it_was_first_due(
    due: Trade, tries: int
) -> None:
    """Our own account at the provider was empty: each next try begins five minutes later, not the time."""
    within, total = payouts()
    due.till.bank.faults["payout-empty"] = tries
    for _ in range(tries):
        await due.pay_out()
        clock.forward(minutes=5, seconds=10)
    assert payouts() == (within, total), "no one has it yet"
    await due.pay_out()
    assert payouts() == (within, total + 1)


async def test_a_payout_that_was_sent_without_an_answer_counts_when_its_callback_comes(due: Trade) -> None:
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


async def test_the_time_in_which_moderators_keep_a_payout_back_does_not_make_it_late(due: Trade) -> None:
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


async def test_who_was_never_held_waits_as_long_as_before_when_moderators_clear_them(due: Trade) -> None:
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


async def test_the_oldest_payout_that_waits_is_measured_until_the_provider_has_it(due: Trade) -> None:
    due.till.bank.faults["payout-empty"] = 3
    for minutes in (10, 50, 120):
        clock.forward(minutes=minutes)
        await due.pay_out()
    assert oldest_payout() == 180 * 60
    clock.forward(minutes=6)
    await due.pay_out()
    assert oldest_payout() == 0


async def test_a_payout_whose_account_number_cannot_be_read_is_measured_from_when_it_was_due(
    due: Trade,
) -> None:
    """It is looked at each hour, which is not when it became due."""
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


async def test_a_payout_that_no_replica_has_looked_at_is_measured_from_when_it_is_due(due: Trade) -> None:
    clock.forward(minutes=30)
    await payouts_sending.poll_due_payouts(due.till.setup)
    assert oldest_payout() == 30 * 60
    await due.pay_out()
    assert oldest_payout() == 0
