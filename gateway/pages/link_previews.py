"""Link previews: title, description, picture and structured data of pages. No I/O."""

import json
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

from gateway.pages import auction_words, first_screens

SITE = "Wangi"
LONGEST = 160
# The default preview, 1200 by 630 pixels.
PREVIEW = "/preview.jpg"
# Pages with fixed texts. All other pages use the site's name.
STATIC = {
    "/": (
        "Wangi: pre-owned perfume in Malaysia",
        "Pre-owned perfume from people in Malaysia. Every bottle shows how much is left.",
    ),
    "/products": (
        "All perfumes · Wangi",
        "Browse pre-owned perfumes by brand, price, level and state; fixed price, negotiable, or by auction.",
    ),
    "/terms-of-service": (
        "Terms of Service · Wangi",
        "What buyers, sellers and bidders on Wangi agree to.",
    ),
    "/privacy-policy": (
        "Privacy Policy · Wangi",
        "What Wangi keeps about you, for how long, and how to have it deleted.",
    ),
    "/buying-guide": (
        "Buying Guide · Wangi",
        "How to check a pre-owned perfume, pay safely and confirm a delivery.",
    ),
    "/about": (
        "About Us · Wangi",
        "Wangi connects fragrance enthusiasts in Malaysia. Since 2025.",
    ),
    "/guides/authenticity": (
        "Authentication Guide · Wangi",
        "Pre-owned perfume: what to photograph, look at and ask, and what a batch code tells and what not.",
    ),
    "/shipping-guidelines": (
        "Shipping Guidelines · Wangi",
        "How to pack and send perfume within Malaysia, and what couriers accept.",
    ),
    "/return-policy": (
        "Return Policy · Wangi",
        "What happens when a bottle is not as described.",
    ),
}


# Redirects from former paths.
MOVED = {"/authentication-guide": "/guides/authenticity"}


@dataclass(frozen=True)
class Head:
    title: str
    description: str
    path: str
    image: str | None = None
    # True if the picture was rendered as a preview of 1200 by 630 pixels.
    is_link_picture: bool = False
    # Alternative text of the picture.
    alt: str | None = None
    kind: str = "website"
    status: int = 200
    data: list[dict[str, Any]] = field(default_factory=list)
    more: dict[str, str] = field(default_factory=dict)
    # The prerendered screen (`first_screens`).
    screen: str | None = None
    first_picture: dict[str, Any] | None = None
    # Path of the page's feed.
    feed: str | None = None
    # Texts for the placeholders.
    words: dict[str, str] = field(default_factory=dict)


def static_head(path: str) -> Head:
    title, description = STATIC.get(path, (SITE, STATIC["/"][1]))
    return Head(title, description, path, screen=first_screens.BY_PATH.get(path))


def missing(path: str, status: int) -> Head:
    """The head of a missing or removed page. Such pages are not indexed."""
    return Head(f"Not available · {SITE}", STATIC["/"][1], path, status=status)


def storefront_head(path: str, products: list[dict[str, Any]]) -> Head:
    """The head of the home page or the catalogue. Both start with a listing."""
    return replace(static_head(path), first_picture=first_screens.picture_of(path, products))


def product_head(product: dict[str, Any]) -> Head:
    name, path = _named(product), f"/products/{product['id']}"
    level = f"{product['volume']} ml, {product['remainingPercentage']}% full"
    words = f"{level}. {_cut(product['description'])}"
    return Head(
        title=f"{name}, {_ringgit(product['price'])} · {SITE}",
        description=_cut(words),
        path=path,
        image=_picture(product),
        alt=_named(product),
        kind="product",
        data=[_offered(product, path, product["price"]), _trail(product, path)],
        more={"product:price:amount": f"{product['price']:.2f}", "product:price:currency": "MYR"},
        screen=first_screens.PRODUCT,
        first_picture=first_screens.first_picture(product),
    )


def auction_head(auction: dict[str, Any]) -> Head:
    product, path = auction["product"], f"/auctions/{auction['id']}"
    price = auction["currentBid"] or auction["startingPrice"]
    ended = auction["status"] != "active"
    what = "Auction ended" if ended else f"{auction['bidCount']} bids, {_ringgit(price)}"
    description = (
        f"{product['volume']} ml, {product['remainingPercentage']}% full. {_cut(product['description'])}"
    )
    words = auction_words.words_of(auction)
    sold = {**product, "status": "sold" if ended else "active"}
    return Head(
        title=f"{_named(product)}, auction: {what} · {SITE}",
        description=_cut(description),
        path=path,
        image=_picture(product),
        alt=_named(product),
        kind="product",
        data=[_offered(sold, path, price) | _until(auction), _trail(product, path)],
        more={"product:price:amount": f"{price:.2f}", "product:price:currency": "MYR"},
        screen=first_screens.AUCTION if words else None,
        first_picture=first_screens.first_picture(product),
        words=words,
    )


def with_link_picture(head: Head, address: str | None) -> Head:
    return replace(head, image=address, is_link_picture=True) if address is not None else head


def seller_head(seller: dict[str, Any], offered: int) -> Head:
    name, path = seller["shopName"] or seller["username"], f"/sellers/{seller['id']}"
    about = seller.get("bio") or f"{offered} pre-owned perfumes for sale by {seller['username']}."
    image = seller.get("coverPhoto") or seller.get("avatarUrl") or seller.get("profileImage")
    return Head(f"{name} · {SITE}", _cut(about), path, image=image, kind="profile", feed=f"/feeds{path}.xml")


def as_html(head: Head, base_url: str) -> str:
    """Escapes all user-provided text, and prevents data from closing its script element."""
    url = base_url + head.path
    named = {"description": head.description, "twitter:card": "summary_large_image"}
    if head.status != 200:
        named["robots"] = "noindex"
    properties = {
        "og:site_name": SITE,
        "og:type": head.kind,
        "og:title": head.title,
        "og:description": head.description,
    }
    properties |= {"og:url": url} | head.more
    properties["og:image"] = _absolute(head.image or PREVIEW, base_url)
    if head.is_link_picture or not head.image:
        properties |= {"og:image:type": "image/jpeg", "og:image:width": "1200", "og:image:height": "630"}
    properties["og:image:alt"] = named["twitter:image:alt"] = head.alt or head.title.removesuffix(
        f" · {SITE}"
    )
    lines = [f"<title>{escape(head.title)}</title>", f'<link rel="canonical" href="{escape(url)}" />']
    if head.feed:
        feed = escape(base_url + head.feed)
        lines.append(
            f'<link rel="alternate" type="application/atom+xml" title="{escape(head.title)}" href="{feed}" />'
        )
    lines += [f'<meta name="{name}" content="{escape(value)}" />' for name, value in named.items()]
    lines += [f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()]
    lines += [_script(_absolute_in(part, base_url)) for part in head.data]
    return "\n    ".join(lines)


def _script(data: dict[str, Any]) -> str:
    written = (
        json.dumps(data, ensure_ascii=False)
        .replace("<", "\\u003c")
        .replace("\u2028", "")
        .replace("\u2029", "")
    )
    return f'<script type="application/ld+json">{written}</script>'


def _offered(product: dict[str, Any], path: str, price: float) -> dict[str, Any]:
    stock = "InStock" if product["status"] in ("active", "featured") else "SoldOut"
    return {
        "@context": "https://schema.org",
        "@type": "Product",
        "name": product["name"],
        "brand": {"@type": "Brand", "name": product["brand"]},
        "description": _cut(product["description"], 500),
        "sku": str(product["id"]),
        "image": [path for path in [_picture(product)] if path],
        "url": path,
        "offers": {
            "@type": "Offer",
            "url": path,
            "price": f"{price:.2f}",
            "priceCurrency": "MYR",
            "itemCondition": "https://schema.org/UsedCondition",
            "availability": f"https://schema.org/{stock}",
            "seller": {"@type": "Person", "name": (product.get("seller") or {}).get("username", "")},
        },
    }


def _until(auction: dict[str, Any]) -> dict[str, Any]:
    return {
        "additionalProperty": {"@type": "PropertyValue", "name": "auctionEnds", "value": auction["endsAt"]}
    }


def _trail(product: dict[str, Any], path: str) -> dict[str, Any]:
    steps = [("Home", "/"), ("Products", "/products"), (product["name"], path)]
    return {
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": place, "name": name, "item": where}
            for place, (name, where) in enumerate(steps, 1)
        ],
    }


def _absolute_in(value: Any, base_url: str) -> Any:
    if isinstance(value, dict):
        return {
            key: _absolute(part, base_url) if key in ("url", "item") else _absolute_in(part, base_url)
            for key, part in value.items()
        }
    if isinstance(value, list):
        return [
            _absolute(part, base_url) if isinstance(part, str) else _absolute_in(part, base_url)
            for part in value
        ]
    return value


def _absolute(address: str, base_url: str) -> str:
    return base_url + address if address.startswith("/") else address


def _picture(product: dict[str, Any]) -> str | None:
    images = product.get("images") or []
    first = images[0] if images else product.get("imageUrl")
    if isinstance(first, str):
        return first
    if first is None:
        return None
    return f"{first['imageUrl']}-1024" if first.get("sizes") else str(first["imageUrl"])


def _named(product: dict[str, Any]) -> str:
    return f"{product['brand']} {product['name']}"


def _ringgit(price: float) -> str:
    return f"RM {price:,.2f}".removesuffix(".00")


def _cut(words: str, longest: int = LONGEST) -> str:
    plain = " ".join(words.split())
    return plain if len(plain) <= longest else plain[: longest - 1].rsplit(" ", 1)[0] + "…"
