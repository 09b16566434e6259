"""Bids through the public edge, on the real database."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from libs.contracts.events.catalog import ProductChanged, ProductRemoved
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.auction.service import auctions as verbs
from services.auction.service import listings
from services.auction.tests.makers import RIVAL_ID, SELLER_ID, a_listing, an_auction, bid, bidder

pytestmark = pytest.mark.servers
MEASURES = {"width": 900, "height": 1200, "sizes": [320, 640, 1024, 1600]}


async def test_an_accepted_bid_is_answered_stored_and_told(auction: Service) -> None:
    """U23: safe on disk and told, with a masked name for everybody."""
    auction_id = await an_auction(auction)
    answer = await bid(auction, auction_id, 105)
    assert answer.status_code == 201
    assert answer.json()["bid"]["bidder"] == {"id": 42, "name": "a***r", "isDeleted": False}
    assert answer.json()["auction"]["minimumBid"] == 110.0
    rows = await auction.rows("SELECT seq, amount FROM bids WHERE auction_id = :id", id=auction_id)
    assert rows == [{"seq": 1, "amount": 10_500}]
    opened, placed = await auction.recorded(auction_id)
    assert (opened["type"], opened["version"]) == ("wangi.auction.AuctionOpened.v1", 1)
    assert (placed["type"], placed["version"]) == ("wangi.auction.BidPlaced.v1", 2)
    assert (placed["data"]["amount"], placed["data"]["minimumBid"]) == (10_500, 11_000)


async def test_a_bid_is_shown_with_all_that_belongs_to_it(auction: Service) -> None:
    """AUC-49, U23: in its own answer and in the auction's history, newest first."""
    auction_id = await an_auction(auction)
    first = (await bid(auction, auction_id, 105)).json()["bid"]
    second = (await bid(auction, auction_id, 110, bidder(RIVAL_ID, "zaki"))).json()["bid"]
    fields = {"id", "auctionId", "bidderId", "bidder", "amount", "isAuto", "placedAt", "isWinning"}
    assert [set(first), set(second)] == [fields, fields]
    assert (first["auctionId"], first["bidderId"], first["amount"], first["isWinning"]) == (
        auction_id,
        42,
        105.0,
        True,
    )
    shown = (await auction.http.get(f"/api/auctions/{auction_id}")).json()
    assert shown["bids"] == [second, first | {"isWinning": False}]
    assert shown["product"]["name"] == "Iris Telegram"


async def test_a_refused_bid_leaves_neither_row_nor_fact(auction: Service) -> None:
    """AUC-19, AUC-40, C20: the first bid is the starting price plus the increment, and the refusal says
    so."""
    auction_id = await an_auction(auction)
    answer = await bid(auction, auction_id, 104.99)
    assert (answer.status_code, answer.json()["code"]) == (409, "bid_too_low")
    assert answer.json()["message"] == "Your bid must be at least RM 105.00."
    assert answer.json()["details"] == {"minimum": 105.0}
    assert not await auction.rows("SELECT 1 FROM bids WHERE auction_id = :id", id=auction_id)
    assert len(await auction.recorded(auction_id)) == 1


async def test_guests_and_the_seller_do_not_bid(auction: Service) -> None:
    """AUC-16, AUC-17, ROLE-04, ROLE-05."""
    auction_id = await an_auction(auction)
    guest = await auction.http.post(f"/api/auctions/{auction_id}/bids", json={"amount": 105})
    seller = await bid(auction, auction_id, 105, signed_in(SELLER_ID, "farid"))
    assert (guest.status_code, guest.json()["code"]) == (401, "not_signed_in")
    assert (seller.status_code, seller.json()["code"]) == (403, "own_listing")
    assert seller.json()["message"] == "You are not allowed to bid on your own listings."


async def test_no_one_bids_under_another_name(auction: Service) -> None:
    """C35, ROLE-12: what agrees with the token is accepted, the client's clock is ignored."""
    auction_id = await an_auction(auction)
    path = f"/api/auctions/{auction_id}/bids"
    answer = await auction.http.post(path, json={"amount": 105, "userId": 999}, headers=bidder())
    assert answer.status_code == 403
    same = await auction.http.post(
        path, json={"amount": 105, "userId": 42, "timestamp": "2001"}, headers=bidder()
    )
    assert same.status_code == 201


async def test_a_bid_after_the_end_is_refused_whatever_the_client_says(auction: Service) -> None:
    """P-A4"""
    auction_id = await an_auction(auction)
    clock.forward(days=7)
    answer = await bid(auction, auction_id, 105)
    assert (answer.status_code, answer.json()["code"]) == (409, "auction_ended")
    assert (await auction.http.get(f"/api/auctions/{auction_id}")).json()["status"] == "ended"


async def test_a_bid_that_waited_on_the_lock_past_the_end_is_refused(auction: Service) -> None:
    """M6: the time is read after the lock; the transaction's own start would still be before the end."""
    auction_id = await an_auction(auction, ends_at=datetime.now(UTC) + timedelta(milliseconds=700))
    async with auction.database.transaction() as holder:
        await holder.execute(text("SELECT 1 FROM auctions WHERE id = :id FOR UPDATE"), {"id": auction_id})
        waiting = asyncio.create_task(bid(auction, auction_id, 105))
        while not await _someone_waits(auction):
            assert not waiting.done()
        await _until_past(auction, auction_id)
    assert (await waiting).json()["code"] == "auction_ended"


async def _someone_waits(auction: Service) -> bool:
    return bool(await auction.rows("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"))


async def _until_past(auction: Service, auction_id: int) -> None:
    """The database itself says when the end has come."""
    while await auction.rows(
        "SELECT 1 FROM auctions WHERE id = :id AND ends_at > clock_timestamp()", id=auction_id
    ):
        pass


async def test_of_sixteen_equal_bids_at_the_same_moment_exactly_one_wins(auction: Service) -> None:
    """P-A3"""
    auction_id = await an_auction(auction)
    answers = await asyncio.gather(
        *(bid(auction, auction_id, 105, bidder(100 + n, f"rival{n}")) for n in range(16))
    )
    results = sorted((a.status_code, a.json().get("code", "")) for a in answers)
    assert results == [(201, ""), *[(409, "bid_too_low")] * 15]


async def test_under_many_bidders_the_sequence_has_no_gap_and_prices_rise(auction: Service) -> None:
    """P-A2, AUC-22: each bid is at least the increment above the one before it."""
    auction_id = await an_auction(auction)

    async def keep_bidding(user: int) -> int:
        won = 0
        for step in range(1, 13):  # each time another bidder: the leader would only raise their maximum
            who = bidder(20_000 + user * 100 + step, "racer")
            won += (await bid(auction, auction_id, 100 + step * 5 + user % 3, who)).status_code == 201
        return won

    won = sum(await asyncio.gather(*(keep_bidding(200 + n) for n in range(8))))
    rows = await auction.rows(
        "SELECT seq, amount FROM bids WHERE auction_id = :id ORDER BY seq", id=auction_id
    )
    assert [row["seq"] for row in rows] == list(range(1, won + 1))
    amounts = [10_000, *(row["amount"] for row in rows)]
    assert all(later - earlier >= 500 for earlier, later in zip(amounts, amounts[1:], strict=False))
    assert [fact["version"] for fact in await auction.recorded(auction_id)] == list(range(1, won + 2))


async def test_the_same_bid_sent_fifty_times_counts_once(auction: Service) -> None:
    """P-A6"""
    auction_id = await an_auction(auction)
    answers = await asyncio.gather(*(bid(auction, auction_id, 105, key="tap") for _ in range(50)))
    assert {a.status_code for a in answers} <= {201, 503}
    assert len({a.content for a in answers if a.status_code == 201}) == 1
    assert len(await auction.rows("SELECT 1 FROM bids WHERE auction_id = :id", id=auction_id)) == 1


async def test_the_service_itself_cannot_change_or_remove_a_bid(auction: Service) -> None:
    """P-A7: bids are only ever added."""
    auction_id = await an_auction(auction)
    await bid(auction, auction_id, 105)
    for attempt in ("UPDATE bids SET amount = 1", "DELETE FROM bids", "TRUNCATE bids"):
        with pytest.raises(DBAPIError, match="permission denied"):
            async with auction.database.transaction() as session:
                await session.execute(text(attempt))


async def test_only_the_seller_sees_the_reserve_and_everybody_whether_it_is_met(auction: Service) -> None:
    auction_id = await an_auction(auction, reserve_price=11_000)
    path = f"/api/auctions/{auction_id}"
    mine = (await auction.http.get(path, headers=signed_in(SELLER_ID, "farid"))).json()
    assert (mine["reservePrice"], mine["reserveMet"]) == (110.0, False)
    await bid(auction, auction_id, 110, bidder(RIVAL_ID, "zaki"))
    theirs = (await auction.http.get(path)).json()
    assert (theirs["reservePrice"], theirs["reserveMet"]) == (None, True)
    assert [b["isWinning"] for b in theirs["bids"]] == [True]


async def test_a_listing_told_twice_opens_one_auction(auction: Service) -> None:
    """AUC-25: and it is found by its product."""
    auction_id = await an_auction(auction)
    product = (await auction.http.get(f"/api/auctions/{auction_id}")).json()["productId"]
    async with auction.database.transaction() as session:
        await verbs.open_auction(session, a_listing(auction_id, product))
    assert len(await auction.recorded(auction_id)) == 1
    found = await auction.http.get(f"/api/auctions/product/{product}")
    assert found.json()["id"] == auction_id


async def test_the_room_tells_where_it_stands_to_the_house_only(auction: Service) -> None:
    auction_id = await an_auction(auction)
    secret = auction.app.state.settings.internal_secret.get_secret_value()
    path = f"/internal/auctions/{auction_id}/room"
    told = await auction.http.get(path, headers={"X-Internal-Secret": secret})
    assert told.json() == {
        "auctionId": auction_id,
        "seq": 1,
        "epoch": 1,
        "serverNow": told.json()["serverNow"],
    }
    assert (await auction.http.get(path)).status_code == 404


async def test_a_token_of_before_a_sign_out_everywhere_is_void(auction: Service) -> None:
    """P-F1."""
    auction_id = await an_auction(auction)
    auction.app.state.revocations.raise_epoch(4242, 1)
    old = await bid(auction, auction_id, 105, signed_in(4242))
    new = await bid(auction, auction_id, 105, signed_in(4242, epoch=1))
    assert (old.status_code, new.status_code) == (401, 201)


async def test_writes_are_refused_while_revocations_are_stale(auction: Service) -> None:
    """P-F1."""
    auction_id = await an_auction(auction)
    revocations = auction.app.state.revocations
    revocations._heard -= revocations.patience + 1
    try:
        assert (await bid(auction, auction_id, 105)).status_code == 503
        assert (await auction.http.get(f"/api/auctions/{auction_id}", headers=bidder())).status_code == 200
    finally:
        revocations.heard()


async def test_what_another_replica_wrote_down_is_followed(auction: Service) -> None:
    """Kafka gives a revocation to one replica; the others read it from the service's own table."""
    revocations = auction.app.state.revocations
    async with auction.database.transaction() as session:
        row = "INSERT INTO revocations (user_id, epoch, revoked_at) VALUES (7373, 5, clock_timestamp())"
        await session.execute(text(row))
    assert not revocations.is_void(7373, 4)
    await revocations._read(auction.database)
    assert revocations.is_void(7373, 4)


@pytest.mark.parametrize("reason", ["moderated", "deleted"])
async def test_what_was_taken_away_is_shown_to_its_seller_only_until_it_comes_back(
    auction: Service, reason: Any
) -> None:
    """U37: neither words nor pictures of a removed listing stay public in the room that sold it."""
    auction_id = await an_auction(auction)
    room = f"/api/auctions/{auction_id}"
    product_id = (await auction.http.get(room)).json()["product"]["id"]
    now = datetime.now(UTC)
    gone = ProductRemoved(
        product_id=product_id, seller_id=SELLER_ID, auction_id=auction_id, reason=reason, removed_at=now
    )
    async with auction.database.transaction() as session:
        await listings.end_with_listing(session, gone)
    for path in (room, f"/api/auctions/product/{product_id}"):
        for who in ({}, bidder()):
            answer = await auction.http.get(path, headers=who)
            assert (answer.status_code, answer.json()["code"]) == (410, "listing_removed")
            assert "Iris" not in answer.text
        assert (await auction.http.get(path, headers=signed_in(SELLER_ID, "farid"))).status_code == 200
    told = a_listing(auction_id, product_id).model_dump(exclude={"listed_at", "relist_of"})
    back = ProductChanged(**told, status="active", changed=[], changed_at=now)
    async with auction.database.transaction() as session:
        await listings.keep_listing(session, back)
    assert (await auction.http.get(room)).json()["product"]["name"] == "Iris Telegram"


async def test_the_lots_pictures_come_with_the_sizes_they_can_be_fetched_in(auction: Service) -> None:
    """AUC-01, P01: one that was told before there were measures comes whole, and a measure too many shows
    nothing."""
    auction_id = await an_auction(auction)
    path = f"/api/auctions/{auction_id}"
    old = (await auction.http.get(path)).json()["product"]
    assert old["images"] == [
        {
            "id": 1,
            "imageUrl": "/api/images/abcdef12.webp",
            "imageOrder": 0,
            "width": None,
            "height": None,
            "sizes": [],
        }
    ]
    listing = a_listing(auction_id, old["id"]).model_dump(
        exclude={"listed_at", "relist_of", "images", "measures"}
    )
    pictures: dict[str, Any] = {
        "images": ["/api/images/one", "/api/images/two"],
        "measures": [MEASURES, None, MEASURES],
    }
    news = ProductChanged(
        **listing, **pictures, status="active", changed=["images"], changed_at=datetime.now(UTC)
    )
    async with auction.database.transaction() as session:
        await listings.keep_listing(session, news)
    one, two = (await auction.http.get(path)).json()["product"]["images"]
    assert {name: one[name] for name in ("imageUrl", *MEASURES)} == {"imageUrl": "/api/images/one"} | MEASURES
    assert (two["imageUrl"], two["width"], two["sizes"]) == ("/api/images/two", None, [])


async def test_the_sellers_picture_comes_with_the_auction(auction: Service) -> None:
    """AUC-03, AUC-12: it goes with the conversation that Buy Now begins."""
    seller = 4_101  # one that no other test's auction shows
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


async def test_many_rooms_are_told_of_at_once_and_only_open_ones(auction: Service) -> None:
    """AUC-29: what the gateway asks for many rooms is what it would be told of each room by itself."""
    ids = [await an_auction(auction) for _ in range(3)]
    await bid(auction, ids[0], 105)
    told = (await auction.ask(f"/internal/rooms?ids={','.join(map(str, [*ids, 9**15]))}")).json()
    each = [(await auction.ask(f"/internal/auctions/{one}/room")).json() for one in ids]
    assert told["rooms"] == {str(one["auctionId"]): one["seq"] for one in each}
    assert {one["epoch"] for one in each} == {told["epoch"]}
    assert (await auction.http.get(f"/internal/rooms?ids={ids[0]}")).status_code == 404
    others = ",".join(map(str, [2**63, *[2**63 - 1] * 498]))  # the largest that a frame may hold
    assert list((await auction.ask(f"/internal/rooms?ids={ids[0]},{others}")).json()["rooms"]) == [
        str(ids[0])
    ]
    for malformed in ("", "1,", "a", "-1", "1;2"):
        assert (await auction.ask(f"/internal/rooms?ids={malformed}")).status_code == 422
