import asyncio
import contextlib
from collections.abc import AsyncIterator, Collection
from functools import partial

import pytest
from aiohttp import web
from redis.asyncio import Redis

from deploy.local.stack import Stack
from gateway.live import audience
from gateway.tests.harness import open_harness
from gateway.tests.live.support import ROOM_STATE, plain, receive, say
from libs.kit.testing import Service, until
from libs.marketplace import room_watchers
from services.auction import jobs
from services.auction.alerts import service as alerts_service
from services.auction.tests.makers import BIDDER_ID, RIVAL_ID, an_auction, bid, bidder

pytestmark = pytest.mark.servers


async def send_watchers(auction: Service, *there: tuple[int, int]) -> None:
    async def watching(places: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
        return set(there) & set(places)

    # Auctions of other tests may need further batches.
    for step in (alerts_service.scan_auctions, partial(alerts_service.notify_outbid, watching=watching)):
        done = alerts_service.AT_ONCE
        while done == alerts_service.AT_ONCE:
            async with auction.database.transaction() as session:
                done = await step(session)


async def outbids(auction: Service, auction_id: int) -> int:
    return len(await auction.recorded(f"outbid-{auction_id}-{BIDDER_ID}"))


async def test_watching_bidder_is_not_notified_and_absent_one_is(auction: Service) -> None:
    watched, other = await an_auction(auction), await an_auction(auction)
    for auction_id in (watched, other):
        await bid(auction, auction_id, 105)
        await bid(auction, auction_id, 110, bidder(RIVAL_ID, "zaki"))
    await send_watchers(auction, (watched, BIDDER_ID))
    assert [await outbids(auction, item) for item in (watched, other)] == [0, 1]
    await send_watchers(auction)
    assert await outbids(auction, watched) == 0, "they have seen it"


async def test_bidder_who_left_is_notified_of_next_outbid(auction: Service) -> None:
    auction_id = await an_auction(auction)
    await bid(auction, auction_id, 105)
    await bid(auction, auction_id, 110, bidder(RIVAL_ID, "zaki"))
    await send_watchers(auction, (auction_id, BIDDER_ID))
    await bid(auction, auction_id, 115)
    await bid(auction, auction_id, 120, bidder(RIVAL_ID, "zaki"))
    await send_watchers(auction)
    assert await outbids(auction, auction_id) == 1


async def test_watcher_gets_no_mail_after_redis_was_emptied(
    auction: Service, stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "PERIOD", 0.2)
    auction_id, redis_url = await an_auction(auction), stack.servers.redis_url
    watching = partial(room_watchers.find_watching, auction.app.state.redis)
    watcher = auction_id, BIDDER_ID

    async def known() -> bool:
        return watcher in await watching([watcher])

    async def room(request: web.Request) -> web.StreamResponse:
        return web.json_response(ROOM_STATE | {"auctionId": auction_id})

    async with (
        open_harness(redis_url=redis_url) as harness,
        plain(harness) as browser,
        Redis.from_url(redis_url) as owner,
    ):
        harness.services.answers[f"/internal/auctions/{auction_id}/room"] = room
        await receive(browser)
        await say(browser, "auth", token=harness.token(BIDDER_ID))
        await say(browser, "joinAuction", auctionId=auction_id)
        await until(known)
        await owner.flushall()
        async with asyncio.timeout(audience.PERIOD * 10):  # One period, on a busy machine.
            await until(known)
        await bid(auction, auction_id, 105)
        await bid(auction, auction_id, 110, bidder(RIVAL_ID, "zaki"))
        async with alerts_job(auction):
            await until(partial(judged, auction, auction_id))
    assert await outbids(auction, auction_id) == 0


@contextlib.asynccontextmanager
async def alerts_job(auction: Service) -> AsyncIterator[None]:
    task = asyncio.create_task(jobs.notify(auction.app))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def judged(auction: Service, auction_id: int) -> bool:
    return bool(
        await auction.rows("SELECT 1 FROM outbids WHERE auction_id = :id AND due_at IS NULL", id=auction_id)
    )
