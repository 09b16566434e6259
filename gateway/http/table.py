"""The route table: which service handles a path, who may call it, and within which limits."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache

KIB = 1024
MIB = 1024 * KIB


class Who(StrEnum):
    """Who may call a route. The gateway checks the token and the coarse role. The service checks the rest."""

    ANYONE = "anyone"
    SIGNED_IN = "signed in"
    SELLER = "seller"
    STAFF = "staff"


@dataclass(frozen=True)
class Rate:
    """A limit per person or known browser, over all replicas. `shared` limits are counted in Redis before the
    response, other limits a second later. By default, anonymous callers may make five times as many calls per
    IP address and fifty times as many per network."""

    name: str
    calls: int
    seconds: int
    shared: bool = True
    for_address: int = 5
    for_network: int = 50

    @cached_property
    def of_address(self) -> "Rate":
        return replace(self, name=f"{self.name}-address", calls=self.for_address * self.calls)

    @cached_property
    def of_network(self) -> "Rate":
        return replace(self, name=f"{self.name}-network", calls=self.for_network * self.calls)

    def __str__(self) -> str:
        return f"{self.name} {self.calls}/{self.seconds} s"


BROWSE = Rate("browse", 600, 60, shared=False)
WRITE = Rate("write", 120, 60)
# A network can use at most a third of its daily limit in an hour.
EVENTS = Rate("events", 600, 3600, for_address=2, for_network=5)
BID = Rate("bid", 60, 60)
SIGN_IN = Rate("sign-in", 20, 60)
REFRESH = Rate("refresh", 60, 60)
SIGN_OUT = Rate("sign-out", 30, 60)
LOOK_UP = Rate("look-up", 20, 60)
REGISTER = Rate("register", 20, 60)
LINK = Rate("link", 20, 60)
MAIL = Rate("mail", 5, 300)
UPLOAD = Rate("upload", 30, 60)
CALLBACK = Rate("callback", 600, 60, for_address=20)  # From few IP addresses, up to 200 a second.
# New sockets. These have no row in the route table.
OPEN = Rate("open", 300, 60)
# Joins of unknown rooms. Each of them causes a separate query to auction.
MISSED = Rate("missed", 30, 60, shared=False)


# Calls before signing in. Each kind has its own limit.
WITHOUT_TOKEN = (SIGN_IN, REFRESH, SIGN_OUT, LOOK_UP, REGISTER, LINK, MAIL)


@dataclass(frozen=True)
class Row:
    """A route. `{name}` matches one path segment, and a final `*` matches any number of segments."""

    path: str
    methods: tuple[str, ...]
    service: str
    who: Who = Who.ANYONE
    rate: Rate = BROWSE
    body_limit: int = 64 * KIB
    deadline: float = 10.0
    cached: bool = False
    # Longer only for responses that events of the listing and its seller invalidate (`live/feed.py`).
    cached_seconds: float = 1.0
    # The subjects of the cached responses, for invalidation.
    about: tuple[str, ...] = ()
    # True if the request changes what guests see of listings. The cache is invalidated before the response is
    # sent.
    changes_listings: bool = False
    # Pages of other origins may POST here (the payment provider). The service ignores cookies on this route.
    foreign_origin: bool = False

    @cached_property
    def counts_browsers(self) -> bool:
        """True if the call is limited by browser. Calls that guess passwords or send mail cannot avoid the
        limit by sending a token, but a browser with a device cookie has its own limit."""
        return self.who is Who.ANYONE and self.rate in WITHOUT_TOKEN

    @cached_property
    def segments(self) -> tuple[str, ...]:
        return tuple(self.path.strip("/").split("/"))

    def fits(self, segments: list[str]) -> bool:
        own = self.segments
        if own[-1] == "*":
            own = own[:-1]
            if len(segments) < len(own):
                return False
        elif len(segments) != len(own):
            return False
        return all(o == s or o[0] == "{" for o, s in zip(own, segments, strict=False))


GET, POST = ("GET", "HEAD"), ("POST",)
CHANGE = ("POST", "PUT", "PATCH", "DELETE")

# Subject of all lists and counts of listings.
LISTINGS = "listings"


def _signed_in(
    path: str, service: str, who: Who = Who.SIGNED_IN, *, changes_listings: bool = False
) -> tuple[Row, Row]:
    changing = Row(path, CHANGE, service, who, WRITE, changes_listings=changes_listings)
    return Row(path, GET, service, who), changing


def _list(path: str) -> Row:
    return Row(path, GET, "catalog", cached=True, about=(LISTINGS,))


# The first matching row is used, so specific rows come first.
TABLE: tuple[Row, ...] = (
    Row("/api/v1/auth/login", POST, "auth", rate=SIGN_IN),
    Row("/api/v1/auth/session", POST, "auth", rate=SIGN_IN),
    Row("/api/v1/auth/refresh", POST, "auth", rate=REFRESH),
    Row("/api/v1/auth/logout", POST, "auth", rate=SIGN_OUT),
    Row("/api/v1/auth/register", POST, "auth", rate=REGISTER),
    Row("/api/v1/auth/forgot-password", POST, "auth", rate=MAIL),
    Row("/api/v1/auth/resend-verification", POST, "auth", rate=MAIL),
    Row("/api/v1/auth/lookup-email", POST, "auth", rate=LOOK_UP),
    Row("/api/v1/auth/passkey/options", POST, "auth", rate=WRITE),
    Row("/api/v1/auth/passkey", POST, "auth", rate=SIGN_IN),
    Row("/api/v1/auth/oidc/*", GET, "auth", rate=SIGN_IN),
    Row("/api/v1/auth/me", GET, "auth", Who.SIGNED_IN),
    Row("/api/v1/auth/*", GET, "auth"),
    Row("/api/v1/auth/*", CHANGE, "auth", rate=WRITE),
    Row("/api/auth/*", GET, "auth"),
    Row("/api/auth/*", CHANGE, "auth", rate=SIGN_IN),
    Row("/api/verify-email", (*GET, "POST"), "auth", rate=LINK),
    Row("/api/undo-email", POST, "auth", rate=LINK),
    Row("/api/update-password", POST, "auth", rate=LINK),
    Row("/.well-known/jwks.json", GET, "auth", cached=True),
    Row("/api/user/avatar", POST, "auth", Who.SIGNED_IN, UPLOAD, 6 * MIB, 30.0),
    Row("/api/user/cover", POST, "auth", Who.SIGNED_IN, UPLOAD, 6 * MIB, 30.0),
    Row("/api/user/{id}/export", GET, "auth", Who.SIGNED_IN, MAIL, deadline=30.0),
    *_signed_in("/api/user/*", "auth"),
    Row("/api/portraits/*", GET, "auth", deadline=30.0),
    *_signed_in("/api/notifications/*", "auth"),
    _list("/api/sellers/{id}/products"),
    Row("/api/sellers/{id}/reviews", GET, "messaging", cached=True),
    Row("/api/sellers/{id}/verification", GET, "messaging", cached=True),
    Row("/api/sellers/{id}/figures", GET, "messaging", cached=True),
    _list("/api/sellers/{id}/shelf"),
    Row("/api/sellers/*", GET, "auth", cached=True),
    Row(
        "/api/seller/products/import",
        POST,
        "catalog",
        Who.SELLER,
        UPLOAD,
        2 * MIB,
        60.0,
        changes_listings=True,
    ),
    *_signed_in("/api/seller/*", "catalog", Who.SELLER, changes_listings=True),
    _list("/api/categories"),
    Row("/api/products/all", GET, "catalog", Who.STAFF),
    Row("/api/products/{id}/view", POST, "catalog", rate=WRITE, body_limit=1 * KIB),
    _list("/api/products/facets"),
    _list("/api/products/featured"),
    _list("/api/products/suggest"),
    Row("/api/products/{id}", GET, "catalog", cached=True, cached_seconds=30.0),
    _list("/api/products/*"),
    Row("/api/products/*", CHANGE, "catalog", Who.SIGNED_IN, WRITE, 256 * KIB, changes_listings=True),
    Row(
        "/api/product-images/{id}/upload",
        POST,
        "catalog",
        Who.SIGNED_IN,
        UPLOAD,
        12 * MIB,
        30.0,
        changes_listings=True,
    ),
    _list("/api/product-images/*"),
    Row(
        "/api/product-images/*",
        CHANGE,
        "catalog",
        Who.SIGNED_IN,
        UPLOAD,
        12 * MIB,
        30.0,
        changes_listings=True,
    ),
    Row("/api/images/*", GET, "catalog", deadline=30.0, cached=True),
    *_signed_in("/api/favorites/*", "catalog"),
    Row("/api/auctions/{id}/bids", POST, "auction", Who.SIGNED_IN, BID, 4 * KIB, 5.0),
    Row("/api/auctions", POST, "catalog", Who.SIGNED_IN, WRITE, changes_listings=True),
    Row("/api/auctions/{id}", ("PUT",), "catalog", Who.SIGNED_IN, WRITE, 256 * KIB, changes_listings=True),
    Row("/api/auctions/mine", GET, "auction", Who.SIGNED_IN),
    Row("/api/auctions/{id}/afterwards", GET, "auction", Who.SIGNED_IN),
    Row("/api/auctions/*", GET, "auction", cached=True),
    Row("/api/auctions/{id}/settle", POST, "messaging", Who.SIGNED_IN, WRITE),
    Row("/api/auctions/*", CHANGE, "auction", Who.SIGNED_IN, WRITE),
    Row("/api/messages/upload-file", POST, "messaging", Who.SIGNED_IN, UPLOAD, 12 * MIB, 30.0),
    *_signed_in("/api/messages/*", "messaging"),
    *_signed_in("/api/conversations/*", "messaging"),
    Row("/api/message-files/*", GET, "messaging", deadline=30.0),
    Row("/api/transactions/{id}/review-pictures", POST, "messaging", Who.SIGNED_IN, UPLOAD, 6 * MIB, 30.0),
    Row("/api/review-pictures/*", GET, "messaging", deadline=30.0),
    *_signed_in("/api/transactions/*", "messaging"),
    Row("/api/reviews/*", CHANGE, "messaging", Who.SIGNED_IN, WRITE),
    Row("/api/buyers/{id}/reviews", GET, "messaging", cached=True),
    Row("/api/testimonials", GET, "messaging", cached=True),
    Row("/api/orders/{id}/listing", GET, "catalog", Who.SIGNED_IN),
    *_signed_in("/api/orders/*", "messaging"),
    *_signed_in("/api/offers/*", "messaging"),
    Row("/api/boost/callback", POST, "boost", rate=CALLBACK, body_limit=8 * KIB, foreign_origin=True),
    Row("/api/boost/return", GET, "boost", foreign_origin=True),
    Row("/api/boost/packages", GET, "boost", cached=True),
    # Slow, because these routes call the payment provider.
    Row("/api/boost/create-order", POST, "boost", Who.SIGNED_IN, WRITE, deadline=20.0),
    Row("/api/boost/{kind}/{id}/pay", POST, "boost", Who.SIGNED_IN, WRITE, deadline=20.0),
    Row("/api/boost/protection", GET, "boost", cached=True),
    Row("/api/boost/payouts/callback", POST, "boost", rate=CALLBACK, body_limit=8 * KIB, foreign_origin=True),
    Row("/api/boost/deals/{id}/evidence/photograph", POST, "boost", Who.SIGNED_IN, UPLOAD, 6 * MIB, 30.0),
    Row("/api/boost/evidence/*", GET, "boost", deadline=30.0),
    *_signed_in("/api/boost/*", "boost"),
    Row("/api/settings", GET, "admin", cached=True),
    *_signed_in("/api/cases/*", "admin"),
    Row("/api/events/stream", ("GET",), "admin", Who.SIGNED_IN, deadline=30.0),
    Row("/api/events", POST, "admin", rate=EVENTS, body_limit=32 * KIB),
    *_signed_in("/api/admin/users/*", "auth", Who.STAFF),
    *_signed_in("/api/admin/products/*", "catalog", Who.STAFF, changes_listings=True),
    *_signed_in("/api/admin/auctions/*", "auction", Who.STAFF),
    Row("/api/admin/orders/{id}/listing", GET, "catalog", Who.STAFF),
    *_signed_in("/api/admin/orders/*", "messaging", Who.STAFF),
    Row("/api/admin/boost/{kind}/{id}/{act}", POST, "boost", Who.STAFF, WRITE, deadline=30.0),
    *_signed_in("/api/admin/boost/*", "boost", Who.STAFF),
    # Every access is logged, so HEAD is not allowed.
    Row("/api/admin/messages/*", ("GET",), "messaging", Who.STAFF, deadline=30.0),
    *_signed_in("/api/admin/*", "admin", Who.STAFF),
)

_SEVERAL_VERSIONS = "/api/v1/"
_OWN_V1 = "/api/v1/auth"


def canonical_path(path: str) -> str:
    """Returns the path without the `/api/v1` alias."""
    if path.startswith(_SEVERAL_VERSIONS) and not (path == _OWN_V1 or path.startswith(_OWN_V1 + "/")):
        return "/api/" + path[len(_SEVERAL_VERSIONS) :]
    return path


class Table:
    def __init__(self, rows: Iterable[Row] = TABLE) -> None:
        self._by_head: dict[tuple[str, ...], list[Row]] = {}
        for row in rows:
            self._by_head.setdefault(row.segments[:2], []).append(row)
        self.find = lru_cache(maxsize=8192)(self._find)

    def _find(self, path: str, method: str) -> Row | tuple[str, ...]:
        """Returns the matching row, or the methods that the path supports."""
        segments = path.strip("/").split("/")
        fitting = [row for row in self._by_head.get(tuple(segments[:2]), ()) if row.fits(segments)]
        for row in fitting:
            if method in row.methods:
                return row
        return tuple(dict.fromkeys(m for row in fitting for m in row.methods))


def as_markdown(rows: Iterable[Row] = TABLE) -> str:
    lines = [
        "| Path | Methods | Service | Who | Rate | Body | Deadline | Cached |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for r in rows:
        size = f"{r.body_limit // MIB} MiB" if r.body_limit >= MIB else f"{r.body_limit // KIB} KiB"
        cells = (f"`{r.path}`", " ".join(r.methods), r.service, r.who, r.rate, size, f"{r.deadline:g} s")
        kept = f"guests, {r.cached_seconds:g} s" if r.cached else "no"
        lines.append("| " + " | ".join(map(str, (*cells, kept))) + " |")
    return "\n".join(lines)
