from datetime import timedelta
from typing import Any

import pytest

from libs.contracts.event import Envelope
from libs.kit.http.client import Answer
from libs.kit.process import buggify, clock
from libs.kit.testing import Neighbour, Service, signed_in
from services.auction.auctions.service import delete_old_drafts
from services.auction.tests.makers import bid, bidder, report_payment, run_closing, sweep_drafts

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
    for row in await auction.recorded(key):
        envelope = Envelope.model_validate(row)
        await catalog.deliver(envelope.event(), version=envelope.version)


async def test_unpaid_listing_can_be_relisted_without_open_second_chance(
    auction: Service, catalog: Service
) -> None:
    """C25, U20"""
    listed = await catalog.http.post(
        "/api/products", json=BOTTLE | {"listingType": "auction", "auction": terms()}, headers=SELLER
    )
    product, auction_id = listed.json()["id"], listed.json()["auction"]["id"]
    room = f"/api/auctions/{auction_id}"
    assert (await auction.http.get(room)).status_code == 200
    assert (await bid(auction, auction_id, 105, SECOND)).status_code == 201
    assert (await bid(auction, auction_id, 110, WINNER)).status_code == 201
    clock.forward(days=7)
    while await run_closing(auction):
        pass
    await pass_on(auction, catalog, str(auction_id))
    relist = f"/api/products/{product}/relist"
    assert (await catalog.http.post(relist, json={"auction": terms()}, headers=SELLER)).status_code == 409
    clock.forward(hours=49)
    await report_payment(auction, auction_id, paid=False)
    assert (await auction.http.post(f"{room}/second-chance", headers=SELLER)).status_code == 200
    await pass_on(auction, catalog, f"sale-{auction_id}")
    held = await catalog.http.post(relist, json={"auction": terms()}, headers=SELLER)
    assert (held.status_code, held.json()["code"]) == (409, "second_chance_open")
    no = await auction.http.post(f"{room}/second-chance/answer", json={"accept": False}, headers=SECOND)
    assert no.status_code == 200
    again = await catalog.http.post(relist, json={"auction": terms()}, headers=SELLER)
    assert (again.status_code, again.json()["relistOf"]) == (201, product), again.text
    assert (await auction.http.get(f"/api/auctions/{again.json()['auction']['id']}")).status_code == 200
    left = (await auction.http.get(f"{room}/afterwards", headers=SELLER)).json()
    assert (left["mayRelist"], left["nextBidder"]) == (False, None)


async def listing_that_missed_its_reserve(auction: Service, catalog: Service) -> tuple[int, int]:
    wished = terms() | {"reservePrice": 500}
    listed = await catalog.http.post(
        "/api/products", json=BOTTLE | {"listingType": "auction", "auction": wished}, headers=SELLER
    )
    product, auction_id = listed.json()["id"], listed.json()["auction"]["id"]
    assert (await auction.http.get(f"/api/auctions/{auction_id}")).status_code == 200
    assert (await bid(auction, auction_id, 105, SECOND)).status_code == 201
    clock.forward(days=7)
    while await run_closing(auction):
        pass
    await pass_on(auction, catalog, str(auction_id))
    return product, auction_id


async def offer(auction: Service, auction_id: int) -> Any:
    return await auction.http.post(f"/api/auctions/{auction_id}/second-chance", headers=SELLER)


async def test_refused_relisting_keeps_the_second_chance(auction: Service, catalog: Service) -> None:
    """C25"""
    product, auction_id = await listing_that_missed_its_reserve(auction, catalog)
    relist = f"/api/products/{product}/relist"
    for refused in ({"auction": terms() | {"reservePrice": 1}}, {"price": 90}):
        assert (await catalog.http.post(relist, json=refused, headers=SELLER)).status_code == 422
    anew = terms() | {"productId": product, "reservePrice": 1}
    assert (await catalog.http.post("/api/auctions", json=anew, headers=SELLER)).status_code == 422
    assert (await offer(auction, auction_id)).status_code == 200


async def test_crashed_relisting_holds_listing_for_an_hour(auction: Service, catalog: Service) -> None:
    """C25"""
    product, auction_id = await listing_that_missed_its_reserve(auction, catalog)
    relist = f"/api/products/{product}/relist"
    buggify.crash_once("before-outbox-insert")
    with pytest.raises(BaseException, match="before-outbox-insert"):
        await catalog.http.post(relist, json={"auction": terms()}, headers=SELLER)
    await sweep_drafts(auction)
    assert (await offer(auction, auction_id)).json()["code"] == "no_second_chance"
    left = await auction.http.get(f"/api/auctions/{auction_id}/afterwards", headers=SELLER)
    assert left.json()["mayRelist"]
    clock.forward(hours=1, seconds=1)
    await sweep_drafts(auction)
    assert not await auction.rows("SELECT 1 FROM auctions WHERE relisted_from = :id", id=auction_id)
    assert (await offer(auction, auction_id)).status_code == 200


async def test_committed_relisting_opens_however_late(auction: Service, catalog: Service) -> None:
    """C25"""
    product, auction_id = await listing_that_missed_its_reserve(auction, catalog)
    body = {"auction": terms()}
    again = await catalog.http.post(f"/api/products/{product}/relist", json=body, headers=SELLER)
    new = again.json()["auction"]["id"]
    clock.forward(hours=1, seconds=1)
    await sweep_drafts(auction)
    row = await auction.rows("SELECT status, relisted_from FROM auctions WHERE id = :id", id=new)
    assert row == [{"status": "active", "relisted_from": auction_id}]
    assert (await offer(auction, auction_id)).json()["code"] == "no_second_chance"
    left = await auction.http.get(f"/api/auctions/{auction_id}/afterwards", headers=SELLER)
    assert not left.json()["mayRelist"]


class Refusing:
    """Does not return the state of a listing."""

    def __init__(self, status: int, body: Any) -> None:
        self._answer = Answer(status, body)

    async def get(self, path: str, token: str | None = None) -> Answer:
        return self._answer


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (401, {"code": "not_signed_in"}), (403, {"code": "forbidden"}), (404, {"code": "not_found"}), (404, None),
        (404, "<html>"), (429, {"code": "rate_limited"}), (301, {}),
    ],
)  # fmt: skip
async def test_refusal_does_not_prove_a_missing_listing(
    auction: Service, catalog: Service, status: int, body: Any
) -> None:
    product, auction_id = await listing_that_missed_its_reserve(auction, catalog)
    buggify.crash_once("before-outbox-insert")
    with pytest.raises(BaseException, match="before-outbox-insert"):
        await catalog.http.post(f"/api/products/{product}/relist", json={"auction": terms()}, headers=SELLER)
    clock.forward(hours=1, seconds=1)
    refusing: Any = Refusing(status, body)
    await delete_old_drafts(auction.database, refusing)
    kept = "SELECT 1 FROM auctions WHERE relisted_from = :id"
    assert await auction.rows(kept, id=auction_id)
    clock.forward(hours=1, seconds=1)
    await sweep_drafts(auction)
    assert not await auction.rows(kept, id=auction_id), "catalog itself says so"


async def test_wrong_internal_secret_ends_no_draft(auction: Service, catalog: Service) -> None:
    product, auction_id = await listing_that_missed_its_reserve(auction, catalog)
    buggify.crash_once("before-outbox-insert")
    with pytest.raises(BaseException, match="before-outbox-insert"):
        await catalog.http.post(f"/api/products/{product}/relist", json={"auction": terms()}, headers=SELLER)
    clock.forward(hours=1, seconds=1)
    stranger: Any = Neighbour(catalog, "another-secret")
    await delete_old_drafts(auction.database, stranger)
    assert await auction.rows("SELECT 1 FROM auctions WHERE relisted_from = :id", id=auction_id)
