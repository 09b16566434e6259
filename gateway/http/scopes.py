"""The API key scope of each route. Keys cannot call unlisted routes: sign-in, credentials, money, staff,
reports, and any new route."""

from functools import lru_cache

from libs.contracts.scopes import Scope

# `{id}` matches a number, `{word}` matches a segment. GET includes HEAD.
ROUTES: dict[Scope, tuple[str, ...]] = {
    "read": (
        "GET /api/settings",
        "GET /api/categories",
        "GET /api/products",
        "GET /api/products/batch-code",
        "GET /api/products/facets",
        "GET /api/products/featured",
        "GET /api/products/suggest",
        "GET /api/products/{id}",
        "GET /api/products/{id}/similar",
        "GET /api/product-images/{id}",
        "GET /api/images/{word}",
        "GET /api/portraits/{word}",
        "GET /api/review-pictures/{word}",
        "GET /api/auctions/{id}",
        "GET /api/auctions/product/{id}",
        "GET /api/sellers/{id}",
        "GET /api/sellers/{id}/products",
        "GET /api/sellers/{id}/reviews",
        "GET /api/sellers/{id}/shelf",
        "GET /api/sellers/{id}/verification",
        "GET /api/sellers/{id}/figures",
        "GET /api/buyers/{id}/reviews",
        "GET /api/testimonials",
        "GET /api/boost/packages",
        "GET /api/boost/protection",
    ),
    "events:read": ("GET /api/events/stream",),
    "account:read": (
        "GET /api/v1/auth/me",
        "GET /api/notifications",
        "GET /api/notifications/unread-count",
        "GET /api/user/{id}/notification-preferences",
        "GET /api/favorites",
        "GET /api/favorites/ids",
        "GET /api/favorites/searches",
        "GET /api/auctions/mine",
        "GET /api/auctions/{id}/afterwards",
    ),
    "account:write": (
        "POST /api/notifications/read",
        "POST /api/favorites/{id}",
        "DELETE /api/favorites/{id}",
        "POST /api/favorites/searches",
        "PATCH /api/favorites/searches/{id}",
        "DELETE /api/favorites/searches/{id}",
        "POST /api/favorites/searches/{id}/seen",
    ),
    "listings:read": (
        "GET /api/seller/boost-report",
        "GET /api/seller/dashboard",
        "GET /api/seller/drafts",
        "GET /api/seller/drafts/{id}",
        "GET /api/seller/products",
        "GET /api/seller/products/export.csv",
        "GET /api/seller/products/import/template.csv",
        "GET /api/seller/stats",
        "GET /api/boost/seller-boosted",
        "GET /api/offers/floors",
        "GET /api/offers/floors/{id}",
    ),
    "listings:write": (
        "POST /api/products",
        "PUT /api/products/{id}",
        "DELETE /api/products/{id}",
        "POST /api/products/{id}/archive",
        "POST /api/products/{id}/duplicate",
        "PUT /api/products/{id}/images",
        "DELETE /api/products/{id}/images/{word}",
        "POST /api/products/{id}/notes",
        "POST /api/products/{id}/relist",
        "POST /api/products/{id}/restore",
        "POST /api/products/{id}/sold",
        "POST /api/product-images",
        "POST /api/product-images/uploads",
        "POST /api/product-images/{word}/upload",
        "POST /api/seller/drafts",
        "PUT /api/seller/drafts/{id}",
        "DELETE /api/seller/drafts/{id}",
        "POST /api/seller/products/bulk",
        "POST /api/seller/products/import",
        "POST /api/auctions",
        "PUT /api/auctions/{id}",
        "PUT /api/offers/floors/{id}",
    ),
    "bids:write": ("POST /api/auctions/{id}/bids",),
    "messages:read": (
        "GET /api/conversations",
        "GET /api/conversations/{id}",
        "GET /api/messages",
        "GET /api/messages/conversation/{id}",
        "GET /api/messages/search",
        "GET /api/messages/unread-count",
        "GET /api/message-files/{word}",
    ),
    "messages:write": (
        "PATCH /api/conversations/{id}",
        "POST /api/messages",
        "POST /api/messages/read",
        "POST /api/messages/upload-file",
        "DELETE /api/messages/{id}",
    ),
    "orders:read": (
        "GET /api/orders",
        "GET /api/orders/user",
        "GET /api/orders/{id}",
        "GET /api/orders/{id}/listing",
        "GET /api/transactions/{id}",
        "GET /api/transactions/{id}/reviews",
        "GET /api/boost/deals/{id}",
        "GET /api/boost/orders",
        "GET /api/boost/orders/{id}",
        "GET /api/boost/orders/{id}/receipt",
        "GET /api/offers/favourites/{id}",
        "GET /api/offers/received/{id}",
    ),
    "orders:write": (
        "POST /api/transactions/{id}/ship",
        "POST /api/reviews/{id}/reply",
        "POST /api/offers",
        "POST /api/offers/favourites",
        "POST /api/offers/favourites/{id}/withdraw",
        "POST /api/offers/received/{id}/accept",
        "POST /api/offers/received/{id}/decline",
        "POST /api/offers/{id}/accept",
        "POST /api/offers/{id}/counter",
        "POST /api/offers/{id}/decline",
        "POST /api/offers/{id}/withdraw",
    ),
}  # fmt: skip


def _by_length() -> dict[tuple[str, int], list[tuple[tuple[str, ...], Scope]]]:
    found: dict[tuple[str, int], list[tuple[tuple[str, ...], Scope]]] = {}
    for scope, routes in ROUTES.items():
        for route in routes:
            method, path = route.split(" ")
            segments = tuple(path.split("/"))
            found.setdefault((method, len(segments)), []).append((segments, scope))
    return found


_BY_LENGTH = _by_length()


@lru_cache(maxsize=8192)
def scope_of(method: str, path: str) -> Scope | None:
    """Returns None if no API key may call the route."""
    segments = tuple(path.split("/"))
    known = _BY_LENGTH.get(("GET" if method == "HEAD" else method, len(segments)), ())
    exact = next((scope for own, scope in known if own == segments), None)
    return exact or next((scope for own, scope in known if _fits(own, segments)), None)


def _fits(own: tuple[str, ...], segments: tuple[str, ...]) -> bool:
    return all(_is_one(o, s) for o, s in zip(own, segments, strict=True))


def _is_one(own: str, segment: str) -> bool:
    if own == "{id}":
        return segment.isascii() and segment.isdigit()
    return bool(segment) if own == "{word}" else own == segment
