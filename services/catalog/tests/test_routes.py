import asyncio
from typing import Any

import pytest

from libs.kit.testing import Service, signed_in
from services.catalog.tests.makers import a_listing, an_auction

pytestmark = pytest.mark.servers
SELLER = signed_in(71, "farid")


async def post(catalog: Service, body: dict[str, Any], **headers: str) -> Any:
    return await catalog.http.post("/api/products", json=body, headers=SELLER | headers)


async def test_listing_is_stored_shown_and_published(catalog: Service) -> None:
    product = (await post(catalog, a_listing(price=390.5))).json()
    assert product["price"] == 390.5
    named = {
        name: product["seller"][name]
        for name in ("id", "username", "isDeleted", "profileImage", "isVerified")
    }
    assert named == {
        "id": 71,
        "username": "farid",
        "isDeleted": False,
        "profileImage": None,
        "isVerified": False,
    }
    shown = (await catalog.http.get(f"/api/products/{product['id']}")).json()
    assert shown == product
    (event,) = await catalog.recorded(product["id"])
    assert (event["type"], event["version"]) == ("wangi.catalog.ProductListed.v1", 1)
    assert (event["data"]["price"], event["data"]["auctionId"]) == (39050, None)


async def test_auction_listing_is_one_command_and_readable_at_once(
    catalog: Service, auction: Service
) -> None:
    answer = await post(catalog, an_auction(reservePrice=150, buyNowPrice=300))
    assert answer.status_code == 201
    product = answer.json()
    shown = await auction.http.get(f"/api/auctions/{product['auction']['id']}")
    assert shown.status_code == 200
    assert (shown.json()["product"]["name"], shown.json()["minimumBid"]) == ("Blanc Matin", 105.0)
    assert shown.json()["reservePrice"] is None


async def test_failed_listing_leaves_no_auction(catalog: Service, auction: Service) -> None:
    (newest,) = await auction.rows("SELECT coalesce(max(id), 0) AS id FROM auctions")
    refused = await post(catalog, an_auction() | {"categoryId": 99})
    assert refused.status_code == 422
    drafts = await auction.rows(
        "SELECT id FROM auctions WHERE status = 'draft' AND id > :id", id=newest["id"]
    )
    assert drafts
    for draft in drafts:
        assert (await auction.http.get(f"/api/auctions/{draft['id']}")).status_code == 404


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        ({"reservePrice": 99}, "Reserve price must be at least the starting price"),
        ({"reservePrice": 150, "buyNowPrice": 120}, "Buy Now price must be above the reserve price"),
        ({"bidIncrement": 0.5}, "Bid increment must be at least 1"),
        ({"startingPrice": 0}, "Starting price must be greater than 0"),
        ({"startingPrice": -1}, "Starting price must be greater than 0"),
        ({"startingPrice": "-0.5"}, "Starting price must be greater than 0"),
        ({"reservePrice": -1}, "Reserve price must be greater than 0"),
        ({"buyNowPrice": -1}, "Buy Now price must be greater than 0"),
        ({"bidIncrement": -5}, "Bid increment must be at least 1"),
        ({"endsAt": "2020-01-01T00:00:00Z"}, "End date must be in the future"),
    ],
)
async def test_terms_refused_by_auction_reach_the_seller(
    catalog: Service, auction: Service, terms: dict[str, Any], sentence: str
) -> None:
    answer = await post(catalog, an_auction(**terms))
    assert answer.status_code == 422
    assert sentence in str(answer.json()["details"])


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "ab", "Name must be at least 3 characters"),
        ("stockQuantity", -1, "Stock quantity must be 0 or greater"),
        ("purchaseYear", 1969, "Purchase year must be between 1970 and this year"),
        ("purchaseYear", 2099, "Purchase year must be between 1970 and this year"),
        ("brand", "x", "Brand must be at least 2 characters"),
        ("description", "short", "Description must be at least 10 characters"),
        ("price", 0, "Price must be greater than 0"),
        ("price", -5, "Price must be greater than 0"),
        ("price", "-5.00", "Price must be greater than 0"),
        ("price", "--5", "Please enter a valid number."),
        ("categoryId", 0, "Please select a category"),
        ("volume", 0, "Please enter a valid volume (e.g. 50ml, 100ml)"),
        ("imageUrl", "https://elsewhere.example/a.jpg", "Please enter a valid image URL"),
    ],
)
async def test_form_messages_match_the_specification(
    catalog: Service, field: str, value: Any, sentence: str
) -> None:
    """FORM-04, FORM-05, FORM-06, FORM-07, FORM-08, FORM-09, FORM-10, FORM-12, FORM-15"""
    answer = await post(catalog, a_listing(**{field: value}))
    assert answer.status_code == 422
    assert {"field": field, "message": sentence} in answer.json()["details"]["fields"]


@pytest.mark.parametrize("price", ["NaN", "1e400", True, "٥", -1, 0.001, "12,50", [1], 10**12])
async def test_odd_price_is_refused(catalog: Service, price: Any) -> None:
    assert (await post(catalog, a_listing(price=price))).status_code == 422


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400"])
async def test_non_json_numbers_are_refused(catalog: Service, number: str) -> None:
    body = (
        '{"name":"Blanc Matin","brand":"Verrane","description":"Bought at KLCC.","categoryId":1,"volume":50,'
    )
    headers = SELLER | {"Content-Type": "application/json"}
    answer = await catalog.http.post("/api/products", content=body + f'"price":{number}}}', headers=headers)
    assert answer.status_code == 422


async def test_same_key_fifty_times_lists_once(catalog: Service) -> None:
    answers = await asyncio.gather(
        *(post(catalog, a_listing(name="Only Once"), **{"Idempotency-Key": "k-50"}) for _ in range(50))
    )
    bodies = {a.content for a in answers if a.status_code == 201}
    assert len(bodies) == 1
    assert {a.status_code for a in answers} <= {201, 503}
    assert len(await catalog.rows("SELECT 1 FROM products WHERE name = 'Only Once'")) == 1


async def test_same_key_with_other_body_is_refused(catalog: Service) -> None:
    assert (await post(catalog, a_listing(), **{"Idempotency-Key": "k-1"})).status_code == 201
    other = await post(catalog, a_listing(name="Another"), **{"Idempotency-Key": "k-1"})
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")


async def test_only_sellers_list_under_own_name(catalog: Service) -> None:
    """ROLE-04, ROLE-06, ROLE-13, C35"""
    guest = await catalog.http.post("/api/products", json=a_listing())
    buyer = await catalog.http.post("/api/products", json=a_listing(), headers=signed_in(72, roles=()))
    other = await post(catalog, a_listing(sellerId=99))
    assert (guest.status_code, buyer.status_code, other.status_code) == (401, 403, 403)


async def test_shopper_searches_by_word_category_and_kind(catalog: Service) -> None:
    for name in ("Zamrud Pagi", "Zamrud Malam"):
        await post(catalog, a_listing(name=name, categoryId=2))
    found = await catalog.http.get("/api/products", params={"search": "zamrud", "category": 2, "limit": 1})
    assert [product["name"] for product in found.json()] == ["Zamrud Malam"]
    assert found.headers["x-total-count"] == "2"
    assert 'rel="next"' in found.headers["link"]
    assert (await catalog.http.get("/api/products", params={"search": "zam%d"})).json() == []


async def test_unknown_listing_is_404(catalog: Service) -> None:
    for path in (
        "/api/products/999999",
        "/api/products/0",
        "/api/images/..%2Fsecrets.json",
        "/api/images/nothing12",
    ):
        assert (await catalog.http.get(path)).status_code == 404


async def test_inconsistent_form_names_the_field(catalog: Service) -> None:
    """FORM-07, FORM-09, FORM-14, FORM-17"""
    whole = [
        (
            a_listing(listingType="auction"),
            "auction",
            "An auction needs its terms, and only an auction has them",
        ),
        ({**a_listing(), "price": None}, "price", "Price must be greater than 0"),
        (an_auction() | {"stockQuantity": 0}, "stockQuantity", "Stock quantity must be at least 1"),
    ]
    for body, field, sentence in whole:
        answer = await post(catalog, body)
        assert answer.json()["details"]["fields"] == [{"field": field, "message": sentence}], answer.text
    many = [a_listing(listingType=kind) for kind in ("fixed", "negotiable")]
    assert [(await post(catalog, body)).status_code for body in many] == [201, 201]
