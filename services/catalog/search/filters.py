from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal, NamedTuple

from libs.kit.errors import InvalidInput
from services.catalog.search.words import Term, terms_of

Sort = Literal["featured", "low", "high", "newest", "bestselling", "popular", "rating", "relevance"]


Kind = Literal["fixed", "negotiable", "auction", "regular"]


Status = Literal["active", "featured", "sold"]


# Prices are grouped in steps of ten ringgit. Only listings in the groups at the edges of a range are checked
# individually.
PRICE_STEP = 10_00


# A category shows premium boosts first, then other boosts, then the rest. In a search, listings with a match
# in the title come first, and both parts have these ranks.
RANKS = 3


KEY_LENGTHS = {"newest": 2, "low": 2, "high": 2, "bestselling": 3, "popular": 2, "rating": 3}


@dataclass(frozen=True)
class Filters:
    """Without filters, everything for sale is returned."""

    search: str | None = None
    category: int | None = None
    listing_type: Kind | None = None
    brands: tuple[str, ...] = ()
    min_price: int | None = None
    max_price: int | None = None
    conditions: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    min_volume: int | None = None
    max_volume: int | None = None
    min_fill: int | None = None
    max_fill: int | None = None
    min_year: int | None = None
    max_year: int | None = None
    verified: bool = False
    seller_id: int | None = None
    live: bool = False
    # Only listings suitable for the home page, which excludes suspected sellers.
    showcase: bool = False
    status: Status = "active"

    @property
    def terms(self) -> list[Term]:
        return terms_of(self.search or "")

    def without(self, *names: str) -> "Filters":
        plain = Filters()
        return replace(self, **{name: getattr(plain, name) for name in names})


class Entry(NamedTuple):
    """`price` is the asking price or, in an auction, the current bid."""

    id: int
    seller_id: int
    category_id: int
    brand: str
    brand_key: str
    listing_type: str
    price: int
    volume: int
    fill: int
    year: int | None
    condition: str
    state: str | None
    verified: bool
    # True for a suspected seller. Such listings are never featured and never on the home page.
    suspected: bool
    # True if the listing is in an open auction.
    live: bool
    created_us: int
    popularity: int
    delivered: int
    rating: int
    reviews: int
    featured_until: datetime | None
    # Never later than `featured_until`.
    premium_until: datetime | None
    ends_at: datetime | None
    words: tuple[str, ...]
    title_words: tuple[str, ...]

    def ends_by_itself(self, now: datetime) -> datetime | None:
        """Returns when the rendered listing expires, at the end of its auction or boost, or None."""
        return min((moment for moment, _ in self.moments() if moment > now), default=None)

    def moments(self) -> list[tuple[datetime, int]]:
        return [
            (moment, self.id)
            for moment in (self.ends_at if self.live else None, self.featured_until, self.premium_until)
            if moment
        ]

    def key(self, sort: str) -> tuple[int, ...]:
        return key_of(
            sort,
            self.id,
            self.created_us,
            self.price,
            self.popularity,
            self.delivered,
            self.rating,
            self.reviews,
        )


def key_of(
    sort: str,
    number: int,
    created_us: int,
    price: int,
    popularity: int,
    delivered: int,
    rating: int,
    reviews: int,
) -> tuple[int, ...]:
    match sort:
        case "low":
            return (price, -number)
        case "high":
            return (-price, -number)
        case "bestselling":
            return (-delivered, -popularity, -number)
        case "popular":
            return (-popularity, -number)
        case "rating":
            return (-rating, -reviews, -number)
        case _:
            return (-created_us, -number)


@dataclass(frozen=True)
class Position:
    group: int
    key: tuple[int, ...]


@dataclass(frozen=True)
class Page:
    ids: list[int]
    total: int
    following: Position | None


def order_of(sort: str) -> str:
    return "newest" if sort in ("featured", "relevance") else sort


def is_grouped(sort: str) -> bool:
    return sort in ("featured", "relevance")


def position_from(sort: str, parts: list[Any]) -> Position:
    group, *key = parts[1:]
    whole = all(isinstance(part, int) and abs(part) < 2**62 for part in (group, *key))
    if parts[0] != sort or not whole or len(key) != KEY_LENGTHS[order_of(sort)] or not 0 <= group < 2 * RANKS:
        raise InvalidInput.field("after", "This is not a cursor of ours.")
    return Position(group, tuple(key))


def sets_of(entry: Entry) -> Iterator[tuple[str, Any]]:
    yield "category", entry.category_id
    yield "brand_key", entry.brand_key
    yield "type", entry.listing_type
    yield "condition", entry.condition
    yield "seller", entry.seller_id
    yield "volume", entry.volume
    yield "fill", entry.fill
    yield "price", entry.price // PRICE_STEP
    for name, value in (("state", entry.state), ("year", entry.year)):
        if value is not None:
            yield name, value
    for name, applies in (
        ("verified", entry.verified),
        ("showcase", not entry.suspected),
        ("live", entry.live),
        ("featured", entry.featured_until),
        ("premium", entry.premium_until),
    ):
        if applies:
            yield name, True


def choices(filters: Filters) -> Iterator[tuple[str, tuple[Any, ...]]]:
    yield "category", (filters.category,) if filters.category is not None else ()
    yield "brand_key", filters.brands
    yield "condition", filters.conditions
    yield "state", filters.states
    yield "seller", (filters.seller_id,) if filters.seller_id is not None else ()
    yield "verified", (True,) if filters.verified else ()
    yield "live", (True,) if filters.live else ()
    yield "showcase", (True,) if filters.showcase else ()
    yield "featured", (True,) if filters.status == "featured" else ()
    kinds = {None: (), "regular": ("fixed", "negotiable")}
    yield "type", kinds.get(filters.listing_type, (filters.listing_type,))


def ranges(filters: Filters) -> Iterator[tuple[str, int | None, int | None]]:
    yield "price", filters.min_price, filters.max_price
    yield "volume", filters.min_volume, filters.max_volume
    yield "fill", filters.min_fill, filters.max_fill
    yield "year", filters.min_year, filters.max_year
