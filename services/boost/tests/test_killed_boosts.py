import pytest

from libs.kit.process import clock
from libs.kit.testing import signed_in
from services.boost.payments.polling import expire_unbilled
from services.boost.tests.till import Till, conserved
from tests.support.death import dies_at

pytestmark = pytest.mark.servers
POINTS = (
    "before-outbox-insert", "after-outbox-insert", "after-bill-made", "after-notification-kept",
    "after-money-moved", "after-payout-sent",
)  # fmt: skip
# More than the longest step has lines.
LINES = 10


class Walk:
    """Each step runs twice."""

    def __init__(self, till: Till, products: list[int]) -> None:
        self.till, self.products = till, products
        self.bodies: list[str] = []

    async def order(self) -> None:
        await self.till.ordered(self.products, 2, useCredit=True)

    async def pay(self) -> None:
        (order, *_) = (await self.till.get("/orders"))["orders"]
        if order["paymentUrl"] is not None and not self.till.bill(order).is_paid:
            await self.till.pays(order)
        self.bodies += [item.body for item in self.till.bank.due()]
        for body in self.bodies:
            await self.till.call_back(body)

    async def judge(self) -> None:
        """Also by the process that starts after a death."""
        await self.till.judge()

    async def remove(self) -> None:
        await self.till.remove(self.products[0])

    async def refund(self) -> None:
        (order, *_) = (await self.till.get("/orders"))["orders"]
        path = f"/api/admin/boost/orders/{order['orderId']}/refund"
        headers = signed_in(7, "staff", roles=("admin",))
        answer = await self.till.boost.http.post(path, json={"reason": "A mistake"}, headers=headers)
        assert answer.status_code in (200, 409)

    async def end(self) -> None:
        await self.till.end_due()
        await self.till.poll()
        await expire_unbilled(self.till.setup)


STEPS = ("order", "pay", "judge", "remove", "refund", "end")


async def test_boost_step_killed_at_any_line_completes_on_retry(
    till: Till,
) -> None:
    """P-E1"""
    killed: list[int] = []
    for line in range(1, LINES + 1):
        till = Till(till.boost, till.bank)
        await till.with_credit(1000)
        walk = Walk(till, await till.listings(3))
        killed.append(0)
        for step in STEPS:
            work = getattr(walk, step)
            killed[-1] += await dies_at(line, POINTS, work)
            await conserved(till.boost)
            clock.forward(seconds=31)  # Otherwise the bill of the dead process is waited for.
            await work()
            await work()
        await _check(till)
        clock.reset()
        if not killed[-1]:
            break  # No step has so many lines.
    assert killed[0] >= 4, "steps have lines at which they may die"
    assert killed[-1] == 0, "no step has more lines than were tried"


async def _check(till: Till) -> None:
    await conserved(till.boost)
    (order, *others) = (await till.get("/orders"))["orders"]
    assert [other["packageId"] for other in others] == [1]
    assert (order["status"], order["amount"], order["creditUsed"]) == ("refunded", 2700, 1000)
    assert await till.balance() == 2700
    events = await till.recorded_events(order)
    assert events == ["BoostOrdered", "BoostPaid", "BoostRefunded", "BoostRefunded"]
