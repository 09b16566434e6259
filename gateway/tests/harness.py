import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from aiohttp import web
from joserfc.jwk import KeySet

from gateway.main import Gateway
from gateway.settings import GatewaySettings
from libs.contracts.batches import encode_answers
from libs.contracts.services import SERVICES
from libs.kit.testing import KEY, token_for

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


SECRET = "for-tests-Zr2vXw7LkT0bNfYc5HdJm1sPgUe4AoRiW9tK"


PAGE = """<!doctype html><html lang="en-MY"><head>
    <meta name="description" content="Built" />
    <title>Wangi</title></head><body><div id="root"></div></body></html>"""

# Batches are split: a fake service gets each call on its ordinary route.
BATCHES = ("/internal/bids", "/internal/messages/batch")
FIRST_BYTE, QUIET = 5.0, 0.25
# Requests that a gateway makes by itself.
BY_ITSELF = ("/internal/cookie-key", "/internal/revocations", "/readyz")


@dataclass
class SeenRequest:
    method: str
    target: str
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str | None:
        return next((value for known, value in self.headers if known.lower() == name.lower()), None)


@dataclass
class FakeServices:
    seen: list[SeenRequest] = field(default_factory=list)
    answers: dict[str, Handler] = field(default_factory=dict)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/.well-known/jwks.json":
            return web.json_response(KeySet([KEY]).as_dict(private=False))
        if request.path in BY_ITSELF and request.path not in self.answers:
            return web.json_response({}, status=404)
        body = await request.read()
        headers = [(name, value) for name, value in request.headers.items()]
        self.seen.append(SeenRequest(request.method, request.raw_path, headers, body))
        if request.path in BATCHES and request.path not in self.answers:
            return web.Response(body=encode_answers(None for _ in body.splitlines()))
        if request.path == "/internal/rooms" and request.path not in self.answers:
            return web.json_response({"code": "not_found"}, status=404)
        answer = self.answers.get(request.path)
        if answer is not None:
            return await answer(request)
        return web.json_response(
            {"target": request.raw_path, "bytes": len(body)}, headers={"Server": "secret/1.0"}
        )


class Events:
    def __init__(self) -> None:
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()

    def publish(self, value: str) -> None:
        self._queue.put_nowait(value.encode())

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            yield await self._queue.get()


@dataclass
class Harness:
    gateway: Gateway
    services: FakeServices
    events: Events
    http: aiohttp.ClientSession
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def token(self, user_id: int = 7, *, epoch: int = 1, minutes: int = 10, **claims: Any) -> str:
        return token_for(
            user_id, f"user{user_id}", epoch=epoch, exp=int(time.time()) + minutes * 60, **claims
        )

    def bearer(self, user_id: int = 7, **claims: Any) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token(user_id, **claims)}"}

    async def raw(self, text: str, quiet: float = QUIET) -> tuple[int, bytes]:
        """Returns the status and everything until the connection closed or was quiet."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(text.encode("latin-1"))
        got = b""
        try:
            while part := await asyncio.wait_for(reader.read(65536), quiet if got else FIRST_BYTE):
                got += part
        except TimeoutError:
            pass
        finally:
            writer.close()
            await writer.wait_closed()
        return (int(got.split(b" ", 2)[1]) if got else 0), got


@asynccontextmanager
async def open_harness(**settings: Any) -> AsyncIterator[Harness]:
    services = FakeServices()
    app = web.Application(client_max_size=64 * 1024 * 1024)
    app.router.add_route("*", "/{any:.*}", services.answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    try:
        async with _gateway(services, f"http://127.0.0.1:{port}", settings) as harness:
            yield harness
    finally:
        await runner.cleanup()


@asynccontextmanager
async def _gateway(services: FakeServices, address: str, changed: dict[str, Any]) -> AsyncIterator[Harness]:
    chosen: dict[str, Any] = {f"{name}_url": address for name in SERVICES}
    # Nothing listens there, so limits are counted in the process, as without Redis.
    chosen |= {"environment": "test", "redis_url": "redis://a:b@127.0.0.1:1/0", "internal_secret": SECRET}
    chosen |= {"kafka_bootstrap_servers": "sasl_plaintext://a:b@127.0.0.1:1"}
    chosen |= {"host": "127.0.0.1", "port": 0, "wangi_relaxed_limits": True}
    events = Events()
    gateway = Gateway(GatewaySettings(**(chosen | changed)), events=aiter(events))
    port = await gateway.start()
    try:
        async with aiohttp.ClientSession(auto_decompress=False, cookie_jar=aiohttp.DummyCookieJar()) as http:
            yield Harness(gateway, services, events, http, port)
    finally:
        await gateway.stop()


def as_object(body: bytes) -> dict[str, Any]:
    value = json.loads(body)
    assert isinstance(value, dict)
    return value
