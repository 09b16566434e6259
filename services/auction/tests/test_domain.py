from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.kit.errors import DomainError
from services.auction.bidding import rules as bidding_rules
from services.auction.bidding.rules import (
    HIGHEST_BID,
    AuctionEnded,
    AuctionNotActive,
    BidTooLow,
    InvalidAmount,
    MaximumNotRaised,
    OwnListing,
)
from services.auction.closing.rules import open_obligations, outcome_of
from services.auction.sales.models import Sale
from services.auction.sales.rules import bidder_state, seller_state

NOW = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)
SELLER, BIDDER, RIVAL = 1, 2, 3


def state(
    *,
    current: int | None = None,
    leader: int | None = None,
    most: int | None = None,
    reserve: int | None = None,
    status: str = "active",
    ends_at: datetime = NOW + timedelta(hours=1),
    original: datetime | None = None,
) -> bidding_rules.AuctionState:
    return bidding_rules.AuctionState(
        seller_id=SELLER,
        status=status,
        starting_price=10_000,
        bid_increment=500,
        reserve_price=reserve,
        ends_at=ends_at,
        extension=bidding_rules.Extension(
            window=timedelta(minutes=2),
            length=timedelta(minutes=2),
            latest=(original or ends_at) + timedelta(minutes=30),
        ),
        current_bid=current,
        leader_id=leader if leader is not None or current is None else RIVAL,
        leader_most=most if most is not None else current,
    )


def place(
    auction: bidding_rules.AuctionState, bidder_id: int, amount: int, most: int | None = None
) -> bidding_rules.Decision:
    offer = bidding_rules.Offer(bidder_id, amount, amount if most is None else most)
    return bidding_rules.place_bid(auction, offer, NOW)


def steps_of(decision: bidding_rules.Decision) -> list[tuple[int, int, bool]]:
    return [(step.bidder_id, step.amount, step.is_auto) for step in decision.steps]


def test_bid_in_last_two_minutes_extends_to_two_minutes_after_it() -> None:
    """U20"""
    late = state(ends_at=NOW + timedelta(seconds=30))
    assert bidding_rules.end_after_bid(late, NOW) == NOW + timedelta(minutes=2)
    early = state(ends_at=NOW + timedelta(minutes=2, seconds=1))
    assert bidding_rules.end_after_bid(early, NOW) == early.ends_at


def test_end_moves_at_most_half_an_hour() -> None:
    """U20"""
    original = NOW - timedelta(minutes=29)
    nearly = state(ends_at=NOW + timedelta(seconds=10), original=original)
    assert bidding_rules.end_after_bid(nearly, NOW) == NOW + timedelta(minutes=1)
    done = state(ends_at=NOW + timedelta(minutes=1), original=original)
    assert bidding_rules.end_after_bid(done, NOW + timedelta(seconds=59)) == done.ends_at


def test_first_bid_is_starting_price_plus_increment() -> None:
    """AUC-19, AUC-22, C20"""
    assert bidding_rules.minimum_bid(state()) == 10_500
    assert bidding_rules.minimum_bid(state(), start_counts=True) == 10_000


def test_bid_below_minimum_is_refused_with_minimum() -> None:
    """AUC-19, AUC-40"""
    with pytest.raises(BidTooLow) as refusal:
        place(state(current=12_000), BIDDER, 12_499)
    assert str(refusal.value) == "Your bid must be at least RM 125.00."
    assert refusal.value.details == {"minimum": 125.0}


def test_seller_cannot_bid_on_own_listing() -> None:
    """AUC-17, P-A7"""
    with pytest.raises(OwnListing):
        place(state(), SELLER, 99_999)


def test_bid_at_the_exact_end_is_refused() -> None:
    """P-A4"""
    with pytest.raises(AuctionEnded):
        place(state(ends_at=NOW), BIDDER, 10_500)
    offer = bidding_rules.Offer(BIDDER, 10_500, 10_500)
    just_before = bidding_rules.place_bid(state(ends_at=NOW), offer, NOW - timedelta(microseconds=1))
    assert just_before.after.current_bid == 10_500


def test_cancelled_auction_takes_no_bid() -> None:
    with pytest.raises(AuctionNotActive):
        place(state(status="cancelled"), BIDDER, 10_500)


@pytest.mark.parametrize(
    "amount", [True, None, "", "x", "1e3", float("nan"), float("inf"), float("-inf"), "--5", 105.001, [], "٥"]
)
def test_invalid_amount_is_refused(amount: object) -> None:
    """AUC-18, AUC-39, P-A8"""
    with pytest.raises(InvalidAmount):
        bidding_rules.amount_of(amount)


def test_bid_above_hundred_thousand_is_refused() -> None:
    with pytest.raises(InvalidAmount, match="RM 100,000.00"):
        bidding_rules.amount_of(100_000.01)
    assert bidding_rules.amount_of(100_000) == HIGHEST_BID


@dataclass
class Row:
    known_id: int = 1
    seller_id: int = SELLER
    current_bidder_id: int | None = BIDDER
    winner_id: int | None = None
    bid_count: int = 1


@pytest.mark.parametrize(
    ("user_id", "row", "codes"),
    [
        (SELLER, Row(), ["live_auction"]),
        (SELLER, Row(current_bidder_id=None, bid_count=0), []),
        (BIDDER, Row(), ["leading_bid"]),
        (BIDDER, Row(current_bidder_id=BIDDER + 1), []),
        (BIDDER, Row(current_bidder_id=BIDDER + 1, winner_id=BIDDER), ["leading_bid"]),
        (SELLER, Row(current_bidder_id=None, bid_count=0, winner_id=BIDDER), ["live_auction"]),
    ],
)
def test_running_auctions_and_leading_bids_are_open_obligations(
    user_id: int, row: Row, codes: list[str]
) -> None:
    """U38"""
    assert [
        (open_obligation.code, open_obligation.auction_id)
        for open_obligation in open_obligations(user_id, [row])
    ] == [(code, 1) for code in codes]


def test_bidder_name_is_masked() -> None:
    assert bidding_rules.mask_name("amirzul") == "a***l"


@given(st.lists(st.integers(min_value=0, max_value=2_000_000), max_size=40))
def test_accepted_prices_rise_by_at_least_the_increment(amounts: list[int]) -> None:
    """P-A2, AUC-22"""
    current: int | None = None
    accepted: list[int] = []
    for amount in amounts:
        try:
            place(state(current=current), BIDDER, amount)
        except DomainError:
            continue
        current = amount
        accepted.append(amount)
    assert all(later - earlier >= 500 for earlier, later in zip([10_000, *accepted], accepted, strict=False))


@pytest.mark.parametrize(
    ("most", "amount", "challenge", "steps", "leader", "price"),
    [
        # The challenger's maximum is higher: one step above the leader's.
        (
            20_000,
            11_000,
            25_000,
            [(BIDDER, 11_000, False), (RIVAL, 20_000, True), (BIDDER, 20_500, True)],
            BIDDER,
            205,
        ),
        (
            20_000,
            11_000,
            20_100,
            [(BIDDER, 11_000, False), (RIVAL, 20_000, True), (BIDDER, 20_100, True)],
            BIDDER,
            201,
        ),
        (10_500, 11_500, 30_000, [(BIDDER, 11_500, False)], BIDDER, 115),
        # The leader's is higher: one step above the challenger's, never above itself.
        (
            20_000,
            11_000,
            15_000,
            [(BIDDER, 11_000, False), (BIDDER, 15_000, True), (RIVAL, 15_500, True)],
            RIVAL,
            155,
        ),
        (
            20_000,
            11_000,
            19_800,
            [(BIDDER, 11_000, False), (BIDDER, 19_800, True), (RIVAL, 20_000, True)],
            RIVAL,
            200,
        ),
        (20_000, 11_000, 11_000, [(BIDDER, 11_000, False), (RIVAL, 11_500, True)], RIVAL, 115),
        # Equal: the earlier maximum leads at that price.
        (
            20_000,
            11_000,
            20_000,
            [(BIDDER, 11_000, False), (BIDDER, 20_000, True), (RIVAL, 20_000, True)],
            RIVAL,
            200,
        ),
        (20_000, 20_000, 20_000, [(BIDDER, 20_000, False), (RIVAL, 20_000, True)], RIVAL, 200),
    ],
)
def test_two_maximums_bid_against_each_other(
    most: int, amount: int, challenge: int, steps: list[tuple[int, int, bool]], leader: int, price: int
) -> None:
    """AUC-21, U21"""
    decision = place(state(current=10_500, most=most), BIDDER, amount, challenge)
    assert steps_of(decision) == steps
    assert (decision.after.leader_id, decision.after.current_bid) == (leader, price * 100)
    assert decision.after.leader_most == (challenge if leader == BIDDER else most)


def test_leader_raises_maximum_without_raising_price() -> None:
    """U21"""
    leading = state(current=10_500, leader=BIDDER, most=12_000)
    raised = place(leading, BIDDER, 11_000, 20_000)
    assert (raised.steps, raised.after.current_bid, raised.after.leader_most) == ((), 10_500, 20_000)
    assert raised.after.ends_at == leading.ends_at
    with pytest.raises(MaximumNotRaised):
        place(leading, BIDDER, 11_000, 12_000)
    with pytest.raises(BidTooLow):
        place(leading, BIDDER, 10_900, 20_000)


def test_maximum_covering_reserve_lifts_price_to_it() -> None:
    first = place(state(reserve=15_000), BIDDER, 10_500, 16_000)
    assert steps_of(first) == [(BIDDER, 10_500, False), (BIDDER, 15_000, True)]
    below = place(state(reserve=15_000), BIDDER, 10_500, 14_999)
    assert steps_of(below) == [(BIDDER, 10_500, False)]
    raised = place(state(current=10_500, leader=BIDDER, reserve=15_000), BIDDER, 11_000, 15_000)
    assert steps_of(raised) == [(BIDDER, 15_000, True)]


def test_maximum_below_bid_is_ignored() -> None:
    with pytest.raises(InvalidAmount, match="at least your bid"):
        bidding_rules.offer_of(BIDDER, 120, 119.99)
    assert bidding_rules.offer_of(BIDDER, 120).most == 12_000


@pytest.mark.parametrize(
    ("current", "reserve", "open_still"),
    [
        (None, None, True),
        (29_900, None, True),
        (30_000, None, False),
        (19_900, 20_000, True),
        (20_000, 20_000, False),
    ],
)
def test_buy_now_ends_when_bids_reach_reserve_or_price(
    current: int | None, reserve: int | None, open_still: bool
) -> None:
    """C21"""
    assert bidding_rules.buy_now_open(state(current=current, reserve=reserve), 30_000) is open_still
    assert not bidding_rules.buy_now_open(state(current=current, reserve=reserve), None)


@pytest.mark.parametrize(
    ("current", "reserve", "outcome"),
    [
        (None, None, "no_bids"),
        (10_500, None, "sold"),
        (10_500, 20_000, "reserve_not_met"),
        (20_000, 20_000, "sold"),
    ],
)
def test_auction_ends_in_exactly_one_way(current: int | None, reserve: int | None, outcome: str) -> None:
    """AUC-13, U20"""

    @dataclass
    class Over:
        current_bid: int | None = current
        reserve_price: int | None = reserve

    assert outcome_of(Over()) == outcome


def test_own_auctions_show_a_cancelled_sale_as_cancelled() -> None:
    sale = Sale(
        auction_id=1, number=1, buyer_id=BIDDER, price=10_500, won_at=NOW, pay_by=NOW, paid=False,
        cancelled_by="buyer",
    )  # fmt: skip
    assert (
        bidder_state(status="ended", outcome="sold", leads=True, sale=sale, offer=None, now=NOW)
        == "cancelled"
    )
    assert seller_state(status="ended", outcome="sold", sale=sale, offer=None, now=NOW) == "cancelled"
