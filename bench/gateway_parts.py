"""The servers of the gateway benchmark."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import uvloop

PAGE = b'{"page":"' + b"x" * 10_228 + b'"}'
_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(PAGE)


class QuickPage(asyncio.Protocol):
    """Costs nearly nothing, so that the proxy is measured."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._got = b""

    def data_received(self, data: bytes) -> None:
        self._got += data
        while (end := self._got.find(b"\r\n\r\n")) >= 0:
            self._got = self._got[end + 4 :]
            self._transport.write(_HEAD + PAGE)


async def quick_page(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(QuickPage, "127.0.0.1", port, backlog=512)
    async with server:
        await _until_stopped()


def fastapi_service() -> Any:
    """The kit's service without a database."""
    from fastapi import FastAPI
    from pydantic import BaseModel

    from libs.kit.http import error_responses
    from libs.kit.http.requests import RequestFrame
    from libs.kit.process import logs
    from libs.kit.settings import Settings

    class Product(BaseModel):
        id: int
        name: str
        brand: str
        price: float
        description: str

    logs.set_up("catalog", "INFO")
    app = FastAPI()
    error_responses.install_handlers(app)
    app.state.settings = Settings()
    app.add_middleware(RequestFrame, service="catalog")

    @app.get("/api/categories")
    async def products() -> list[Product]:
        text = "A warm scent of oud and rose, little used. " * 8
        return [
            Product(id=i, name=f"Scent {i}", brand="Wangi", price=120.5, description=text) for i in range(20)
        ]

    return app


def httpx_proxy(upstream: str) -> Any:
    """Starlette and a pooled httpx2 client, streamed both ways."""
    import httpx2
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import StreamingResponse
    from starlette.routing import Route

    limits = httpx2.Limits(max_connections=128, max_keepalive_connections=128)
    client = httpx2.AsyncClient(base_url=upstream, limits=limits)

    async def forward(request: Request) -> StreamingResponse:
        headers = [(k, v) for k, v in request.headers.raw if k.lower() not in (b"host", b"connection")]
        asked = client.build_request(
            request.method,
            request.url.path,
            params=request.query_params,
            headers=headers,
            content=request.stream(),
        )
        answer = await client.send(asked, stream=True)
        return StreamingResponse(
            answer.aiter_raw(), answer.status_code, dict(answer.headers), background=None
        )

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with client:
            yield

    methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    return Starlette(routes=[Route("/{path:path}", forward, methods=methods)], lifespan=lifespan)


async def gateway(port: int, upstream: str) -> None:
    """The real gateway without Kafka."""
    from gateway.main import Gateway
    from gateway.settings import GatewaySettings
    from libs.contracts.services import SERVICES

    addresses: dict[str, Any] = {f"{name}_url": upstream for name in SERVICES}
    settings = GatewaySettings(port=port, environment="test", wangi_relaxed_limits=True, **addresses)
    running = Gateway(settings, events=_silence())
    running.limiter.factor = 100_000  # Counted as usual, but never reached.
    await running.start()
    await _until_stopped()
    await running.stop()


async def _silence() -> AsyncIterator[bytes]:
    await asyncio.Event().wait()
    yield b""


async def _until_stopped() -> None:
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    await stopped.wait()


def _uvicorn(app: Any, port: int) -> None:
    import uvicorn

    uvicorn.run(
        app, host="127.0.0.1", port=port, loop="uvloop", http="httptools", log_config=None, access_log=False
    )


def main() -> None:
    which, port, upstream = sys.argv[1], int(sys.argv[2]), (sys.argv[3:] or [""])[0]
    if which == "page":
        uvloop.run(quick_page(port))
    elif which == "fastapi":
        _uvicorn(fastapi_service(), port)
    elif which == "httpx":
        _uvicorn(httpx_proxy(upstream), port)
    else:
        uvloop.run(gateway(port, upstream))


if __name__ == "__main__":
    main()
