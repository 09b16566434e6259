import os
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Literal

import pytest

from libs.kit.errors import DomainError
from libs.kit.process import clock
from libs.kit.testing import Service
from services.boost.protection import rules as protection_rules
from services.boost.tests.till import Till, a_sandbox, a_till, conserved
from services.messaging.deals import rules as deal_rules
from services.messaging.tests.auctions import Market
from services.messaging.tests.makers import BUYER, SELLER
from services.messaging.tests.sagas import Saga, held_purchase

Role = deal_rules.Role


Decision = Literal["release", "refund"]


START = datetime(2026, 11, 28, 4, tzinfo=UTC)


STEPS = (
    "seller_asks", "buyer_asks", "withdraws", "ships", "delivers", "disputes", "decides", "appeals", "time",
)  # fmt: skip


# The public edge gets a random sample.
EDGE_ORDERS = 4


@dataclass(frozen=True)
class Walk:
    """By the pure rules alone."""

    decision: Decision
    is_prompt: bool
    now: datetime = START
    deal: deal_rules.State = "awaiting_delivery"
    request: deal_rules.CancelRequest | None = None
    money: protection_rules.State = "held"
    last_step_at: datetime | None = None
    due_at: datetime | None = None
    is_appealed: bool = False
    is_posted: bool = False
    asked: frozenset[Role] = frozenset()
    asked_at: tuple[datetime, ...] = ()
    agreed: bool = False
    trace: tuple[str, ...] = field(default=(), compare=False)

    def after(self, step: str) -> "Walk":
        walk = replace(self, now=self.now + timedelta(minutes=1), trace=(*self.trace, step))
        try:
            return _ACTIONS[step](walk)
        except DomainError:
            return walk

    def moved(self, event: protection_rules.Event, *, at: datetime | None = None) -> "Walk":
        """An event about money ends open requests."""
        following = protection_rules.next_state(self.money, event)
        if following == self.money:
            return self
        moved = replace(self, money=following, last_step_at=at or self.now, asked=frozenset(), asked_at=())
        return replace(moved, request=None) if self.is_prompt else moved


def _asks(walk: Walk, by: Role) -> Walk:
    request = walk.request and deal_rules.open_request(walk.request.by, walk.request.at, walk.now)
    deal_rules.state_after(walk.deal, "AGREE_CANCEL")
    agreed = deal_rules.agreed_request(request, by)
    asked_at, agreed_at = (walk.now, None) if agreed is None else (agreed.at, walk.now)
    cancellation = protection_rules.Cancellation("agreement", asked_at, agreed_at)
    protection_rules.check_cancellation(walk.money, cancellation, walk.last_step_at)
    if agreed is None:
        if request is not None:
            return walk
        asked = walk.asked | {by}
        return replace(
            walk, request=deal_rules.CancelRequest(by, walk.now), asked=asked, asked_at=(walk.now,)
        )
    _check_agreement(walk, by)
    return replace(
        walk.moved("DEAL_CANCELLED"), deal=deal_rules.state_after(walk.deal, "AGREE_CANCEL"), agreed=True
    )


def _check_agreement(walk: Walk, by: Role) -> None:
    """Both requested it since the last step, within 48 hours, without an open staff decision."""
    other: Role = "buyer" if by == "seller" else "seller"
    assert other in walk.asked, walk.trace
    assert walk.now - walk.asked_at[-1] < timedelta(hours=48), walk.trace
    assert walk.money not in ("decided", "appealed"), walk.trace


def _withdraws(walk: Walk) -> Walk:
    return replace(walk, request=None, asked=frozenset(), asked_at=())


def _ships(walk: Walk) -> Walk:
    following = deal_rules.state_after(walk.deal, "SHIP")
    if following == walk.deal:
        return walk
    return replace(walk.moved("SHIPPED"), deal=following, request=None, is_posted=True)


def _delivers(walk: Walk) -> Walk:
    deal_rules.check_posted(walk.deal, is_money_held=True)
    following = deal_rules.state_after(walk.deal, "CONFIRM_DELIVERY")
    return replace(walk.moved("ACCEPTED"), deal=following, request=None)


def _decides(walk: Walk) -> Walk:
    if walk.money == "appealed":
        return walk.moved(protection_rules.DECISION_EVENTS[walk.decision])
    return replace(walk.moved("DECIDE"), due_at=walk.now + timedelta(hours=48))


def _appeals(walk: Walk) -> Walk:
    account_status = protection_rules.DecisionState(walk.money, walk.decision, walk.due_at, walk.is_appealed)
    role: Role = "buyer" if walk.decision == "release" else "seller"
    protection_rules.check_appeal(account_status, role, walk.now)
    return replace(walk.moved("APPEAL"), is_appealed=True)


def _time(walk: Walk) -> Walk:
    later = replace(walk, now=walk.now + timedelta(hours=49))
    return later.moved(protection_rules.DECISION_EVENTS[walk.decision]) if walk.money == "decided" else later


_ACTIONS: dict[str, Callable[[Walk], Walk]] = {
    "seller_asks": lambda walk: _asks(walk, "seller"),
    "buyer_asks": lambda walk: _asks(walk, "buyer"),
    "withdraws": _withdraws,
    "ships": _ships,
    "delivers": _delivers,
    "disputes": lambda walk: walk.moved("DISPUTE"),
    "decides": _decides,
    "appeals": _appeals,
    "time": _time,
}


def _end(walk: Walk) -> Walk:
    while walk.money not in protection_rules.PAID_OUT:
        match walk.money:
            case "disputed" | "appealed":
                walk = _decides(walk)
            case "decided":
                walk = _time(walk)
            case _:
                walk = walk.moved("TIME")
    return _follow_money(walk)


def _follow_money(walk: Walk) -> Walk:
    """As messaging does after a payout."""
    if walk.money not in protection_rules.PAID_OUT:
        return walk
    event: deal_rules.Event = "REFUND" if walk.money == "refunded" else "RELEASE"
    return replace(walk, deal=deal_rules.TABLE.get((walk.deal, event), walk.deal))


def _check_end(walk: Walk) -> Walk:
    """The seller has the money only if the buyer has the bottle. The buyer has both only by agreement or by
    a decision of staff."""
    end = _end(walk)
    assert (end.deal, end.money) in {("cancelled", "refunded"), ("awaiting_review", "released")}, walk.trace
    if end.money == "released":
        assert walk.is_posted, walk.trace
        assert not walk.agreed, walk.trace
    elif walk.is_posted:
        assert walk.agreed or walk.decision == "refund", walk.trace
    return end


@pytest.mark.parametrize("decision", ["release", "refund"])
@pytest.mark.parametrize("is_prompt", [True, False], ids=["prompt", "late"])
def test_every_order_of_cancel_steps_keeps_deal_and_money_in_agreement(
    decision: Decision, is_prompt: bool
) -> None:
    walks = {(Walk(decision, is_prompt), frozenset(STEPS))}
    for _ in STEPS:
        walks = {(walk.after(step), left - {step}) for walk, left in walks for step in left}
    ends = [_check_end(walk) for walk, _ in walks]
    assert {end.money for end in ends} == {"refunded", "released"}
    assert {end.agreed for end in ends} == {True, False}


@pytest.fixture
async def market(catalog: Service, auction: Service, messaging: Service) -> Market:
    market = Market(catalog, auction, messaging)
    market.buyer = BUYER
    await market.know_people()
    return market


@pytest.fixture
async def till(boost: Service) -> AsyncIterator[Till]:
    async with a_sandbox() as bank, a_till(boost, bank) as made:
        yield made


def _orders() -> list[tuple[str, ...]]:
    rng = random.Random(int(os.environ["WANGI_SEED"]))
    return [tuple(rng.sample(STEPS, len(STEPS))) for _ in range(EDGE_ORDERS)]


async def _take(saga: Saga, step: str, decision: Decision) -> None:
    """A refusal must have a code."""
    trade = saga.trade
    match step:
        case "time":
            clock.forward(hours=49)
            return await trade.end_due()
        case "withdraws":
            await saga.withdraw(BUYER)
            answer = await saga.withdraw(SELLER)
        case "decides":
            who = 8 if await trade.state() == "appealed" else 7
            answer = await trade.decide(decision, who)
        case "seller_asks" | "buyer_asks":
            answer = await saga.ask_to_cancel(SELLER if step == "seller_asks" else BUYER)
        case "ships":
            answer = await saga.ship()
        case "delivers":
            answer = await saga.deliver()
        case "disputes":
            answer = await trade.post("dispute", reason="counterfeit", words="Not what it says.")
        case _:
            answer = await trade.appeal(BUYER if decision == "release" else SELLER)
    assert answer.status_code in (200, 403, 404, 409), answer.text
    return None


async def _bring_to_its_end(saga: Saga, decision: Decision) -> None:
    await saga.report()
    for _ in range(6):
        state = await saga.trade.state()
        if state in ("disputed", "appealed"):
            await _take(saga, "decides", decision)
        clock.forward(days=15)
        await saga.trade.end_due()
        await saga.report()


@pytest.mark.servers
@pytest.mark.parametrize("decision", ["release", "refund"])
async def test_cancel_orders_through_the_edge_end_as_the_rules_say(
    market: Market, till: Till, decision: Decision
) -> None:
    for order in _orders():
        saga, walk = await held_purchase(market, till), Walk(decision, is_prompt=True)
        for step in order:
            await _take(saga, step, decision)
            await saga.report()
            walk = _follow_money(walk.after(step))
            assert await saga.states() == (walk.deal, walk.money), walk.trace
        end = _check_end(walk)
        await _bring_to_its_end(saga, decision)
        assert await saga.states() == (end.deal, end.money), order
        clock.reset()
    await conserved(till.boost)


@pytest.mark.servers
@pytest.mark.parametrize("decision", ["release", "refund"])
async def test_cancel_orders_without_broker_keep_deal_and_money_in_agreement(
    market: Market, till: Till, decision: Decision
) -> None:
    for order in _orders():
        saga = await held_purchase(market, till)
        for step in order:
            await _take(saga, step, decision)
        is_posted, is_agreed = "shipped" in await saga.kinds(), await saga.state() == "cancelled"
        await _bring_to_its_end(saga, decision)
        deal, money = await saga.states()
        assert (deal, money) in {("cancelled", "refunded"), ("awaiting_review", "released")}, order
        if money == "released":
            assert is_posted, order
            assert not is_agreed, order
        elif is_posted:
            assert is_agreed or decision == "refund", order
        clock.reset()
    await conserved(till.boost)
