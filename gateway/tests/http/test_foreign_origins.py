import json
from typing import Any

import pytest
from aiohttp import web
from pydantic import SecretStr, ValidationError
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from gateway.settings import GatewaySettings
from gateway.tests.harness import Harness, open_harness
from libs.kit.testing import Service

COOKIES = "wangi_refresh=x.y; wangi_device=d; wangi_browser=b"
BY_COOKIE = (
    "/api/v1/auth/refresh", "/api/v1/auth/logout", "/api/v1/auth/login", "/api/v1/auth/session",
    "/api/v1/auth/passkey", "/api/v1/auth/passkey/options", "/api/verify-email", "/api/update-password",
    "/api/auth/sync-oauth-user", "/api/v1/auth/logout-all", "/api/v1/auth/register",
)  # fmt: skip
FOREIGN = (
    "https://evil.example", "null", "http://localhost:8080.evil.example", "http://localhost", "https://localhost:80801",
    "http://LOCALHOST:8080.", "file://", "http://localhost:8080/", "http://evil.example@localhost:8080", "",
)  # fmt: skip
KINDS = (
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain",
    "application/json",
    "",
)


@pytest.mark.parametrize("origin", FOREIGN)
async def test_cookie_routes_reject_foreign_origins(harness: Harness, origin: str) -> None:
    """S10"""
    for path in BY_COOKIE:
        for kind in KINDS:
            headers = {"Origin": origin, "Cookie": COOKIES} | ({"Content-Type": kind} if kind else {})
            async with harness.http.post(harness.address + path, data=b'{"a":1}', headers=headers) as answer:
                assert (answer.status, "Access-Control-Allow-Origin" in answer.headers) == (403, False), path
    assert harness.services.seen == []


async def test_missing_origin_falls_back_to_referer(
    harness: Harness,
) -> None:
    """S10"""
    for path in BY_COOKIE:
        for place in ("cross-site", "same-site"):
            headers = {"Sec-Fetch-Site": place, "Cookie": COOKIES}
            async with harness.http.post(harness.address + path, headers=headers) as answer:
                assert answer.status == 403, path
    assert harness.services.seen == []


@pytest.mark.parametrize("origin", FOREIGN[:2])
async def test_preflight_of_foreign_origin_grants_nothing(harness: Harness, origin: str) -> None:
    """S10"""
    asked = {"Origin": origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x"}
    async with harness.http.options(harness.address + BY_COOKIE[0], headers=asked) as answer:
        assert not [name for name in answer.headers if name.lower().startswith("access-control-")]
    async with harness.http.get(
        f"{harness.address}/api/user/7", headers={"Origin": origin} | harness.bearer()
    ) as read:
        assert "Access-Control-Allow-Origin" not in read.headers


WITH_CREDENTIALS = {
    "/api/products": "GET", "/api/seller/products": "GET", "/api/boost/create-order": "POST",
    "/api/messages/upload-file": "POST",
}  # fmt: skip


@pytest.mark.parametrize("path", WITH_CREDENTIALS)
async def test_allowed_origin_is_named_with_credentials(path: str) -> None:
    """XCUT-09"""
    ours, method = "https://shop.wangi.example", WITH_CREDENTIALS[path]
    asked = {"Origin": ours, "Access-Control-Request-Method": method}
    async with open_harness(cors_origins=[ours]) as harness:
        async with harness.http.options(harness.address + path, headers=asked) as promised:
            assert method in promised.headers["Access-Control-Allow-Methods"]
        async with harness.http.request(
            method, harness.address + path, headers={"Origin": ours} | harness.bearer()
        ) as answer:
            for headers in (promised.headers, answer.headers):
                assert headers.getall("Access-Control-Allow-Origin") == [ours]
                assert headers["Access-Control-Allow-Credentials"] == "true"
                assert "Origin" in headers["Vary"]


async def test_service_cannot_set_cors_headers(harness: Harness) -> None:
    """S10"""

    async def careless(request: web.Request) -> web.StreamResponse:
        return web.json_response({}, headers={"Access-Control-Allow-Origin": "*"})

    harness.services.answers["/api/user/7"] = careless
    async with harness.http.get(f"{harness.address}/api/user/7", headers=harness.bearer()) as answer:
        assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize("address", ["/ws", "/ws/?EIO=4&transport=websocket"], ids=["plain", "socket.io"])
@pytest.mark.parametrize("origin", FOREIGN[:-1])
async def test_sockets_reject_foreign_origins(harness: Harness, address: str, origin: str) -> None:
    """S10, AR-D12"""
    headers = {"Origin": origin, "Cookie": COOKIES} | harness.bearer()
    with pytest.raises(InvalidStatus) as refused:
        async with connect(f"ws://127.0.0.1:{harness.port}{address}", additional_headers=headers):
            pass
    assert refused.value.response.status_code == 403


async def test_control_without_rule_foreign_origin_is_accepted(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S10"""
    monkeypatch.setattr(harness.gateway.security, "knows", lambda origin, request: True)
    headers = {"Origin": "https://evil.example", "Cookie": COOKIES}
    async with harness.http.post(harness.address + BY_COOKIE[0], headers=headers) as answer:
        assert answer.status == 200


@pytest.mark.servers
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
async def test_service_rejects_form_content_types_as_json(auth: Service, kind: str) -> None:
    """S10"""
    body = json.dumps({"username": "somebody", "password": "Kasturi-laut-9"}).encode()
    headers: dict[str, Any] = {"Content-Type": kind} if kind else {}
    answer = await auth.http.post("/api/v1/auth/login", content=body, headers=headers)
    assert answer.status_code == 422


async def guesses(harness: Harness, times: int) -> list[int]:
    statuses = []
    for number in range(times):
        headers = {"X-Forwarded-For": f"203.0.{number}.9, 198.51.100.7", "Forwarded": f"for=203.0.{number}.9"}
        async with harness.http.post(
            f"{harness.address}/api/v1/auth/login", json={}, headers=headers
        ) as answer:
            statuses.append(answer.status)
    return statuses


async def test_spoofed_forwarded_address_is_ignored() -> None:
    """P-F5, S09"""
    async with open_harness(trusted_proxy_hops=1, wangi_relaxed_limits=False) as harness:
        assert 429 in await guesses(harness, 51)


async def test_control_leftmost_forwarded_address_evades_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """P-F5"""

    def leftmost(request: web.BaseRequest, trusted_hops: int) -> str:
        return str(request.headers["X-Forwarded-For"].split(",")[0])

    monkeypatch.setattr("gateway.http.pipeline.client_address", leftmost)
    async with open_harness(trusted_proxy_hops=1, wangi_relaxed_limits=False) as harness:
        assert 429 not in await guesses(harness, 51)


@pytest.mark.parametrize(("environment", "greeted"), [("production", False), ("local", True)])
async def test_production_treats_plain_http_origin_as_foreign(environment: str, greeted: bool) -> None:
    async with open_harness(
        environment=environment, base_url="https://wangi.example", trusted_proxy_hops=1
    ) as harness:
        host = harness.address.removeprefix("http://")
        for origin, known in ((f"http://{host}", greeted), (f"https://{host}", True)):
            headers = {"Origin": origin} | harness.bearer()
            async with harness.http.get(f"{harness.address}/api/user/7", headers=headers) as read:
                assert ("Access-Control-Allow-Origin" in read.headers) == known
            asked = {"Origin": origin, "Access-Control-Request-Method": "POST"}
            async with harness.http.options(f"{harness.address}/api/user/7", headers=asked) as before:
                assert ("Access-Control-Allow-Methods" in before.headers) == known
            async with harness.http.patch(
                f"{harness.address}/api/user/7", json={}, headers=headers
            ) as changed:
                assert (changed.status == 200) == known
            upgrade = {
                "Origin": origin,
                "Connection": "Upgrade",
                "Upgrade": "websocket",
                "Sec-WebSocket-Version": "13",
            }
            upgrade |= {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
            async with harness.http.get(f"{harness.address}/ws", headers=upgrade) as live:
                assert (live.status == 101) == known


def test_production_refuses_plain_http_origins_in_settings() -> None:
    strong = SecretStr("q8Zr2vXw7LkT0bNfYc5HdJm1sPgUe4AoRiW9tKxEyBn")
    settings: dict[str, Any] = {
        "environment": "production",
        "base_url": "https://wangi.example",
        "internal_secret": strong,
    }
    settings |= {"database_url": "postgresql://a:own@db/wangi", "redis_url": "redis://a:own@redis"}
    settings |= {"kafka_bootstrap_servers": "sasl_ssl://a:own@kafka:9093", "trusted_proxy_hops": 1}
    GatewaySettings(**settings, cors_origins=["https://shop.example"])
    with pytest.raises(ValidationError, match="CORS_ORIGINS"):
        GatewaySettings(**settings, cors_origins=["http://shop.example"])
