import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError

from libs.contracts.event import make_envelope
from libs.contracts.events.auth import UserBanned, UserSuspended, UserUnbanned
from libs.contracts.events.catalog import ProductRemoved
from libs.kit.events.inbox import Inbox
from libs.kit.process import clock
from libs.kit.testing import Service, as_message, signed_in
from services.auction.auctions.service import open_auction
from services.auction.tests.makers import (
    a_listing,
    an_auction,
    bid,
    bidder,
    finish_account_removals,
    read_auction,
)

pytestmark = pytest.mark.servers
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
KIM, LEE, BAN = 6001, 6002, 6003


def banned(user_id: int) -> UserBanned:
    return UserBanned(user_id=user_id, by_admin_id=1, banned_at=datetime.now(UTC))


async def ban(auction: Service, user_id: int, version: int = 1) -> list[str]:
    outcomes = await auction.deliver(banned(user_id), version=version)
    await finish_account_removals(auction)
    return outcomes


async def bids_of_three(auction: Service, **terms: Any) -> int:
    auction_id = await an_auction(auction, **terms)
    for who, amount in ((KIM, 105), (BAN, 110), (LEE, 115), (BAN, 120)):
        assert (await bid(auction, auction_id, amount, bidder(who, "someone"))).status_code == 201
    return auction_id


@pytest.fixture(autouse=True)
async def nobody_stays_banned(auction: Service) -> AsyncIterator[None]:
    yield
    async with auction.database.transaction() as session:
        await session.execute(text("UPDATE people SET account_status = 'active', suspended_until = NULL"))


async def test_ban_voids_open_bids_and_recomputes_price(
    auction: Service,
) -> None:
    """U1, C40"""
    auction_id = await bids_of_three(auction, reserve_price=12_000)
    assert await ban(auction, BAN) == ["handled"]
    after = await read_auction(auction, auction_id)
    assert (after["currentBid"], after["currentBidderId"], after["bidCount"]) == (115.0, LEE, 2)
    assert (after["minimumBid"], after["reserveMet"], after["status"]) == (120.0, False, "active")
    assert [(b["amount"], b["isWinning"]) for b in after["bids"]] == [(115.0, True), (105.0, False)]
    event = (await auction.recorded(auction_id))[-1]
    assert (event["type"], event["version"]) == ("wangi.auction.BidsVoided.v1", after["seq"])
    assert (event["data"]["currentBid"], event["data"]["currentBidderId"], event["data"]["bidCount"]) == (
        11_500,
        LEE,
        2,
    )


async def test_voided_bids_stay_in_the_log_in_order(auction: Service) -> None:
    """U1"""
    auction_id = await bids_of_three(auction)
    await ban(auction, BAN)
    answer = await bid(auction, auction_id, 120, bidder(KIM, "someone"))
    assert (answer.status_code, answer.json()["auction"]["bidCount"]) == (201, 3)
    log = await auction.rows(
        "SELECT seq, amount FROM bids WHERE auction_id = :id ORDER BY seq", id=auction_id
    )
    assert [(row["seq"], row["amount"]) for row in log] == [
        (1, 10_500),
        (2, 11_000),
        (3, 11_500),
        (4, 12_000),
        (5, 12_000),
    ]
    versions = [event["version"] for event in await auction.recorded(auction_id)]
    assert versions == list(range(1, len(versions) + 1))
    attempts = (
        "UPDATE bids SET bidder_name = 'x'",
        "DELETE FROM voided_bidders",
        "UPDATE voided_bidders SET bids = 9",
    )
    for attempt in attempts:
        with pytest.raises(DBAPIError, match="permission denied"):
            async with auction.database.transaction() as session:
                await session.execute(text(attempt))


async def test_ban_of_only_bidder_resets_the_auction(auction: Service) -> None:
    """U1"""
    auction_id = await an_auction(auction)
    await bid(auction, auction_id, 105, bidder(BAN, "someone"))
    await ban(auction, BAN)
    after = await read_auction(auction, auction_id)
    assert (after["currentBid"], after["currentBidderId"], after["bidCount"], after["bids"]) == (
        None,
        None,
        0,
        [],
    )
    assert after["minimumBid"] == 105.0


async def test_banned_sellers_auctions_are_cancelled_and_take_no_bid(auction: Service) -> None:
    """U1, C40"""
    auction_id = await bids_of_three(auction)
    await ban(auction, 41)
    after = await read_auction(auction, auction_id)
    assert (after["status"], after["outcome"], after["winnerId"]) == ("cancelled", "cancelled", None)
    assert (await bid(auction, auction_id, 200, bidder(KIM, "someone"))).json()[
        "code"
    ] == "auction_not_active"
    event = (await auction.recorded(auction_id))[-1]
    assert (event["type"], event["data"]["reason"]) == ("wangi.auction.AuctionCancelled.v1", "seller_banned")
    assert event["version"] == after["seq"]


async def test_ban_of_seller_and_bidder_cancels_once(
    auction: Service,
) -> None:
    """U1"""
    auction_id = await bids_of_three(auction)
    await auction.deliver(banned(41))
    await auction.deliver(banned(BAN))
    await finish_account_removals(auction)
    types = [event["type"] for event in await auction.recorded(auction_id)]
    assert types[-1] == "wangi.auction.AuctionCancelled.v1"
    assert "wangi.auction.BidsVoided.v1" not in types
    assert await auction.rows("SELECT 1 FROM account_removals") == []


async def test_removed_listing_ends_without_bids_of_banned_people(
    auction: Service,
) -> None:
    """U1"""
    auction_id = await bids_of_three(auction)
    (row,) = await auction.rows("SELECT product_id FROM auctions WHERE id = :id", id=auction_id)
    await auction.deliver(banned(BAN))
    removed = ProductRemoved(
        product_id=row["product_id"],
        seller_id=41,
        auction_id=auction_id,
        reason="moderated",
        removed_at=clock.about_now(),
    )
    await auction.deliver(removed)
    types = [event["type"] for event in await auction.recorded(auction_id)]
    assert types[-2:] == ["wangi.auction.BidsVoided.v1", "wangi.auction.AuctionCancelled.v1"]
    (stands,) = await auction.rows(
        "SELECT current_bidder_id, bid_count FROM auctions WHERE id = :id", id=auction_id
    )
    assert stands == {"current_bidder_id": LEE, "bid_count": 2}


async def test_unban_restores_nothing(auction: Service) -> None:
    """U1"""
    cancelled, voided = await bids_of_three(auction), await an_auction(auction)
    await ban(auction, 41)
    await auction.deliver(UserUnbanned(user_id=41, by_admin_id=1, unbanned_at=datetime.now(UTC)), version=2)
    voided = await bids_of_three(auction)
    await ban(auction, BAN)
    await auction.deliver(UserUnbanned(user_id=BAN, by_admin_id=1, unbanned_at=datetime.now(UTC)), version=2)
    assert (await read_auction(auction, cancelled))["status"] == "cancelled"
    assert (await read_auction(auction, voided))["bidCount"] == 2
    assert (await bid(auction, voided, 130, bidder(BAN, "someone"))).status_code == 201


async def test_ended_auctions_are_unaffected_by_bans(auction: Service) -> None:
    """U1"""
    auction_id = await bids_of_three(auction)
    clock.forward(days=8)
    await ban(auction, BAN, version=7)
    await ban(auction, 41, version=7)
    after = await read_auction(auction, auction_id)
    assert (after["status"], after["currentBidderId"]) == ("ended", BAN)


async def test_duplicate_ban_has_one_effect(auction: Service) -> None:
    """P-D3"""
    auction_id = await bids_of_three(auction)
    message = as_message(make_envelope(banned(BAN), 1))
    inbox = Inbox("auction", auction.database, auction.app.state.subscriptions)
    assert [await inbox.handle(message) for _ in range(3)] == ["handled", "seen", "seen"]
    await ban(auction, BAN, version=2)
    types = [event["type"] for event in await auction.recorded(auction_id)]
    assert types.count("wangi.auction.BidsVoided.v1") == 1
    voided = await auction.rows(
        "SELECT bids, up_to_seq FROM voided_bidders WHERE auction_id = :id", id=auction_id
    )
    assert voided == [{"bids": 2, "up_to_seq": 4}]


async def test_banned_or_suspended_person_cannot_bid_and_reads_why(auction: Service) -> None:
    """ROLE-10, U1, C40"""
    auction_id = await an_auction(auction)
    until = int((datetime.now(UTC) + timedelta(days=3)).timestamp())
    out = await bid(auction, auction_id, 105, signed_in(BAN, account_status="banned", roles=()))
    away = await bid(auction, auction_id, 105, signed_in(BAN, suspended_until=until))
    assert (out.status_code, out.json()["code"]) == (403, "banned")
    assert out.json()["message"] == "Your account has been banned."
    assert (away.status_code, away.json()["code"]) == (403, "suspended")
    assert away.json()["details"]["until"] == datetime.fromtimestamp(until, UTC).isoformat()
    clock.forward(days=4)
    assert (
        await bid(auction, auction_id, 105, signed_in(BAN, suspended_until=until, exp=until + 9**6))
    ).status_code == 201


async def test_token_from_before_the_ban_cannot_bid(auction: Service) -> None:
    """P-F1"""
    auction_id = await an_auction(auction)
    await ban(auction, BAN)
    assert (await bid(auction, auction_id, 105, bidder(BAN, "someone"))).json()["code"] == "banned"
    await auction.deliver(UserSuspended(user_id=KIM, until=NOW + timedelta(days=900), suspended_at=NOW))
    assert (await bid(auction, auction_id, 105, bidder(KIM, "someone"))).json()["code"] == "suspended"


async def test_suspension_keeps_bids(auction: Service) -> None:
    """C40"""
    auction_id = await bids_of_three(auction)
    await auction.deliver(UserSuspended(user_id=BAN, until=NOW + timedelta(days=900), suspended_at=NOW))
    assert (await read_auction(auction, auction_id))["currentBidderId"] == BAN


async def test_concurrent_bid_and_ban_leave_no_bid(auction: Service) -> None:
    """U1, P-F1"""
    for _ in range(6):
        auction_id = await an_auction(auction)
        async with auction.database.transaction() as session:
            await session.execute(text("UPDATE people SET account_status = 'active'"))
        who = bidder(BAN, "someone")
        await asyncio.gather(bid(auction, auction_id, 105, who), ban(auction, BAN))
        after = await read_auction(auction, auction_id)
        assert (after["bidCount"], after["currentBidderId"]) == (0, None)


async def questions_of_a_ban(auction: Service, user_id: int, auctions: int) -> int:
    for _ in range(auctions):
        auction_id = await an_auction(auction)
        for who, amount in ((KIM, 105), (user_id, 110)):
            assert (await bid(auction, auction_id, amount, bidder(who, "someone"))).status_code == 201
    asked = list[str]()

    def ask(_: Any, __: Any, statement: str, *more: Any) -> None:
        asked.append(statement)

    event.listen(auction.database.engine.sync_engine, "before_cursor_execute", ask)
    await ban(auction, user_id)
    event.remove(auction.database.engine.sync_engine, "before_cursor_execute", ask)
    rows = await auction.rows(
        "SELECT 1 FROM auctions WHERE current_bidder_id = :who AND status = 'active'", who=user_id
    )
    assert rows == []
    return len(asked)


async def test_ban_over_nine_auctions_costs_as_many_queries_as_over_two(auction: Service) -> None:
    assert await questions_of_a_ban(auction, 6_081, 2) == await questions_of_a_ban(auction, 6_082, 9)


async def test_auction_of_banned_seller_never_opens(auction: Service) -> None:
    """U1"""
    secret = auction.app.state.settings.internal_secret.get_secret_value()
    terms = {
        "starting_price": 100,
        "bid_increment": 500,
        "ends_at": (datetime.now(UTC) + timedelta(days=1)).isoformat(),
    }
    headers = signed_in(41, "farid") | {"X-Internal-Secret": secret}
    draft = (await auction.http.post("/internal/auctions", json=terms, headers=headers)).json()["auctionId"]
    await ban(auction, 41)
    async with auction.database.transaction() as session:
        await open_auction(session, a_listing(draft, 700_001))
    assert (await auction.rows("SELECT status FROM auctions WHERE id = :id", id=draft)) == [
        {"status": "draft"}
    ]
