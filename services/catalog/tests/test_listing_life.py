import asyncio
import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from libs.contracts.event import Envelope
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.tests.makers import FARID, a_listing, an_auction, listed

pytestmark = pytest.mark.servers
MEI, BIDDER = signed_in(72, "mei"), signed_in(73, "kavitha")
STAFF = signed_in(74, "aisyah", roles=("seller", "admin"))
_sellers = itertools.count(83_000)


async def call(
    catalog: Service, method: str, path: str, body: Any = None, who: dict[str, str] = FARID
) -> Any:
    return await catalog.http.request(method, path, json=body, headers=who)


def ends_in(days: float = 7) -> str:
    return (datetime.now(UTC) + timedelta(days=days)).isoformat()


async def bid(auction: Service, product: dict[str, Any], amount: float) -> None:
    path = f"/api/auctions/{product['auction']['id']}"
    assert (await auction.http.get(path)).status_code == 200
    assert (
        await auction.http.post(f"{path}/bids", json={"amount": amount}, headers=BIDDER)
    ).status_code == 201


async def deliver_from(publisher: Service, consumer: Service, key: int) -> None:
    for row in await publisher.recorded(key):
        envelope = Envelope.model_validate(row)
        await consumer.deliver(envelope.event(), version=envelope.version)


async def test_listing_change_is_stored_shown_and_published(catalog: Service) -> None:
    """FORM-24, SELP-21, PROD-14"""
    product = await listed(catalog)
    changed = await call(
        catalog, "PUT", f"/api/products/{product['id']}", a_listing(price=350, notes="tea; musk")
    )
    assert (changed.status_code, changed.json()["price"], changed.json()["notes"]) == (
        200,
        350.0,
        "tea; musk",
    )
    same = await call(
        catalog, "PUT", f"/api/products/{product['id']}", a_listing(price=350, notes="tea; musk")
    )
    assert same.json() == changed.json()
    events = await catalog.recorded(product["id"])
    assert [(event["type"].split(".")[2], event["version"]) for event in events] == [
        ("ProductListed", 1),
        ("ProductChanged", 2),
    ]
    assert events[1]["data"]["changed"] == ["notes", "price"]
    found = await catalog.http.get("/api/products?search=tea&minPrice=350&maxPrice=350")
    assert product["id"] in [item["id"] for item in found.json()]


async def test_only_its_seller_changes_a_listing(catalog: Service) -> None:
    """FORM-23, FORM-24, FORM-25, C35"""
    product = await listed(catalog)
    path = f"/api/products/{product['id']}"
    calls = [("PUT", path, a_listing()), ("DELETE", path, None), ("POST", f"{path}/archive", None)]
    calls += [("POST", f"{path}/sold", None), ("POST", f"{path}/notes", {"note": "mine now"})]
    for method, address, body in calls:
        assert (await call(catalog, method, address, body, MEI)).status_code == 404, address
    assert (await call(catalog, "DELETE", f"{path}?sellerId=72")).status_code == 403
    assert (await call(catalog, "PUT", path, a_listing(sellerId=72))).status_code == 403
    assert (await catalog.http.get(path)).json()["status"] == "active"


async def test_listing_is_archived_and_restored_with_its_text(catalog: Service) -> None:
    """DASH-17, C23, U31"""
    product = await listed(catalog, name="Kept for later")
    path = f"/api/products/{product['id']}"
    assert (await call(catalog, "POST", f"{path}/archive")).json()["status"] == "archived"
    assert product["id"] not in [
        item["id"] for item in (await catalog.http.get("/api/products?search=kept")).json()
    ]
    again = await call(catalog, "POST", f"{path}/archive")
    assert (again.status_code, again.json()["code"]) == (409, "wrong_status")
    assert (await call(catalog, "POST", f"{path}/restore")).json()["status"] == "active"
    assert product["id"] in [
        item["id"] for item in (await catalog.http.get("/api/products?search=kept")).json()
    ]
    kinds = [
        (event["type"].split(".")[2], event["version"]) for event in await catalog.recorded(product["id"])
    ]
    assert kinds == [("ProductListed", 1), ("ProductRemoved", 2), ("ProductChanged", 3)]


async def test_listing_is_sold_once_and_published_once(catalog: Service) -> None:
    """U29, C30"""
    product = await listed(catalog)
    path = f"/api/products/{product['id']}/sold"
    answers = await asyncio.gather(*(call(catalog, "POST", path) for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409]
    shown = (await catalog.http.get(f"/api/products/{product['id']}")).json()
    assert (shown["status"], shown["stockQuantity"]) == ("sold", 0)
    assert [event["type"].split(".")[2] for event in await catalog.recorded(product["id"])].count(
        "ProductSold"
    ) == 1


async def test_deleted_listing_is_410_for_everybody(catalog: Service) -> None:
    """FORM-25, U37"""
    product = await listed(catalog)
    path = f"/api/products/{product['id']}"
    assert (await call(catalog, "DELETE", path)).json() == {"success": True}
    for who in ({}, FARID, MEI):
        answer = await catalog.http.get(path, headers=who)
        assert (answer.status_code, answer.json()["code"]) == (410, "listing_removed")
    assert (await call(catalog, "POST", f"{path}/restore")).status_code == 404


async def test_auction_terms_change_with_listing_until_first_bid(catalog: Service, auction: Service) -> None:
    """FORM-01, FORM-17, FORM-18, FORM-19, C22, U22, P-A7"""
    product = await listed(catalog, body=an_auction())
    room = f"/api/auctions/{product['auction']['id']}"
    assert (await auction.http.get(room)).status_code == 200
    new = {"startingPrice": 150, "reservePrice": 200, "bidIncrement": 10, "endsAt": ends_in(3)}
    form = a_listing(listingType="auction", name="Blanc Soir", auction=new)
    answer = await call(catalog, "PUT", f"/api/products/{product['id']}", form)
    assert answer.status_code == 200, answer.text
    shown = (await auction.http.get(room)).json()
    assert (shown["startingPrice"], shown["minimumBid"]) == (150.0, 160.0)
    await deliver_from(auction, catalog, product["auction"]["id"])
    await deliver_from(catalog, auction, product["id"])
    card = (await catalog.http.get(f"/api/products/{product['id']}")).json()
    assert (card["auction"]["startingPrice"], card["auction"]["hasReserve"], card["price"]) == (
        150.0,
        True,
        150.0,
    )
    assert (await auction.http.get(room)).json()["product"]["name"] == "Blanc Soir"
    await bid(auction, product, 160)
    refused = await call(catalog, "PUT", f"/api/products/{product['id']}", form | {"name": "Other words"})
    assert (refused.status_code, refused.json()["code"]) == (409, "auction_has_bids")
    for method, path in (("DELETE", ""), ("POST", "/archive")):
        refused = await call(catalog, method, f"/api/products/{product['id']}{path}")
        assert (refused.status_code, refused.json()["code"]) == (409, "auction_has_bids")
    noted = await call(
        catalog, "POST", f"/api/products/{product['id']}/notes", {"note": "Box found after all."}
    )
    assert noted.json()["description"].endswith(": Box found after all.")


async def test_invalid_terms_have_the_forms_messages(catalog: Service, auction: Service) -> None:
    """U32, FORM-17, FORM-20, FORM-27"""
    product = await listed(catalog, body=an_auction())
    wrong = {"startingPrice": 100, "reservePrice": 50, "buyNowPrice": 10, "endsAt": ends_in(-1)}
    form = a_listing(listingType="auction", name="Not to be stored", auction=wrong)
    answer = await call(catalog, "PUT", f"/api/products/{product['id']}", form)
    fields = {fault["field"]: fault["message"] for fault in answer.json()["details"]["fields"]}
    assert fields["auction.reservePrice"] == "Reserve price must be at least the starting price"
    assert fields["auction.buyNowPrice"] == "Buy Now price must be above the reserve price"
    assert fields["auction.auctionEndDate"] == "End date must be in the future"
    assert (await catalog.http.get(f"/api/products/{product['id']}")).json()["name"] == "Blanc Matin"


async def test_withdrawn_auction_ends_with_its_listing(catalog: Service, auction: Service) -> None:
    """FORM-25, U31"""
    product = await listed(catalog, body=an_auction())
    assert (await call(catalog, "DELETE", f"/api/products/{product['id']}")).status_code == 200
    shown = (await auction.http.get(f"/api/auctions/{product['auction']['id']}")).json()
    assert (shown["status"], shown["outcome"]) == ("cancelled", "cancelled")
    events = await auction.recorded(product["auction"]["id"])
    assert [event["data"].get("reason") for event in events][-1] == "listing_withdrawn"
    late = await auction.http.post(
        f"/api/auctions/{product['auction']['id']}/bids", json={"amount": 200}, headers=BIDDER
    )
    assert late.status_code == 409


async def test_unsold_auction_is_relisted_as_a_new_one(catalog: Service, auction: Service) -> None:
    """C25, FORM-02"""
    product = await listed(catalog, signed_in(83, "seri"), body=an_auction())
    seri = signed_in(83, "seri")
    path = f"/api/products/{product['id']}"
    early = await call(
        catalog, "POST", f"{path}/relist", {"auction": {"startingPrice": 80, "endsAt": ends_in()}}, seri
    )
    assert (early.status_code, early.json()["code"]) == (409, "wrong_status")
    clock.forward(days=8)
    try:
        terms = {"startingPrice": 80, "endsAt": ends_in(15)}
        form = a_listing(listingType="auction", auction=terms)
        reopened = await call(catalog, "PUT", path, form, seri)
        assert (reopened.status_code, reopened.json()["code"]) == (409, "auction_ended")
        again = await call(catalog, "POST", f"{path}/relist", {"auction": terms}, seri)
        assert again.status_code == 201, again.text
    finally:
        clock.reset()
        await catalog.app.state.index.load()
    new = again.json()
    assert (new["relistOf"], new["name"], new["price"]) == (product["id"], product["name"], 80.0)
    assert new["auction"]["id"] != product["auction"]["id"]
    assert (await catalog.http.get(path, headers=seri)).json()["status"] == "archived"


async def test_listing_removed_by_staff_is_hidden_with_reason_and_restorable(
    catalog: Service, auction: Service
) -> None:
    """U37, ADM-17"""
    product = await listed(catalog, body=an_auction())
    await bid(auction, product, 105)
    path = f"/api/products/{product['id']}"
    assert (
        await call(catalog, "POST", f"/api/admin{path[4:]}/remove", {"reason": "A fake"}, FARID)
    ).status_code == 403
    assert (
        await call(catalog, "POST", f"/api/admin{path[4:]}/remove", {"reason": "A fake"}, STAFF)
    ).status_code == 200
    assert (await catalog.http.get(path)).status_code == 410
    own = (await catalog.http.get(path, headers=FARID)).json()
    assert (own["status"], own["removedReason"]) == ("removed", "A fake")
    (removed,) = [
        event for event in await catalog.recorded(product["id"]) if "ProductRemoved" in event["type"]
    ]
    assert removed["data"]["reason"] == "moderated"
    await deliver_from(catalog, auction, product["id"])
    room = f"/api/auctions/{product['auction']['id']}"
    assert (await auction.http.get(room)).status_code == 410
    ended = (await auction.http.get(room, headers=FARID)).json()
    assert ended["outcome"] == "cancelled"
    assert (await auction.recorded(product["auction"]["id"]))[-1]["data"]["reason"] == "listing_removed"
    back = await call(catalog, "POST", f"/api/admin{path[4:]}/restore", None, STAFF)
    assert back.json()["status"] == "archived"


async def test_only_staff_see_every_listing(catalog: Service) -> None:
    """C34, ADM-07"""
    product = await listed(catalog)
    await call(catalog, "POST", f"/api/products/{product['id']}/archive")
    assert (await call(catalog, "GET", "/api/products/all", who=FARID)).status_code == 403
    answer = await call(catalog, "GET", "/api/products/all?limit=5", who=STAFF)
    assert product["id"] in [item["id"] for item in answer.json()]
    assert int(answer.headers["X-Total-Count"]) >= 1


async def test_replicas_follow_listing_and_ignore_duplicates(
    catalog: Service, auction: Service, messaging: Service, boost: Service, admin: Service
) -> None:
    """P-D3"""
    seller = signed_in(next(_sellers), "publisher")
    product = await listed(catalog, seller, name="First words")
    path = f"/api/products/{product['id']}"
    await call(catalog, "PUT", path, a_listing(name="Second words", price=99), seller)
    query = f"SELECT name, price, status FROM product_replicas WHERE product_id = {product['id']}"
    for _ in range(2):
        for consumer in (messaging, boost):
            await deliver_from(catalog, consumer, product["id"])
            assert await consumer.rows(query) == [{"name": "Second words", "price": 9900, "status": "active"}]
    await call(catalog, "POST", f"{path}/sold", None, seller)
    for consumer in (messaging, boost, auction, admin):
        await deliver_from(catalog, consumer, product["id"])
    for consumer in (messaging, boost):
        assert (await consumer.rows(query))[0]["status"] == "sold"
    kept = await admin.rows(
        f"SELECT type FROM audit_log WHERE subject = '{product['id']}'"
        " AND type LIKE 'wangi.%.Product%' ORDER BY version"
    )
    assert [row["type"].split(".")[2] for row in kept] == ["ProductListed", "ProductChanged", "ProductSold"]


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("concentration", "Strong", None), ("state", "Texas", None), ("notes", "x" * 501, "Use 500 characters or less"),
        ("images", ["a"] * 6, None), ("batchCode", "x" * 51, "Use 50 characters or less"), ("draftId", 0, None),
        ("images", [{"token": "x"}], None), ("relistOf", 1, None), ("words", ["x"], None),
        ("featuredUntil", "2030-01-01", None),
    ],
)  # fmt: skip
async def test_seller_cannot_write_unknown_or_computed_fields(
    catalog: Service, field: str, value: Any, sentence: str | None
) -> None:
    """S03, FORM-16"""
    answer = await call(catalog, "POST", "/api/products", a_listing(**{field: value}))
    assert answer.status_code == 422
    faults = answer.json()["details"]["fields"]
    assert any(fault["field"].startswith(field) for fault in faults)
    assert sentence is None or sentence in [fault["message"] for fault in faults]
