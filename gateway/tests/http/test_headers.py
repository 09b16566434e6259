from pathlib import Path

import pytest
from aiohttp import web
from multidict import CIMultiDictProxy

from gateway.tests.harness import Harness, open_harness

ALWAYS = {
    "Server": "wangi",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def dressed(headers: CIMultiDictProxy[str]) -> None:
    for name, value in ALWAYS.items():
        assert headers.getall(name) == [value], name
    (policy,) = headers.getall("Content-Security-Policy")
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy
    assert "frame-ancestors 'none'" in policy or "sandbox" in policy
    assert headers["Referrer-Policy"] in {"strict-origin-when-cross-origin", "no-referrer"}
    assert "camera=()" in headers["Permissions-Policy"]
    assert "X-Powered-By" not in headers
    assert len(headers.getall("Cache-Control")) == 1


def answering(status: int, **headers: str) -> object:
    async def answer(request: web.Request) -> web.StreamResponse:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return web.json_response(
            {"code": "x"}, status=status, headers={"Server": "uvicorn", "X-Powered-By": "x"} | sent
        )

    return answer


@pytest.mark.parametrize("status", [200, 201, 302, 400, 401, 403, 404, 409, 422, 429, 500, 503])
@pytest.mark.parametrize("path", ["/api/user/7", "/api/sellers/7", "/api/products"])
async def test_security_headers_are_added_to_any_status(harness: Harness, path: str, status: int) -> None:
    """S12"""
    harness.services.answers[path] = answering(status, Location="/x")  # type: ignore[assignment]
    for headers in (harness.bearer(), {}):
        url = harness.address + path
        async with harness.http.get(url, headers=headers, allow_redirects=False) as answer:
            dressed(answer.headers)
            if headers:
                assert answer.headers["Cache-Control"] == "private, no-store"


async def test_security_headers_are_added_to_gateway_answers(harness: Harness) -> None:
    """S12"""
    for path in (
        "/api/nothing",
        "/healthz",
        "/api/docs",
        "/api/openapi.json",
        "/internal/x",
        "/api/%2e%2e/x",
    ):
        async with harness.http.get(harness.address + path) as answer:
            dressed(answer.headers)
    async with harness.http.delete(f"{harness.address}/api/categories") as wrong:
        dressed(wrong.headers)
    async with harness.http.post(
        f"{harness.address}/api/v1/auth/refresh", headers={"Origin": "null"}
    ) as foreign:
        dressed(foreign.headers)
    status, got = await harness.raw("GET //x HTTP/1.1\r\nHost: x\r\n\r\n")
    assert status == 400
    assert b"Content-Security-Policy" in got


async def test_picture_keeps_stricter_policy_and_is_cacheable(harness: Harness) -> None:
    """S12, S16"""
    strict = "default-src 'none'; sandbox"
    for_ever = "public, max-age=31536000, immutable"
    harness.services.answers["/api/portraits/a.webp"] = answering(  # type: ignore[assignment]
        200, Content_Security_Policy=strict, Cache_Control=for_ever, X_Content_Type_Options="nosniff"
    )
    async with harness.http.get(f"{harness.address}/api/portraits/a.webp") as answer:
        dressed(answer.headers)
        assert answer.headers["Content-Security-Policy"] == strict
        assert answer.headers["Cache-Control"] == for_ever


async def test_web_app_files_have_security_headers(tmp_path: Path) -> None:
    """S12"""
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "favicon.svg").write_text("<svg/>")
    async with open_harness(web_dir=tmp_path) as harness:
        for path in ("/", "/favicon.svg"):
            async with harness.http.get(harness.address + path) as answer:
                dressed(answer.headers)


async def test_production_sends_hsts_with_api_answers() -> None:
    """S12"""
    async with open_harness(
        environment="production", base_url="https://wangi.example", trusted_proxy_hops=1
    ) as harness:
        for path in ("/healthz", "/api/nothing", "/api/products"):
            async with harness.http.get(harness.address + path) as answer:
                assert answer.headers["Strict-Transport-Security"].startswith("max-age=63072000")
                dressed(answer.headers)
