import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.auction.tests.makers import RIVAL_ID, SELLER_ID, an_auction, bid, bidder

pytestmark = pytest.mark.servers


async def test_accepted_bid_is_answered_stored_and_published(auction: Service) -> None:
    """U23"""
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


async def test_bid_is_shown_with_all_its_fields(auction: Service) -> None:
    """AUC-49, U23"""
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


async def test_refused_bid_leaves_no_row_and_no_event(auction: Service) -> None:
    """AUC-19, AUC-40, C20"""
    auction_id = await an_auction(auction)
    answer = await bid(auction, auction_id, 104.99)
    assert (answer.status_code, answer.json()["code"]) == (409, "bid_too_low")
    assert answer.json()["message"] == "Your bid must be at least RM 105.00."
    assert answer.json()["details"] == {"minimum": 105.0}
    assert not await auction.rows("SELECT 1 FROM bids WHERE auction_id = :id", id=auction_id)
    assert len(await auction.recorded(auction_id)) == 1


async def test_guests_and_seller_cannot_bid(auction: Service) -> None:
    """AUC-16, AUC-17, ROLE-04, ROLE-05"""
    auction_id = await an_auction(auction)
    guest = await auction.http.post(f"/api/auctions/{auction_id}/bids", json={"amount": 105})
    seller = await bid(auction, auction_id, 105, signed_in(SELLER_ID, "farid"))
    assert (guest.status_code, guest.json()["code"]) == (401, "not_signed_in")
    assert (seller.status_code, seller.json()["code"]) == (403, "own_listing")
    assert seller.json()["message"] == "You are not allowed to bid on your own listings."


async def test_bid_for_another_person_is_refused(auction: Service) -> None:
    """C35, ROLE-12"""
    auction_id = await an_auction(auction)
    path = f"/api/auctions/{auction_id}/bids"
    answer = await auction.http.post(path, json={"amount": 105, "userId": 999}, headers=bidder())
    assert answer.status_code == 403
    same = await auction.http.post(
        path, json={"amount": 105, "userId": 42, "timestamp": "2001"}, headers=bidder()
    )
    assert same.status_code == 201


async def test_late_bid_is_refused_whatever_the_client_clock_says(auction: Service) -> None:
    """P-A4"""
    auction_id = await an_auction(auction)
    clock.forward(days=7)
    answer = await bid(auction, auction_id, 105)
    assert (answer.status_code, answer.json()["code"]) == (409, "auction_ended")
    assert (await auction.http.get(f"/api/auctions/{auction_id}")).json()["status"] == "ended"


async def test_bid_waiting_on_lock_past_the_end_is_refused(auction: Service) -> None:
    """M6"""
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
    while await auction.rows(
        "SELECT 1 FROM auctions WHERE id = :id AND ends_at > clock_timestamp()", id=auction_id
    ):
        pass


async def test_exactly_one_of_sixteen_equal_bids_wins(auction: Service) -> None:
    """P-A3"""
    auction_id = await an_auction(auction)
    answers = await asyncio.gather(
        *(bid(auction, auction_id, 105, bidder(100 + n, f"rival{n}")) for n in range(16))
    )
    results = sorted((a.status_code, a.json().get("code", "")) for a in answers)
    assert results == [(201, ""), *[(409, "bid_too_low")] * 15]


async def test_concurrent_bids_have_gapless_sequence_and_rising_prices(auction: Service) -> None:
    """P-A2, AUC-22"""
    auction_id = await an_auction(auction)

    async def keep_bidding(user: int) -> int:
        won = 0
        for step in range(1, 13):  # The leader would only raise their maximum.
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
    assert [event["version"] for event in await auction.recorded(auction_id)] == list(range(1, won + 2))


async def test_same_bid_sent_fifty_times_counts_once(auction: Service) -> None:
    """P-A6"""
    auction_id = await an_auction(auction)
    answers = await asyncio.gather(*(bid(auction, auction_id, 105, key="tap") for _ in range(50)))
    assert {a.status_code for a in answers} <= {201, 503}
    assert len({a.content for a in answers if a.status_code == 201}) == 1
    assert len(await auction.rows("SELECT 1 FROM bids WHERE auction_id = :id", id=auction_id)) == 1


async def test_service_cannot_change_or_delete_bids(auction: Service) -> None:
    """P-A7"""
    auction_id = await an_auction(auction)
    await bid(auction, auction_id, 105)
    for attempt in ("UPDATE bids SET amount = 1", "DELETE FROM bids", "TRUNCATE bids"):
        with pytest.raises(DBAPIError, match="permission denied"):
            async with auction.database.transaction() as session:
                await session.execute(text(attempt))


async def test_token_from_before_sign_out_everywhere_is_void(auction: Service) -> None:
    """P-F1"""
    auction_id = await an_auction(auction)
    auction.app.state.revocations.raise_epoch(4242, 1)
    old = await bid(auction, auction_id, 105, signed_in(4242))
    new = await bid(auction, auction_id, 105, signed_in(4242, epoch=1))
    assert (old.status_code, new.status_code) == (401, 201)


async def test_writes_are_refused_with_stale_revocations(auction: Service) -> None:
    """P-F1"""
    auction_id = await an_auction(auction)
    revocations = auction.app.state.revocations
    revocations.received_at -= revocations.patience + 1
    try:
        assert (await bid(auction, auction_id, 105)).status_code == 503
        assert (await auction.http.get(f"/api/auctions/{auction_id}", headers=bidder())).status_code == 200
    finally:
        revocations.note_alive()


async def test_revocations_stored_by_another_replica_apply(auction: Service) -> None:
    revocations = auction.app.state.revocations
    async with auction.database.transaction() as session:
        row = "INSERT INTO revocations (user_id, epoch, revoked_at) VALUES (7373, 5, clock_timestamp())"
        await session.execute(text(row))
    assert not revocations.is_void(7373, 4)
    await revocations.load_news(auction.database)
    assert revocations.is_void(7373, 4)
