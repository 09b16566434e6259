import pytest
from prometheus_client import REGISTRY
from sqlalchemy import text
from structlog.testing import capture_logs

from libs.kit.testing import Service
from services.auction.closing.service import check_contradictions
from services.auction.tests.makers import BIDDER_ID, RIVAL_ID, an_auction, bid, bidder, remove_accounts

pytestmark = pytest.mark.servers
_WRITTEN = (
    "WITH one AS (INSERT INTO bids (auction_id, seq, id, bidder_id, bidder_name, amount, placed_at) VALUES "
    "(:id, {seq}, nextval('bid_ids'), 42, 'x', {amount}, clock_timestamp())) "
    "UPDATE auctions SET last_seq = {seq}, current_bid = {amount}, leader_most = {amount}, "
    "current_bidder_id = 42 WHERE id = :id"
)
# The service may not change or delete a bid, so these are inserted wrong.
FAULTS = {
    "price": "UPDATE auctions SET current_bid = current_bid - 1 WHERE id = :id",
    "leader": f"UPDATE auctions SET current_bidder_id = {BIDDER_ID} WHERE id = :id",
    "newest bid lost": "UPDATE auctions SET last_seq = 4 WHERE id = :id",
    "bid between lost": _WRITTEN.format(seq=5, amount=12_500),
    "bid below": _WRITTEN.format(seq=4, amount=11_000),
}


async def contested(auction: Service) -> int:
    auction_id = await an_auction(auction)
    for amount, who in ((105, RIVAL_ID), (110, BIDDER_ID), (115, RIVAL_ID)):
        assert (await bid(auction, auction_id, amount, bidder(who, f"b{who}"))).status_code == 201
    return auction_id


async def named(auction: Service) -> set[int]:
    with capture_logs() as logs:
        await check_contradictions(auction.database)
    found = {
        item for entry in logs if entry["event"] == "auctions_contradict_bids" for item in entry["auctions"]
    }
    assert REGISTRY.get_sample_value("bid_invariant_violations") == len(found)
    return found


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
async def test_auction_contradicting_its_bids_is_reported(auction: Service, fault: str) -> None:
    """AR-D28"""
    auction_id = await contested(auction)
    async with auction.database.transaction() as session:
        await session.execute(text(fault), {"id": auction_id})
    assert auction_id in await named(auction)
    async with auction.database.transaction() as session:
        ago = "UPDATE auctions SET updated_at = updated_at - interval '1 hour' WHERE id = :id"
        await session.execute(text(ago), {"id": auction_id})
    assert auction_id not in await named(auction), "one that has been still was looked at before"


async def test_consistent_auctions_are_not_reported(auction: Service) -> None:
    quiet, contest, left = await an_auction(auction), await contested(auction), await contested(auction)
    assert (await bid(auction, contest, 120, bidder(), most=200)).status_code == 201
    assert (await bid(auction, contest, 150, bidder(RIVAL_ID, "b43"))).status_code == 201
    await remove_accounts(auction, RIVAL_ID, "banned")
    assert (await bid(auction, left, 115, bidder(44, "b44"))).status_code == 201, "below what counts no more"
    assert not {quiet, contest, left} & await named(auction)
