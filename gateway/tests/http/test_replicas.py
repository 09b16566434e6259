import asyncio
import statistics
import time

import pytest
from aiohttp import web
from redis.asyncio import Redis

from deploy.local.stack import Stack
from gateway.http.limits import Limiter
from gateway.http.table import Rate
from gateway.tests.harness import Harness, open_harness
from libs.kit.errors import RateLimited

PAGE = "/api/products/12"
BOUND_SECONDS = 0.1


class Listing:
    def __init__(self) -> None:
        self.price = 100

    async def answer(self, request: web.Request) -> web.StreamResponse:
        if request.method != "GET":
            self.price += 1
        return web.json_response({"price": self.price}, headers={"Surrogate-Key": "seller-4"})


async def price(harness: Harness) -> int:
    async with harness.http.get(harness.address + PAGE) as answer:
        assert answer.status == 200
        return int((await answer.json(content_type=None))["price"])


async def change(harness: Harness) -> None:
    async with harness.http.put(
        harness.address + PAGE, headers=harness.bearer(4, roles=["seller"]), json={}
    ) as answer:
        assert answer.status == 200


async def seconds_until(harness: Harness, expected: int) -> float:
    began = time.monotonic()
    while await price(harness) != expected:
        assert time.monotonic() - began < 5, "the other replica received no change"
        await asyncio.sleep(0.002)
    return time.monotonic() - began


@pytest.mark.servers
async def test_change_on_one_replica_is_seen_by_guests_of_another_before_its_event(
    stack: Stack,
) -> None:
    url, listing, waits = stack.servers.redis_url, Listing(), list[float]()
    async with open_harness(redis_url=url) as one, open_harness(redis_url=url) as other:
        for harness in (one, other):
            harness.services.answers[PAGE] = listing.answer
        await asyncio.wait_for(other.gateway.invalidation.replicas.listening.wait(), 5)
        for _ in range(9):
            assert await price(other) == await price(one) == listing.price
            await change(one)
            waits.append(await seconds_until(other, listing.price))
    assert statistics.median(waits) < BOUND_SECONDS


@pytest.mark.servers
async def test_low_usage_skips_redis_and_limit_holds_across_replicas(
    stack: Stack,
) -> None:
    url, rate = stack.servers.redis_url, Rate(f"far-{time.monotonic_ns()}", 20, 3600)
    one, other, redis = Limiter(url), Limiter(url), Redis.from_url(url)
    try:
        first = await one.count(rate, "user:7")
        await redis.client_pause(150)
        began = time.monotonic()
        states = [await one.count(rate, "user:7") for _ in range(8)]
        assert time.monotonic() - began < 0.1, "they waited for Redis"
        assert [first.used, *(state.used for state in states)] == list(range(1, 10))
        await asyncio.sleep(0.2)
        assert (await other.count(rate, "user:7")).used == 10, "what was not waited for is counted for all"
        for turn in range(10):
            await (one if turn % 2 else other).count(rate, "user:7")
        for limiter in (one, other):
            with pytest.raises(RateLimited):
                await limiter.count(rate, "user:7")
    finally:
        for limiter in (one, other):
            await limiter.close()
        await redis.aclose()


async def test_invalid_cache_messages_are_ignored(harness: Harness) -> None:
    harness.services.answers[PAGE] = Listing().answer
    await price(harness)
    for message in (b"", b"\xff\xfe", b"* \x00 /API", b"x" * 5_000, b"/api/products/13"):
        harness.gateway.invalidation.invalidate(message)
    assert harness.gateway.cache.fresh(PAGE) is not None
    harness.gateway.invalidation.invalidate(b"/api/products /api/products/12")
    assert harness.gateway.cache.fresh(PAGE) is None


async def test_change_is_answered_while_redis_is_away(harness: Harness) -> None:
    listing = Listing()
    harness.services.answers[PAGE] = listing.answer
    assert await price(harness) == 100
    await change(harness)
    assert await price(harness) == 101
