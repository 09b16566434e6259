from collections.abc import AsyncIterator
from unittest.mock import Mock

import aiohttp
import pytest
from aiohttp import web

from deploy.demo.shop_client import DemoError, Shop


class Service:
    def __init__(self) -> None:
        self.statuses: list[int] = []
        self.keys: list[str | None] = []

    async def answer(self, request: web.Request) -> web.Response:
        self.keys.append(request.headers.get("Idempotency-Key"))
        status = self.statuses.pop(0)
        return web.json_response({"code": "unavailable"}, status=status, headers={"Retry-After": "0"})


@pytest.fixture
async def service() -> Service:
    return Service()


@pytest.fixture
async def shop(service: Service, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Shop]:
    app = web.Application()
    app.router.add_route("*", "/orders", service.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    for name in ("AUTH", "CATALOG", "AUCTION", "MESSAGING", "BOOST", "ADMIN"):
        monkeypatch.setenv(f"{name}_URL", f"http://127.0.0.1:{port}")
    async with aiohttp.ClientSession() as http:
        yield Shop(http, Mock(), Mock())
    await runner.cleanup()


async def test_busy_service_is_asked_again_with_the_same_key(shop: Shop, service: Service) -> None:
    service.statuses = [503, 429, 201]
    await shop.call("catalog", "/orders", {})
    first, *retries = service.keys
    assert first
    assert retries == [first, first]


async def test_unknown_subject_is_asked_for_again_with_a_new_key(shop: Shop, service: Service) -> None:
    service.statuses = [404, 200]
    await shop.post_until_known("catalog", "/orders", {})
    assert len(set(service.keys)) == 2


async def test_refusal_is_an_ordinary_exception(shop: Shop, service: Service) -> None:
    service.statuses = [409]
    with pytest.raises(DemoError, match="409"):
        await shop.call("catalog", "/orders", {})
