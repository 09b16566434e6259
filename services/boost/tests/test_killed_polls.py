from abc import ABC, abstractmethod
from typing import Any, ClassVar

import pytest

from libs.kit.process import clock
from services.boost.payments.polling import expire_unbilled
from services.boost.tests.killing import dies_after
from services.boost.tests.test_payouts import Names, as_seller, payouts, recorded_events, with_account
from services.boost.tests.till import FORM, Till, conserved, forget_all, is_paid_once
from services.boost.tests.trades import PRICE, Trade

pytestmark = pytest.mark.servers
# More than the longest poll does.
MAX_ACTS = 60


class Poll(ABC):
    # The minimum number of deaths.
    least: ClassVar[int] = 4

    def __init__(self, till: Till) -> None:
        self.till = till

    @abstractmethod
    async def prepare(self) -> None: ...
    async def poll(self) -> Any:
        return await self.till.poll()

    @abstractmethod
    async def check(self) -> None: ...


class PaidBoost(Poll):
    async def prepare(self) -> None:
        self.order = await self.till.ordered(await self.till.listings(1))
        await self.till.pays(self.order, "lost")
        clock.forward(minutes=15)

    async def check(self) -> None:
        await is_paid_once(self.till, self.order)


class PaidAfterItsEnd(Poll):
    async def prepare(self) -> None:
        self.order = await self.till.ordered(await self.till.listings(1))
        clock.forward(minutes=61)
        await self.till.poll()
        await self.till.pays(self.order, "lost")
        clock.forward(hours=2)

    async def check(self) -> None:
        assert ((await self.till.order(self.order))["status"], await self.till.balance()) == ("expired", 1000)
        assert await self.till.recorded_events(self.order) == ["BoostOrdered", "BoostRefunded"]


class UnpaidBoost(Poll):
    async def prepare(self) -> None:
        await self.till.with_credit(1000)
        self.order = await self.till.ordered(await self.till.listings(3), 2, useCredit=True)
        assert await self.till.balance() == 0
        clock.forward(minutes=61)

    async def check(self) -> None:
        assert self.till.bill(self.order).state == "deleted"
        assert ((await self.till.order(self.order))["status"], await self.till.balance()) == ("expired", 1000)


class OpenBoost(Poll):
    async def prepare(self) -> None:
        self.order = await self.till.ordered(await self.till.listings(1))
        clock.forward(minutes=15)

    async def check(self) -> None:
        assert (await self.till.order(self.order))["status"] == "pending"
        await self.till.pays(self.order, "lost")
        clock.forward(minutes=16)
        await self.till.poll()
        await is_paid_once(self.till, self.order)


class Channel(Poll):
    async def prepare(self) -> None:
        self.order = await self.till.paid(await self.till.listings(1))

    async def check(self) -> None:
        page = await self.till.staff("get", f"/orders/{self.order['orderId']}")
        assert [payment["channel"] for payment in page["payments"]] == ["FPX"]
        await is_paid_once(self.till, self.order)


class Unbilled(Poll):
    async def prepare(self) -> None:
        await self.till.with_credit(1000)
        products = await self.till.listings(3)
        self.till.bank.faults["create-422"] = 1
        await self.till.post("/create-order", boostPackageId=2, productIds=products, useCredit=True)
        assert await self.till.balance() == 0
        clock.forward(minutes=61)

    async def poll(self) -> Any:
        return await expire_unbilled(self.till.setup)

    async def check(self) -> None:
        order = (await self.till.get("/orders"))["orders"][0]
        assert (order["status"], await self.till.balance()) == ("expired", 1000)


class PaidDeal(Poll):
    async def prepare(self) -> None:
        self.trade = await Trade(self.till).opened()
        await self.till.pays(await self.trade.bill(), "lost")
        clock.forward(minutes=15)

    async def check(self) -> None:
        assert (await self.trade.state(), await self.trade.recorded_events()) == ("held", ["FundsHeld"])
        assert len(await self.trade.keys()) == 1
        assert await self.trade.balances() == (0, 0)


class Payout(Poll):
    """The bank's callback brings its number."""

    async def prepare(self) -> None:
        self.trade = await Trade(self.till).opened()
        await self.trade.paid()
        await with_account(self.trade)
        await self.trade.accepts()

    async def poll(self) -> Any:
        await self.trade.pay_out()

    async def check(self) -> None:
        payouts = self.till.bank.payouts
        clock.forward(minutes=16)
        (body,) = payouts.due(clock.about_now())
        await self.trade.boost.http.post("/api/boost/payouts/callback", content=body, headers=FORM)
        await self.poll()
        await self.is_sent_once()

    async def is_sent_once(self) -> None:
        (payout,) = await payouts(self.trade)
        (order,) = self.till.bank.payouts.orders.values()
        assert order.fields["reference_id"] == str(payout["id"])
        assert (payout["status"], payout["amount"]) == ("completed", PRICE)
        assert await recorded_events(self.trade, payout) == ["PayoutSent"]
        assert (await as_seller(self.trade, "GET", "/wallet")).json()["balance"] == 0


class SettledPayout(Payout):
    async def prepare(self) -> None:
        await super().prepare()
        await self.trade.pay_out()
        for order in self.till.bank.payouts.orders.values():
            self.till.bank.payouts.settle(order, clock.about_now())
        clock.forward(minutes=16)

    async def check(self) -> None:
        await self.is_sent_once()


ALL = (
    PaidBoost, PaidAfterItsEnd, UnpaidBoost, OpenBoost, Channel, Unbilled, PaidDeal, Payout, SettledPayout,
)  # fmt: skip


@pytest.mark.parametrize("kind", ALL)
async def test_poll_killed_at_any_line_completes_on_retry(
    till: Till, kind: type[Poll], monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-E1, P-E3"""
    monkeypatch.setitem(till.boost.app.state.calls, "auth", Names())
    places = list[str]()
    for act in range(MAX_ACTS):
        await forget_all(till.boost)
        till.bank.payouts.orders.clear()
        waiting = kind(Till(till.boost, till.bank))
        await waiting.prepare()
        place = await dies_after(act, till.boost.database, waiting.poll)
        await conserved(till.boost)
        clock.forward(seconds=61)  # Otherwise the work of the dead process is waited for.
        await waiting.poll()
        await waiting.poll()
        await waiting.check()
        await conserved(till.boost)
        clock.reset()
        if place is None:
            break
        places.append(place)
    assert place is None, "the poll does more than was tried"
    assert len(places) >= kind.least, places
