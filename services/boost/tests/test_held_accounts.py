"""An account that looks taken over: nothing goes to its bank until moderators have looked (decision 0056)."""

from typing import Any

import pytest

from libs.kit.process import clock
from services.boost.payouts import queries as payouts_queries
from services.boost.privacy.queries import erase_words
from services.boost.tests.moderation import Moderation
from services.boost.tests.test_payouts import Names, as_seller, payouts, with_account
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import PRICE, Trade

pytestmark = pytest.mark.servers


@pytest.fixture
async def trade(till: Till, monkeypatch: pytest.MonkeyPatch) -> Trade:
    """A deal that is accepted, whose money waits to be paid out."""
    monkeypatch.setitem(till.boost.app.state.calls, "auth", Names())
    trade = await Trade(till).opened()
    await trade.paid()
    await with_account(trade)
    await trade.accepts()
    return trade


async def states(trade: Trade) -> list[tuple[Any, Any]]:
    return [(one["status"], one["isHeld"]) for one in await payouts(trade)]


async def test_a_payout_of_a_held_account_waits_and_goes_out_once_it_is_released(trade: Trade) -> None:
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


async def test_a_score_below_the_hold_and_an_account_of_another_person_keep_nothing_back(
    trade: Trade,
) -> None:
    await Moderation(trade).of_account(trade.seller).flags("review")
    await Moderation(trade).of_account(trade.buyer).flags()
    await trade.pay_out()
    assert await states(trade) == [("sent", False)]


async def test_a_confirmed_takeover_keeps_payouts_until_the_owner_has_the_account_again(trade: Trade) -> None:
    staff = Moderation(trade).of_account(trade.seller)
    await staff.flags()
    await staff.confirms()
    clock.forward(hours=2)
    await trade.pay_out()
    assert await states(trade) == [("waiting", True)]
    await staff.clears()
    # An older fact that comes late holds nothing again.
    await staff.flags(step=1)
    clock.forward(days=3, minutes=1)
    await trade.pay_out()
    assert await states(trade) == [("sent", False)]


async def test_what_was_sent_before_the_hold_goes_on(trade: Trade) -> None:
    await trade.pay_out()
    await Moderation(trade).of_account(trade.seller).flags()
    clock.forward(minutes=16)
    await trade.pay_out()
    assert await states(trade) == [("completed", False)]


async def test_the_owner_of_a_held_account_calls_a_payout_back_into_the_wallet(trade: Trade) -> None:
    await Moderation(trade).of_account(trade.seller).flags()
    (payout,) = await payouts(trade)
    stopped = await as_seller(trade, "POST", f"/payouts/{payout['id']}/cancel")
    assert (stopped.status_code, stopped.json()["isHeld"]) == (200, False)
    assert await trade.balance(trade.seller) == PRICE
    # Asked for again it waits again.
    await as_seller(trade, "POST", "/payouts", json={"amount": PRICE})
    await trade.pay_out()
    assert ("waiting", True) in await states(trade)


async def test_a_confirmed_hold_stays_for_as_long_as_a_payout_waits(trade: Trade) -> None:
    """However long ago moderators judged: what a stranger asked for is never sent because a row was old."""
    staff = Moderation(trade).of_account(trade.seller)
    await staff.flags()
    await staff.confirms()
    await trade.pay_out()
    clock.forward(days=401)
    async with trade.boost.database.reading() as session:
        now = await clock.now(session)
    await payouts_queries.delete_old_holds(trade.boost.database, now)
    async with trade.boost.database.transaction() as session:
        await erase_words(session, trade.seller)
    await trade.pay_out()
    assert len(trade.till.bank.payouts.orders) == 0


async def test_when_the_owner_has_the_account_again_there_is_time_to_cancel_what_was_asked_for(
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
