import asyncio
import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from PIL import Image

from gateway.http.table import BROWSE
from gateway.tests.harness import Harness, open_harness
from libs.kit.http.networks import caller_at

PLAIN = {"Accept-Encoding": "identity"}
BASE = "http://localhost:8080"
PRODUCT = {
    "id": 5, "name": "Smoke <Vesper>", "brand": "Atelier & Noctell",
    "description": 'Half "a" bottle.</script><script>alert(1)',
    "price": 1250.5, "volume": 50, "remainingPercentage": 60, "status": "active", "seller": {"username": "farid"},
    "imageUrl": "/api/images/abc", "images": [{"imageUrl": "/api/images/abc", "sizes": [320, 1024]}],
}  # fmt: skip
AUCTION = {
    "id": 9, "currentBid": 105.0, "startingPrice": 100.0, "status": "active", "bidCount": 3,
    "endsAt": "2026-12-01T00:00:00Z", "product": {**PRODUCT, "images": ["/api/images/abc"]},
}  # fmt: skip
SELLER = {
    "id": 3,
    "username": "farid",
    "shopName": "Kedai Farid",
    "bio": None,
    "coverPhoto": None,
    "avatarUrl": None,
}


def answer(harness: Harness, path: str, body: Any, status: int = 200) -> None:
    async def respond(_: web.Request) -> web.StreamResponse:
        return web.json_response(body, status=status)

    harness.services.answers[path] = respond


async def get(harness: Harness, path: str, accept: str = "*/*") -> tuple[int, str]:
    async with harness.http.get(harness.address + path, headers={"Accept": accept, **PLAIN}) as response:
        return response.status, await response.text()


def meta(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', page))


async def test_product_page_has_name_price_picture_and_structured_data(build: Path) -> None:
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        answer(harness, "/api/products/5", PRODUCT)
        status, page = await get(harness, "/products/5")
    tags = meta(page)
    assert status == 200
    assert "<title>Atelier &amp; Noctell Smoke &lt;Vesper&gt;, RM 1,250.50 · Wangi</title>" in page
    assert (tags["og:type"], tags["og:image"]) == ("product", f"{BASE}/api/images/abc-1024")
    assert (tags["product:price:amount"], tags["og:url"]) == ("1250.50", f"{BASE}/products/5")
    assert tags["description"].startswith("50 ml, 60% full. Half &quot;a&quot; bottle.")
    assert 'content="Built"' not in page
    parts = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
    product, trail = (json.loads(part) for part in parts)
    assert (product["offers"]["price"], product["offers"]["priceCurrency"]) == ("1250.50", "MYR")
    assert product["offers"]["availability"] == "https://schema.org/InStock"
    assert product["offers"]["url"] == f"{BASE}/products/5"
    assert product["image"] == [f"{BASE}/api/images/abc-1024"]
    assert trail["itemListElement"][2]["item"] == f"{BASE}/products/5"


async def test_seller_text_cannot_break_out_of_page_head(build: Path) -> None:
    """S11"""
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        hostile = {
            **PRODUCT,
            "name": "</title><script>alert(1)</script>",
            "brand": '"><img src=x onerror=alert(1)>',
        }
        answer(harness, "/api/products/5", hostile)
        _, page = await get(harness, "/products/5")
    assert "<script>alert" not in page
    assert "<img" not in page
    assert page.count("<script") == page.count("</script>") == 2


async def test_auction_and_shop_pages_have_descriptions(build: Path) -> None:
    """AUC-01, C19"""
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        answer(harness, "/api/auctions/9", AUCTION)
        answer(harness, "/api/sellers/3", SELLER)
        answer(harness, "/api/sellers/3/shelf", {"products": 4, "sold": 0, "photos": []})
        for path in ("/auctions/9", "/auction/9"):
            _, page = await get(harness, path)
            assert f'<link rel="canonical" href="{BASE}/auctions/9" />' in page
            assert "auction: 3 bids, RM 105 · Wangi" in page
        _, shop = await get(harness, "/sellers/3")
    assert "<title>Kedai Farid · Wangi</title>" in shop
    assert meta(shop)["description"] == "4 pre-owned perfumes for sale by farid."


@pytest.mark.parametrize(("upstream", "status"), [(404, 404), (410, 410)])
async def test_missing_page_is_404_and_not_indexed(build: Path, upstream: int, status: int) -> None:
    """PROD-10, U37"""
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        answer(harness, "/api/products/5", {"code": "x", "message": "x"}, upstream)
        answered, page = await get(harness, "/products/5", "text/html")
    assert (answered, meta(page)["robots"]) == (status, "noindex")
    assert '<div id="root">' in page


async def test_page_without_picture_uses_default_picture(build: Path) -> None:
    """HDR-10, IMG-01"""
    public = Path(__file__).parents[3] / "frontend" / "public"
    with Image.open(public / "preview.jpg") as preview, Image.open(public / "placeholder.jpg") as placeholder:
        assert (preview.size, preview.format, placeholder.format) == ((1200, 630), "JPEG", "JPEG")
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        _, page = await get(harness, "/", "text/html")
    tags = meta(page)
    assert tags["og:image"] == f"{BASE}/preview.jpg"
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
    assert tags["twitter:card"] == "summary_large_image"


async def test_unavailable_service_costs_only_the_description(build: Path) -> None:
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        answer(harness, "/api/products/5", {}, 503)
        status, page = await get(harness, "/products/5")
    assert (status, "<title>Wangi</title>" in page) == (200, True)


async def test_concurrent_readers_share_a_description_query(build: Path) -> None:
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        answer(harness, "/api/products/5", PRODUCT)
        await asyncio.gather(*(get(harness, "/products/5") for _ in range(5)))
        await get(harness, "/products/5")
        assert [seen.target for seen in harness.services.seen].count("/api/products/5") == 1


async def test_sitemap_lists_public_pages_and_robots_excludes_private_ones(build: Path) -> None:
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        answer(harness, "/internal/sitemap", {"parts": 2})
        pages = [
            {"path": "/products/5", "changed": "2026-11-21T00:00:00+00:00"},
            {"path": "/auctions/9", "changed": "x"},
        ]
        answer(harness, "/internal/sitemap/0", {"pages": pages})
        _, robots = await get(harness, "/robots.txt")
        assert "Disallow: /profile" in robots
        assert f"Sitemap: {BASE}/sitemap.xml" in robots
        _, index = await get(harness, "/sitemap.xml")
        assert re.findall("<loc>(.*?)</loc>", index) == [f"{BASE}/sitemaps/0.xml", f"{BASE}/sitemaps/1.xml"]
        _, part = await get(harness, "/sitemaps/0.xml")
        assert f"<loc>{BASE}/products/5</loc><lastmod>2026-11-21T00:00:00+00:00</lastmod>" in part
        assert f"<loc>{BASE}/buying-guide</loc>" in part
        asked = len(harness.services.seen)
        assert (await get(harness, "/sitemaps/2.xml"))[0] == 404
        assert len(harness.services.seen) == asked, "a part that is none costs nothing"


async def test_authenticity_guide_has_description_and_redirects_from_old_address(build: Path) -> None:
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        answer(harness, "/internal/sitemap", {"parts": 1})
        answer(harness, "/internal/sitemap/0", {"pages": []})
        status, page = await get(harness, "/guides/authenticity", "text/html")
        assert (status, "<title>Authentication Guide · Wangi</title>" in page) == (200, True)
        assert f'<link rel="canonical" href="{BASE}/guides/authenticity" />' in page
        assert "what a batch code tells and what not" in page
        _, part = await get(harness, "/sitemaps/0.xml")
        assert f"<loc>{BASE}/guides/authenticity</loc>" in part
        assert "authentication-guide" not in part
        headers = {"Accept": "text/html", **PLAIN}
        former = harness.address + "/authentication-guide"
        async with harness.http.get(former, headers=headers, allow_redirects=False) as moved:
            assert (moved.status, moved.headers["Location"]) == (301, "/guides/authenticity")


async def test_listing_link_shows_its_preview_picture(build: Path) -> None:
    picture = "/api/images/links/5/0123456789abcdef.jpg"
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        answer(harness, "/api/products/5", PRODUCT)
        answer(harness, "/api/auctions/9", AUCTION)
        answer(harness, "/internal/products/5/link-picture", {"address": picture})
        for path in ("/products/5", "/auctions/9"):
            tags = meta((await get(harness, path))[1])
            assert tags["og:image"] == BASE + picture
            assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
            assert tags["og:image:type"] == "image/jpeg"
            assert (
                tags["og:image:alt"]
                == tags["twitter:image:alt"]
                == "Atelier &amp; Noctell Smoke &lt;Vesper&gt;"
            )
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        answer(harness, "/api/products/5", PRODUCT)
        answer(harness, "/internal/products/5/link-picture", {}, 503)
        tags = meta((await get(harness, "/products/5"))[1])
        assert tags["og:image"] == f"{BASE}/api/images/abc-1024"
        assert "og:image:width" not in tags


async def test_described_pages_count_towards_limits(build: Path) -> None:
    """P-H5"""
    async with open_harness(web_dir=build, base_url=BASE, wangi_relaxed_limits=False) as harness:
        window = int(time.time() // BROWSE.seconds)
        for each in (window, window + 1):  # The minute may change during the test.
            harness.gateway.limiter.local.counts[
                BROWSE.of_address.name, f"at:{caller_at('127.0.0.1')}", each
            ] = BROWSE.of_address.calls - 5
        statuses = [(await get(harness, f"/products/{number}"))[0] for number in range(1, 12)]
    assert statuses[-1] == 429
    assert statuses[0] != 429


async def test_immutable_picture_is_cached_by_gateway(build: Path) -> None:
    """IMG-01"""
    async with open_harness(web_dir=build) as harness:

        async def picture(_: web.Request) -> web.StreamResponse:
            rule = {"Cache-Control": "public, max-age=31536000, immutable", "ETag": '"abc"'}
            return web.Response(body=b"RIFF", content_type="image/webp", headers=rule)

        harness.services.answers["/api/images/abc-640"] = picture
        for _ in range(3):
            async with harness.http.get(harness.address + "/api/images/abc-640") as response:
                assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        async with harness.http.get(
            harness.address + "/api/images/abc-640", headers={"If-None-Match": '"abc"'}
        ) as unchanged:
            assert unchanged.status == 304
        assert len(harness.services.seen) == 1
