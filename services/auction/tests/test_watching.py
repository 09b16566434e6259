"""Who has the auction's room open sees there that they were outbid, and is told nowhere else (beyond 6.1)."""

from collections.abc import Collection

import pytest

from libs.kit.testing import Service
from services.auction.service import telling
from services.auction.tests.makers import BIDDER_ID, RIVAL_ID, an_auction, bid, bidder

pytestmark = pytest.mark.servers


async def tell(auction: Service, *there: tuple[int, int]) -> None:
    async def watching(places: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
        return set(there) & set(places)

    async with auction.database.transaction() as session:
        await telling.look(session)
    async with auction.database.transaction() as session:
        await telling.tell_outbid(session, watching)


async def outbids(auction: Service, auction_id: int) -> int:
    return len(await auction.told(f"outbid-{auction_id}-{BIDDER_ID}"))


async def test_who_watches_is_not_told_and_who_does_not_is(auction: Service) -> None:
    watched, other = await an_auction(auction), await an_auction(auction)
    for auction_id in (watched, other):
        await bid(auction, auction_id, 105)
        await bid(auction, auction_id, 110, bidder(RIVAL_ID, "zaki"))
    await tell(auction, (watched, BIDDER_ID))
    assert [await outbids(auction, one) for one in (watched, other)] == [0, 1]
    await tell(auction)
    assert await outbids(auction, watched) == 0, "they have seen it"


async def test_who_bid_again_and_went_away_is_told_of_the_next(auction: Service) -> None:
    auction_id = await an_auction(auction)
    await bid(auction, auction_id, 105)
    await bid(auction, auction_id, 110, bidder(RIVAL_ID, "zaki"))
    await tell(auction, (auction_id, BIDDER_ID))
    await bid(auction, auction_id, 115)
    await bid(auction, auction_id, 120, bidder(RIVAL_ID, "zaki"))
    await tell(auction)
    assert await outbids(auction, auction_id) == 1
