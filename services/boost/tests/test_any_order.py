import asyncio
import os
from collections.abc import Awaitable
from typing import Any, ClassVar, cast

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from deploy.billplz.bank import ACTIONS, Bank
from libs.kit.process import buggify, clock
from libs.kit.testing import Service, signed_in
from services.boost.payments.polling import expire_unbilled
from services.boost.tests.till import Till, a_till, conserved

pytestmark = pytest.mark.servers
EXAMPLES, STEPS = 10, 16
STAFF = signed_in(7, "staff", roles=("admin",))
POINTS = ("after-outbox-insert", "after-bill-made", "after-notification-kept")


class Paying(RuleBasedStateMachine):
    """Callbacks come in any order."""

    boost: ClassVar[Service]
    bank: ClassVar[Bank]
    loop: ClassVar[asyncio.AbstractEventLoop]
    reached: ClassVar[set[str]] = set()

    def do(self, work: Awaitable[Any]) -> Any:
        """Run in the service's event loop."""
        return asyncio.run_coroutine_threadsafe(cast("Any", work), self.loop).result(30)

    @initialize(package=st.sampled_from((1, 2)), use_credit=st.booleans(), action=st.sampled_from(ACTIONS))
    def begin(self, package: int, use_credit: bool, action: str) -> None:
        self.opened = a_till(self.boost, self.bank)
        self.till: Till = self.do(self.opened.__aenter__())
        self.products: list[int] = self.do(self.till.listings(3))
        self.do(self.till.with_credit(1000))
        self.callbacks: list[str] = []
        self.redirects: list[dict[str, str]] = []
        self.order(package, use_credit)
        self.press(0, action)

    def teardown(self) -> None:
        if hasattr(self, "till"):
            self.do(self._end())
            self.do(self.opened.__aexit__(None, None, None))
            clock.reset()

    async def _end(self) -> None:
        for body in self.callbacks:
            await self.till.call_back(body)
        # Every quarter of an hour, then at the last check of deleted bills.
        for minutes in (16, 16, 16, 16, 16, 27 * 60, 2, 2):
            await self.till.judge()
            clock.forward(minutes=minutes)
            while await self.till.poll():
                clock.forward(minutes=5, seconds=1)
            await expire_unbilled(self.till.setup)
        orders = (await self.till.get("/orders"))["orders"]
        assert {order["status"] for order in orders} <= {"paid", "expired", "cancelled", "refunded", "review"}
        await self._check(ended=True)

    @rule(package=st.sampled_from((1, 2)), use_credit=st.booleans())
    def order(self, package: int, use_credit: bool) -> None:
        some = self.products[:1] if package == 1 else self.products
        answer = self.do(
            self.till.post("/create-order", boostPackageId=package, productIds=some, useCredit=use_credit)
        )
        # The eleventh change within an hour is refused as well.
        assert answer.status_code in (201, 409, 429, 503), answer.text

    @rule(pick=st.integers(0, 5))
    def pay_again(self, pick: int) -> None:
        orders = self.do(self.till.get("/orders"))["orders"]
        if orders:
            path = f"/orders/{orders[pick % len(orders)]['orderId']}/pay"
            assert self.do(self.till.post(path)).status_code in (200, 409, 503)

    @rule(pick=st.integers(0, 9), action=st.sampled_from((*ACTIONS, "success", "success")))
    def press(self, pick: int, action: str) -> None:
        """Any unpaid bill, deleted or not."""
        unpaid = [item for item in self.bank.bills.values() if not item.is_paid]
        if unpaid:
            bill = unpaid[-1 - pick % len(unpaid)]
            self.reached.add(action)
            self.redirects.append(self.bank.pay(bill, action, "MB2U0227") or {})

    @rule(pick=st.integers(0, 9))
    def come_back(self, pick: int) -> None:
        if self.redirects and (fields := self.redirects[pick % len(self.redirects)]):
            self.do(self.till.come_back(fields))

    @rule(pick=st.integers(0, 9), is_altered=st.booleans())
    def call_back(self, pick: int, is_altered: bool) -> None:
        self.callbacks += [item.body for item in self.bank.due()]
        if self.callbacks:
            body = self.callbacks[pick % len(self.callbacks)]
            self.do(self.till.call_back(body.replace("paid=false", "paid=true") if is_altered else body))

    @rule()
    def judge(self) -> None:
        self.do(self.till.judge())

    @rule()
    def poll(self) -> None:
        self.do(self.till.poll())
        self.do(expire_unbilled(self.till.setup))

    @rule(minutes=st.sampled_from((5, 16, 61)))
    def wait(self, minutes: int) -> None:
        clock.forward(minutes=minutes)
        self.do(self.till.end_due())

    @rule(fault=st.sampled_from(("create-500", "create-422", "get-429", "get-500")))
    def provider_fails(self, fault: str) -> None:
        self.bank.faults[fault] = 1

    @rule(point=st.sampled_from(POINTS), pick=st.integers(0, 9))
    def dies(self, point: str, pick: int) -> None:
        buggify.crash_once(point)
        try:
            if pick < 4:
                self.order(1 + pick % 2, use_credit=pick > 1)
            elif pick < 7:
                self.call_back(pick, is_altered=False)
            else:
                self.judge()
        except buggify.Crash:
            self.reached.add("killed")
            clock.forward(seconds=31)  # Otherwise the bill of the dead process is waited for.
        finally:
            buggify.disarm()

    @rule()
    def staff_asks(self) -> None:
        for order in self.do(self.till.get("/orders"))["orders"]:
            if order["status"] == "review":
                self.reached.add("review")
                path = f"/api/admin/boost/orders/{order['orderId']}/ask"
                self.do(self.till.boost.http.post(path, json={"reason": "It waits"}, headers=STAFF))

    @invariant()
    def agrees(self) -> None:
        """Each payment counts once, and every paid sen is in sales or in the wallet."""
        if hasattr(self, "till"):
            self.do(self._check())

    async def _check(self, *, ended: bool = False) -> None:
        await conserved(self.boost)
        paid_orders = await self.boost.rows(
            "SELECT o.id, o.amount, o.credit, o.paid_at, (SELECT count(*) FROM payments p WHERE p.order_id = o.id "
            "AND p.settled_as = 'order') AS by_bill FROM boost_orders o WHERE o.seller_id = :id",
            id=self.till.seller,
        )
        for paid_order in paid_orders:
            is_by_bill = paid_order["paid_at"] is not None and paid_order["amount"] > paid_order["credit"]
            assert paid_order["by_bill"] == int(is_by_bill), paid_order
            events = await self.till.recorded_events({"orderId": str(paid_order["id"])})
            assert events.count("BoostPaid") == int(paid_order["paid_at"] is not None)
        if ended:
            ours = await self.boost.rows(
                "SELECT p.bill_id FROM payments p JOIN boost_orders o ON o.id = p.order_id "
                "WHERE o.seller_id = :id AND p.bill_id IS NOT NULL AND p.status NOT IN ('paid', 'review')",
                id=self.till.seller,
            )
            assert [our for our in ours if self.bank.bills[our["bill_id"]].is_paid] == []


async def walked(boost: Service, sandbox: Bank, examples: int, **options: Any) -> None:
    Paying.boost, Paying.bank, Paying.loop = boost, sandbox, asyncio.get_running_loop()
    chosen = settings(
        max_examples=examples,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        phases=(Phase.generate,),  # Shrinking takes minutes.
        suppress_health_check=list(HealthCheck),
        **options,
    )
    machine = seed(int(os.environ["WANGI_SEED"]))(Paying)
    await asyncio.to_thread(run_state_machine_as_test, machine, settings=chosen)


async def test_money_is_conserved_in_any_order_of_boost_steps(boost: Service, sandbox: Bank) -> None:
    """W5, P-E1, P-E2, P-E3"""
    await walked(boost, sandbox, EXAMPLES)
    assert len(Paying.reached) > 2, "the walks come as far as payments of several kinds"
