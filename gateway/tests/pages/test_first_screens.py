import gzip
import json
from pathlib import Path

import pytest

from gateway.http import compression
from gateway.pages import app_pages as gateway_pages
from gateway.tests.harness import Harness, open_harness
from gateway.tests.pages.test_link_previews import AUCTION, BASE, PLAIN, PRODUCT, answer, get

PICTURES = [
    {"imageUrl": "/api/images/two", "imageOrder": 1, "width": 900, "height": 900, "sizes": [320, 640, 1024]},
    {
        "imageUrl": "/api/images/one",
        "imageOrder": 0,
        "width": 750,
        "height": 1000,
        "sizes": [320, 640, 1024, 1600],
    },
]


PICTURE = (
    'src="/api/images/one" srcset="/api/images/one-320 240w, /api/images/one-640 480w, /api/images/one-1024 750w" '
    'width="750" height="1000"'
)


def screen_html(screen: str, language: str) -> str:
    return f'<main>{screen} {language}<img data-first-picture="" alt="" sizes="94vw"><p>after</p></main>'


@pytest.fixture
def drawings(build: Path) -> Path:
    screens = ("home", "catalogue", "product")
    drawings = {
        screen: {language: screen_html(screen, language) for language in ("en", "ms")} for screen in screens
    }
    (build / "first-screens.json").write_text(json.dumps(drawings))
    return build


async def test_page_is_prerendered_with_its_first_picture(drawings: Path) -> None:
    """HOME-01, CAT-01, PROD-03"""
    listing = {**PRODUCT, "listingType": "fixed", "images": PICTURES}
    auction = {**PRODUCT, "listingType": "auction", "images": PICTURES[:1]}
    async with open_harness(web_dir=drawings, base_url=BASE) as harness:
        answer(harness, "/api/products/5", listing)
        answer(harness, "/api/products", [auction, listing])
        for path, screen in (("/", "home"), ("/products/5", "product")):
            _, page = await get(harness, path, "text/html")
            assert (
                f'<div id="root"><main>{screen} en<img {PICTURE} alt="" sizes="94vw"><p>after</p></main></div>'
                in page
            )
        _, catalogue = await get(harness, "/products", "text/html")
        assert 'catalogue en<img src="/api/images/two"' in catalogue
        for asked in ("type=regular&limit=24&showcase=true&sort=newest", "limit=24"):
            assert f"/api/products?{asked}" in [seen.target for seen in harness.services.seen]


async def test_page_is_prerendered_in_device_language(drawings: Path) -> None:
    async with open_harness(web_dir=drawings, base_url=BASE) as harness:
        headers = {"Accept": "text/html", "Accept-Language": "ms-MY,ms;q=0.9,en;q=0.8", **PLAIN}
        async with harness.http.get(harness.address, headers=headers) as response:
            page = await response.text()
            assert response.headers["Vary"].startswith("Accept-Language")
    assert '<html lang="ms-MY" data-drawn="whole">' in page
    assert "home ms<p>after</p>" in page


@pytest.mark.parametrize("path", ["/products?search=oud", "/about", "/sell", "/products/7"])
async def test_filtered_or_missing_pages_are_not_prerendered(drawings: Path, path: str) -> None:
    async with open_harness(web_dir=drawings, base_url=BASE) as harness:
        answer(harness, "/api/products/7", {"code": "not_found", "message": "x"}, 404)
        _, page = await get(harness, path, "text/html")
    assert '<div id="root"></div>' in page


async def test_prerendered_page_is_compressed(drawings: Path) -> None:
    headers = {"Accept": "text/html", "Accept-Encoding": "gzip"}
    async with (
        open_harness(web_dir=drawings, base_url=BASE) as harness,
        harness.http.get(harness.address, headers=headers) as got,
    ):
        assert (got.headers["Content-Encoding"], got.headers["Cache-Control"]) == ("gzip", "no-cache")
        assert b"home en<p>after</p>" in gzip.decompress(await got.read())


async def test_page_is_prerendered_without_pictures_or_catalogue(drawings: Path) -> None:
    async with open_harness(web_dir=drawings, base_url=BASE) as harness:
        answer(harness, "/api/products/5", PRODUCT)
        answer(harness, "/api/products", {}, 503)
        _, without_sides = await get(harness, "/products/5")
        _, without_catalogue = await get(harness, "/", "text/html")
        async with harness.http.get(harness.address + "/first-screens.json") as file:
            assert file.status == 404
    assert "product en<p>after</p>" in without_sides
    assert "home en<p>after</p>" in without_catalogue


async def visited(harness: Harness, path: str, language: str) -> str:
    headers = {"Accept": "text/html", "Accept-Encoding": "gzip", "Accept-Language": language}
    async with harness.http.get(harness.address + path, headers=headers) as got:
        assert got.headers["Cache-Control"] == "no-cache"
        return gzip.decompress(await got.read()).decode()


async def test_page_is_rendered_again_only_when_data_changes(
    drawings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """HOME-01"""
    packed, squeeze = list[bytes](), compression.compress_body

    def counted(body: bytes, level: int) -> bytes:
        packed.append(body)
        return squeeze(body, level)

    monkeypatch.setattr(compression, "compress_body", counted)
    async with open_harness(web_dir=drawings, base_url=BASE) as harness:
        packed.clear()
        answer(harness, "/api/products", [{**PRODUCT, "listingType": "fixed", "images": PICTURES}])
        answer(harness, "/api/products/5", PRODUCT)
        paths = ("/", "/products", "/products?search=oud", "/about", "/products/5")
        pages = {
            (path, language): await visited(harness, path, language)
            for path in paths
            for language in ("en", "ms")
        }
        assert len(packed) == len(pages)
        for (path, language), page in pages.items():
            assert await visited(harness, path, language) == page
        assert "home ms<img" in pages["/", "ms"]
        assert '<div id="root"></div>' in pages["/products?search=oud", "en"]
        assert len(packed) == len(pages)
        answer(harness, "/api/products/5", {**PRODUCT, "price": 99})
        harness.gateway.edge.pages.kept.clear()  # Expires the cached description.
        assert "RM 99" in await visited(harness, "/products/5", "en")
        assert await visited(harness, "/", "en") == pages["/", "en"]
        assert len(packed) == len(pages) + 1


async def test_number_of_cached_pages_is_bounded(drawings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway_pages, "MAX_MADE", 3)
    async with open_harness(web_dir=drawings, base_url=BASE) as harness:
        for number in range(1, 9):
            await visited(harness, f"/products/{number}", "en")
        assert len(harness.gateway.edge.pages.made) == 3


def drawn_lot(language: str) -> str:
    figures = "{{#bid}}now{{/bid}}{{#start}}from{{/start}} {{whole}}{{sen}}{{#over}} over{{/over}}"
    ends = "{{#running}}until {{end}}{{/running}}"
    return f'{language} <img data-first-picture="" alt=""><h1>{{{{brand}}}} {{{{name}}}}</h1>{figures} {ends}'


async def test_auction_page_is_prerendered_with_listing_price_and_end(build: Path) -> None:
    """AUC-01, AUC-02"""
    drawings = {"auction": {language: drawn_lot(language) for language in ("en", "ms")}}
    (build / "first-screens.json").write_text(json.dumps(drawings))
    lot = {**PRODUCT, "name": "{{zone}} <Vesper>", "images": PICTURES}
    async with open_harness(web_dir=build, base_url=BASE) as harness:
        answer(harness, "/api/auctions/9", {**AUCTION, "product": lot})
        answer(
            harness,
            "/api/auctions/10",
            {**AUCTION, "id": 10, "currentBid": None, "status": "ended", "product": lot},
        )
        answer(harness, "/api/auctions/11", {**AUCTION, "id": 11, "status": "cancelled", "product": lot})
        answer(harness, "/api/auctions/12", {**AUCTION, "id": 12, "currentBid": None, "product": lot})
        _, running = await get(harness, "/auctions/9", "text/html")
        _, first = await get(harness, "/auctions/12", "text/html")
        _, over = await get(harness, "/auctions/10", "text/html")
        _, cancelled = await get(harness, "/auctions/11", "text/html")
    title = "<h1>Atelier &amp; Noctell {{zone}} &lt;Vesper&gt;</h1>"
    assert f'en <img {PICTURE} alt="">{title}now 105 until 1 Dec 2026, 08:00' in running
    assert f"{title}now 100 until" in first, "AUC-04: the current bid has its name before the first bid too"
    assert f"{title}from 100 over " in over
    assert '<div id="root"></div>' in cancelled
