from typing import Any

import pytest

from libs.kit.process import clock
from services.boost.payouts.queries import delete_old_holds
from services.boost.privacy.queries import erase_words
from services.boost.tests.moderation import Moderation
from services.boost.tests.test_payouts import Names, as_seller, payouts, with_account
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import PRICE, Trade

pytestmark = pytest.mark.servers


@pytest.fixture
async def trade(till: Till, monkeypatch: pytest.MonkeyPatch) -> Trade:
    monkeypatch.setitem(till.boost.app.state.calls, "auth", Names())
    trade = await Trade(till).opened()
    await trade.paid()
    await with_account(trade)
    await trade.accepts()
    return trade


async def states(trade: Trade) -> list[tuple[Any, Any]]:
    return [(payout["status"], payout["isHeld"]) for payout in await payouts(trade)]


async def test_payout_of_held_account_waits_until_release(trade: Trade) -> None:
    staff = Moderation(trade).of_account(trade.seller)
    await staff.flags()
    for _ in range(2):
        await trade.pay_out()
        clock.forward(hours=2)
    assert await states(trade) == [("waiting", True)]
    assert len(trade.till.bank.payouts.orders) == 0
    await staff.clears()
    assert await states(trade) == [("waiting", False)]
    await trade.pay_out()
    assert await states(trade) == [("sent", False)]
    assert len(trade.till.bank.payouts.orders) == 1
    await conserved(trade.boost)


async def test_lower_score_and_other_accounts_hold_nothing(
    trade: Trade,
) -> None:
    await Moderation(trade).of_account(trade.seller).flags("review")
    await Moderation(trade).of_account(trade.buyer).flags()
    await trade.pay_out()
    assert await states(trade) == [("sent", False)]


async def test_confirmed_takeover_holds_payouts_until_recovery(trade: Trade) -> None:
    staff = Moderation(trade).of_account(trade.seller)
    await staff.flags()
    await staff.confirms()
    clock.forward(hours=2)
    await trade.pay_out()
    assert await states(trade) == [("waiting", True)]
    await staff.clears()
    # A late, older event holds nothing again.
    await staff.flags(step=1)
    clock.forward(days=3, minutes=1)
    await trade.pay_out()
    assert await states(trade) == [("sent", False)]


async def test_payout_sent_before_hold_continues(trade: Trade) -> None:
    await trade.pay_out()
    await Moderation(trade).of_account(trade.seller).flags()
    clock.forward(minutes=16)
    await trade.pay_out()
    assert await states(trade) == [("completed", False)]


async def test_owner_of_held_account_cancels_payout(trade: Trade) -> None:
    await Moderation(trade).of_account(trade.seller).flags()
    (payout,) = await payouts(trade)
    stopped = await as_seller(trade, "POST", f"/payouts/{payout['id']}/cancel")
    assert (stopped.status_code, stopped.json()["isHeld"]) == (200, False)
    assert await trade.balance(trade.seller) == PRICE
    # A new request waits again.
    await as_seller(trade, "POST", "/payouts", json={"amount": PRICE})
    await trade.pay_out()
    assert ("waiting", True) in await states(trade)


async def test_confirmed_hold_lasts_while_a_payout_waits(trade: Trade) -> None:
    staff = Moderation(trade).of_account(trade.seller)
    await staff.flags()
    await staff.confirms()
    await trade.pay_out()
    clock.forward(days=401)
    async with trade.boost.database.reading() as session:
        now = await clock.now(session)
    await delete_old_holds(trade.boost.database, now)
    async with trade.boost.database.transaction() as session:
        await erase_words(session, trade.seller)
    await trade.pay_out()
    assert len(trade.till.bank.payouts.orders) == 0


async def test_recovered_owner_has_time_to_cancel_payouts(
    trade: Trade,
) -> None:
    staff = Moderation(trade).of_account(trade.seller)
    await staff.flags()
    await staff.confirms()
    await trade.pay_out()
    await staff.clears()
    await trade.pay_out()
    assert len(trade.till.bank.payouts.orders) == 0
    clock.forward(days=3, minutes=1)
    await trade.pay_out()
    assert len(trade.till.bank.payouts.orders) == 1
