"""The web app's HTML with title and preview for search engines and link previews."""

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import structlog
from aiohttp.web import Response

from gateway.http.context import RequestContext
from gateway.http.services import ServiceClient
from gateway.pages import link_previews
from gateway.pages.feeds import Feeds
from gateway.pages.first_screens import FirstScreens
from gateway.pages.link_previews import Head
from gateway.pages.static import Page, WebApp
from libs.kit.errors import DomainError

log = structlog.get_logger(__name__)

_LISTING_PATH = re.compile(r"^/(products|auctions?|sellers)/([1-9][0-9]{0,18})/?$")
_PART = re.compile(r"^/sitemaps/([0-9]{1,6})\.xml$")
# The first queries of the app (frontend/public/start.js), so that the page starts with the same listing.
_STOREFRONT_QUERIES = {"/": "type=regular&limit=24&showcase=true&sort=newest", "/products": "limit=24"}
_KEPT_SECONDS, _MAX_KEPT = 5.0, 2_000
# Maximum number of rendered pages to cache compressed until their data changes.
MAX_MADE = 256
# While a service is slow, pages without a description are cached, so that not every visitor waits.
_KEPT_WITHOUT_SECONDS = 1.0
_MAP_SECONDS = 300.0
# Seconds that a page waits for its description.
_PATIENCE = 1.5
# Seconds that a page waits for the preview picture. After this time, the listing's photograph is used.
_PICTURE_PATIENCE = 0.5
PRIVATE = (
    "/api/",
    "/profile",
    "/messages",
    "/seller/",
    "/sell",
    "/admin",
    "/boost-checkout",
    "/auth",
    "/searches/",
)


class Pages:
    def __init__(
        self, web_app: WebApp, first_screens: FirstScreens, services: ServiceClient, base_url: str
    ) -> None:
        self._web_app, self._first_screens = web_app, first_screens
        self._services, self._base_url = services, base_url.rstrip("/")
        self._feeds = Feeds(services, base_url)
        self._maps: dict[str, tuple[float, str]] = {}
        self._drawing_lock = asyncio.Lock()
        self.kept: OrderedDict[str, tuple[float, Head]] = OrderedDict()
        self._under_way: dict[str, asyncio.Task[Head]] = {}
        self.made: OrderedDict[tuple[str, str, bool], tuple[Head, Page]] = OrderedDict()

    @staticmethod
    def asks(context: RequestContext) -> bool:
        """True if the page needs a query to a service, and therefore counts towards rate limits."""
        return context.path.startswith(("/sitemap", "/feed")) or _LISTING_PATH.match(context.path) is not None

    async def answer(self, context: RequestContext) -> Response | None:
        """Returns None for any other path."""
        if context.method not in ("GET", "HEAD"):
            return None
        if context.path == "/robots.txt":
            return _text(self._robots(), "text/plain")
        if context.path == "/sitemap.xml":
            return _text(await self._map(context.path, self._sitemaps), "application/xml")
        if (part := _PART.match(context.path)) is not None:
            number = int(part[1])
            if number >= await self._parts():
                return None
            return _text(await self._map(context.path, lambda: self._sitemap(number)), "application/xml")
        if (feed := await self._feeds.render(context.path)) is not None:
            return _text(feed, "application/atom+xml")
        if (shown := _LISTING_PATH.match(context.path)) is not None and _takes_a_page(context):
            return self._page(await self._described(shown[1], context.path, int(shown[2])), context)
        return await self._fixed(context) if context.navigates else None

    async def _fixed(self, context: RequestContext) -> Response | None:
        if (moved := link_previews.MOVED.get(context.path)) is not None:
            return Response(status=301, headers={"Location": moved})
        if context.path not in link_previews.STATIC:
            return None
        if context.path == "/products" and context.query:
            # Pages with filters are not prerendered.
            return self._page(replace(link_previews.static_head(context.path), screen=None), context)
        if context.path in _STOREFRONT_QUERIES:
            return self._page(await self._described("storefront", context.path), context)
        return self._page(link_previews.static_head(context.path), context)

    def _page(self, head: Head, context: RequestContext) -> Response | None:
        language = (
            "ms" if context.request.headers.get("Accept-Language", "").lower().startswith("ms") else "en"
        )
        key = context.path, language, head.screen is None
        made_of, page = self.made.get(key, (None, None))
        if page is None or made_of != head:
            drawn = self._first_screens.draw(head.screen, language, head.first_picture, head.words)
            page = self._web_app.page(
                link_previews.as_html(head, self._base_url), head.status, language, drawn
            )
            if page is None:
                return None
            self.made[key] = head, page
        self.made.move_to_end(key)
        while len(self.made) > MAX_MADE:
            self.made.popitem(last=False)
        return page.response(context)

    async def _described(self, kind: str, path: str, number: int = 0) -> Head:
        """The head of the page. Concurrent requests share the query."""
        kept = self.kept.get(path)
        if kept is not None and kept[0] > time.monotonic():
            return kept[1]
        if path not in self._under_way:
            task = self._under_way[path] = asyncio.create_task(self._describe(kind, path, number))
            task.add_done_callback(lambda _: self._under_way.pop(path))
        return await asyncio.shield(self._under_way[path])

    async def _describe(self, kind: str, path: str, number: int) -> Head:
        """If the service is unavailable or slow, the page gets no description."""
        seconds = _KEPT_SECONDS
        try:
            async with asyncio.timeout(_PATIENCE):
                head = await self._ask(kind, path, number)
        except (DomainError, TimeoutError, KeyError, TypeError) as fault:
            log.info("a page goes without its description", path=path, cause=type(fault).__name__)
            head, seconds = link_previews.static_head(path), _KEPT_WITHOUT_SECONDS
        self.kept[path] = (time.monotonic() + seconds, head)
        while len(self.kept) > _MAX_KEPT:
            self.kept.popitem(last=False)
        return head

    async def _ask(self, kind: str, path: str, number: int) -> Head:
        if kind == "storefront":
            found = await self._services.get_public("catalog", f"/api/products?{_STOREFRONT_QUERIES[path]}")
            return link_previews.storefront_head(path, found.body if found.status == 200 else [])
        if kind == "sellers":
            seller = await self._services.get_public("auth", f"/api/sellers/{number}")
            if seller.status != 200:
                return link_previews.missing(path, 404)
            listings = await self._services.get_public("catalog", f"/api/sellers/{number}/shelf")
            return link_previews.seller_head(
                seller.body, listings.body["products"] if listings.status == 200 else 0
            )
        if kind == "products":
            found, picture = await asyncio.gather(
                self._services.get_public("catalog", f"/api/products/{number}"), self._link_picture(number)
            )
        else:
            found = await self._services.get_public("auction", f"/api/auctions/{number}")
            picture = await self._link_picture(found.body["product"]["id"]) if found.status == 200 else None
        if found.status != 200:
            return link_previews.missing(path, 410 if found.status == 410 else 404)
        head = link_previews.product_head if kind == "products" else link_previews.auction_head
        return link_previews.with_link_picture(head(found.body), picture)

    async def _link_picture(self, product_id: int) -> str | None:
        """Returns None if the URL of the preview picture is not known in time."""
        try:
            async with asyncio.timeout(_PICTURE_PATIENCE):
                path = f"/internal/products/{product_id}/link-picture"
                return str((await self._services.get_internal("catalog", path))["address"])
        except (DomainError, TimeoutError, KeyError, TypeError):
            return None

    def _robots(self) -> str:
        closed = "".join(f"Disallow: {path}\n" for path in PRIVATE)
        return f"User-agent: *\nAllow: /api/images/\n{closed}\nSitemap: {self._base_url}/sitemap.xml\n"

    async def _map(self, path: str, draw: Callable[[], Awaitable[str]]) -> str:
        """Render a sitemap and cache it. Only one sitemap is rendered at a time."""
        async with self._drawing_lock:
            until, drawn = self._maps.get(path, (0.0, ""))
            if until < time.monotonic():
                drawn = await draw()
                self._maps[path] = (time.monotonic() + _MAP_SECONDS, drawn)
            return drawn

    async def _parts(self) -> int:
        return (await self._map("/sitemap.xml", self._sitemaps)).count("<sitemap>")

    async def _sitemaps(self) -> str:
        parts = (await self._services.get_internal("catalog", "/internal/sitemap"))["parts"]
        places = [f"{self._base_url}/sitemaps/{part}.xml" for part in range(parts)]
        return _xml("sitemapindex", [("sitemap", place, None) for place in places])

    async def _sitemap(self, part: int) -> str:
        pages: list[dict[str, Any]] = (
            await self._services.get_internal("catalog", f"/internal/sitemap/{part}")
        )["pages"]
        fixed = [("url", self._base_url + path, None) for path in link_previews.STATIC] if part == 0 else []
        return _xml("urlset", fixed + [("url", self._base_url + p["path"], p["changed"]) for p in pages])


def _takes_a_page(context: RequestContext) -> bool:
    """Browsers accept HTML, and preview bots accept anything. A program that wants JSON has called the wrong
    URL."""
    accepted = context.request.headers.get("Accept", "*/*")
    return "text/html" in accepted or "*/*" in accepted


def _xml(kind: str, rows: list[tuple[str, str, str | None]]) -> str:
    """Our URLs need no XML escaping."""
    lines = [
        f"<{tag}><loc>{place}</loc>{f'<lastmod>{changed}</lastmod>' if changed else ''}</{tag}>"
        for tag, place, changed in rows
    ]
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return (
        f'{head}<{kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        + "\n".join(lines)
        + f"\n</{kind}>\n"
    )


def _text(body: str, kind: str) -> Response:
    return Response(
        text=body, content_type=kind, charset="utf-8", headers={"Cache-Control": "public, max-age=300"}
    )
