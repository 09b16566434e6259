import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auction.account_removal.service import locked_auction
from services.auction.auctions.events import Voiding
from services.auction.bidding.voids import void_bids
from services.auction.tests.makers import an_auction

pytestmark = pytest.mark.servers


Logged = tuple[int, int, int | None]


def naive_outcome(log: list[Logged], outs: list[int]) -> tuple[int | None, int | None, int]:
    counting = [
        (amount, who) for amount, (_, who, answers) in enumerate(log, 1) if not {who, answers} & set(outs)
    ]
    price, leader = counting[-1] if counting else (None, None)
    return price, leader, len(counting)


_BID = text(
    "INSERT INTO bids (auction_id, seq, id, bidder_id, bidder_name, amount, is_auto, answers_id, placed_at) VALUES "
    "(:a, CAST(:s AS bigint), nextval('bid_ids'), :w, 'x', CAST(:s AS bigint), CAST(:n AS bigint) IS NOT NULL, :n, "
    "clock_timestamp())"
)


_LAST = text(
    "UPDATE auctions SET bid_count = CAST(:n AS bigint), last_seq = CAST(:n AS bigint), "
    "current_bid = nullif(CAST(:n AS bigint), 0), current_bidder_id = :w, "
    "leader_most = nullif(CAST(:n AS bigint), 0) WHERE id = :a"
)


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    log=st.lists(st.tuples(st.just(0), st.integers(1, 4), st.none() | st.integers(1, 4)), max_size=12),
    outs=st.lists(st.integers(1, 4), max_size=3, unique=True),
)
async def test_auction_after_voids_matches_naive_recount(
    auction: Service, log: list[Logged], outs: list[int]
) -> None:
    """U1"""
    auction_id = await an_auction(auction)
    last = {"a": auction_id, "n": len(log), "w": log[-1][1] if log else None}
    async with auction.database.transaction() as session:
        for seq, (_, who, answers) in enumerate(log, 1):
            await session.execute(_BID, {"a": auction_id, "s": seq, "w": who, "n": answers})
        await session.execute(_LAST, last)
    for out in outs:
        async with auction.database.transaction() as session:
            found = await locked_auction(session, auction_id)
            found.updated_at = await clock.now(session)
            await void_bids(session, [found], out, Voiding("bidder_banned"), 1)
    stands = "SELECT current_bid, current_bidder_id, bid_count FROM auctions WHERE id = :a"
    (row,) = await auction.rows(stands, a=auction_id)
    assert tuple(row.values()) == naive_outcome(log, outs)
