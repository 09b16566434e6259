import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from libs.contracts.event import Envelope
from libs.contracts.events.auction import AuctionEnded
from libs.contracts.events.sales import SaleSettled, SecondChanceAnswered
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.tests.makers import a_listing, an_auction, listed

pytestmark = pytest.mark.servers
NOW = datetime.now(UTC)


def terms(**fields: Any) -> dict[str, Any]:
    return {"startingPrice": 80, "bidIncrement": 5, "endsAt": (NOW + timedelta(days=9)).isoformat()} | fields


async def put(catalog: Service, auction_id: int, seller: dict[str, str], **body: Any) -> Any:
    return await catalog.http.put(f"/api/auctions/{auction_id}", json=body, headers=seller)


async def post(catalog: Service, seller: dict[str, str], *, key: str = "", **body: Any) -> Any:
    headers = seller | ({"Idempotency-Key": key} if key else {})
    return await catalog.http.post("/api/auctions", json=body, headers=headers)


async def test_unsold_auction_is_recreated_once_and_linked(catalog: Service, auction: Service) -> None:
    """AUC-26, AUC-48, C25"""
    seller = signed_in(17_001, "farid")
    old = await listed(catalog, seller, body=an_auction())
    running = await post(catalog, seller, productId=old["id"], **terms())
    assert (running.status_code, running.json()["code"]) == (409, "wrong_status")
    assert (await auction.http.get(f"/api/auctions/{old['auction']['id']}")).status_code == 200
    await catalog.deliver(over(old, "no_bids"), version=2)
    body = terms(
        reservePrice=100,
        buyNowPrice=200,
        endsAt="2031-01-01T00:00:00Z",
        startsAt="2001-01-01T00:00:00Z",
        status="ended",
    )
    clock.forward(days=8)
    answers = [await post(catalog, seller, key="anew", productId=old["id"], **body) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201], answers[0].text
    assert answers[0].content == answers[1].content
    made = answers[0].json()
    assert (made["startingPrice"], made["reservePrice"], made["buyNowPrice"]) == (80.0, 100.0, 200.0)
    assert (made["status"], made["currentBid"], made["product"]["relistOf"]) == ("active", None, old["id"])
    assert datetime.fromisoformat(made["startsAt"]) > NOW
    shown = (await auction.http.get(f"/api/auctions/{made['id']}", headers=seller)).json()
    assert (shown["relistedFrom"], shown["reservePrice"]) == (old["auction"]["id"], 100.0)


def over(product: dict[str, Any], outcome: Any, winner: int | None = None) -> AuctionEnded:
    return AuctionEnded(
        auction_id=product["auction"]["id"], product_id=product["id"], seller_id=product["sellerId"], outcome=outcome,
        winner_id=winner, price=11_000 if winner else None, highest_bidder_id=winner,
        highest_bid=11_000 if winner else None, bid_count=1 if winner else 0,
        ended_at=NOW + timedelta(minutes=5), epoch=1,
    )  # fmt: skip


@pytest.mark.parametrize("archived", [False, True])
async def test_listed_product_becomes_an_auction(
    catalog: Service, auction: Service, *, archived: bool
) -> None:
    """AUC-13, AUC-24, AUC-26, AUC-48, FORM-28"""
    seller = signed_in(17_011 + archived, "farid")
    listing = await listed(catalog, seller, body=a_listing(stockQuantity=3))
    page = f"/api/products/{listing['id']}"
    if archived:
        assert (await catalog.http.post(f"{page}/archive", headers=seller)).status_code == 200
    clock.forward(hours=1)
    made = await post(catalog, seller, productId=listing["id"], **terms(buyNowPrice=120))
    assert made.status_code == 201, made.text
    body = made.json()
    product = body["product"]
    assert (body["productId"], product["id"], product["relistOf"]) == (listing["id"], listing["id"], None)
    assert (product["listingType"], product["stockQuantity"], product["price"]) == ("auction", 1, 80.0)
    assert (body["status"], body["bidCount"], body["bids"], body["currentBid"]) == ("active", 0, [], None)
    assert body["createdAt"] == body["startsAt"] > listing["createdAt"]
    by_product = await auction.http.get(f"/api/auctions/product/{listing['id']}")
    assert by_product.status_code == 200, by_product.text
    room = by_product.json()
    assert (room["id"], room["productId"], room["buyNowPrice"]) == (body["id"], listing["id"], 120.0)
    assert (room["status"], room["bids"], room["product"]["name"]) == ("active", [], listing["name"])
    assert (await auction.http.get(f"/api/auctions/{body['id']}")).json()["productId"] == listing["id"]
    shown = (await catalog.http.get(page)).json()
    assert (shown["status"], shown["auction"]["id"], shown["auction"]["endsAt"]) == (
        "active", body["id"], body["endsAt"],
    )  # fmt: skip
    everything = await catalog.http.get(
        f"/api/sellers/{17_011 + archived}/products", params={"sort": "newest"}
    )
    assert [item["id"] for item in everything.json()["products"]] == [listing["id"]]
    events = [event["type"].split(".")[2] for event in await catalog.recorded(listing["id"])]
    assert events == ["ProductListed", *["ProductRemoved"] * archived, "ProductChanged"]


async def test_auction_of_listed_product_opens_by_event(catalog: Service, auction: Service) -> None:
    seller = signed_in(17_013, "farid")
    listing = await listed(catalog, seller)
    made = (await post(catalog, seller, productId=listing["id"], **terms())).json()
    for recorded_event in await catalog.recorded(listing["id"]):
        envelope = Envelope.model_validate(recorded_event)
        await auction.deliver(envelope.event(), version=envelope.version)
    opened = await auction.rows("SELECT status, product_id FROM auctions WHERE id = :id", id=made["id"])
    assert [tuple(row.values()) for row in opened] == [("active", listing["id"])]


async def test_concurrent_auctions_of_one_product_create_one(catalog: Service, auction: Service) -> None:
    seller = signed_in(17_014, "farid")
    listing = await listed(catalog, seller)
    answers = await asyncio.gather(
        *(post(catalog, seller, productId=listing["id"], **terms()) for _ in range(4))
    )
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    won = next(answer.json() for answer in answers if answer.status_code == 201)
    assert (await auction.http.get(f"/api/auctions/product/{listing['id']}")).json()["id"] == won["id"]


async def test_sold_bottle_is_auctioned_as_new_listing(catalog: Service) -> None:
    """C25"""
    seller = signed_in(17_015, "farid")
    listing = await listed(catalog, seller)
    assert (await catalog.http.post(f"/api/products/{listing['id']}/sold", headers=seller)).status_code == 200
    made = await post(catalog, seller, productId=listing["id"], **terms())
    assert made.status_code == 201, made.text
    assert made.json()["product"]["relistOf"] == listing["id"] != made.json()["productId"]


async def test_product_without_auction_has_none(catalog: Service, auction: Service) -> None:
    listing = await listed(catalog, signed_in(17_016, "farid"))
    for number in (listing["id"], 10**12):
        assert (await auction.http.get(f"/api/auctions/product/{number}")).status_code == 404


async def test_price_order_is_refused_with_specified_message(catalog: Service) -> None:
    """U32, FORM-18"""
    seller = signed_in(17_021, "farid")
    old = await listed(catalog, seller)
    low = await post(catalog, seller, productId=old["id"], **terms(reservePrice=79))
    cheap = await post(catalog, seller, productId=old["id"], **terms(reservePrice=100, buyNowPrice=99))
    answered = [answer.json()["details"]["fields"][0]["message"] for answer in (low, cheap)]
    assert answered == [
        "Reserve price must be at least the starting price",
        "Buy Now price must be above the reserve price",
    ]


async def test_only_owner_creates_and_changes_auction(catalog: Service) -> None:
    """ROLE-13, C35"""
    seller, other = signed_in(17_031, "farid"), signed_in(17_032, "zaki")
    product = await listed(catalog, seller, body=an_auction())
    auction_id = product["auction"]["id"]
    assert (await post(catalog, other, productId=product["id"], **terms())).status_code == 404
    assert (await put(catalog, auction_id, other, auction=terms())).status_code == 404
    assert (await put(catalog, 10**12, seller, auction=terms())).status_code == 404
    for body in (
        {"auction": terms(), "sellerId": 17_032},
        {"auction": terms(sellerId=17_032)},
        {"auction": terms(), "product": a_listing(sellerId=17_032)},
    ):
        assert (await put(catalog, auction_id, seller, **body)).status_code == 403
    assert (await post(catalog, seller, productId=product["id"], **terms(sellerId=17_032))).status_code == 403


async def test_terms_and_text_change_until_first_bid(catalog: Service, auction: Service) -> None:
    """AUC-27, U22"""
    seller = signed_in(17_041, "farid")
    product = await listed(catalog, seller, body=an_auction())
    auction_id = product["auction"]["id"]
    only_terms = await put(catalog, auction_id, seller, auction=terms(startingPrice=90), sellerId=17_041)
    assert only_terms.status_code == 200, only_terms.text
    assert (only_terms.json()["startingPrice"], only_terms.json()["product"]["name"]) == (
        90.0,
        product["name"],
    )
    both = await put(catalog, auction_id, seller, auction=terms(), product=a_listing(name="Blanc Soir"))
    assert (both.json()["startingPrice"], both.json()["product"]["name"]) == (80.0, "Blanc Soir")
    room = (await auction.http.get(f"/api/auctions/{auction_id}")).json()
    assert room["startingPrice"] == 80.0
    bid = await auction.http.post(
        f"/api/auctions/{auction_id}/bids", json={"amount": 85}, headers=signed_in(17_042)
    )
    assert bid.status_code == 201, bid.text
    late = await put(catalog, auction_id, seller, auction=terms(startingPrice=70))
    assert (late.status_code, late.json()["code"]) == (409, "auction_has_bids")
    note = {"note": "The cap has a scratch."}
    noted = await catalog.http.post(f"/api/products/{product['id']}/notes", json=note, headers=seller)
    assert noted.status_code == 200


@pytest.mark.parametrize("is_told", [True, False])
async def test_ended_auction_takes_no_notes_or_pictures(catalog: Service, *, is_told: bool) -> None:
    seller = signed_in(17_061 + is_told, "farid")
    product = await listed(catalog, seller, body=an_auction())
    if is_told:
        await catalog.deliver(over(product, "sold", 9), version=2)
    else:
        clock.forward(days=7, minutes=1)
    path = f"/api/products/{product['id']}"
    picture = {"productId": product["id"], "imageUrl": f"scratch-{product['id']}"}
    for late in (
        await catalog.http.post(f"{path}/notes", json={"note": "It was never full."}, headers=seller),
        await catalog.http.post("/api/product-images", json=picture, headers=seller),
        await catalog.http.put(f"{path}/images", json={"images": []}, headers=seller),
    ):
        assert (late.status_code, late.json()["code"]) == (409, "auction_ended"), late.text


@pytest.mark.parametrize("paid", [True, False])
async def test_paid_auction_is_sold_and_unpaid_one_is_the_sellers(catalog: Service, *, paid: bool) -> None:
    seller = signed_in(17_051 + paid, "farid")
    product = await listed(catalog, seller, body=an_auction())
    same = {
        "auction_id": product["auction"]["id"],
        "product_id": product["id"],
        "seller_id": product["sellerId"],
    }
    settled = SaleSettled(
        **same, winner_id=9, price=11_000, paid=paid, settled_at=NOW + timedelta(hours=1), is_free=not paid
    )
    await catalog.deliver(over(product, "sold", 9), version=2)
    for version in (1, 2):
        await catalog.deliver(settled, version=version)

    async def status() -> str:
        shown: dict[str, Any] = (
            await catalog.http.get(f"/api/products/{product['id']}", headers=seller)
        ).json()
        return str(shown["status"])

    assert await status() == ("sold" if paid else "active")
    sold = [
        event for event in await catalog.recorded(product["id"]) if event["type"].endswith("ProductSold.v1")
    ]
    assert [item["data"]["price"] for item in sold] == ([11_000] if paid else [])
    taken = SecondChanceAnswered(
        **same, bidder_id=8, price=10_500, answer="accepted", answered_at=NOW + timedelta(hours=2)
    )
    await catalog.deliver(taken, version=3)
    assert await status() == ("sold" if paid else "pending")


async def test_moderator_who_bid_does_not_remove_the_listing(catalog: Service, auction: Service) -> None:
    product = await listed(catalog, signed_in(17_061, "farid"), body=an_auction())
    moderator, other = (signed_in(user, roles=("moderator",)) for user in (17_062, 17_063))
    assert (await auction.http.get(f"/api/auctions/{product['auction']['id']}")).status_code == 200
    bids = f"/api/auctions/{product['auction']['id']}/bids"
    bid = await auction.http.post(bids, json={"amount": 105}, headers=moderator)
    assert bid.status_code == 201, bid.text
    path, why = f"/api/admin/products/{product['id']}", {"reason": "Two caps.", "code": "counterfeit"}
    answer = await catalog.http.post(f"{path}/remove", json=why, headers=moderator)
    assert (answer.status_code, answer.json()["code"]) == (403, "conflict_of_interest")
    many = {"ids": [product["id"]], "act": "remove", **why}
    preview = await catalog.http.post("/api/admin/products/bulk/preview", json=many, headers=moderator)
    assert preview.json()["lines"][0]["code"] == "conflict_of_interest", preview.text
    assert (await catalog.http.post(f"{path}/remove", json=why, headers=other)).status_code == 200
