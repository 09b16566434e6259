"""The slice through the real house: a bid goes in over a socket, and every watcher sees the price move."""

from datetime import UTC, datetime, timedelta

import aiohttp
import pytest
from websockets.asyncio.client import connect

from deploy.local.stack import Stack
from gateway.tests.live import hear, say
from tests.support.newcomer import newcomer

pytestmark = [pytest.mark.servers, pytest.mark.slow]


async def _auction(http: aiohttp.ClientSession, token: str) -> int:
    ends = datetime.now(UTC) + timedelta(hours=2)
    listing = {
        "name": "Oud", "brand": "Wangi", "description": "Little used.", "categoryId": 2, "volume": 50,
        "listingType": "auction", "auction": {"startingPrice": 100, "endsAt": ends.isoformat()},
    }  # fmt: skip
    async with http.post("/api/products", json=listing, headers={"Authorization": f"Bearer {token}"}) as answer:
        assert answer.status == 201, await answer.text()
        auction_id: int = (await answer.json())["auction"]["id"]
    async with http.get(f"/api/auctions/{auction_id}") as page:
        assert page.status == 200, await page.text()
    return auction_id


async def test_a_bid_over_the_socket_moves_the_price_for_all_who_watch(stack: Stack) -> None:
    with stack.house(WANGI_RELAXED_LIMITS="1") as ports:
        base = f"127.0.0.1:{ports.gateway}"
        async with aiohttp.ClientSession(f"http://{base}") as http:
            mail = ports.url("mail")
            seller, buyer = [await newcomer(http, "", mail, name) for name in ("slice_seller", "slice_buyer")]
            auction_id = await _auction(http, seller["token"])
            async with connect(f"ws://{base}/ws") as watcher, connect(f"ws://{base}/ws") as bidder:
                for ws in (watcher, bidder):
                    await hear(ws)
                    await say(ws, "joinAuction", auctionId=auction_id)
                    standing = await hear(ws)
                    assert standing["type"] == "resync", standing
                await say(bidder, "auth", token=buyer["token"])
                await hear(bidder)
                await say(bidder, "placeBid", id="first", auctionId=auction_id, amount=120)
                heard = {frame["type"]: frame for frame in [await hear(bidder), await hear(bidder)]}
                assert set(heard) == {"bidAccepted", "newBid"}, heard
                seen = await hear(watcher)
                assert (seen["type"], seen["auction"]["currentBid"]) == ("newBid", 120)
                assert (seen["seq"], seen["epoch"]) == (standing["seq"] + 1, standing["epoch"])
                await say(bidder, "placeBid", id="low", auctionId=auction_id, amount=1)
                assert (await hear(bidder))["code"] == "bid_too_low"
            async with http.get(f"/api/auctions/{auction_id}") as answer:
                assert ((await answer.json())["currentBid"], answer.status) == (120, 200)
