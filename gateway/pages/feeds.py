"""Atom feeds (RFC 4287) of the newest listings: all, by category, or by seller. Rendered feeds are cached,
because readers poll often."""

import asyncio
import re
import time
from collections import OrderedDict
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from gateway.http.responses import BadGateway
from gateway.http.services import ServiceClient

PATH = "/feed.xml"
_ONE = re.compile(r"/feeds/(sellers|categories)/([1-9][0-9]{0,18})\.xml")
ENTRIES, LONGEST = 50, 300
# Same as for the sitemap. A removed listing disappears from the feed after this time.
KEPT_SECONDS = 300.0
# Each feed has at most 40 kB.
MAX_KEPT = 256
# Characters that XML cannot contain.
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_Listing = dict[str, Any]


class Feeds:
    def __init__(self, services: ServiceClient, base_url: str) -> None:
        self._services, self._base_url = services, base_url.rstrip("/")
        self._kept: OrderedDict[str, tuple[float, str]] = OrderedDict()
        self._under_way: dict[str, asyncio.Task[str | None]] = {}

    async def render(self, path: str) -> str | None:
        """Returns None if there is no such feed. Concurrent requests share the rendering."""
        if path != PATH and _ONE.fullmatch(path) is None:
            return None
        until, kept = self._kept.get(path, (0.0, ""))
        if until > time.monotonic():
            self._kept.move_to_end(path)
            return kept
        if path not in self._under_way:
            task = self._under_way[path] = asyncio.create_task(self._draw(path))
            task.add_done_callback(lambda _: self._under_way.pop(path))
        return await asyncio.shield(self._under_way[path])

    async def _draw(self, path: str) -> str | None:
        one = _ONE.fullmatch(path)
        feed: str | None
        if one is None:
            feed = self._atom(path, "Wangi: newest bottles", "/products", await self._newest(""))
        elif one[1] == "sellers":
            feed = await self._of_seller(path, int(one[2]))
        else:
            feed = await self._of_category(path, int(one[2]))
        if feed is None:
            return None  # Guessed ids must not create feeds.
        self._kept[path] = time.monotonic() + KEPT_SECONDS, feed
        while len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)
        return feed

    async def _of_seller(self, path: str, seller_id: int) -> str | None:
        seller = await self._answer_of("auth", f"/api/sellers/{seller_id}")
        if seller is None:
            return None
        name = seller["shopName"] or seller["username"]
        listings = await self._newest(f"&sellerId={seller_id}")
        return self._atom(path, f"{name} on Wangi", f"/sellers/{seller_id}", listings)

    async def _of_category(self, path: str, category_id: int) -> str | None:
        names = {
            item["id"]: item["name"] for item in await self._answer_of("catalog", "/api/categories") or ()
        }
        if category_id not in names:
            return None
        listings = await self._newest(f"&category={category_id}")
        return self._atom(path, f"Wangi: {names[category_id]}", f"/products?category={category_id}", listings)

    async def _newest(self, which: str) -> list[_Listing]:
        path = f"/api/products?limit={ENTRIES}&sort=newest{which}"
        listings: list[_Listing] = await self._answer_of("catalog", path) or []
        return listings

    async def _answer_of(self, service: str, path: str) -> Any:
        """Returns None for a 404. Raises for any other failure, because an empty feed would look as if all
        listings were removed."""
        answer = await self._services.get_public(service, path)
        if answer.status not in (200, 404):
            raise BadGateway
        return answer.body if answer.status == 200 else None

    def _atom(self, path: str, title: str, page: str, listings: list[_Listing]) -> str:
        newest = max((listing["updatedAt"] for listing in listings), default="1970-01-01T00:00:00Z")
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
            f"<id>{_text(self._base_url + path)}</id><title>{_text(title)}</title>"
            f"<updated>{_text(newest)}</updated><author><name>Wangi</name></author>\n"
            f'<link rel="self" type="application/atom+xml" href={_attribute(self._base_url + path)}/>'
            f'<link rel="alternate" type="text/html" href={_attribute(self._base_url + page)}/>\n'
            + "".join(self._entry(listing) for listing in listings)
            + "</feed>\n"
        )

    def _entry(self, listing: _Listing) -> str:
        auction = listing.get("auction")
        price = (
            f"RM {(auction['currentBid'] or auction['startingPrice'] if auction else listing['price']):,.2f}"
        )
        page = f"/auctions/{auction['id']}" if auction else f"/products/{listing['id']}"
        level = f"{listing['volume']} ml, {listing['remainingPercentage']}% full"
        kind = "Auction, " if auction else ""
        words = f"{kind}{price}. {level}. {listing['description']}"
        return (
            f"<entry><id>{_text(self._base_url)}/products/{int(listing['id'])}</id>"
            f"<title>{_text(listing['brand'])} {_text(listing['name'])}</title>"
            f"<link href={_attribute(self._base_url + page)}/>"
            f"<published>{_text(listing['createdAt'])}</published><updated>{_text(listing['updatedAt'])}</updated>"
            f"<author><name>{_text(listing['seller']['username'])}</name></author>"
            f"<category term={_attribute(listing['category']['name'])}/>"
            f"<summary>{_text(_cut(words))}</summary></entry>\n"
        )


def _text(value: str) -> str:
    return escape(_UNWRITABLE.sub("", value))


def _attribute(value: str) -> str:
    return quoteattr(_UNWRITABLE.sub("", value))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"
