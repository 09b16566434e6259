from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from libs.kit.errors import DomainError
from services.auction.bidding.rules import (
    MAX_STEPS,
    AuctionState,
    Extension,
    Offer,
    Step,
    end_after_bid,
    place_bid,
)

START, STEP, SELLER = 10_000, 500, 9
BEGAN = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
END = BEGAN + timedelta(minutes=30)
OPEN = AuctionState(
    seller_id=SELLER,
    status="active",
    starting_price=START,
    bid_increment=STEP,
    reserve_price=None,
    ends_at=END,
    extension=Extension(timedelta(minutes=2), timedelta(minutes=2), END + timedelta(minutes=5)),
)


@dataclass
class Paper:
    """The written rules (beyond 6.1), without our code."""

    reserve: int | None
    price: int | None = None
    leader: int | None = None
    slips: dict[int, int] = field(default_factory=dict)
    end: datetime = END

    def place_bid(self, who: int, amount: int, most: int, now: datetime) -> bool:
        if now >= self.end or who == SELLER or amount < (self.price or START) + STEP:
            return False
        if who == self.leader:
            if most <= self.slips[who]:
                return False
            self.slips[who] = most
            self._reserve(now, moved=False)
            return True
        held = self.slips.get(self.leader or 0, 0)
        if most > held:
            self.price = amount if self.leader is None else max(amount, min(most, held + STEP))
            self.leader = who
            self.slips[who] = most
        else:
            self.price = min(held, most + STEP)
        self._reserve(now, moved=True)
        return True

    def _reserve(self, now: datetime, *, moved: bool) -> None:
        if self.reserve is not None and self.slips[self.leader or 0] >= self.reserve > (self.price or 0):
            self.price, moved = self.reserve, True
        if moved and self.end - now <= timedelta(minutes=2):
            self.end = max(self.end, min(now + timedelta(minutes=2), END + timedelta(minutes=5)))


OFFERS = st.tuples(
    st.sampled_from([1, 2, 3, 4, SELLER]),
    st.integers(START // 100, 250).map(lambda ringgit: ringgit * 100),
    st.integers(0, 60).map(lambda more: more * 250),
    st.integers(0, 5 * 60),
)


@given(st.lists(OFFERS, max_size=30), st.none() | st.integers(100, 260).map(lambda ringgit: ringgit * 100))
def test_any_offers_match_the_naive_model(
    offers: list[tuple[int, int, int, int]], reserve: int | None
) -> None:
    """P-A1, P-A3, P-A4"""
    state, paper, now = replace(OPEN, reserve_price=reserve), Paper(reserve), BEGAN
    log, moments = list[Step](), list[datetime]()
    for who, amount, more, seconds in offers:
        now += timedelta(seconds=seconds)
        try:
            decision = place_bid(state, Offer(who, amount, amount + more), now)
        except DomainError:
            assert not paper.place_bid(who, amount, amount + more, now)
            continue
        assert paper.place_bid(who, amount, amount + more, now)
        _check_steps(log, list(decision.steps))
        log += decision.steps
        moments += [now] * len(decision.steps)
        state = decision.after
        assert (state.current_bid, state.leader_id, state.ends_at) == (paper.price, paper.leader, paper.end)
        assert state.leader_most == paper.slips[paper.leader or 0]
    assert replayed(log, moments) == (state.current_bid, state.leader_id, state.ends_at)


def replayed(log: list[Step], moments: list[datetime]) -> tuple[int | None, int | None, datetime]:
    read = OPEN
    for step, at in zip(log, moments, strict=True):
        assert at < read.ends_at
        read = replace(
            read,
            current_bid=step.amount,
            leader_id=step.bidder_id,
            ends_at=end_after_bid(read, at),
        )
    return read.current_bid, read.leader_id, read.ends_at


def test_three_late_bids_extend_up_to_the_limit() -> None:
    """P-A4"""
    log = [Step(1, 10_500), Step(2, 11_000), Step(1, 11_500)]
    moments = [END - timedelta(seconds=10), END + timedelta(seconds=100), END + timedelta(seconds=200)]
    assert replayed(log[:1], moments[:1]) == (10_500, 1, END + timedelta(seconds=110))
    assert replayed(log[:2], moments[:2]) == (11_000, 2, END + timedelta(seconds=220))
    assert replayed(log, moments) == (11_500, 1, END + timedelta(minutes=5))


def _check_steps(log: list[Step], steps: list[Step]) -> None:
    """Amounts rise. Only the proxy bidder may repeat an amount. An offer leads to at most four bids."""
    assert len(steps) <= MAX_STEPS
    for earlier, later in zip([*log, *steps], [*log, *steps][1:], strict=False):
        held = later.is_auto and later.amount == earlier.amount and later.bidder_id != earlier.bidder_id
        assert later.amount > earlier.amount or held
