from typing import Any

import pytest

from libs.contracts.events.auction import AuctionChanged
from libs.kit.http.client import Answer
from libs.kit.process import clock
from libs.kit.testing import Service
from services.catalog.tests.makers import AT, a_listing, a_seller, an_auction, listed
from services.catalog.tests.test_listing_life import STAFF, bid, call, deliver_from, ends_in

pytestmark = pytest.mark.servers


async def test_concurrent_relisting_happens_once(catalog: Service, auction: Service) -> None:
    """C25"""
    _, seller = a_seller()
    product = await listed(catalog, seller, body=an_auction())
    assert (await auction.http.get(f"/api/auctions/{product['auction']['id']}")).status_code == 200
    path, terms = f"/api/products/{product['id']}/relist", {"startingPrice": 80, "endsAt": ends_in(15)}
    clock.forward(days=8)
    try:
        first = await call(catalog, "POST", path, {"auction": terms}, seller)
        second = await call(catalog, "POST", path, {"auction": terms | {"startingPrice": 90}}, seller)
    finally:
        clock.reset()
        await catalog.app.state.index.load()
    assert first.status_code == 201, first.text
    assert (second.status_code, second.json()["code"]) == (409, "wrong_status")
    again = await catalog.rows("SELECT id FROM products WHERE relist_of = :id", id=product["id"])
    assert [row["id"] for row in again] == [first.json()["id"]]


async def test_last_second_bid_unknown_to_catalog_prevents_relisting(
    catalog: Service, auction: Service
) -> None:
    """C25, U22"""
    _, seller = a_seller()
    product = await listed(catalog, seller, body=an_auction())
    await bid(auction, product, 105)
    clock.forward(days=8)
    try:
        terms = {"startingPrice": 80, "endsAt": ends_in(15)}
        answer = await call(
            catalog, "POST", f"/api/products/{product['id']}/relist", {"auction": terms}, seller
        )
    finally:
        clock.reset()
        await catalog.app.state.index.load()
    assert (answer.status_code, answer.json()["code"]) == (409, "auction_has_bids")
    assert (await catalog.http.get(f"/api/products/{product['id']}")).json()["status"] == "active"


class Between:
    def __init__(self, auctions: Any, happens: Any) -> None:
        self._auctions, self._happens = auctions, happens

    async def post(self, path: str, body: Any, token: str | None = None) -> Answer:
        answer: Answer = await self._auctions.post(path, body, token)
        await self._happens()
        return answer


async def test_archive_overtaken_by_its_event_succeeds(
    catalog: Service, auction: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DASH-17"""
    _, seller = a_seller()
    product = await listed(catalog, seller, body=an_auction())

    async def deliver() -> None:
        await deliver_from(auction, catalog, product["auction"]["id"])

    monkeypatch.setitem(
        catalog.app.state.calls, "auction", Between(catalog.app.state.calls["auction"], deliver)
    )
    answer = await call(catalog, "POST", f"/api/products/{product['id']}/archive", None, seller)
    assert (answer.status_code, answer.json()["status"]) == (200, "archived")
    kinds = [event["type"].split(".")[2] for event in await catalog.recorded(product["id"])]
    assert kinds == ["ProductListed", "ProductRemoved"]


@pytest.mark.parametrize(
    ("method", "act"), [("PUT", ""), ("DELETE", ""), ("POST", "/archive"), ("POST", "/relist")]
)
async def test_no_connection_is_held_while_calling_auction(
    catalog: Service, auction: Service, monkeypatch: pytest.MonkeyPatch, method: str, act: str
) -> None:
    """AR-D10"""
    _, seller = a_seller()
    product = await listed(catalog, seller, body=an_auction())
    held: list[int] = []
    pool: Any = catalog.database.engine.pool

    async def look() -> None:
        held.append(pool.checkedout())

    before = pool.checkedout()
    monkeypatch.setitem(catalog.app.state.calls, "auction", Between(catalog.app.state.calls["auction"], look))
    clock.forward(days=8 if act == "/relist" else 0)
    terms = {"startingPrice": 120, "endsAt": ends_in(15)}
    body = (
        a_listing(listingType="auction", auction=terms)
        if method == "PUT"
        else {"auction": terms}
        if act
        else None
    )
    body = body if act != "/archive" else None
    await call(catalog, method, f"/api/products/{product['id']}{act}", body, seller)
    assert set(held) == {before}


async def test_event_completes_price_change_after_crash(catalog: Service, auction: Service) -> None:
    """FORM-17, C22"""
    _, seller = a_seller()
    product = await listed(catalog, seller, body=an_auction())
    # Catalog asked before its own commit, which never came.
    secret = auction.app.state.settings.internal_secret.get_secret_value()
    terms = {"starting_price": 15_000, "bid_increment": 500, "ends_at": ends_in(3)}
    path = f"/internal/auctions/{product['auction']['id']}/terms"
    changed = await auction.http.post(path, json=terms, headers=seller | {"X-Internal-Secret": secret})
    assert changed.status_code == 200, changed.text
    await deliver_from(auction, catalog, product["auction"]["id"])
    card = (await catalog.http.get(f"/api/products/{product['id']}")).json()
    assert (card["auction"]["startingPrice"], card["price"]) == (150.0, 150.0)
    found = await catalog.http.get(f"/api/products?sellerId={product['sellerId']}&minPrice=150")
    assert [item["id"] for item in found.json()] == [product["id"]]
    assert (await catalog.recorded(product["id"]))[-1]["data"]["price"] == 15_000


async def test_older_terms_change_no_price(catalog: Service, auction: Service) -> None:
    """P-D3"""
    _, seller = a_seller()
    product = await listed(catalog, seller, body=an_auction())
    usual: dict[str, Any] = {
        "auction_id": product["auction"]["id"], "product_id": product["id"], "seller_id": product["sellerId"],
        "bid_increment": 500, "buy_now_price": None, "has_reserve": False, "ends_at": AT, "epoch": 1,
    }  # fmt: skip
    new = AuctionChanged(**usual, starting_price=20_000, minimum_bid=20_000, changed_at=AT)
    old = AuctionChanged(**usual, starting_price=10_000, minimum_bid=10_000, changed_at=AT.replace(hour=11))
    await catalog.deliver(new, old, version=2)
    assert (await catalog.http.get(f"/api/products/{product['id']}")).json()["price"] == 200.0


async def test_unopened_auction_does_not_open_for_removed_listing(catalog: Service, auction: Service) -> None:
    """U37"""
    _, seller = a_seller()
    product = await listed(catalog, seller, body=an_auction())
    await call(catalog, "POST", f"/api/admin/products/{product['id']}/remove", {"reason": "A fake"}, STAFF)
    assert (await auction.http.get(f"/api/auctions/{product['auction']['id']}")).status_code == 404
