import asyncio
from typing import Any

import pytest

from libs.kit.testing import Service
from services.auction.alerts.service import RELEASED_AT_ONCE, delete_old_cursors, release_bidders
from services.auction.tests.makers import (
    BIDDER_ID,
    RIVAL_ID,
    SELLER_ID,
    an_auction,
    bid,
    bidder,
    remove_accounts,
)

pytestmark = pytest.mark.servers


async def two_bids(auction: Service) -> int:
    auction_id = await an_auction(auction)
    await bid(auction, auction_id, 105)
    await bid(auction, auction_id, 110, bidder(RIVAL_ID, "zaki"))
    return auction_id


async def recorded_data(auction: Service, key: str) -> list[dict[str, Any]]:
    return [event["data"] for event in await auction.recorded(key)]


async def release(auction: Service) -> None:
    async with auction.database.transaction() as session:
        while await release_bidders(session):
            pass


async def test_bidders_of_cancelled_auction_are_released(auction: Service) -> None:
    """U1, U38"""
    auction_id = await two_bids(auction)
    await bid(auction, auction_id, 120, bidder(4_446, "gone"))
    await remove_accounts(auction, 4_446, "erased")
    await remove_accounts(auction, SELLER_ID, "banned")
    await release(auction)
    counts = [
        len(await recorded_data(auction, f"released-{auction_id}-{item}"))
        for item in (BIDDER_ID, RIVAL_ID, 4_446)
    ]
    assert counts == [1, 1, 0]
    quiet = await an_auction(auction)
    await remove_accounts(auction, SELLER_ID, "banned")
    await release(auction)
    assert not await auction.rows("SELECT 1 FROM outbox WHERE key LIKE :key", key=f"released-{quiet}-%")


async def test_bidders_of_banned_seller_are_released_in_batches(
    auction: Service,
) -> None:
    """P-F1, U1"""
    many = [await two_bids(auction) for _ in range(RELEASED_AT_ONCE + 2)]
    await remove_accounts(auction, SELLER_ID, "banned")

    async def released() -> list[int]:
        return [len(await recorded_data(auction, f"released-{item}-{BIDDER_ID}")) for item in many]

    assert await released() == [0] * len(many)
    await delete_old_cursors(auction.database)
    async with auction.database.transaction() as session:
        assert await release_bidders(session) == RELEASED_AT_ONCE
    assert sum(await released()) == RELEASED_AT_ONCE
    await asyncio.gather(*(release(auction) for _ in range(3)))
    assert await released() == [1] * len(many)
