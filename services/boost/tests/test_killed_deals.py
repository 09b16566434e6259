import pytest

from libs.kit.process import clock
from services.boost.tests.test_killed_boosts import POINTS
from services.boost.tests.test_payouts import Names, as_seller, payouts, recorded_events, with_account
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import PRICE, Trade
from tests.support.death import dies_at

pytestmark = pytest.mark.servers
# More than the longest step has lines.
LINES = 12


class Walk:
    """Each step may run twice."""

    def __init__(self, trade: Trade) -> None:
        self.trade = trade
        self.bodies: list[str] = []

    async def bill(self) -> None:
        await self.trade.post("pay")

    async def pay(self) -> None:
        order = await self.trade.bill()
        if order["paymentUrl"] is not None and not self.trade.till.bill(order).is_paid:
            await self.trade.till.pays(order)
        self.bodies += [item.body for item in self.trade.till.bank.due()]
        for body in self.bodies:
            await self.trade.till.call_back(body)

    async def judge(self) -> None:
        await self.trade.till.judge()

    async def dispute(self) -> None:
        await self.trade.post("dispute", reason="counterfeit", words="Not what it says.")

    async def split(self) -> None:
        await self.trade.decide("split", buyerAmount=20_001)

    async def appeal(self) -> None:
        await self.trade.appeal(self.trade.seller)

    async def uphold(self) -> None:
        await self.trade.decide("split", 8, buyerAmount=20_001)

    async def end(self) -> None:
        clock.forward(hours=49)
        await self.trade.end_due()

    async def send(self) -> None:
        await self.trade.pay_out()

    async def settle(self) -> None:
        clock.forward(minutes=16)
        orders_at_bank = self.trade.till.bank.payouts
        for order in orders_at_bank.orders.values():
            orders_at_bank.settle(order, clock.about_now())
            body, form = (
                orders_at_bank.callback(order, clock.about_now()),
                {"Content-Type": "application/x-www-form-urlencoded"},
            )
            await self.trade.boost.http.post("/api/boost/payouts/callback", content=body, headers=form)
        await self.trade.pay_out()


BEFORE, AFTER = ("bill", "pay", "judge", "dispute", "split"), ("send", "settle")
# The time to appeal, the steps, and the events between decision and payment.
WALKS: list[tuple[int, tuple[str, ...], list[str]]] = [
    (0, (*BEFORE, *AFTER), []),
    (48, (*BEFORE, "end", *AFTER), ["DisputeDecided"]),
    (48, (*BEFORE, "appeal", "uphold", *AFTER), ["DisputeDecided", "DisputeAppealed"]),
]


@pytest.mark.parametrize(("hours", "steps", "decisions"), WALKS, ids=("at once", "not appealed", "appealed"))
async def test_held_money_step_killed_at_any_line_completes_on_retry(
    till: Till, monkeypatch: pytest.MonkeyPatch, hours: int, steps: tuple[str, ...], decisions: list[str]
) -> None:
    """P-E1"""
    state = till.boost.app.state
    monkeypatch.setitem(state.calls, "auth", Names())
    monkeypatch.setattr(
        state, "settings", state.settings.model_copy(update={"wangi_dispute_appeal_hours": hours})
    )
    killed: list[int] = []
    for line in range(1, LINES + 1):
        trade = await Trade(Till(till.boost, till.bank)).opened()
        await with_account(trade)
        walk = Walk(trade)
        killed.append(0)
        for step in steps:
            work = getattr(walk, step)
            killed[-1] += await dies_at(line, POINTS, work)
            await conserved(trade.boost)
            clock.forward(seconds=61)  # Otherwise the work of the dead process is waited for.
            await work()
            await work()
            if step == "judge":
                await trade.shipped()
        await _check(trade, decisions)
        clock.reset()
        if not killed[-1]:
            break  # No step has so many lines.
    assert killed[0] >= 5, "steps have lines at which they may die"
    assert killed[-1] == 0, "no step has more lines than were tried"


async def _check(trade: Trade, decisions: list[str]) -> None:
    await conserved(trade.boost)
    events = ["FundsHeld", "DisputeOpened", *decisions, "DisputeResolved", "FundsReleased"]
    assert await trade.recorded_events() == events
    assert await trade.balances() == (20_001, 0)
    (payout,) = await payouts(trade)
    assert (payout["status"], payout["amount"]) == ("completed", PRICE - 20_001)
    assert await recorded_events(trade, payout) == ["PayoutSent"]
    assert (await as_seller(trade, "GET", "/wallet")).json()["balance"] == 0
    orders = [
        order
        for order in trade.till.bank.payouts.orders.values()
        if order.fields["reference_id"] == str(payout["id"])
    ]
    assert len(orders) == 1
