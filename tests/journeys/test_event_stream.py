import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from deploy.local.stack import Stack
from libs.kit.testing import PATIENCE
from tests.journeys.browser import Browser

pytestmark = [pytest.mark.servers, pytest.mark.journey, pytest.mark.slow]


async def events(answer: aiohttp.ClientResponse) -> AsyncIterator[dict[str, Any]]:
    while block := await answer.content.readuntil(b"\n\n"):
        fields = dict(line.split(": ", 1) for line in block.decode().splitlines() if ": " in line)
        if "event" in fields:
            yield {"id": fields["id"], **json.loads(fields["data"])}


async def test_program_resumes_the_event_stream(
    platform: Stack, seller: Browser, plain: Browser, socket_io: Browser
) -> None:
    auction_id = await seller.list_auction()
    await plain.compare_tables(auction_id)
    form = {"name": "Follower", "scopes": ["events:read"], "password": seller.password}
    status, made = await seller.post(f"/api/v1/user/{seller.id}/api-keys", form)
    assert status == 201, made
    headers = {"Authorization": f"Bearer {made['secret']}"}
    url = f"/api/v1/events/stream?auctionId={auction_id}&type=BidPlaced"
    async with asyncio.timeout(PATIENCE):
        async with seller.http.get(url, headers=headers) as stream:
            assert stream.status == 200, await stream.text()
            following = events(stream)
            assert (await plain.post(f"/api/auctions/{auction_id}/bids", {"amount": 120}))[0] == 201
            first = await anext(following)
        assert (first["data"]["amount"], first["data"]["bidCount"]) == (12_000, 1)
        # The auction goes on without a listener.
        assert (await socket_io.post(f"/api/auctions/{auction_id}/bids", {"amount": 140}))[0] == 201
        async with seller.http.get(url, headers=headers | {"Last-Event-ID": first["id"]}) as stream:
            second = await anext(events(stream))
    assert second["data"]["bidId"] > first["data"]["bidId"]
    assert int(second["id"]) > int(first["id"])
