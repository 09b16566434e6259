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
from libs.kit.testing import Service
from services.boost.protection.rules import FOR_STAFF, PAID_OUT
from services.boost.tests.moderation import Moderation
from services.boost.tests.test_payouts import Names, with_account
from services.boost.tests.till import Till, a_till, conserved
from services.boost.tests.trades import Trade

pytestmark = pytest.mark.servers
EXAMPLES, STEPS = 8, 18
POINTS = ("after-outbox-insert", "after-bill-made", "after-notification-kept", "after-money-moved")
BY_MESSAGING = ("shipped", "delivered", "cancelled", "paid_outside")
VERBS = ("arrived", "accept", "call-off", "take-back", "object")


class Holding(RuleBasedStateMachine):
    boost: ClassVar[Service]
    bank: ClassVar[Bank]
    loop: ClassVar[asyncio.AbstractEventLoop]
    reached: ClassVar[set[str]] = set()

    def do(self, work: Awaitable[Any]) -> Any:
        """Run in the service's event loop."""
        return asyncio.run_coroutine_threadsafe(cast("Any", work), self.loop).result(30)

    @initialize(is_paid=st.booleans(), has_account=st.booleans(), hours=st.sampled_from((0, 48, 48)))
    def begin(self, is_paid: bool, has_account: bool, hours: int) -> None:
        state, self.may_appeal = self.boost.app.state, hours > 0
        state.settings = state.settings.model_copy(update={"wangi_dispute_appeal_hours": hours})
        self.opened = a_till(self.boost, self.bank)
        till: Till = self.do(self.opened.__aenter__())
        self.trade: Trade = self.do(Trade(till).opened())
        self.moderation = Moderation(self.trade)
        self.hold: str | None = None
        self.callbacks: list[str] = []
        self.appealed: set[int] = set()
        self.decided_by = 0
        self.before = "awaiting_funds"
        if has_account:
            self.do(with_account(self.trade))
        if is_paid:
            self.do(self.trade.paid())
            self.do(self.trade.shipped())
            self.before = "shipped"

    def teardown(self) -> None:
        if hasattr(self, "trade"):
            self.do(self._end())
            self.do(self.opened.__aexit__(None, None, None))
            clock.reset()

    async def _end(self) -> None:
        trade = self.trade
        for body in self.callbacks:
            await trade.till.call_back(body)
        await trade.till.judge()
        if await trade.state() in ("awaiting_funds", "shipped"):
            await trade.cancelled()
        await self.moderation.clears()
        for who in range(20, 30):
            if await trade.state() in ("disputed", "appealed"):
                clock.forward(days=8)
                await trade.decide("release", who)
        for _ in range(5):
            clock.forward(days=15)
            await trade.end_due()
            await trade.pay_out()
            clock.forward(minutes=16)
            await trade.pay_out()
        assert await trade.state() in (*PAID_OUT, "cancelled", "outside")
        keys = [key for key in await trade.keys() if key.startswith("deal-")]
        assert len(keys) == len(set(keys)) in (0, 2)
        events = await trade.recorded_events()
        assert events.count("FundsHeld") <= 1
        assert events.count("DisputeResolved") == min(events.count("DisputeOpened"), 1)
        assert events.count("FundsReleased") + events.count("FundsRefunded") == events.count("FundsHeld")
        await conserved(self.boost)

    @rule(action=st.sampled_from((*ACTIONS, "success", "success")))
    def pay(self, action: str) -> None:
        answer = self.do(self.trade.post("pay"))
        if answer.status_code == 200 and answer.json()["paymentUrl"] is not None:
            self.do(self.trade.till.pays(answer.json(), action))

    @rule(pick=st.integers(0, 5), is_altered=st.booleans())
    def call_back(self, pick: int, is_altered: bool) -> None:
        self.callbacks += [item.body for item in self.bank.due()]
        if self.callbacks:
            body = self.callbacks[pick % len(self.callbacks)]
            self.do(
                self.trade.till.call_back(body.replace("paid=false", "paid=true") if is_altered else body)
            )
        self.do(self.trade.till.judge())

    @rule(kind=st.sampled_from(BY_MESSAGING))
    def messaging_reports(self, kind: str) -> None:
        before = self.do(self.trade.state())
        self.do(getattr(self.trade, kind)())
        if kind == "shipped" and before == "awaiting_funds":
            self.trade.is_posted = False  # Messaging posts nothing before payment.

    @rule(kind=st.sampled_from(("flags", "clears", "confirms")))
    def moderation_says(self, kind: str) -> None:
        self.do(getattr(self.moderation, kind)())
        if kind != "flags" or self.hold != "confirms":
            self.hold = kind

    @rule(kind=st.sampled_from(("delivered", "cancelled")))
    def staff_says(self, kind: str) -> None:
        before = self.do(self.trade.state())
        self.do(getattr(self.trade, kind)("staff"))
        now = self.do(self.trade.state())
        assert now == before or before not in (FOR_STAFF | {"decided"}) - {"withheld"}
        assert now != "released" or before == now

    @rule(verb=st.sampled_from(VERBS), is_seller=st.booleans())
    def act(self, verb: str, is_seller: bool) -> None:
        who = self.trade.seller if is_seller else self.trade.buyer
        body: dict[str, Any] = {"words": "Nothing came."} if verb == "object" else {}
        answer = self.do(self.trade.post(verb, who, **body))
        assert answer.status_code in (200, 403, 409)
        if verb == "object" and answer.status_code == 200 and self.do(self.trade.state()) == "disputed":
            self.appealed.clear()

    @rule(reason=st.sampled_from(("counterfeit", "damaged")))
    def dispute(self, reason: str) -> None:
        body = {"reason": reason, "words": "Not as described."}
        assert self.do(self.trade.post("dispute", **cast("Any", body))).status_code in (200, 409)

    @rule(is_seller=st.booleans())
    def speak(self, is_seller: bool) -> None:
        who = self.trade.seller if is_seller else self.trade.buyer
        answer = self.do(self.trade.post("evidence", who, kind="statement", words="See there."))
        assert answer.status_code in (201, 409)

    @rule(
        outcome=st.sampled_from(("release", "refund", "return", "split")), who=st.sampled_from((7, 7, 8, 9))
    )
    def decide(self, outcome: str, who: int) -> None:
        more = {"buyerAmount": 33_333} if outcome == "split" else {}
        before, balances = self.do(self.trade.state()), self.do(self.trade.balances())
        answer = self.do(self.trade.decide(outcome, who, **more))
        assert answer.status_code in (200, 404, 409)
        # A decision that may be appealed has moved no money.
        if before in ("disputed", "return_requested", "return_sent") and self.may_appeal:
            now = self.do(self.trade.state())
            assert self.do(self.trade.balances()) == balances
            assert now in (before, "decided")
            if before != now:
                shown = self.do(self.trade.protection_view())["appeal"]
                assert (shown["appealedBy"], shown["outcome"]) == (None, None)
        if before in ("return_requested", "return_sent", "appealed") and who in self.appealed:
            assert answer.status_code == 409, "decided by one whose decision was appealed"
        if self.do(self.trade.state()) == "decided" and answer.status_code == 200 and before != "decided":
            self.decided_by = who

    @rule(is_seller=st.booleans())
    def appeal(self, is_seller: bool) -> None:
        before = self.do(self.trade.balances())
        who = self.trade.seller if is_seller else self.trade.buyer
        answer = self.do(self.trade.appeal(who))
        assert answer.status_code in (200, 403, 409)
        if answer.status_code == 200:
            self.reached.add("appeal")
            self.appealed.add(self.decided_by)
            assert self.do(self.trade.balances()) == before

    @rule()
    def send_back(self) -> None:
        answer = self.do(self.trade.post("send-back", trackingNumber="EH123456789MY"))
        assert answer.status_code in (200, 409)

    @rule(hours=st.sampled_from((1, 49, 73, 8 * 24, 15 * 24)))
    def wait(self, hours: int) -> None:
        clock.forward(hours=hours)
        self.do(self.trade.till.poll())
        before = self.do(self.trade.state())
        self.do(self.trade.end_due())
        assert before not in ("disputed", "appealed") or self.do(self.trade.state()) == before
        self.do(self.trade.pay_out())

    @rule(point=st.sampled_from(POINTS), pick=st.integers(0, 3))
    def dies(self, point: str, pick: int) -> None:
        buggify.crash_once(point)
        try:
            (self.call_back(pick, False), self.act("accept", False)) if pick % 2 else self.pay("success")
        except buggify.Crash:
            self.reached.add("killed")
            clock.forward(seconds=61)
        finally:
            buggify.disarm()

    @invariant()
    def money_is_conserved(self) -> None:
        if not hasattr(self, "trade"):
            return
        self.do(conserved(self.boost))
        now = self.do(self.trade.state())
        assert now == self.before or self.before not in (*PAID_OUT, "cancelled", "outside")
        is_paid = now in ("released", "split") and now != self.before
        assert not is_paid or self.hold != "flags", "paid while moderators look at the two"
        self.before = now
        self.reached.add(now)


async def test_money_is_conserved_in_any_order_of_deal_steps(
    boost: Service, sandbox: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """W5"""
    monkeypatch.setitem(boost.app.state.calls, "auth", Names())
    Holding.boost, Holding.bank, Holding.loop = boost, sandbox, asyncio.get_running_loop()
    machine = seed(int(os.environ["WANGI_SEED"]))(Holding)
    found = settings(
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    await asyncio.to_thread(run_state_machine_as_test, machine, settings=found)
    assert len(Holding.reached) >= 4, Holding.reached
