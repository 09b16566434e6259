"""Money that goes out late counts as late: steps of purchases by their deadline, payouts by when they are
due."""

from datetime import datetime, timedelta

import pytest
from prometheus_client import REGISTRY

from libs.kit.process import clock
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


async def a_trade(till: Till) -> Trade:
    """A deal whose money is held, when nothing of earlier tests is due."""
    clock.forward(days=60)
    trade = await Trade(till).opened()
    await trade.end_due()
    await trade.pay_out()
    await trade.paid()
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
async def test_a_payout_that_goes_out_late_is_late_once(
    till: Till, monkeypatch: pytest.MonkeyPatch, late: int, in_time: int
) -> None:
    monkeypatch.setitem(till.boost.app.state.calls, "auth", Names())
    trade = await a_trade(till)
    await with_account(trade)
    await trade.does("accept")
    within, total = payouts()
    clock.forward(seconds=late)
    await trade.pay_out()
    assert payouts() == (within + in_time, total + 1)
    clock.forward(minutes=16)
    await trade.pay_out()
    assert payouts() == (within + in_time, total + 1), "it is only asked about"
