"""The rules of an auction, without database or clock."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.kit.errors import DomainError
from services.auction import domain

NOW = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)
SELLER, BIDDER = 1, 2


def standing(
    *,
    current: int | None = None,
    status: str = "active",
    ends_at: datetime = NOW + timedelta(hours=1),
    original: datetime | None = None,
) -> domain.Standing:
    return domain.Standing(
        seller_id=SELLER,
        status=status,
        starting_price=10_000,
        bid_increment=500,
        current_bid=current,
        ends_at=ends_at,
        extension=domain.Extension(
            window=timedelta(minutes=2),
            length=timedelta(minutes=2),
            latest=(original or ends_at) + timedelta(minutes=30),
        ),
    )


def test_a_bid_in_the_last_two_minutes_leaves_two_minutes_to_answer() -> None:
    late = standing(ends_at=NOW + timedelta(seconds=30))
    assert domain.end_after_bid(late, NOW) == NOW + timedelta(minutes=2)
    early = standing(ends_at=NOW + timedelta(minutes=2, seconds=1))
    assert domain.end_after_bid(early, NOW) == early.ends_at


def test_the_end_is_never_later_than_half_an_hour_after_the_original_one() -> None:
    original = NOW - timedelta(minutes=29)
    nearly = standing(ends_at=NOW + timedelta(seconds=10), original=original)
    assert domain.end_after_bid(nearly, NOW) == NOW + timedelta(minutes=1)
    done = standing(ends_at=NOW + timedelta(minutes=1), original=original)
    assert domain.end_after_bid(done, NOW + timedelta(seconds=59)) == done.ends_at


def test_the_first_bid_is_the_starting_price_plus_the_increment() -> None:
    assert domain.minimum_bid(standing()) == 10_500
    assert domain.minimum_bid(standing(), start_counts=True) == 10_000


def test_a_bid_below_the_minimum_is_refused_with_the_minimum_in_words_and_numbers() -> None:
    with pytest.raises(domain.BidTooLow) as refusal:
        domain.place_bid(standing(current=12_000), bidder_id=BIDDER, amount=12_499, now=NOW)
    assert str(refusal.value) == "Your bid must be at least RM 125.00."
    assert refusal.value.details == {"minimum": 125.0}


def test_sellers_do_not_bid_on_what_they_sell() -> None:
    with pytest.raises(domain.OwnListing):
        domain.place_bid(standing(), bidder_id=SELLER, amount=99_999, now=NOW)


def test_a_bid_at_the_very_instant_of_the_end_is_refused() -> None:
    with pytest.raises(domain.AuctionEnded):
        domain.place_bid(standing(ends_at=NOW), bidder_id=BIDDER, amount=10_500, now=NOW)
    just_before = domain.place_bid(
        standing(ends_at=NOW), bidder_id=BIDDER, amount=10_500, now=NOW - timedelta(microseconds=1)
    )
    assert just_before.amount == 10_500


def test_a_cancelled_auction_takes_no_bid() -> None:
    with pytest.raises(domain.AuctionNotActive):
        domain.place_bid(standing(status="cancelled"), bidder_id=BIDDER, amount=10_500, now=NOW)


@pytest.mark.parametrize("amount", [True, None, "", "x", "1e3", float("nan"), float("inf"), -5, 105.001, [], "٥"])
def test_what_is_not_an_amount_of_money_is_refused(amount: object) -> None:
    with pytest.raises(domain.InvalidAmount):
        domain.amount_of(amount)


def test_nobody_bids_more_than_a_hundred_thousand() -> None:
    with pytest.raises(domain.InvalidAmount, match="RM 100,000.00"):
        domain.amount_of(100_000.01)
    assert domain.amount_of(100_000) == domain.HIGHEST_BID


@dataclass
class Row:
    id: int | None = 1
    seller_id: int = SELLER
    current_bidder_id: int | None = BIDDER
    bid_count: int = 1


@pytest.mark.parametrize(
    ("user_id", "row", "codes"),
    [
        (SELLER, Row(), ["live_auction"]),
        (SELLER, Row(current_bidder_id=None, bid_count=0), []),
        (BIDDER, Row(), ["leading_bid"]),
        (BIDDER, Row(current_bidder_id=BIDDER + 1), []),
    ],
)
def test_whoever_others_wait_for_stays(user_id: int, row: Row, codes: list[str]) -> None:
    """U38: bids on what one sells, and one's own bid in the lead."""
    assert [(one.code, one.auction_id) for one in domain.matters_of(user_id, [row])] == [(code, 1) for code in codes]


def test_a_bidders_name_is_masked() -> None:
    assert domain.masked("amirzul") == "a***l"


@given(st.lists(st.integers(min_value=0, max_value=2_000_000), max_size=40))
def test_for_any_list_of_amounts_the_accepted_prices_rise_by_the_increment(amounts: list[int]) -> None:
    current: int | None = None
    accepted: list[int] = []
    for amount in amounts:
        try:
            domain.place_bid(standing(current=current), bidder_id=BIDDER, amount=amount, now=NOW)
        except DomainError:
            continue
        current = amount
        accepted.append(amount)
    assert all(later - earlier >= 500 for earlier, later in zip([10_000, *accepted], accepted, strict=False))
