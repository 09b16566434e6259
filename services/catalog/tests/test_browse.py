import itertools
import random
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.events.auction import BidPlaced
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.search import queries as search_queries
from services.catalog.search.filters import Filters
from services.catalog.tests.makers import an_auction, listed

pytestmark = pytest.mark.servers


_sellers = itertools.count(81_500)


async def ids(catalog: Service, **asked: Any) -> list[int]:
    answer = await catalog.http.get("/api/products", params=asked)
    assert answer.status_code == 200, answer.text
    return [product["id"] for product in answer.json()]


async def test_each_catalogue_filter_is_applied(catalog: Service, shop: dict[str, Any]) -> None:
    """CAT-01, CAT-03, CAT-05, CAT-14, C6"""
    rose, oud, melati, salt, smoke = shop["ids"]

    async def found(**asked: Any) -> set[int]:
        return set(await ids(catalog, sellerId=shop["seller"], **asked))

    assert await found() == {rose, oud, melati, salt, smoke}
    assert await found(category=4) == {oud}
    assert await found(minPrice=120, maxPrice=500) == {rose, oud, salt}
    assert await found(maxPrice="79.99") == set()
    assert await found(brand=["VERRANE", "Kasturi Lane"]) == {rose, salt, melati}
    assert await found(brand="Atelier Noctell") == {oud, smoke}
    assert await found(state="Johor") == {rose}
    assert await found(condition=["No Box"]) == {melati}
    assert await found(minVolume=51) == {rose, melati, salt, smoke}
    assert await found(maxFill=85) == {rose}
    assert await found(listingType="negotiable") == {smoke}
    assert await found(type="auction") == set()
    assert await found(verified=True) == set()


async def test_each_sort_order_is_applied(catalog: Service, shop: dict[str, Any]) -> None:
    """CAT-09, HOME-07"""
    rose, oud, melati, salt, smoke = shop["ids"]
    by = {sort: await ids(catalog, sellerId=shop["seller"], sort=sort) for sort in ("newest", "low", "high")}
    assert by["newest"] == [smoke, salt, melati, oud, rose]
    assert by["low"] == [melati, rose, salt, oud, smoke]
    assert by["high"] == [smoke, oud, salt, rose, melati]
    refused = await catalog.http.get("/api/products", params={"sort": "price; DROP TABLE products"})
    assert refused.status_code == 422


async def test_cursor_pages_repeat_nothing_during_inserts(catalog: Service, shop: dict[str, Any]) -> None:
    """C29"""
    seen, address = list[int](), f"/api/products?sellerId={shop['seller']}&sort=newest&limit=2"
    while address:
        answer = await catalog.http.get(address)
        seen += [product["id"] for product in answer.json()]
        link = answer.headers.get("Link")
        address = link[1 : link.index(">")] if link else ""
        await listed(catalog, shop["who"], name="Comes in between")
    assert seen == shop["ids"][::-1]
    first = await catalog.http.get(f"/api/products?sellerId={shop['seller']}&limit=2&page=3&sort=low")
    assert (first.headers["X-Total-Count"], len(first.json())) == ("8", 2)
    for cursor in ("x", "WyJsb3ciLDAsMSwyXQ", "W10", "a" * 600):
        assert (await catalog.http.get(f"/api/products?sort=newest&after={cursor}")).status_code == 422


async def test_facets_ignore_their_own_selection(catalog: Service, shop: dict[str, Any]) -> None:
    """C28, CAT-06, CAT-15, XCUT-12"""
    asked = {"sellerId": shop["seller"], "brand": "Verrane", "maxPrice": 300}
    facets = (await catalog.http.get("/api/products/facets", params=asked)).json()
    assert facets["brands"] == [{"name": "Kasturi Lane", "count": 1}, {"name": "verrane", "count": 2}]
    assert facets["total"] == 2
    assert [category["count"] for category in facets["categories"]] == [2, 0, 0, 0]
    assert facets["price"] == {"min": 120.0, "max": 260.0}
    categories = (await catalog.http.get("/api/categories")).json()
    assert [store["name"] for store in categories] == ["Designer", "Local", "Arabian House", "Niche"]


async def test_auction_is_found_by_current_bid_and_leaves_at_its_end(catalog: Service) -> None:
    """CAT-10, HOME-05, CAT-18"""
    seller = next(_sellers)
    product = await listed(catalog, signed_in(seller, "lelong"), body=an_auction())
    bid = BidPlaced(
        auction_id=product["auction"]["id"], product_id=product["id"], seller_id=seller, bid_id=9, bidder_id=3,
        bidder_name="a***z", amount=77_700, placed_at=clock.about_now(), previous_bidder_id=None, bid_count=1,
        minimum_bid=78_200, ends_at=product["auction"]["endsAt"], reserve_met=None, epoch=1,
    )  # fmt: skip
    assert await catalog.deliver(bid) == ["handled"]
    assert await ids(catalog, sellerId=seller, minPrice=700, live=True) == [product["id"]]
    assert await ids(catalog, sellerId=seller, maxPrice=700) == []
    (card,) = (await catalog.http.get(f"/api/products?sellerId={seller}")).json()
    assert (card["auction"]["currentBid"], card["pricePerMl"]) == (777.0, 7.77)
    clock.forward(days=8)
    try:
        assert await ids(catalog, sellerId=seller) == []
    finally:
        clock.reset()
        await catalog.app.state.index.load()


BOOST_SOME = """UPDATE products SET featured_until = clock_timestamp() + interval '1 hour',
    premium_until = CASE WHEN id % 2 = 0 THEN clock_timestamp() + interval '30 minutes' END WHERE id % 3 = 0"""


BOOST_NONE = "UPDATE products SET featured_until = NULL, premium_until = NULL WHERE id % 3 = 0"


async def test_index_and_database_agree(catalog: Service, shop: dict[str, Any]) -> None:
    """CAT-14, U17, U33"""
    async with catalog.database.transaction() as session:
        await session.execute(text(BOOST_SOME))
    try:
        await _compare(catalog)
    finally:
        async with catalog.database.transaction() as session:
            await session.execute(text(BOOST_NONE))


async def _compare(catalog: Service) -> None:
    dice, index = random.Random(5), catalog.app.state.index
    searches = [None, None, "rose", "mawar", "noctell", "blanc ma", "gaharu malam", "counter", "perfume"]
    for _ in range(120):
        filters = Filters(
            search=dice.choice(searches),
            category=dice.choice([None, None, 1, 2, 4]),
            listing_type=dice.choice([None, None, "fixed", "regular", "auction"]),
            brands=dice.choice([(), (), ("verrane",), ("verrane", "kasturi lane")]),
            min_price=dice.choice([None, None, 12_000]),
            max_price=dice.choice([None, None, 39_000, 50_000]),
            conditions=dice.choice([(), (), ("Good",)]),
            max_fill=dice.choice([None, None, 99]),
            verified=dice.random() < 0.1,
            live=dice.random() < 0.1,
        )
        sort = dice.choice(["featured", "newest", "low", "high", "bestselling", "popular", "rating"])
        first = await index.page(filters, sort, limit=7)
        now = clock.about_now()
        async with catalog.database.reading() as session:
            same = await search_queries.list_page(session, filters, sort, now, limit=7)
            assert first == same, (filters, sort)
            if first.following is not None:
                following = await search_queries.list_page(
                    session, filters, sort, now, limit=7, after=first.following
                )
                assert await index.page(filters, sort, limit=7, after=first.following) == following, (
                    filters,
                    sort,
                )


async def test_banned_sellers_listings_hide_at_once_and_return_after_unban(
    catalog: Service, shop: dict[str, Any]
) -> None:
    """U1"""
    set_to = "UPDATE people SET account_status = :account_status WHERE user_id = :user"

    async def stands(account_status: str) -> None:
        async with catalog.database.transaction() as session:
            await session.execute(text(set_to), {"account_status": account_status, "user": shop["seller"]})

    await stands("banned")
    assert await ids(catalog, sellerId=shop["seller"]) == []
    await stands("active")
    assert len(await ids(catalog, sellerId=shop["seller"])) == 5


async def test_sellers_listings_have_numbered_pages(catalog: Service, shop: dict[str, Any]) -> None:
    """SELP-11, SELP-12, SELP-19, SELP-20, SELP-21, TXN-03, C30"""
    path = f"/api/sellers/{shop['seller']}"
    page = (await catalog.http.get(f"{path}/products?sort=price-low&page=2&limit=2&status=active")).json()
    assert [product["price"] for product in page["products"]] == [260.0, 499.99]
    assert page["pagination"] == {"page": 2, "limit": 2, "totalProducts": 5, "totalPages": 3}
    picker = (await catalog.http.get(f"{path}/products")).json()
    assert len(picker["products"]) == 5
    assert picker["pagination"] == {"page": 1, "limit": 200, "totalProducts": 5, "totalPages": 1}
    await catalog.http.post(f"/api/products/{shop['ids'][0]}/sold", headers=shop["who"])
    sold = (await catalog.http.get(f"{path}/products?status=sold")).json()
    assert [product["id"] for product in sold["products"]] == [shop["ids"][0]]
    head = (await catalog.http.get(f"{path}/shelf")).json()
    assert (head["products"], head["sold"]) == (4, 1)


async def test_similar_listings_start_with_same_brand(catalog: Service, shop: dict[str, Any]) -> None:
    rose, _oud, _melati, salt, _smoke = shop["ids"]
    near = (await catalog.http.get(f"/api/products/{rose}/similar")).json()
    assert rose not in [product["id"] for product in near]
    assert 0 < len(near) <= 8
    assert near[0]["brand"].lower() == "verrane"
    assert salt in [product["id"] for product in near]


@pytest.mark.parametrize(
    "query",
    [
        "search=" + "a" * 201, "search=%00", "category=0", "category=x", "minPrice=-1", "maxPrice=1e3", "minPrice=NaN",
        "page=0", "page=1000000000", "limit=201", "limit=-1", "listingType=stolen", "status=removed", "sort=id",
        "minFill=101", "brand=" + "b" * 101, "&".join(["brand=a"] * 51), "sellerId=99999999999999999999", "verified=9",
    ],
)  # fmt: skip
async def test_odd_query_is_refused(catalog: Service, query: str) -> None:
    """S17, S18"""
    answer = await catalog.http.get(f"/api/products?{query}")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")


async def test_boosted_listings_lead_until_they_end(catalog: Service, shop: dict[str, Any]) -> None:
    """U33, C23, HOME-13, HOME-04"""
    rose, salt = shop["ids"][0], shop["ids"][3]
    async with catalog.database.transaction() as session:
        boost = text(
            "UPDATE products SET featured_until = clock_timestamp() + interval '1 day' WHERE id = :id"
        )
        await session.execute(boost, {"id": rose})
    found = (await catalog.http.get(f"/api/products?sellerId={shop['seller']}")).json()
    assert (found[0]["id"], found[0]["isFeatured"], found[0]["status"]) == (rose, True, "featured")
    carousel = (await catalog.http.get("/api/products/featured")).json()
    assert rose in [item["id"] for item in carousel]
    assert salt not in [item["id"] for item in carousel]
    clock.forward(days=2)
    try:
        later = (await catalog.http.get(f"/api/products?sellerId={shop['seller']}")).json()
    finally:
        clock.reset()
        await catalog.app.state.index.load()
    assert [item["id"] for item in later] == shop["ids"][::-1]
    assert {item["status"] for item in later} == {"active"}


async def test_product_has_specified_fields(catalog: Service, shop: dict[str, Any]) -> None:
    """PROD-13, PROD-14, XCUT-13, XCUT-14, C4, C38, XCUT-08"""
    product = (await catalog.http.get(f"/api/products/{shop['ids'][1]}")).json()
    named = "id name brand description price imageUrl images category categoryId stockQuantity averageRating reviews"
    named += " isNew isFeatured featuredUntil boostPackageId boostGroupId"
    named += " remainingPercentage volume batchCode purchaseYear"
    named += " boxCondition listingType sellerId seller status createdAt auction"
    assert set(named.split()) <= set(product)
    assert (product["price"], product["priceSen"], product["currency"]) == (499.99, 49_999, "MYR")
    assert product["seller"]["isVerified"] == product["seller"]["is_verified"]
    assert product["pricePerMl"] == 10.0


async def test_old_open_transaction_hides_and_repeats_nothing(
    catalog: Service, shop: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    index, read = catalog.app.state.index, list[int]()
    entries_of = search_queries.get_entries

    async def counted(session: Any, ids: Any) -> Any:
        read.extend(ids)
        return await entries_of(session, ids)

    monkeypatch.setattr(search_queries, "get_entries", counted)
    first, last = shop["ids"][0], shop["ids"][-1]
    async with catalog.database.transaction() as old:
        await old.execute(text("UPDATE products SET price = 777700 WHERE id = :id"), {"id": first})
        async with catalog.database.transaction() as session:
            await session.execute(text("UPDATE products SET price = 888800 WHERE id = :id"), {"id": last})
        assert await ids(catalog, sellerId=shop["seller"], minPrice=7000) == [last]
        read.clear()
        index.looked_at = 0.0
        await index.current()
        assert read == []
    assert await ids(catalog, sellerId=shop["seller"], minPrice=7000, sort="high") == [last, first]
