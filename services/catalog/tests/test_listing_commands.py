from typing import Any

import pytest

from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.auction.tests.makers import sweep_drafts
from services.catalog.tests.makers import an_auction, listed

pytestmark = pytest.mark.servers
REFUSED_HERE: list[dict[str, Any]] = [
    {"categoryId": 99},
    {"images": ["/api/images/" + "a" * 64]},
    {"images": [f"x{n}" * 8 for n in range(6)]},
]


async def auction_terms(auction: Service, auction_id: int, seller: dict[str, str]) -> dict[str, Any]:
    shown = (await auction.http.get(f"/api/auctions/{auction_id}", headers=seller)).json()
    return {name: shown[name] for name in ("startingPrice", "bidIncrement", "reservePrice", "endsAt", "seq")}


async def test_auction_of_refused_listing_stays_hidden_and_is_deleted(
    catalog: Service, auction: Service
) -> None:
    seller = signed_in(97_501, "farid")
    refused = await catalog.http.post("/api/products", json=an_auction() | REFUSED_HERE[0], headers=seller)
    assert refused.status_code == 422
    (draft,) = await auction.rows("SELECT id, status FROM auctions WHERE seller_id = 97501")
    assert draft["status"] == "draft"
    assert (await auction.http.get(f"/api/auctions/{draft['id']}")).status_code == 404
    clock.forward(hours=1, seconds=1)
    await sweep_drafts(auction)
    assert not await auction.rows("SELECT 1 FROM auctions WHERE seller_id = 97501")


@pytest.mark.parametrize("wrong", REFUSED_HERE, ids=["category", "picture", "pictures"])
async def test_auction_terms_stay_when_listing_change_is_refused(
    catalog: Service, auction: Service, wrong: dict[str, Any]
) -> None:
    """C25, U22"""
    seller = signed_in(97_502, "farid")
    made = await listed(catalog, seller, body=an_auction())
    before = await auction_terms(auction, made["auction"]["id"], seller)
    path = f"/api/products/{made['id']}"
    changed = await catalog.http.put(path, json=an_auction(startingPrice=55) | wrong, headers=seller)
    assert changed.status_code in (409, 422), changed.text
    assert await auction_terms(auction, made["auction"]["id"], seller) == before
    accepted = await catalog.http.put(path, json=an_auction(startingPrice=55), headers=seller)
    assert accepted.status_code == 200, accepted.text
    assert (await auction_terms(auction, made["auction"]["id"], seller))["startingPrice"] == 55.0


async def test_auction_terms_stay_when_bottle_details_are_refused(catalog: Service, auction: Service) -> None:
    """AUC-27"""
    seller = signed_in(97_503, "farid")
    made = await listed(catalog, seller, body=an_auction())
    before = await auction_terms(auction, made["auction"]["id"], seller)
    bottle = {
        "name": "Blanc Matin",
        "brand": "Verrane",
        "categoryId": 99,
        "volume": 100,
        "description": "Box included.",
    }
    terms = {"startingPrice": 55, "bidIncrement": 5, "endsAt": before["endsAt"], "product": bottle}
    changed = await catalog.http.put(f"/api/auctions/{made['auction']['id']}", json=terms, headers=seller)
    assert changed.status_code == 422, changed.text
    assert await auction_terms(auction, made["auction"]["id"], seller) == before
