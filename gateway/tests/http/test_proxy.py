import asyncio
import gzip
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from gateway.http.table import TABLE, Table
from gateway.tests.harness import Harness, as_object, open_harness


async def test_request_reaches_service_with_path_query_and_body(harness: Harness) -> None:
    body = b'{"amount": 105}'
    headers = harness.bearer() | {"Content-Type": "application/json", "Idempotency-Key": "k1"}
    async with harness.http.post(
        f"{harness.address}/api/auctions/3/bids?x=%20y", data=body, headers=headers
    ) as answer:
        assert answer.status == 200
    seen = harness.services.seen[-1]
    assert (seen.method, seen.target, seen.body) == ("POST", "/api/auctions/3/bids?x=%20y", body)
    assert seen.header("Idempotency-Key") == "k1"
    assert seen.header("Authorization") == headers["Authorization"]


@pytest.mark.parametrize(
    ("asked", "arrives"),
    [
        ("/api/v1/products/5", "/api/products/5"),
        ("/api/v1/auth/anything", "/api/v1/auth/anything"),
        ("/api/products", "/api/products"),
        ("/api/v1/.well-known", None),
        ("/api/nothing", None),
        ("/internal/auctions/1/room", None),
        ("/api/v1/internal/auctions/1/room", None),
    ],
)
async def test_every_resource_is_served_under_v1_and_internal_paths_are_not(
    harness: Harness, asked: str, arrives: str | None
) -> None:
    """C39, XCUT-15"""
    async with harness.http.get(harness.address + asked) as answer:
        body = as_object(await answer.read())
    if arrives is None:
        assert (answer.status, body["code"], harness.services.seen) == (404, "not_found", [])
    else:
        assert harness.services.seen[-1].target == arrives


async def test_identity_headers_of_clients_are_stripped(harness: Harness) -> None:
    injected = {
        "X-User-Id": "1", "X-Internal-Secret": "guess", "X-Forwarded-For": "8.8.8.8", "Forwarded": "for=1",
        "X_User_Id": "1", "Connection": "close, X-Secret-Hop", "X-Secret-Hop": "1", "X-Original-URL": "/internal",
    }  # fmt: skip
    async with harness.http.get(f"{harness.address}/api/images/a", headers=injected) as answer:
        assert answer.status == 200
    seen = harness.services.seen[-1]
    names = {name.lower() for name, _ in seen.headers}
    assert not names & {
        "x-user-id",
        "x-internal-secret",
        "forwarded",
        "x_user_id",
        "x-secret-hop",
        "x-original-url",
    }
    assert seen.header("X-Forwarded-For") == "127.0.0.1"


async def test_valid_request_id_and_trace_are_kept_and_others_replaced(harness: Harness) -> None:
    trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    sent = {"X-Request-Id": "order-12345", "traceparent": trace}
    async with harness.http.get(f"{harness.address}/api/images/a", headers=sent) as answer:
        assert answer.headers["X-Request-Id"] == "order-12345"
    assert harness.services.seen[-1].header("X-Request-Id") == "order-12345"
    assert harness.services.seen[-1].header("traceparent") == trace
    fault = {"X-Request-Id": "x" * 500, "traceparent": "00-zz"}
    async with harness.http.get(f"{harness.address}/api/images/a", headers=fault) as answer:
        assert len(answer.headers["X-Request-Id"]) == 32
    made = harness.services.seen[-1].header("traceparent")
    assert made is not None
    assert len(made) == 55


async def test_every_answer_has_security_headers_and_no_version(harness: Harness) -> None:
    for path in ("/api/images/a", "/api/nothing", "/healthz", "/api/user/1", "/api/docs"):
        async with harness.http.get(harness.address + path) as answer:
            assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
            assert "unsafe-inline" not in answer.headers["Content-Security-Policy"]
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
            assert answer.headers.getall("Server") == ["wangi"]
            assert "Strict-Transport-Security" not in answer.headers


async def test_answers_to_signed_in_people_are_not_stored(harness: Harness) -> None:
    async with harness.http.get(f"{harness.address}/api/products", headers=harness.bearer()) as answer:
        assert answer.headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    ("path", "roles", "status", "code"),
    [
        ("/api/user/7", None, 401, "not_signed_in"),
        ("/api/seller/products", (), 403, "forbidden"),
        ("/api/admin/users", ("seller",), 403, "forbidden"),
        ("/api/admin/users", ("admin",), 200, None),
        ("/api/user/7", (), 200, None),
    ],
)
async def test_route_table_decides_who_may_call(
    harness: Harness, path: str, roles: tuple[str, ...] | None, status: int, code: str | None
) -> None:
    headers = {} if roles is None else harness.bearer(roles=roles)
    async with harness.http.get(harness.address + path, headers=headers) as answer:
        body = as_object(await answer.read())
        assert (answer.status, body.get("code")) == (status, code)
    assert (len(harness.services.seen) == 1) is (status == 200)


async def test_forged_and_expired_tokens_are_rejected(harness: Harness) -> None:
    for token in (harness.token(minutes=-2), harness.token()[:-6] + "AAAAAA", "nonsense"):
        headers = {"Authorization": f"Bearer {token}"}
        async with harness.http.get(f"{harness.address}/api/user/7", headers=headers) as answer:
            assert answer.status == 401


async def test_oversized_body_is_refused_without_content_length(harness: Harness) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(40):
            yield b"x" * 1024

    for body in (b"x" * 5000, pieces()):
        url = f"{harness.address}/api/auctions/3/bids"
        async with harness.http.post(url, data=body, headers=harness.bearer()) as answer:
            assert (answer.status, as_object(await answer.read())["code"]) == (413, "too_large")
    assert harness.services.seen == []


async def test_large_upload_is_streamed_completely(harness: Harness) -> None:
    body = bytes(range(256)) * 4000
    url = f"{harness.address}/api/product-images/1/upload"
    async with harness.http.post(url, data=body, headers=harness.bearer(), expect100=True) as answer:
        assert answer.status == 200
    assert harness.services.seen[-1].body == body

    async def pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(body), 65536):
            yield body[start : start + 65536]

    async with harness.http.post(url, data=pieces(), headers=harness.bearer()) as answer:
        assert answer.status == 200
    assert harness.services.seen[-1].body == body


async def test_long_answer_is_streamed_and_truncation_is_visible(
    harness: Harness,
) -> None:
    async def long(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        for _ in range(64):
            await response.write(b"y" * 65536)
        if request.path.endswith("broken"):
            assert request.transport is not None
            request.transport.abort()
        return response

    harness.services.answers |= {"/api/images/long": long, "/api/images/broken": long}
    async with harness.http.get(f"{harness.address}/api/images/long") as answer:
        assert len(await answer.read()) == 64 * 65536
    broken = harness.http.get(f"{harness.address}/api/images/broken")
    with pytest.raises((aiohttp.ClientError, ConnectionError)):
        await _whole(broken)


async def _whole(asked: Any) -> bytes:
    async with asked as answer:
        body: bytes = await answer.read()
        return body


async def test_unreachable_slow_and_failing_services_give_gateway_errors(harness: Harness) -> None:
    async def hang_up(request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    async def fail(request: web.Request) -> web.StreamResponse:
        return web.Response(status=500, text="Traceback: secret")

    harness.services.answers |= {"/api/images/gone": hang_up, "/api/images/fails": fail}
    for path, status in (("gone", 502), ("fails", 500)):
        async with harness.http.get(f"{harness.address}/api/images/{path}") as answer:
            body = as_object(await answer.read())
            assert (answer.status, body["code"]) == (status, "bad_gateway")
            assert body["requestId"] == answer.headers["X-Request-Id"]
    async with open_harness(catalog_url="http://127.0.0.1:1") as lonely:
        async with lonely.http.get(f"{lonely.address}/api/images/a") as answer:
            assert (answer.status, answer.headers["Retry-After"]) == (502, "2")
        for _ in range(5):
            async with lonely.http.get(f"{lonely.address}/api/images/a") as answer:
                assert answer.status in (502, 503)
        assert answer.status == 503


async def test_text_is_compressed_if_accepted(harness: Harness) -> None:
    async def page(request: web.Request) -> web.StreamResponse:
        return web.json_response(["perfume"] * 500)

    harness.services.answers["/api/user/9"] = page
    headers = harness.bearer() | {"Accept-Encoding": "gzip"}
    async with harness.http.get(f"{harness.address}/api/user/9", headers=headers) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert gzip.decompress(await answer.read()).startswith(b'["perfume"')
    plain = harness.bearer() | {"Accept-Encoding": "identity"}
    async with harness.http.get(f"{harness.address}/api/user/9", headers=plain) as answer:
        assert "Content-Encoding" not in answer.headers


async def test_cross_site_requests_change_nothing(harness: Harness) -> None:
    url = f"{harness.address}/api/v1/auth/refresh"
    for origin in ("https://evil.example", "null"):
        async with harness.http.post(url, headers={"Origin": origin, "Cookie": "wangi_refresh=x"}) as answer:
            assert (answer.status, "Access-Control-Allow-Origin" in answer.headers) == (403, False)
    cross_site = {"Sec-Fetch-Site": "cross-site", "Cookie": "wangi_refresh=x"}
    async with harness.http.post(url, headers=cross_site) as answer:
        assert answer.status == 403
    async with harness.http.post(
        url, headers={"Origin": harness.address, "Cookie": "wangi_refresh=x"}
    ) as answer:
        assert answer.status == 200
    asked = {"Origin": "http://localhost:8080", "Access-Control-Request-Method": "POST"}
    async with harness.http.options(url, headers=asked) as answer:
        assert answer.status == 204
        assert answer.headers["Access-Control-Allow-Origin"] == "http://localhost:8080"


async def test_wrong_method_gets_405_with_allow(harness: Harness) -> None:
    async with harness.http.delete(f"{harness.address}/api/categories") as answer:
        assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("breaks", ["before the answer", "within the answer", "too late"])
async def test_change_with_lost_answer_is_outcome_unknown(method: str, breaks: str) -> None:
    path = "/api/products" if method == "POST" else "/api/products/7"

    asked = asyncio.Event()

    async def lose(request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        if breaks == "too late":
            await asked.wait()
        if breaks == "within the answer":
            response = web.StreamResponse(status=201, headers={"Content-Length": "100"})
            await response.prepare(request)
            await response.write(b"{")
        if request.transport is not None:
            request.transport.abort()
        return web.Response()

    async with open_harness() as harness:
        harness.services.answers[path] = lose
        harness.gateway.edge.table = Table(replace(row, deadline=0.3) for row in TABLE)
        url, form = f"{harness.address}{path}", {"name": "Iris"}
        async with harness.http.request(method, url, json=form, headers=harness.bearer()) as answer:
            assert (answer.status, (await answer.json())["code"]) == (503, "outcome_unknown")
        asked.set()
    async with open_harness(catalog_url="http://127.0.0.1:1") as lonely:
        url = f"{lonely.address}{path}"
        async with lonely.http.request(method, url, json=form, headers=lonely.bearer()) as answer:
            assert (answer.status, (await answer.json())["code"]) == (502, "bad_gateway")
