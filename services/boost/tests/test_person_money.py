"""The money of one person for staff: what is held, what is under way to their bank, what their wallet did."""

from typing import Any

import pytest

from libs.kit.process import clock
from libs.kit.testing import signed_in
from services.boost.tests.test_payouts import ACCOUNT, Names, with_account
from services.boost.tests.till import Till
from services.boost.tests.trades import PRICE, Trade

pytestmark = pytest.mark.servers


@pytest.fixture
async def trade(till: Till, monkeypatch: pytest.MonkeyPatch) -> Trade:
    """A deal whose money is held."""
    monkeypatch.setitem(till.boost.app.state.calls, "auth", Names())
    trade = await Trade(till).opened()
    await trade.paid()
    return trade


async def money_of(trade: Trade, who: int, role: str = "finance") -> Any:
    """What staff is answered about the money of a person."""
    return await trade.boost.http.get(
        f"/api/admin/boost/people/{who}", headers=signed_in(8, "hana", roles=(role,))
    )


async def test_staff_reads_what_of_a_persons_money_is_held_under_way_and_in_the_wallet(trade: Trade) -> None:
    for who, part in ((trade.buyer, "buyer"), (trade.seller, "seller")):
        shown = (await money_of(trade, who)).json()
        (held,) = shown["held"]
        assert (held["dealId"], held["role"], held["state"], held["amount"]) == (
            trade.deal_id, part, "held", PRICE,
        )  # fmt: skip
        assert (shown["payouts"], shown["entries"], shown["balance"]) == ([], [], 0)
    await with_account(trade, days=0)
    await trade.accepts()
    shown = (await money_of(trade, trade.seller)).json()
    assert shown["held"] == []
    (payout,) = shown["payouts"]
    assert (payout["dealId"], payout["amount"], payout["status"]) == (trade.deal_id, PRICE, "waiting")
    assert [one["reason"] for one in shown["entries"]] == ["payout", "funds_released"]
    assert ACCOUNT["accountNumber"] not in str(shown)
    for role in ("support", "moderator"):
        assert (await money_of(trade, trade.seller, role)).status_code == 403


async def test_a_refund_stands_in_the_money_of_its_buyer(trade: Trade) -> None:
    clock.forward(days=14)
    await trade.does("call-off")
    shown = (await money_of(trade, trade.buyer)).json()
    assert (shown["held"], [one["reason"] for one in shown["entries"]]) == ([], ["funds_refunded"])
    assert (shown["entries"][0]["dealId"], shown["balance"]) == (trade.deal_id, shown["entries"][0]["amount"])
