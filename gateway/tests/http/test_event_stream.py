import asyncio
from typing import Any

import pytest
from aiohttp import web

from gateway.tests.harness import open_harness
from gateway.tests.http.keyring import KeyRing
from libs.kit.testing import until

PATH = "/api/events/stream"


class Source:
    """Sends what the test gives it."""

    def __init__(self) -> None:
        self.pieces: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.over = asyncio.Event()

    async def answer(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream; charset=utf-8"})
        await response.prepare(request)
        try:
            while (piece := await self.pieces.get()) is not None:
                await response.write(piece)
        finally:
            self.over.set()
        return response

    async def is_left(self) -> bool:
        """Only a failed write shows that the reader has left."""
        self.pieces.put_nowait(b": ping\n\n")
        return self.over.is_set()


async def test_events_arrive_as_sent_while_other_calls_continue() -> None:
    source: Any = Source()
    async with open_harness(upstream_connections=1) as harness:
        ring = KeyRing(harness)
        harness.services.answers[PATH] = source.answer
        headers = {"Authorization": f"Bearer {ring.add('events:read', user_id=41)}", "Last-Event-ID": "7"}
        async with asyncio.timeout(10):
            async with harness.http.get(f"{harness.address}/api/v1/events/stream", headers=headers) as stream:
                assert stream.status == 200
                assert stream.headers["Content-Type"].startswith("text/event-stream")
                for number in range(3):
                    source.pieces.put_nowait(f"id: {number}\n\n".encode())
                    assert await stream.content.readuntil(b"\n\n") == f"id: {number}\n\n".encode()
                    async with harness.http.get(f"{harness.address}/api/settings") as answer:
                        assert answer.status == 200
                source.pieces.put_nowait(None)
                assert await stream.content.read() == b""
        [seen] = ring.reached(PATH)
        assert seen.header("Last-Event-ID") == "7"


async def test_client_disconnect_ends_the_upstream_stream() -> None:
    source: Any = Source()
    async with open_harness() as harness:
        harness.services.answers[PATH] = source.answer
        stream = await harness.http.get(f"{harness.address}{PATH}", headers=harness.bearer())
        stream.close()
        await until(source.is_left)


@pytest.mark.parametrize("scopes", [("read",), ("account:read", "bids:write")])
async def test_key_without_scope_cannot_follow_events(scopes: tuple[str, ...]) -> None:
    async with open_harness() as harness:
        ring = KeyRing(harness)
        status, body = await ring.call(ring.add(*scopes), "GET", PATH)
        assert (status, body["code"], body["details"]) == (403, "scope_missing", {"scope": "events:read"})
        async with harness.http.get(f"{harness.address}{PATH}") as answer:
            assert answer.status == 401
