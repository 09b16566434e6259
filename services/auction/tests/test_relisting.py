"""A bottle that was not paid for is its seller's again, in both houses, and never sold twice (C25, decision 0018)."""

from datetime import timedelta
from typing import Any

import pytest

from libs.contracts.fact import Envelope
from libs.kit import clock
from libs.kit.testing import Service, signed_in
from services.auction.tests.makers import bid, bidder, hammer

pytestmark = pytest.mark.servers
SELLER, WINNER, SECOND = signed_in(18_601, "farid"), bidder(18_602, "amir"), bidder(18_603, "zaki")
BOTTLE = {
    "name": "Blanc Matin",
    "brand": "Verrane",
    "description": "Bought at the counter.",
    "categoryId": 1,
    "volume": 100,
}


def terms() -> dict[str, Any]:
    return {"startingPrice": 100, "endsAt": (clock.about_now() + timedelta(days=7)).isoformat()}


async def pass_on(auction: Service, catalog: Service, key: str) -> None:
    """What auction has told under this key reaches catalog, in order."""
    for told in await auction.told(key):
        envelope = Envelope.model_validate(told)
        await catalog.hear(envelope.fact(), version=envelope.version)


async def test_what_was_not_paid_is_listed_anew_once_nobody_may_take_it_any_more(
    auction: Service, catalog: Service
) -> None:
    """C25, U20: a second chance that is open holds the bottle; a listing anew ends all chances."""
    listed = await catalog.http.post(
        "/api/products", json=BOTTLE | {"listingType": "auction", "auction": terms()}, headers=SELLER
    )
    product, auction_id = listed.json()["id"], listed.json()["auction"]["id"]
    room = f"/api/auctions/{auction_id}"
    assert (await auction.http.get(room)).status_code == 200
    assert (await bid(auction, auction_id, 105, SECOND)).status_code == 201
    assert (await bid(auction, auction_id, 110, WINNER)).status_code == 201
    clock.forward(days=7)
    while await hammer(auction):
        pass
    await pass_on(auction, catalog, str(auction_id))
    relist = f"/api/products/{product}/relist"
    assert (await catalog.http.post(relist, json={"auction": terms()}, headers=SELLER)).status_code == 409
    clock.forward(hours=49)
    assert (await auction.http.post(f"{room}/settle", json={"paid": False}, headers=SELLER)).status_code == 200
    assert (await auction.http.post(f"{room}/second-chance", headers=SELLER)).status_code == 200
    await pass_on(auction, catalog, f"sale-{auction_id}")
    held = await catalog.http.post(relist, json={"auction": terms()}, headers=SELLER)
    assert (held.status_code, held.json()["code"]) == (409, "second_chance_open")
    no = await auction.http.post(f"{room}/second-chance/answer", json={"accept": False}, headers=SECOND)
    assert no.status_code == 200
    again = await catalog.http.post(relist, json={"auction": terms()}, headers=SELLER)
    assert (again.status_code, again.json()["relistOf"]) == (201, product), again.text
    left = (await auction.http.get(f"{room}/afterwards", headers=SELLER)).json()
    assert (left["mayRelist"], left["nextBidder"]) == (False, None)
