import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiokafka import AIOKafkaProducer
from redis.asyncio import Redis
from websockets.exceptions import InvalidStatus

from deploy.local.stack import Stack
from gateway.http.limits import Limiter
from gateway.http.table import OPEN, Rate
from gateway.live import endpoint
from gateway.live.audience import Audience
from gateway.live.feed import KafkaEvents
from gateway.live.hub import Hub
from gateway.tests.harness import open_harness
from gateway.tests.live.support import bid_placed, plain, receive, say, sessions_revoked
from libs.contracts.events.auth import session_mark
from libs.kit.errors import RateLimited
from libs.kit.security.revocation import CHANNEL, send_hint

pytestmark = pytest.mark.servers


@pytest.fixture
async def producer(stack: Stack) -> AsyncIterator[AIOKafkaProducer]:
    async with AIOKafkaProducer(bootstrap_servers=stack.servers.kafka_bootstrap) as opened:
        yield opened


async def test_two_replicas_share_limits(stack: Stack) -> None:
    one, two = Limiter(stack.servers.redis_url), Limiter(stack.servers.redis_url)
    rate = Rate(f"test-{time.time_ns()}", 4, 3600)
    for limiter in (one, two, one, two):
        await limiter.count(rate, "user:1")
    for limiter in (one, two):
        with pytest.raises(RateLimited):
            await limiter.count(rate, "user:1")
        await limiter.close()


async def test_gateway_counts_with_its_own_redis_user(stack: Stack) -> None:
    url = stack.parts["gateway"]["REDIS_URL"]
    limiter, rate = Limiter(url), Rate(f"own-{time.time_ns()}", 4, 3600)
    state = await limiter.count(rate, "user:1")
    await limiter.close()
    assert (state.limit, state.used) == (4, 1), "counted here alone it would be half"
    async with Redis.from_url(url) as redis:
        audience = Audience(Hub(), redis)
        room = f"auction:{time.time_ns()}"  # Used by this test only.
        audience.here = {room: 2}
        assert (await audience.share()).get(room, 0) == 0
        another = Audience(Hub(), redis)
        another.here = {room: 1}
        assert await another.share() == {room: 2}


async def test_limit_is_exact_across_replicas(stack: Stack) -> None:
    replicas = [Limiter(stack.servers.redis_url) for _ in range(2)]
    rate = Rate(f"rush-{time.time_ns()}", 30, 3600)
    calls = [limiter.count(rate, "user:1") for limiter in replicas for _ in range(50)]
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    passed = [outcome for outcome in outcomes if not isinstance(outcome, BaseException)]
    assert sorted(state.used for state in passed) == list(range(1, 31))
    assert {type(outcome) for outcome in outcomes if isinstance(outcome, BaseException)} == {RateLimited}
    for limiter in replicas:
        await limiter.close()


async def test_reads_are_summed_across_replicas_without_waiting(stack: Stack) -> None:
    one, other = Limiter(stack.servers.redis_url), Limiter(stack.servers.redis_url)
    rate = Rate(f"reads-{time.time_ns()}", 20, 3600, shared=False)
    for _ in range(18):
        await one.count(rate, "user:1")
    assert [(await other.count(rate, "user:1")).used for _ in range(2)] == [1, 2]
    for limiter in (one, other):
        await limiter.summed.share()
    with pytest.raises(RateLimited):
        await other.count(rate, "user:1")
    with pytest.raises(RateLimited):
        other.check(rate, "user:1")
    assert (await other.count(rate, "user:2")).used == 1
    await one.count(rate, "user:1")
    for limiter in (other, one):
        await limiter.summed.share()
    with pytest.raises(RateLimited):
        await one.count(rate, "user:1")
    for limiter in (one, other):
        await limiter.close()


async def test_connections_per_address_are_summed_across_gateways(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "OPEN", Rate(f"open-{time.time_ns()}", 2, 3600, shared=OPEN.shared))
    url = stack.servers.redis_url
    async with (
        open_harness(redis_url=url, wangi_relaxed_limits=False) as one,
        open_harness(redis_url=url, wangi_relaxed_limits=False) as two,
    ):
        for harness in (one, two) * 5:
            async with plain(harness) as ws:
                await receive(ws)
        for harness in (one, two):
            with pytest.raises(InvalidStatus) as refused:
                await plain(harness, additional_headers=harness.bearer())
            assert refused.value.response.status_code == 429


async def test_each_replica_receives_every_event_and_recent_revocations(
    stack: Stack, producer: AIOKafkaProducer
) -> None:
    revoked = sessions_revoked(4_000_001, 2).encode()
    await producer.send_and_wait("wangi.users", revoked, key=b"4000001")
    replicas = [KafkaEvents(stack.servers.kafka_bootstrap) for _ in range(2)]
    queues: list[asyncio.Queue[bytes]] = [asyncio.Queue(), asyncio.Queue()]

    async def listen(number: int) -> None:
        async for value in replicas[number]:
            queues[number].put_nowait(value)

    listening = [asyncio.create_task(listen(number)) for number in range(2)]
    try:
        async with asyncio.timeout(20):
            for replica in replicas:
                await replica.in_place.wait()
            placed = [bid_placed(version=n, auction_id=4_000_000 + n).encode() for n in range(1, 9)]
            for n, value in enumerate(placed):
                await producer.send_and_wait("wangi.auctions", value, key=str(n).encode())
            for queue in queues:
                missing = {revoked, *placed}
                while missing:
                    missing.discard(await queue.get())
    finally:
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)


@pytest.mark.parametrize("who", ["the person", "one session"])
async def test_redis_hint_makes_gateway_query_auth_and_close_sockets(stack: Stack, who: str) -> None:
    """P-F2"""
    redis = Redis.from_url(stack.servers.redis_url)
    void: dict[str, list[Any]] = {"people": [], "sessions": []}
    asked = asyncio.Event()

    async def revocations(_: web.Request) -> web.StreamResponse:
        asked.set()
        return web.json_response({"until": "2026-11-23T00:00:00Z", "more": False} | void)

    async with (
        open_harness(redis_url=stack.servers.redis_url) as harness,
        plain(harness) as ws,
        plain(harness) as other,
    ):
        harness.services.answers["/internal/revocations"] = revocations
        for socket, session in ((ws, "phone"), (other, "laptop")):
            await receive(socket)
            person = 4_000_003 if who == "the person" and session == "laptop" else 4_000_002
            await say(socket, "auth", token=harness.token(person, epoch=1, sid=session))
            await receive(socket)
        async with asyncio.timeout(20):
            while not (await redis.pubsub_numsub(CHANNEL))[0][1]:  # noqa: ASYNC110 - Redis wakes no one for it
                await asyncio.sleep(0.05)
            asked.clear()
            await redis.publish(CHANNEL, "4000002:2147483647")
            await asked.wait()
            await say(ws, "joinAuction", auctionId=0)
            assert (await receive(ws))["code"] != "signed_out", "auth knows of nothing"
            void["people" if who == "the person" else "sessions"] = (
                [[4_000_002, 2]] if who == "the person" else [[session_mark("phone"), 4_000_002]]
            )
            await send_hint(redis)
            assert (await receive(ws))["code"] == "signed_out"
            await say(other, "joinAuction", auctionId=0)
            assert (await receive(other))["code"] != "signed_out"
    await redis.aclose()


@pytest.mark.quiet
async def test_stopped_replica_closes_sockets_and_exits_in_time(
    stack: Stack, producer: AIOKafkaProducer
) -> None:
    port, metrics_port = 30_180, 30_100  # Below the ephemeral ports.
    environment = stack.parts["gateway"] | {
        "PORT": str(port),
        "METRICS_PORT": str(metrics_port),
        "HOST": "127.0.0.1",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "from deploy.run import run; run('gateway')", env=os.environ | environment
    )
    try:
        async with aiohttp.ClientSession() as http:
            await _ready(http, port)
            async with http.get(f"http://127.0.0.1:{metrics_port}/metrics") as answer:
                assert "gateway_sockets" in await answer.text()
            async with http.get(f"http://127.0.0.1:{metrics_port}/profile?seconds=0.1") as answer:
                assert "deploy.run.run" in await answer.text()
            async with http.get(f"http://127.0.0.1:{port}/profile?seconds=0.1") as answer:
                assert "deploy.run.run" not in await answer.text(), "the public port has no such address"
            async with http.ws_connect(f"http://127.0.0.1:{port}/ws") as ws:
                assert json.loads((await ws.receive()).data) == {"type": "connected"}
                began = time.monotonic()
                process.send_signal(signal.SIGTERM)
                farewell = await ws.receive()
                assert (farewell.data, farewell.extra) == (1012, "reconnect")
            assert await asyncio.wait_for(process.wait(), 8) == 0
            assert time.monotonic() - began < 8
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _ready(http: aiohttp.ClientSession, port: int) -> None:
    async with asyncio.timeout(20):
        while True:
            try:
                async with http.get(f"http://127.0.0.1:{port}/readyz") as answer:
                    if answer.status == 200:
                        return
            except aiohttp.ClientConnectionError:
                pass
            await asyncio.sleep(0.1)
