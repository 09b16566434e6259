from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.events.auth import UserBanned, UserErased, UserUnbanned
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.search import vocabulary
from services.catalog.tests.makers import AT, a_listing, a_seller, an_auction, finish_forgetting, listed
from services.catalog.tests.pictures import uploaded
from services.catalog.tests.test_listing_life import BIDDER, STAFF, call

pytestmark = pytest.mark.servers


async def announced(catalog: Service, product: int, seller: dict[str, str]) -> str:
    name = f"to-come-{product}-front"
    body = {"productId": product, "imageUrl": name, "imageOrder": 0, "imageName": "front.jpg"}
    assert (await call(catalog, "POST", "/api/product-images", body, seller)).status_code == 201
    return name


async def test_pending_picture_is_hidden_in_shop_header(catalog: Service) -> None:
    """SELP-04, IMG-03"""
    number, seller = a_seller()
    bare, shown = await listed(catalog, seller), await listed(catalog, seller)
    await announced(catalog, bare["id"], seller)
    (token,) = await uploaded(catalog, number)
    await call(catalog, "PUT", f"/api/products/{shown['id']}", a_listing(images=[token]), seller)
    head = (await catalog.http.get(f"/api/sellers/{number}/shelf")).json()
    assert head == {"products": 2, "sold": 0, "delivered": 0, "photos": [f"/api/images/{token}"]}


async def test_resent_listing_with_pending_picture_is_unchanged(catalog: Service) -> None:
    """FORM-24, IMG-03"""
    number, seller = a_seller()
    tokens = await uploaded(catalog, number, 2)
    product = await listed(catalog, seller, images=tokens)
    await announced(catalog, product["id"], seller)
    count = len(await catalog.recorded(product["id"]))
    answer = await call(catalog, "PUT", f"/api/products/{product['id']}", a_listing(images=tokens), seller)
    assert (answer.status_code, len(await catalog.recorded(product["id"]))) == (200, count)
    await call(catalog, "PUT", f"/api/products/{product['id']}", a_listing(images=tokens[::-1]), seller)
    assert (await catalog.recorded(product["id"]))[-1]["data"]["changed"] == ["images"]


@pytest.mark.parametrize(("act", "status"), [("sold", "sold"), ("archive", "archived"), (None, "active")])
async def test_restored_listing_keeps_its_sold_state(catalog: Service, act: str | None, status: str) -> None:
    """U37"""
    _, seller = a_seller()
    product = await listed(catalog, seller)
    path = f"/api/products/{product['id']}"
    if act:
        await call(catalog, "POST", f"{path}/{act}", None, seller)
    await call(catalog, "POST", f"/api/admin{path[4:]}/remove", {"reason": "A fake"}, STAFF)
    back = await call(catalog, "POST", f"/api/admin{path[4:]}/restore", None, STAFF)
    assert back.json()["status"] == status


@pytest.mark.parametrize("reason", ["deleted", "seller_erased"])
async def test_staff_reason_is_never_parsed_as_state(catalog: Service, reason: str) -> None:
    """U37"""
    _, seller = a_seller()
    path = f"/api/products/{(await listed(catalog, seller))['id']}"
    answer = await call(catalog, "POST", f"/api/admin{path[4:]}/remove", {"reason": reason}, STAFF)
    assert answer.status_code == 422
    assert (await catalog.http.get(path)).json()["status"] == "active"


async def test_pictures_of_removed_listing_are_for_its_seller(catalog: Service) -> None:
    """IMG-02, U37"""
    number, seller = a_seller()
    product = await listed(catalog, seller, images=await uploaded(catalog, number))
    await call(catalog, "POST", f"/api/admin/products/{product['id']}/remove", {"reason": "A fake"}, STAFF)
    path = f"/api/product-images/{product['id']}"
    assert (await catalog.http.get(path)).status_code == 404
    assert len((await catalog.http.get(path, headers=seller)).json()) == 1


async def test_banned_sellers_listing_is_hidden_from_favourites(catalog: Service) -> None:
    """U1, PROF-13"""
    number, seller = a_seller()
    product = await listed(catalog, seller)
    await call(catalog, "POST", f"/api/favorites/{product['id']}", None, BIDDER)
    await catalog.deliver(UserBanned(user_id=number, by_admin_id=1, banned_at=AT))
    kept = (await call(catalog, "GET", "/api/favorites", None, BIDDER)).json()
    assert product["id"] not in [item["id"] for item in kept]
    await catalog.deliver(UserUnbanned(user_id=number, by_admin_id=1, unbanned_at=AT), version=2)
    kept = (await call(catalog, "GET", "/api/favorites", None, BIDDER)).json()
    assert product["id"] in [item["id"] for item in kept]


async def test_repeated_note_with_key_is_written_once(catalog: Service) -> None:
    """P-A6, FORM-24"""
    _, seller = a_seller()
    path = f"/api/products/{(await listed(catalog, seller))['id']}/notes"
    keyed = seller | {"Idempotency-Key": "note-1"}
    first, again = [await call(catalog, "POST", path, {"note": "Box found."}, keyed) for _ in range(2)]
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json()["description"].count("Box found.") == 1


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/seller/drafts", {"form": {"name": "Blanc"}}),
        ("/api/products/{id}/duplicate", None),
        ("/api/favorites/searches", {"wanted": {"search": "oud"}}),
        ("/api/product-images", {"productId": "{id}", "imageUrl": "front-of-{id}"}),
    ],
)
async def test_every_create_is_idempotent_per_key(catalog: Service, path: str, body: Any) -> None:
    """P-A6"""
    number, seller = a_seller()
    product = await listed(catalog, seller)
    if body and "productId" in body:
        body = {"productId": product["id"], "imageUrl": f"front-of-{product['id']}"}
    keyed = signed_in(number, f"seller{number}") | {"Idempotency-Key": f"once-{number}"}
    answers = [await call(catalog, "POST", path.format(id=product["id"]), body, keyed) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201], answers[1].text
    assert answers[0].json() == answers[1].json()


async def test_repeated_key_is_answered_despite_new_terms(catalog: Service, auction: Service) -> None:
    """P-A6"""
    _, seller = a_seller()
    body, keyed = an_auction(), seller | {"Idempotency-Key": "late-again"}
    first = await call(catalog, "POST", "/api/products", body, keyed)
    clock.forward(hours=23)
    try:
        drafts = await auction.rows("SELECT count(*) AS n FROM auctions")
        again = await call(catalog, "POST", "/api/products", body, keyed)
        assert await auction.rows("SELECT count(*) AS n FROM auctions") == drafts
    finally:
        clock.reset()
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()


async def test_older_listing_is_indexed_by_its_words(catalog: Service) -> None:
    """CAT-04, AR-D25"""
    _, seller = a_seller()
    product = await listed(catalog, seller, name="Zorvane Ancien", brand="Éclat d'Avant")
    async with catalog.database.transaction() as session:
        old = "UPDATE products SET words = '{}', title_words = '{}', brand_key = lower(brand) WHERE id = :id"
        await session.execute(text(old), {"id": product["id"]})
        await session.execute(text("DELETE FROM vocabulary WHERE word = 'zorvane'"))
    assert (await catalog.http.get("/api/products?search=zorvane")).json() == []
    assert await vocabulary.name_the_nameless(catalog.database) == 1
    assert await vocabulary.name_the_nameless(catalog.database) == 0
    for query in ("search=zorvane", "search=zorvnae", "brand=eclat%20d'avant"):
        found = (await catalog.http.get(f"/api/products?{query}")).json()
        assert [item["id"] for item in found] == [product["id"]], query


async def test_erased_sellers_ship_from_place_is_deleted(catalog: Service) -> None:
    """P-G2, U38"""
    number, seller = a_seller()
    product = await listed(catalog, seller, state="Perlis", notes="tea", concentration="EDP")
    await catalog.deliver(UserErased(user_id=number, erased_at=AT))
    await finish_forgetting(catalog)
    kept = "SELECT state, notes, words, title_words, brand_key FROM products WHERE id = :id"
    (row,) = await catalog.rows(kept, id=product["id"])
    assert row == {"state": None, "notes": None, "words": [], "title_words": [], "brand_key": ""}
    assert await vocabulary.name_the_nameless(catalog.database) == 0


@pytest.mark.parametrize("malformed", ["%00", "%ED%A0%80"])
@pytest.mark.parametrize("name", ["brand", "search"])
@pytest.mark.parametrize("status", ["active", "sold"])
async def test_unstorable_filter_is_no_server_error(
    catalog: Service, malformed: str, name: str, status: str
) -> None:
    """S18, CAT-06"""
    answer = await catalog.http.get(f"/api/products?{name}=a{malformed}b&status={status}")
    assert answer.status_code in (200, 422), answer.text


@pytest.mark.parametrize("malformed", ["\\u0000", "\\ud800"])
async def test_unstorable_search_is_refused(catalog: Service, malformed: str) -> None:
    """S03"""
    _, seller = a_seller()
    body = f'{{"wanted": {{"brand": ["a{malformed}"]}}}}'.encode()
    headers = seller | {"Content-Type": "application/json"}
    answer = await catalog.http.post("/api/favorites/searches", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
