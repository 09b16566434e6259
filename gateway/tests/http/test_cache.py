import asyncio

import pytest
from aiohttp import web

from gateway.tests.harness import Harness
from gateway.tests.live.support import bid_placed, product_sold, sessions_revoked
from libs.kit.testing import until

LONG = ["perfume"] * 500


def _calls_at_upstream(
    harness: Harness, path: str, *, headers: dict[str, str] | None = None, pause: float = 0.0
) -> list[int]:
    calls: list[int] = []

    async def page(request: web.Request) -> web.StreamResponse:
        calls.append(1)
        await asyncio.sleep(pause)
        return web.json_response(LONG, headers=headers)

    harness.services.answers[path] = page
    return calls


async def test_hundred_concurrent_guests_cost_one_read(harness: Harness) -> None:
    calls = _calls_at_upstream(harness, "/api/categories", pause=0.05)

    async def read() -> bytes:
        async with harness.http.get(f"{harness.address}/api/categories") as answer:
            assert answer.status == 200
            return await answer.read()

    bodies = await asyncio.gather(*(read() for _ in range(100)))
    assert (len(calls), len(set(bodies))) == (1, 1)


async def test_cached_answer_is_validated_by_etag_and_compressed_once(harness: Harness) -> None:
    _calls_at_upstream(harness, "/api/categories")
    url = f"{harness.address}/api/categories"
    async with harness.http.get(url, headers={"Accept-Encoding": "identity"}) as plain:
        etag = plain.headers["ETag"]
        assert plain.headers["Cache-Control"] == "public, max-age=0, must-revalidate"
    async with harness.http.get(url, headers={"Accept-Encoding": "gzip"}) as packed:
        assert packed.headers["Content-Encoding"] == "gzip"
        assert {"Accept-Encoding", "Authorization", "Cookie", "Origin"} <= set(
            packed.headers["Vary"].split(", ")
        )
    for known in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        async with harness.http.get(url, headers={"If-None-Match": known}) as unchanged:
            assert (unchanged.status, await unchanged.read()) == (304, b"")
            assert unchanged.headers["ETag"].removeprefix("W/") == etag


async def test_requests_with_credentials_bypass_the_cache(harness: Harness) -> None:
    calls = _calls_at_upstream(harness, "/api/products")
    url = f"{harness.address}/api/products"
    for headers in (harness.bearer(), {"Authorization": "Bearer bad"}, {"Cookie": "wangi_refresh=a"}):
        for _ in range(2):
            async with harness.http.get(url, headers=headers) as answer:
                assert answer.headers["Cache-Control"] == "private, no-store"
    assert len(calls) == 6


async def test_private_answers_are_not_cached(harness: Harness) -> None:
    for n, headers in enumerate(
        ({"Set-Cookie": "a=b"}, {"Cache-Control": "private"}, {"Vary": "Accept-Language"})
    ):
        calls = _calls_at_upstream(harness, f"/api/products/{n}", headers=headers)
        for _ in range(2):
            async with harness.http.get(f"{harness.address}/api/products/{n}") as answer:
                assert answer.status == 200
        assert len(calls) == 2


async def test_failures_are_neither_cached_nor_shared(harness: Harness) -> None:
    calls: list[int] = []

    async def fail(request: web.Request) -> web.StreamResponse:
        calls.append(1)
        await asyncio.sleep(0.05)
        return web.json_response({"code": "unavailable"}, status=503)

    harness.services.answers["/api/categories"] = fail

    async def read() -> int:
        async with harness.http.get(f"{harness.address}/api/categories") as answer:
            return answer.status

    assert set(await asyncio.gather(read(), read(), read())) == {503}
    assert len(calls) == 3


async def test_queries_are_cached_separately(harness: Harness) -> None:
    bodies = set()
    for query in ("page=1", "page=2"):
        async with harness.http.get(f"{harness.address}/api/products?{query}") as answer:
            bodies.add(await answer.read())
    assert len(bodies) == 2


async def test_cached_answers_have_all_headers_and_their_own_request_id(harness: Harness) -> None:
    url, ids = f"{harness.address}/api/categories", set()
    for n in range(3):
        sent = {"Origin": "http://localhost:8080", "X-Request-Id": f"visit-{n}-abc"}
        async with harness.http.get(url, headers=sent) as answer:
            ids.add(answer.headers["X-Request-Id"])
            assert answer.headers["Access-Control-Allow-Origin"] == "http://localhost:8080"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers.getall("Server") == ["wangi"]
            assert "RateLimit-Limit" in answer.headers
            assert "GMT" in answer.headers["Date"]
    assert ids == {"visit-0-abc", "visit-1-abc", "visit-2-abc"}
    status, got = await harness.raw("GET /api/categories HTTP/1.0\r\nHost: x\r\n\r\n")
    assert (status, got.count(b"HTTP/1.")) == (200, 1)
    status, got = await harness.raw("GET /api/categories HTTP/1.1\r\nHost: x\r\n\r\n" * 3)
    assert (status, got.count(b"HTTP/1.1 200")) == (200, 3)


async def test_listing_is_cached_longer_but_dropped_by_its_event(harness: Harness) -> None:
    calls, lists = (
        _calls_at_upstream(harness, "/api/products/5"),
        _calls_at_upstream(harness, "/api/products"),
    )

    async def read(path: str) -> None:
        async with harness.http.get(harness.address + path) as answer:
            assert answer.status == 200

    for _ in range(2):
        await read("/api/products/5")
        await read("/api/products")
        _later(harness, 3)
    assert (len(calls), len(lists)) == (1, 2)
    harness.gateway.feed.apply(product_sold(product_id=5).encode())
    await read("/api/products/5")
    assert len(calls) == 2


def _later(harness: Harness, seconds: float) -> None:
    cache = harness.gateway.cache
    before = cache.now
    cache.now = lambda: before() + seconds


async def _read(harness: Harness, path: str) -> None:
    async with harness.http.get(harness.address + path) as answer:
        assert answer.status == 200
        assert "Surrogate-Key" not in answer.headers


async def test_answer_read_right_after_an_event_is_cached_briefly(
    harness: Harness,
) -> None:
    calls = _calls_at_upstream(harness, "/api/products/6")
    harness.gateway.feed.apply(product_sold(product_id=6).encode())
    await _read(harness, "/api/products/6")
    _later(harness, 2)
    await _read(harness, "/api/products/6")
    assert len(calls) == 2
    _later(harness, 4)
    await _read(harness, "/api/products/6")
    _later(harness, 2)
    await _read(harness, "/api/products/6")
    assert len(calls) == 3


async def test_listing_is_dropped_when_its_seller_changes(harness: Harness) -> None:
    calls = _calls_at_upstream(harness, "/api/products/8", headers={"Surrogate-Key": "seller-4"})
    for _ in range(2):
        await _read(harness, "/api/products/8")
    harness.gateway.feed.apply(sessions_revoked(5, 1).encode())
    await _read(harness, "/api/products/8")
    assert len(calls) == 1
    harness.gateway.feed.apply(sessions_revoked(4, 1).encode())
    await _read(harness, "/api/products/8")
    assert len(calls) == 2


async def test_cache_entry_expires_when_the_service_says(harness: Harness) -> None:
    calls = _calls_at_upstream(harness, "/api/products/9", headers={"Cache-Control": "s-maxage=2"})
    await _read(harness, "/api/products/9")
    _later(harness, 2.1)
    await _read(harness, "/api/products/9")
    assert len(calls) == 2


async def test_without_events_answers_are_cached_for_a_second_at_most(harness: Harness) -> None:
    calls = _calls_at_upstream(harness, "/api/products/11")
    harness.gateway.cache.is_live = lambda: False
    await _read(harness, "/api/products/11")
    _later(harness, 1.1)
    await _read(harness, "/api/products/11")
    assert len(calls) == 2


async def test_event_about_a_page_removes_it_from_cache(harness: Harness) -> None:
    calls = _calls_at_upstream(harness, "/api/auctions/7", pause=0.05)
    others = _calls_at_upstream(harness, "/api/auctions/77")

    async def read(auction_id: int) -> None:
        async with harness.http.get(f"{harness.address}/api/auctions/{auction_id}?x=1") as answer:
            assert answer.status == 200

    await asyncio.gather(read(7), read(77))
    harness.gateway.feed.apply(bid_placed(auction_id=7).encode())
    await asyncio.gather(read(7), read(77))
    assert (len(calls), len(others)) == (2, 1)
    slow = asyncio.create_task(read(7))
    harness.gateway.cache.forget("/api/auctions/7")
    await asyncio.sleep(0.02)
    harness.gateway.feed.apply(bid_placed(auction_id=7, version=5).encode())
    await asyncio.gather(slow, read(7))
    await read(7)
    assert len(calls) == 4


@pytest.mark.parametrize(
    ("method", "path", "who"),
    [
        ("DELETE", "/api/products/12", 4),
        ("PUT", "/api/products/12", 4),
        ("POST", "/api/products/12/archive", 4),
        ("POST", "/api/seller/products/bulk", 4),
        ("DELETE", "/api/product-images/77", 4),
        ("POST", "/api/auctions", 4),
        ("POST", "/api/admin/products/12/remove", 9),
    ],
)
@pytest.mark.parametrize("status", [200, 503])
async def test_guests_see_a_change_before_it_is_answered(
    harness: Harness, method: str, path: str, who: int, status: int
) -> None:
    page = _calls_at_upstream(harness, "/api/products/12", headers={"Surrogate-Key": "seller-4"})
    listed, shop = (
        _calls_at_upstream(harness, "/api/products"),
        _calls_at_upstream(harness, "/api/sellers/4/products"),
    )
    other = _calls_at_upstream(harness, "/api/products/13", headers={"Surrogate-Key": "seller-5"})

    async def change(request: web.Request) -> web.StreamResponse:
        return web.json_response({}, status=status)

    everything = (
        "/api/products/12",
        "/api/products?sort=newest",
        "/api/sellers/4/products",
        "/api/products/13",
    )
    for shown in everything:
        await _read(harness, shown)
    if path != "/api/products/12":
        harness.services.answers[path] = change
    else:
        answer_page = harness.services.answers[path]

        async def either(request: web.Request) -> web.StreamResponse:
            return await (answer_page if request.method == "GET" else change)(request)

        harness.services.answers[path] = either
    bearer = harness.bearer(who, roles=["seller", "admin"])
    async with harness.http.request(method, harness.address + path, headers=bearer, json={}) as answer:
        assert answer.status in (status, 502, 503), await answer.text()
    for shown in everything:
        await _read(harness, shown)
    assert (len(page), len(listed), len(shop), len(other)) == (2, 2, 2, 1)


async def test_refused_change_keeps_the_cache(harness: Harness) -> None:
    page = _calls_at_upstream(harness, "/api/products/12")
    await _read(harness, "/api/products/12")

    async def refuse(request: web.Request) -> web.StreamResponse:
        return web.json_response({"code": "forbidden"}, status=403)

    harness.services.answers["/api/products/12/archive"] = refuse
    url = f"{harness.address}/api/products/12/archive"
    async with harness.http.post(url, headers=harness.bearer(4)) as answer:
        assert answer.status == 403
    await _read(harness, "/api/products/12")
    assert len(page) == 1


async def test_list_requested_before_a_change_is_not_served_after_it(harness: Harness) -> None:
    lists = _calls_at_upstream(harness, "/api/products", pause=0.3)
    slow = asyncio.create_task(_read(harness, "/api/products"))
    await until(lambda: len(lists) == 1)
    harness.gateway.feed.apply(product_sold(product_id=5).encode())
    await asyncio.gather(slow, _read(harness, "/api/products"))
    assert len(lists) == 2
    _later(harness, 0.05)
    await _read(harness, "/api/products")
    assert len(lists) == 3
