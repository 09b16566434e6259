from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.catalog.search.filters import Entry, Filters, Position, is_grouped, order_of
from services.catalog.search.index.rules import Index
from services.catalog.search.words import terms_of, words_of

NOW = datetime(2026, 11, 21, tzinfo=UTC)


NAMES = ["Rose Parlour", "Oud Meridian", "Smoke Vesper", "Mawar Pagi", "Noctell Rose", "Salt Orchard"]


TEXTS = ["musk and rose", "gaharu", "white tea", "rosewood, neroli", ""]


BRANDS = ["verrane", "noctell", "quillon"]


SORTS = ["featured", "relevance", "newest", "low", "high", "bestselling", "popular", "rating"]


STATES = [None, "Johor", "Sabah"]


MOMENTS = [None, NOW - timedelta(hours=1), NOW + timedelta(hours=1)]


@st.composite
def entries(draw: st.DrawFn, number: int = 0) -> Entry:
    def one(choices: list[Any]) -> Any:
        return draw(st.sampled_from(choices))

    kind, brand, name = one(["fixed", "negotiable", "auction"]), one(BRANDS), one(NAMES)
    live = kind == "auction" and one([True, True, False])
    featured_until = one(MOMENTS)
    return Entry(
        id=number,
        seller_id=one([1, 2]),
        category_id=one([1, 2, 3, 4]),
        brand=brand.title(),
        brand_key=brand,
        listing_type=kind,
        price=one([1, 999, 1000, 1001, 5_000, 50_000, 50_001, 99_999]),
        volume=one([30, 50, 100]),
        fill=one([1, 50, 51, 90, 100]),
        year=one([None, 2019, 2024]),
        condition=one(["Good", "Damaged", "No Box"]),
        state=one(STATES),
        verified=one([True, False]),
        suspected=one([True, False]),
        live=live,
        created_us=one([10, 20, 30]),
        popularity=one([0, 5, 9]),
        delivered=one([0, 2]),
        rating=one([0, 45]),
        reviews=one([0, 3]),
        featured_until=featured_until,
        premium_until=one([None, featured_until]) and min(one(MOMENTS[1:]), featured_until),
        ends_at=(one(MOMENTS[1:]) if live else None),
        words=tuple(words_of(name, brand, draw(st.sampled_from(TEXTS)))),
        title_words=tuple(words_of(name, brand)),
    )


@st.composite
def shops(draw: st.DrawFn) -> list[Entry]:
    numbers = count(1)
    return [draw(entries(next(numbers))) for _ in range(draw(st.integers(0, 25)))]


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


def some_of(values: list[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(st.sampled_from(values), max_size=2, unique=True).map(tuple)


WISHES = st.builds(
    Filters,
    search=maybe(
        st.sampled_from(["rose", "mawar", "ros", "oud", "noctell rose", "perfume", "zzz", "tea smoke"])
    ),
    category=maybe(st.integers(1, 5)),
    listing_type=maybe(st.sampled_from(["fixed", "negotiable", "auction", "regular"])),
    brands=some_of([*BRANDS, "nobody"]),
    min_price=maybe(st.sampled_from([0, 1000, 1001, 50_000, 99_998])),
    max_price=maybe(st.sampled_from([0, 1000, 49_999, 50_000, 99_999])),
    conditions=some_of(["Good", "Damaged", "No Box"]),
    states=some_of(["Johor", "Sabah", "Perlis"]),
    min_volume=maybe(st.sampled_from([30, 31, 100])),
    max_volume=maybe(st.sampled_from([29, 50, 100])),
    min_fill=maybe(st.sampled_from([1, 51, 100])),
    max_fill=maybe(st.sampled_from([50, 90])),
    min_year=maybe(st.sampled_from([2019, 2020])),
    max_year=maybe(st.sampled_from([2019, 2023])),
    verified=st.booleans(),
    showcase=st.booleans(),
    seller_id=maybe(st.sampled_from([1, 2, 3])),
    live=st.booleans() | st.just(False),
    status=st.sampled_from(["active", "active", "featured"]),
)


def fits(entry: Entry, filters: Filters) -> bool:
    between = [
        (entry.price, filters.min_price, filters.max_price),
        (entry.volume, filters.min_volume, filters.max_volume),
        (entry.fill, filters.min_fill, filters.max_fill),
        (entry.year, filters.min_year, filters.max_year),
    ]
    kinds = {None: None, "regular": ("fixed", "negotiable")}.get(
        filters.listing_type, (filters.listing_type,)
    )
    return (
        not (entry.live and entry.ends_at is not None and entry.ends_at <= NOW)
        and all(any(term.fits(word) for word in entry.words) for term in terms_of(filters.search or ""))
        and filters.category in (None, entry.category_id)
        and (kinds is None or entry.listing_type in kinds)
        and (not filters.brands or entry.brand_key in filters.brands)
        and (not filters.conditions or entry.condition in filters.conditions)
        and (not filters.states or entry.state in filters.states)
        and all(low is None or (value is not None and value >= low) for value, low, _ in between)
        and all(high is None or (value is not None and value <= high) for value, _, high in between)
        and (not filters.verified or entry.verified)
        and not (filters.showcase and entry.suspected)
        and filters.seller_id in (None, entry.seller_id)
        and (not filters.live or entry.live)
        and (filters.status != "featured" or is_featured(entry))
    )


def is_featured(entry: Entry) -> bool:
    return entry.featured_until is not None and entry.featured_until > NOW


def is_premium(entry: Entry) -> bool:
    return entry.premium_until is not None and entry.premium_until > NOW


def place(entry: Entry, filters: Filters, sort: str) -> tuple[Any, ...]:
    titled = all(any(t.fits(w) for w in entry.title_words) for t in terms_of(filters.search or ""))
    is_top = filters.category is not None and is_premium(entry)
    rank = 0 if is_top else 1 if is_featured(entry) else 2
    groups = (not titled if filters.terms else False, rank) if is_grouped(sort) else ()
    return (*groups, *entry.key(order_of(sort)))


def expected(shop: list[Entry], filters: Filters, sort: str) -> list[int]:
    return [
        e.id for e in sorted((e for e in shop if fits(e, filters)), key=lambda e: place(e, filters, sort))
    ]


def an_index(shop: list[Entry]) -> Index:
    index = Index()
    for entry in shop:
        index.put(entry)
    index.turn_to(NOW)
    return index


def walk(index: Index, filters: Filters, sort: str, limit: int) -> list[int]:
    seen, after = list[int](), None
    while True:
        page = index.page(filters, sort, limit=limit, after=after)
        seen += page.ids
        after = page.following
        if after is None:
            return seen


@settings(max_examples=60, deadline=None)
@given(shop=shops(), filters=WISHES, sort=st.sampled_from(SORTS), limit=st.integers(1, 7))
def test_any_filters_match_the_naive_model_in_pages(
    shop: list[Entry], filters: Filters, sort: str, limit: int
) -> None:
    """CAT-03, CAT-05, CAT-06, CAT-09, CAT-14, HOME-07, C6, C29, U16"""
    index = an_index(shop)
    right = expected(shop, filters, sort)
    assert walk(index, filters, sort, limit) == right
    for number in range(len(right) // limit + 1):
        page = index.page(filters, sort, limit=limit, skip=number * limit)
        assert (page.ids, page.total) == (right[number * limit : (number + 1) * limit], len(right))


@settings(max_examples=40, deadline=None)
@given(shop=shops(), filters=WISHES)
def test_each_facet_ignores_its_own_selection(shop: list[Entry], filters: Filters) -> None:
    """C28, CAT-06"""
    facets = an_index(shop).facets(filters)
    parts = {
        "brands": (("brands",), "brand_key"),
        "categories": (("category",), "category_id"),
        "listing_types": (("listing_type", "live"), "listing_type"),
        "conditions": (("conditions",), "condition"),
        "states": (("states",), "state"),
    }
    for name, (own, field) in parts.items():
        values = [getattr(entry, field) for entry in shop if fits(entry, filters.without(*own))]
        left = [value for value in values if value is not None]
        assert facets[name] == {item: left.count(item) for item in set(left)}, name
    assert facets["total"] == len(expected(shop, filters, "newest"))
    prices = [e.price for e in shop if fits(e, filters.without("min_price", "max_price"))]
    assert facets["price"] == ((min(prices), max(prices)) if prices else None)


@settings(max_examples=40, deadline=None)
@given(shop=shops(), changes=st.data(), sort=st.sampled_from(SORTS), filters=WISHES)
def test_updated_index_equals_rebuilt_index(
    shop: list[Entry], changes: st.DataObject, sort: str, filters: Filters
) -> None:
    index, now = an_index(shop), {entry.id: entry for entry in shop}
    for _ in range(changes.draw(st.integers(0, 8))):
        number = changes.draw(st.integers(1, 30))
        if changes.draw(st.booleans()):
            now[number] = changes.draw(entries(number))
            index.put(now[number])
        else:
            now.pop(number, None)
            index.drop(number)
        index.turn_to(NOW)
    fresh = an_index(list(now.values()))
    assert (
        walk(index, filters, sort, 5)
        == walk(fresh, filters, sort, 5)
        == expected(list(now.values()), filters, sort)
    )
    assert index.sets["word"].keys() == fresh.sets["word"].keys()
    assert index.lexicon == fresh.lexicon
    assert index.entries.words.numbers.keys() == fresh.entries.words.numbers.keys()
    for number, entry in now.items():
        assert index.entries.get(number) in (entry, None)


@settings(max_examples=40, deadline=None)
@given(shop=shops(), filters=WISHES, sort=st.sampled_from(SORTS), new=st.lists(entries(), max_size=6))
def test_cursor_pages_cover_each_listing_once(
    shop: list[Entry], filters: Filters, sort: str, new: list[Entry]
) -> None:
    """C29"""
    index, numbers = an_index(shop), count(1000)
    there = expected(shop, filters, sort)
    seen, after = list[int](), None
    while True:
        page = index.page(filters, sort, limit=3, after=after)
        seen += page.ids
        if page.following is None:
            break
        after = page.following
        if new:
            index.put(_numbered(new.pop(), next(numbers)))
            index.turn_to(NOW)
    assert [number for number in seen if number < 1000] == there
    assert len(seen) == len(set(seen))


def test_auction_ending_with_earlier_boost_still_leaves() -> None:
    past = NOW - timedelta(hours=1)
    boosted = Entry(
        id=1, seller_id=1, category_id=1, brand="Verrane", brand_key="verrane", listing_type="fixed", price=1,
        volume=30, fill=1, year=None, condition="Good", state=None, verified=True, suspected=False, live=False,
        created_us=10,
        popularity=0, delivered=0, rating=0, reviews=0, featured_until=past, premium_until=None,
        ends_at=None, words=(), title_words=(),
    )  # fmt: skip
    index = an_index([boosted])
    index.put(boosted._replace(listing_type="auction", live=True, featured_until=None, ends_at=past))
    index.turn_to(NOW)
    assert walk(index, Filters(), "newest", 5) == []


def _numbered(entry: Entry, number: int) -> Entry:
    return entry._replace(id=number)


@pytest.mark.parametrize("sort", SORTS)
def test_cursor_past_the_end_ends_the_list(sort: str) -> None:
    index = an_index([])
    page = index.page(Filters(), sort, limit=5, after=Position(0, (0,) * 2))
    assert (page.ids, page.total, page.following) == ([], 0, None)


@settings(max_examples=40, deadline=None)
@given(shop=shops(), known=st.integers(0, 12), filters=WISHES, sort=st.sampled_from(SORTS))
def test_bulk_indexing_equals_single_indexing(
    shop: list[Entry], known: int, filters: Filters, sort: str
) -> None:
    index = Index()
    for entry in shop[:known]:
        index.put(entry)
    for step in index.put_many([*shop[known:], *shop[:known]]):
        assert step is None
        index.turn_to(NOW)
        assert set(walk(index, Filters(), "newest", 7)) <= {entry.id for entry in shop}
    index.turn_to(NOW)
    assert walk(index, filters, sort, 3) == expected(shop, filters, sort)
    for entry in shop:
        index.drop(entry.id)
    assert not len(index.entries)
    assert not any(map(len, index.orders.values()))
    assert not index.lexicon
    assert not index.entries.words.numbers
