from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.events.catalog import ProductChanged, ProductRemoved
from libs.kit.testing import Service, signed_in
from services.auction.auctions.listings import end_with_listing, store_listing
from services.auction.auctions.service import open_auction
from services.auction.tests.makers import RIVAL_ID, SELLER_ID, a_listing, an_auction, bid, bidder

pytestmark = pytest.mark.servers


MEASURES = {"width": 900, "height": 1200, "sizes": [320, 640, 1024, 1600]}


async def test_only_seller_sees_reserve_and_all_see_if_met(auction: Service) -> None:
    auction_id = await an_auction(auction, reserve_price=11_000)
    path = f"/api/auctions/{auction_id}"
    mine = (await auction.http.get(path, headers=signed_in(SELLER_ID, "farid"))).json()
    assert (mine["reservePrice"], mine["reserveMet"]) == (110.0, False)
    await bid(auction, auction_id, 110, bidder(RIVAL_ID, "zaki"))
    theirs = (await auction.http.get(path)).json()
    assert (theirs["reservePrice"], theirs["reserveMet"]) == (None, True)
    assert [b["isWinning"] for b in theirs["bids"]] == [True]


async def test_listing_opened_twice_has_one_auction(auction: Service) -> None:
    """AUC-25"""
    auction_id = await an_auction(auction)
    product = (await auction.http.get(f"/api/auctions/{auction_id}")).json()["productId"]
    async with auction.database.transaction() as session:
        await open_auction(session, a_listing(auction_id, product))
    assert len(await auction.recorded(auction_id)) == 1
    found = await auction.http.get(f"/api/auctions/product/{product}")
    assert found.json()["id"] == auction_id


async def test_room_state_is_internal(auction: Service) -> None:
    auction_id = await an_auction(auction)
    secret = auction.app.state.settings.internal_secret.get_secret_value()
    path = f"/internal/auctions/{auction_id}/room"
    answer = await auction.http.get(path, headers={"X-Internal-Secret": secret})
    assert answer.json() == {
        "auctionId": auction_id,
        "seq": 1,
        "epoch": 1,
        "bidCount": 0,
        "serverNow": answer.json()["serverNow"],
    }
    assert (await auction.http.get(path)).status_code == 404


@pytest.mark.parametrize("reason", ["moderated", "deleted"])
async def test_removed_listing_is_shown_to_its_seller_only(auction: Service, reason: Any) -> None:
    """U37"""
    auction_id = await an_auction(auction)
    room = f"/api/auctions/{auction_id}"
    product_id = (await auction.http.get(room)).json()["product"]["id"]
    now = datetime.now(UTC)
    gone = ProductRemoved(
        product_id=product_id, seller_id=SELLER_ID, auction_id=auction_id, reason=reason, removed_at=now
    )
    async with auction.database.transaction() as session:
        await end_with_listing(session, gone)
    for path in (room, f"/api/auctions/product/{product_id}"):
        for who in ({}, bidder()):
            answer = await auction.http.get(path, headers=who)
            assert (answer.status_code, answer.json()["code"]) == (410, "listing_removed")
            assert "Iris" not in answer.text
        assert (await auction.http.get(path, headers=signed_in(SELLER_ID, "farid"))).status_code == 200
    listing = a_listing(auction_id, product_id).model_dump(exclude={"listed_at", "relist_of"})
    back = ProductChanged(**listing, status="active", changed=[], changed_at=now)
    async with auction.database.transaction() as session:
        await store_listing(session, back)
    assert (await auction.http.get(room)).json()["product"]["name"] == "Iris Telegram"


async def test_auction_pictures_have_sizes(auction: Service) -> None:
    """AUC-01"""
    auction_id = await an_auction(auction)
    path = f"/api/auctions/{auction_id}"
    old = (await auction.http.get(path)).json()["product"]
    assert old["images"] == [
        {
            "id": 1,
            "imageUrl": "/api/images/abcdef12.webp",
            "imageOrder": 0,
            "kind": None,
            "width": None,
            "height": None,
            "sizes": [],
        }
    ]
    listing = a_listing(auction_id, old["id"]).model_dump(
        exclude={"listed_at", "relist_of", "images", "measures", "kinds"}
    )
    pictures: dict[str, Any] = {
        "images": ["/api/images/one", "/api/images/two"],
        "measures": [MEASURES, None, MEASURES],
        "kinds": ["level"],
    }
    news = ProductChanged(
        **listing, **pictures, status="active", changed=["images"], changed_at=datetime.now(UTC)
    )
    async with auction.database.transaction() as session:
        await store_listing(session, news)
    one, two = (await auction.http.get(path)).json()["product"]["images"]
    assert {name: one[name] for name in ("imageUrl", *MEASURES)} == {"imageUrl": "/api/images/one"} | MEASURES
    assert (one["kind"], two["kind"]) == ("level", None)
    assert (two["imageUrl"], two["width"], two["sizes"]) == ("/api/images/two", None, [])


async def test_auction_has_seller_picture(auction: Service) -> None:
    """AUC-03, AUC-12"""
    seller = 4_101  # No other test uses this seller.
    auction_id = await an_auction(auction, seller=seller)
    known = text(
        "INSERT INTO people (user_id, username, image) VALUES (:id, 'farid', :image) "
        "ON CONFLICT (user_id) DO UPDATE SET username = excluded.username, image = excluded.image"
    )
    async with auction.database.transaction() as session:
        await session.execute(known, {"id": seller, "image": "/uploads/farid.webp"})
    shown = (await auction.http.get(f"/api/auctions/{auction_id}")).json()["product"]["seller"]
    assert shown == {
        "id": seller,
        "username": "farid",
        "isDeleted": False,
        "profileImage": "/uploads/farid.webp",
    }


async def test_states_of_many_rooms_are_answered_together(auction: Service) -> None:
    """AUC-29"""
    ids = [await an_auction(auction) for _ in range(3)]
    await bid(auction, ids[0], 105)
    body = (await auction.ask(f"/internal/rooms?ids={','.join(map(str, [*ids, 9**15]))}")).json()
    each = [(await auction.ask(f"/internal/auctions/{item_id}/room")).json() for item_id in ids]
    assert body["rooms"] == {str(item["auctionId"]): item["seq"] for item in each}
    assert body["bidCounts"] == {str(item["auctionId"]): item["bidCount"] for item in each}
    assert [item["bidCount"] for item in each] == [1, 0, 0]
    assert {item["epoch"] for item in each} == {body["epoch"]}
    assert (await auction.http.get(f"/internal/rooms?ids={ids[0]}")).status_code == 404
    others = ",".join(map(str, [2**63, *[2**63 - 1] * 498]))  # The largest allowed frame.
    assert list((await auction.ask(f"/internal/rooms?ids={ids[0]},{others}")).json()["rooms"]) == [
        str(ids[0])
    ]
    for malformed in ("", "1,", "a", "-1", "1;2"):
        assert (await auction.ask(f"/internal/rooms?ids={malformed}")).status_code == 422
