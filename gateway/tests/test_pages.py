"""Links unfurl (PROD-01, SELP-01, HDR-10, C19): pages say what they show to those who do not run them."""

import asyncio
import gzip
import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from PIL import Image

from gateway.table import BROWSE
from gateway.tests.house import House, open_house
from libs.kit.networks import caller_at

PAGE = """<!doctype html><html lang="en-MY"><head>
    <meta name="description" content="Built" />
    <title>Wangi</title></head><body><div id="root"></div></body></html>"""
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
SELLER = {"id": 3, "username": "farid", "shopName": "Kedai Farid", "bio": None, "coverPhoto": None, "avatarUrl": None}


@pytest.fixture
def build(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text(PAGE)
    return tmp_path


def answer(house: House, path: str, body: Any, status: int = 200) -> None:
    async def told(_: web.Request) -> web.StreamResponse:
        return web.json_response(body, status=status)

    house.services.answers[path] = told


async def get(house: House, path: str, accept: str = "*/*") -> tuple[int, str]:
    async with house.http.get(house.address + path, headers={"Accept": accept, **PLAIN}) as response:
        return response.status, await response.text()


def meta(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', page))


PICTURES = [
    {"imageUrl": "/api/images/two", "imageOrder": 1, "width": 900, "height": 900, "sizes": [320, 640, 1024]},
    {"imageUrl": "/api/images/one", "imageOrder": 0, "width": 750, "height": 1000, "sizes": [320, 640, 1024, 1600]},
]
PICTURE = (
    'src="/api/images/one" srcset="/api/images/one-320 240w, /api/images/one-640 480w, /api/images/one-1024 750w" '
    'width="750" height="1000"'
)


def drawn(screen: str, language: str) -> str:
    return f'<main>{screen} {language}<img data-first-picture="" alt="" sizes="94vw"><p>after</p></main>'


@pytest.fixture
def drawings(build: Path) -> Path:
    screens = ("home", "catalogue", "product")
    told = {screen: {language: drawn(screen, language) for language in ("en", "ms")} for screen in screens}
    (build / "first-screens.json").write_text(json.dumps(told))
    return build


async def test_a_page_comes_drawn_with_the_picture_it_begins_with(drawings: Path) -> None:
    """HOME-01, CAT-01, PROD-03: the same picture as the app will choose, in the sizes it will ask for."""
    listing = {**PRODUCT, "listingType": "fixed", "images": PICTURES}
    auction = {**PRODUCT, "listingType": "auction", "images": PICTURES[:1]}
    async with open_house(web_dir=drawings, base_url=BASE) as house:
        answer(house, "/api/products/5", listing)
        answer(house, "/api/products", [auction, listing])
        for path, screen in (("/", "home"), ("/products/5", "product")):
            _, page = await get(house, path, "text/html")
            assert (
                f'<div id="root"><main>{screen} en<img {PICTURE} alt="" sizes="94vw"><p>after</p></main></div>' in page
            )
        _, catalogue = await get(house, "/products", "text/html")
        assert 'catalogue en<img src="/api/images/two"' in catalogue
        for asked in ("type=regular&limit=24&sort=newest", "limit=24"):
            assert f"/api/products?{asked}" in [seen.target for seen in house.services.seen]


async def test_a_page_is_drawn_in_the_language_of_the_device(drawings: Path) -> None:
    async with open_house(web_dir=drawings, base_url=BASE) as house:
        headers = {"Accept": "text/html", "Accept-Language": "ms-MY,ms;q=0.9,en;q=0.8", **PLAIN}
        async with house.http.get(house.address, headers=headers) as response:
            page = await response.text()
            assert response.headers["Vary"].startswith("Accept-Language")
    assert '<html lang="ms-MY" data-drawn="whole">' in page
    assert "home ms<p>after</p>" in page


@pytest.mark.parametrize("path", ["/products?search=oud", "/about", "/sell", "/products/7"])
async def test_what_is_chosen_is_read_or_is_gone_is_not_drawn_beforehand(drawings: Path, path: str) -> None:
    async with open_house(web_dir=drawings, base_url=BASE) as house:
        answer(house, "/api/products/7", {"code": "not_found", "message": "x"}, 404)
        _, page = await get(house, path, "text/html")
    assert '<div id="root"></div>' in page


async def test_a_drawn_page_travels_packed(drawings: Path) -> None:
    headers = {"Accept": "text/html", "Accept-Encoding": "gzip"}
    async with (
        open_house(web_dir=drawings, base_url=BASE) as house,
        house.http.get(house.address, headers=headers) as got,
    ):
        assert (got.headers["Content-Encoding"], got.headers["Cache-Control"]) == ("gzip", "no-cache")
        assert b"home en<p>after</p>" in gzip.decompress(await got.read())


async def test_no_picture_and_no_catalogue_leave_the_drawing_whole(drawings: Path) -> None:
    async with open_house(web_dir=drawings, base_url=BASE) as house:
        answer(house, "/api/products/5", PRODUCT)
        answer(house, "/api/products", {}, 503)
        _, without_sides = await get(house, "/products/5")
        _, without_catalogue = await get(house, "/", "text/html")
        async with house.http.get(house.address + "/first-screens.json") as file:
            assert file.status == 404
    assert "product en<p>after</p>" in without_sides
    assert "home en<p>after</p>" in without_catalogue


async def test_a_product_says_its_name_price_picture_and_itself_as_data(build: Path) -> None:
    async with open_house(web_dir=build, base_url=BASE) as house:
        answer(house, "/api/products/5", PRODUCT)
        status, page = await get(house, "/products/5")
    told = meta(page)
    assert status == 200
    assert "<title>Atelier &amp; Noctell Smoke &lt;Vesper&gt;, RM 1,250.50 · Wangi</title>" in page
    assert (told["og:type"], told["og:image"]) == ("product", f"{BASE}/api/images/abc-1024")
    assert (told["product:price:amount"], told["og:url"]) == ("1250.50", f"{BASE}/products/5")
    assert told["description"].startswith("50 ml, 60% full. Half &quot;a&quot; bottle.")
    assert 'content="Built"' not in page
    parts = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
    product, trail = (json.loads(part) for part in parts)
    assert (product["offers"]["price"], product["offers"]["priceCurrency"]) == ("1250.50", "MYR")
    assert product["offers"]["availability"] == "https://schema.org/InStock"
    assert product["offers"]["url"] == f"{BASE}/products/5"
    assert product["image"] == [f"{BASE}/api/images/abc-1024"]
    assert trail["itemListElement"][2]["item"] == f"{BASE}/products/5"


async def test_words_of_a_seller_end_nothing_and_run_nothing(build: Path) -> None:
    """S11: in the head of a page as everywhere."""
    async with open_house(web_dir=build, base_url=BASE) as house:
        hostile = {**PRODUCT, "name": "</title><script>alert(1)</script>", "brand": '"><img src=x onerror=alert(1)>'}
        answer(house, "/api/products/5", hostile)
        _, page = await get(house, "/products/5")
    assert "<script>alert" not in page
    assert "<img" not in page
    assert page.count("<script") == page.count("</script>") == 2


async def test_an_auction_and_a_shop_say_what_they_are(build: Path) -> None:
    """AUC-01, C19: both spellings of the address show it, the canonical one is said."""
    async with open_house(web_dir=build, base_url=BASE) as house:
        answer(house, "/api/auctions/9", AUCTION)
        answer(house, "/api/sellers/3", SELLER)
        answer(house, "/api/sellers/3/shelf", {"products": 4, "sold": 0, "photos": []})
        for path in ("/auctions/9", "/auction/9"):
            _, page = await get(house, path)
            assert f'<link rel="canonical" href="{BASE}/auctions/9" />' in page
            assert "auction: 3 bids, RM 105 · Wangi" in page
        _, shop = await get(house, "/sellers/3")
    assert "<title>Kedai Farid · Wangi</title>" in shop
    assert meta(shop)["description"] == "4 pre-owned perfumes for sale by farid."


@pytest.mark.parametrize(("upstream", "status"), [(404, 404), (410, 410)])
async def test_what_is_not_there_is_said_by_its_status_and_kept_out_of_search(
    build: Path, upstream: int, status: int
) -> None:
    """PROD-10, U37."""
    async with open_house(web_dir=build, base_url=BASE) as house:
        answer(house, "/api/products/5", {"code": "x", "message": "x"}, upstream)
        told, page = await get(house, "/products/5", "text/html")
    assert (told, meta(page)["robots"]) == (status, "noindex")
    assert '<div id="root">' in page


async def test_a_page_without_a_picture_of_its_own_shows_the_sites(build: Path) -> None:
    """HDR-10: 1200 by 630 pixels, and really there; IMG-01: so is the picture for what has none."""
    public = Path(__file__).parents[2] / "frontend" / "public"
    with Image.open(public / "preview.jpg") as preview, Image.open(public / "placeholder.jpg") as placeholder:
        assert (preview.size, preview.format, placeholder.format) == ((1200, 630), "JPEG", "JPEG")
    async with open_house(web_dir=build, base_url=BASE) as house:
        _, page = await get(house, "/", "text/html")
    told = meta(page)
    assert told["og:image"] == f"{BASE}/preview.jpg"
    assert (told["og:image:width"], told["og:image:height"]) == ("1200", "630")
    assert told["twitter:card"] == "summary_large_image"


async def test_a_service_that_is_away_costs_the_description_not_the_page(build: Path) -> None:
    async with open_house(web_dir=build, base_url=BASE) as house:
        answer(house, "/api/products/5", {}, 503)
        status, page = await get(house, "/products/5")
    assert (status, "<title>Wangi</title>" in page) == (200, True)


async def test_a_description_is_asked_for_once_for_many_readers(build: Path) -> None:
    async with open_house(web_dir=build, base_url=BASE) as house:
        answer(house, "/api/products/5", PRODUCT)
        await asyncio.gather(*(get(house, "/products/5") for _ in range(5)))
        await get(house, "/products/5")
        assert [seen.target for seen in house.services.seen].count("/api/products/5") == 1


async def test_search_engines_are_told_what_there_is_and_what_is_private(build: Path) -> None:
    async with open_house(web_dir=build, base_url=BASE) as house:
        answer(house, "/internal/sitemap", {"parts": 2})
        pages = [
            {"path": "/products/5", "changed": "2026-11-21T00:00:00+00:00"},
            {"path": "/auctions/9", "changed": "x"},
        ]
        answer(house, "/internal/sitemap/0", {"pages": pages})
        _, robots = await get(house, "/robots.txt")
        assert "Disallow: /profile" in robots
        assert f"Sitemap: {BASE}/sitemap.xml" in robots
        _, index = await get(house, "/sitemap.xml")
        assert re.findall("<loc>(.*?)</loc>", index) == [f"{BASE}/sitemaps/0.xml", f"{BASE}/sitemaps/1.xml"]
        _, part = await get(house, "/sitemaps/0.xml")
        assert f"<loc>{BASE}/products/5</loc><lastmod>2026-11-21T00:00:00+00:00</lastmod>" in part
        assert f"<loc>{BASE}/buying-guide</loc>" in part
        asked = len(house.services.seen)
        assert (await get(house, "/sitemaps/2.xml"))[0] == 404
        assert len(house.services.seen) == asked, "a part that is none costs nothing"


async def test_pages_that_ask_a_service_count_like_questions(build: Path) -> None:
    """H5: descriptions are no way around the limits."""
    async with open_house(web_dir=build, base_url=BASE, wangi_relaxed_limits=False) as house:
        window = int(time.time() // BROWSE.seconds)
        for each in (window, window + 1):  # the minute may turn while the test runs
            house.gateway.limiter._local._counts[BROWSE.of_address.name, f"at:{caller_at('127.0.0.1')}", each] = (
                BROWSE.of_address.calls - 5
            )
        statuses = [(await get(house, f"/products/{number}"))[0] for number in range(1, 12)]
    assert statuses[-1] == 429
    assert statuses[0] != 429


async def test_a_picture_that_never_changes_is_kept_at_the_door(build: Path) -> None:
    """IMG-01: asked of its service once; a conditional question is answered at the door."""
    async with open_house(web_dir=build) as house:

        async def picture(_: web.Request) -> web.StreamResponse:
            rule = {"Cache-Control": "public, max-age=31536000, immutable", "ETag": '"abc"'}
            return web.Response(body=b"RIFF", content_type="image/webp", headers=rule)

        house.services.answers["/api/images/abc-640"] = picture
        for _ in range(3):
            async with house.http.get(house.address + "/api/images/abc-640") as response:
                assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        async with house.http.get(
            house.address + "/api/images/abc-640", headers={"If-None-Match": '"abc"'}
        ) as unchanged:
            assert unchanged.status == 304
        assert len(house.services.seen) == 1


def drawn_lot(language: str) -> str:
    """What the build draws for a lot: places, and parts that stay only where they are so."""
    figures = "{{#bid}}now{{/bid}}{{#start}}from{{/start}} {{whole}}{{sen}}{{#over}} over{{/over}}"
    ends = "{{#running}}until {{end}}{{/running}}"
    return f'{language} <img data-first-picture="" alt=""><h1>{{{{brand}}}} {{{{name}}}}</h1>{figures} {ends}'


async def test_an_auctions_page_comes_drawn_with_its_lot_price_and_end(build: Path) -> None:
    """AUC-01, AUC-02: nobody looks at an empty page, and nobody's words are taken for ours."""
    told = {"auction": {language: drawn_lot(language) for language in ("en", "ms")}}
    (build / "first-screens.json").write_text(json.dumps(told))
    lot = {**PRODUCT, "name": "{{zone}} <Vesper>", "images": PICTURES}
    async with open_house(web_dir=build, base_url=BASE) as house:
        answer(house, "/api/auctions/9", {**AUCTION, "product": lot})
        answer(house, "/api/auctions/10", {**AUCTION, "id": 10, "currentBid": None, "status": "ended", "product": lot})
        answer(house, "/api/auctions/11", {**AUCTION, "id": 11, "status": "cancelled", "product": lot})
        answer(house, "/api/auctions/12", {**AUCTION, "id": 12, "currentBid": None, "product": lot})
        _, running = await get(house, "/auctions/9", "text/html")
        _, first = await get(house, "/auctions/12", "text/html")
        _, over = await get(house, "/auctions/10", "text/html")
        _, cancelled = await get(house, "/auctions/11", "text/html")
    title = "<h1>Atelier &amp; Noctell {{zone}} &lt;Vesper&gt;</h1>"
    assert f'en <img {PICTURE} alt="">{title}now 105 until 1 Dec 2026, 08:00' in running
    assert f"{title}now 100 until" in first, "AUC-04: the current bid has its name before the first bid too"
    assert f"{title}from 100 over " in over
    assert '<div id="root"></div>' in cancelled
