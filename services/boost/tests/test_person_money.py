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
    monkeypatch.setitem(till.boost.app.state.calls, "auth", Names())
    trade = await Trade(till).opened()
    await trade.paid()
    return trade


async def money_of(trade: Trade, who: int, role: str = "finance") -> Any:
    return await trade.boost.http.get(
        f"/api/admin/boost/people/{who}", headers=signed_in(8, "hana", roles=(role,))
    )


async def test_staff_read_a_persons_held_money_payouts_and_wallet(trade: Trade) -> None:
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
    assert [entry["reason"] for entry in shown["entries"]] == ["payout", "funds_released"]
    assert ACCOUNT["accountNumber"] not in str(shown)
    for role in ("support", "moderator"):
        assert (await money_of(trade, trade.seller, role)).status_code == 403


async def test_refund_is_in_its_buyers_money(trade: Trade) -> None:
    clock.forward(days=14)
    await trade.does("call-off")
    shown = (await money_of(trade, trade.buyer)).json()
    assert (shown["held"], [entry["reason"] for entry in shown["entries"]]) == ([], ["funds_refunded"])
    assert (shown["entries"][0]["dealId"], shown["balance"]) == (trade.deal_id, shown["entries"][0]["amount"])
