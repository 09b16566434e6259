import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from aiohttp import web

from gateway.http.table import TABLE, Table
from gateway.tests.harness import Harness, open_harness

SMALL = "POST /api/favorites/4 HTTP/1.1\r\nHost: x\r\n"
LARGE = "POST /api/product-images/1/upload HTTP/1.1\r\nHost: x\r\n"
LENGTH, CHUNKED = "Content-Length: 70000\r\n", "Transfer-Encoding: chunked\r\n"


@asynccontextmanager
async def _impatient(connections: int = 1) -> AsyncIterator[Harness]:
    """With a short time-out and a limit of connections."""
    async with open_harness(upstream_connections=connections) as harness:
        harness.gateway.edge.table = Table(replace(row, deadline=0.2) for row in TABLE)
        yield harness


async def _statuses(harness: Harness, text: str, times: int) -> list[int]:
    bearer = harness.bearer()["Authorization"]
    head, _, framing = text.partition("x\r\n")
    sent = f"{head}x\r\nConnection: close\r\nAuthorization: {bearer}\r\n{framing}\r\n"
    return [status for status, _ in await asyncio.gather(*(harness.raw(sent) for _ in range(times)))]


async def test_slow_senders_get_408_and_the_service_stays_available() -> None:
    async def at_a_gateway_of_its_own(text: str) -> None:
        async with _impatient() as harness:
            for _ in range(6):
                assert await _statuses(harness, text, 1) == [408]
            async with harness.http.get(f"{harness.address}/api/images/a") as answer:
                assert answer.status == 200

    await asyncio.gather(*map(at_a_gateway_of_its_own, (SMALL + CHUNKED, LARGE + CHUNKED, LARGE + LENGTH)))


async def test_small_chunked_body_takes_no_slot_while_arriving() -> None:
    async with _impatient() as harness:
        slow = asyncio.create_task(_statuses(harness, SMALL + CHUNKED, 1))
        await asyncio.sleep(0.05)
        assert not harness.gateway.upstreams["catalog"].busy
        assert await slow == [408]


async def test_slow_uploads_leave_slots_for_others() -> None:
    async with _impatient(4) as harness:
        slow = asyncio.create_task(_statuses(harness, LARGE + CHUNKED, 4))
        await asyncio.sleep(0.05)
        assert not harness.gateway.upstreams["catalog"].busy
        async with harness.http.get(f"{harness.address}/api/images/a") as answer:
            assert answer.status == 200
        assert sorted(await slow) == [408, 408, 503, 503]
        assert await _statuses(harness, LARGE + CHUNKED, 2) == [408, 408]


async def test_client_that_stops_reading_releases_its_slot() -> None:
    async def long(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        for _ in range(1000):
            await response.write(b"y" * 65536)
        return response

    async with _impatient() as harness:
        harness.services.answers["/api/images/long"] = long
        reader, writer = await asyncio.open_connection("127.0.0.1", harness.port)
        writer.write(b"GET /api/images/long HTTP/1.1\r\nHost: x\r\n\r\n")
        await reader.readexactly(9)
        await asyncio.sleep(0.6)
        assert not harness.gateway.upstreams["catalog"].busy
        writer.close()
