from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from aiohttp import web

from gateway.pages import feeds
from gateway.tests.harness import Harness, open_harness

BASE = "https://wangi.example"
ATOM = {"a": "http://www.w3.org/2005/Atom"}
NEWEST = "/api/products"
HTML = {"Accept": "text/html", "Accept-Encoding": "identity"}
BOTTLE: dict[str, Any] = {
    "id": 5, "name": "Smoke <Vesper>", "brand": "Atelier & Noctell", "description": "Half ]]> a \x0bbottle. " * 40,
    "price": 1250.5, "volume": 50, "remainingPercentage": 60, "seller": {"username": "farid"}, "auction": None,
    "category": {"id": 4, "name": 'Niche "rare"'}, "createdAt": "2026-11-01T08:00:00Z",
    "updatedAt": "2026-11-21T08:00:00Z",
}  # fmt: skip
LOT = BOTTLE | {
    "id": 6,
    "auction": {"id": 9, "currentBid": 105.0, "startingPrice": 100.0},
    "updatedAt": "2026-11-22T08:00:00Z",
}


def answer(harness: Harness, path: str, body: Any, status: int = 200) -> list[Mapping[str, str]]:
    asked: list[Mapping[str, str]] = []

    async def respond(request: web.Request) -> web.StreamResponse:
        asked.append(dict(request.query))
        return web.json_response(body, status=status)

    harness.services.answers[path] = respond
    return asked


async def read(harness: Harness, path: str) -> ElementTree.Element:
    async with harness.http.get(harness.address + path) as response:
        assert response.status == 200, await response.text()
        assert response.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
        assert response.headers["Cache-Control"] == "public, max-age=300"
        return ElementTree.fromstring(await response.text())


def texts(feed: ElementTree.Element, path: str) -> list[str | None]:
    return [match_.text for match_ in feed.findall(path, ATOM)]


async def test_feed_of_newest_listings_survives_any_seller_text(build: Path) -> None:
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        asked = answer(harness, NEWEST, [LOT, BOTTLE])
        feed = await read(harness, "/feed.xml")
    assert asked == [{"limit": "50", "sort": "newest"}]
    assert texts(feed, "a:updated") == ["2026-11-22T08:00:00Z"]
    assert texts(feed, "a:entry/a:id") == [f"{BASE}/products/6", f"{BASE}/products/5"]
    assert texts(feed, "a:entry/a:title") == ["Atelier & Noctell Smoke <Vesper>"] * 2
    links = [match_.get("href") for match_ in feed.findall("a:entry/a:link", ATOM)]
    assert links == [f"{BASE}/auctions/9", f"{BASE}/products/5"]
    auction, bottle = texts(feed, "a:entry/a:summary")
    assert (auction or "").startswith("Auction, RM 105.00. 50 ml, 60% full. Half ]]> a bottle.")
    assert len(bottle or "") <= feeds.LONGEST


async def test_sellers_and_categories_have_feeds(build: Path) -> None:
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        asked = answer(harness, NEWEST, [BOTTLE])
        answer(harness, "/api/sellers/3", {"id": 3, "username": "farid", "shopName": "Kedai <Farid>"})
        answer(harness, "/api/categories", [{"id": 4, "name": "Niche"}])
        seller = await read(harness, "/feeds/sellers/3.xml")
        category = await read(harness, "/feeds/categories/4.xml")
    assert texts(seller, "a:title") == ["Kedai <Farid> on Wangi"]
    assert texts(category, "a:title") == ["Wangi: Niche"]
    assert [item.get("sellerId") or item.get("category") for item in asked] == ["3", "4"]


async def test_seller_page_links_its_feed(build: Path) -> None:
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        seller = {
            "id": 3,
            "username": "farid",
            "shopName": None,
            "bio": None,
            "coverPhoto": None,
            "avatarUrl": None,
        }
        answer(harness, "/api/sellers/3", seller)
        answer(harness, "/api/sellers/3/shelf", {"products": 2})
        async with harness.http.get(f"{harness.address}/sellers/3", headers=HTML) as page:
            head = await page.text()
    assert f'type="application/atom+xml" title="farid · Wangi" href="{BASE}/feeds/sellers/3.xml"' in head


@pytest.mark.parametrize("path", ["/feeds/sellers/4.xml", "/feeds/categories/9.xml", "/feeds/brands/1.xml"])
async def test_unknown_feed_is_404(build: Path, path: str) -> None:
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        answer(harness, "/api/sellers/4", {"code": "not_found"}, 404)
        answer(harness, "/api/categories", [{"id": 4, "name": "Niche"}])
        async with harness.http.get(harness.address + path) as missing:
            assert missing.status == 404


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_failing_feed_is_an_error_and_not_cached(build: Path, status: int) -> None:
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        answer(harness, NEWEST, {"code": "unavailable"}, status)
        async with harness.http.get(f"{harness.address}/feed.xml") as away:
            assert away.status in (502, 503)
        answer(harness, NEWEST, [BOTTLE])
        assert len(texts(await read(harness, "/feed.xml"), "a:entry/a:id")) == 1


async def test_empty_feed_is_valid(build: Path) -> None:
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        answer(harness, NEWEST, [])
        feed = await read(harness, "/feed.xml")
    assert texts(feed, "a:entry/a:id") == []
    assert texts(feed, "a:updated") == ["1970-01-01T00:00:00Z"]


async def test_feed_is_rendered_once_and_cache_is_bounded(
    build: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "MAX_KEPT", 1)
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        asked = answer(harness, NEWEST, [BOTTLE])
        answer(harness, "/api/categories", [{"id": 4, "name": "Niche"}])
        for _ in range(3):
            await read(harness, "/feed.xml?anything=else")
        assert len(asked) == 1
        await read(harness, "/feeds/categories/4.xml")
        await read(harness, "/feed.xml")
        assert len(asked) == 3
