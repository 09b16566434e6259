import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.events.auth import UserBanned, UserErased, UserUnbanned
from libs.kit.errors import Unavailable
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auction.account_removal import service as account_removal_service
from services.auction.bidding import queries as bidding_queries
from services.auction.closing.service import buy_now
from services.auction.tests.makers import (
    an_auction,
    bid,
    bidder,
    finish_account_removals,
    read_auction,
    run_closing,
)

pytestmark = pytest.mark.servers


KIM, LEE, OUT = 6501, 6502, 6503


@pytest.fixture(autouse=True)
async def nothing_is_left(auction: Service, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    monkeypatch.setattr(account_removal_service, "AUCTIONS_AT_ONCE", 2)
    monkeypatch.setattr(account_removal_service, "WORDS_AT_ONCE", 2)
    monkeypatch.setattr(account_removal_service, "NAMES_AT_ONCE", 2)
    yield
    await finish_account_removals(auction)
    async with auction.database.transaction() as session:
        await session.execute(
            text("UPDATE people SET account_status = 'active' WHERE account_status = 'banned'")
        )


def banned(user_id: int) -> UserBanned:
    return UserBanned(user_id=user_id, by_admin_id=1, banned_at=datetime.now(UTC))


async def many(auction: Service, count: int = 5) -> list[int]:
    ids = [await an_auction(auction) for _ in range(count)]
    for auction_id in ids:
        for who, amount in ((KIM, 105), (OUT, 110)):
            assert (await bid(auction, auction_id, amount, bidder(who, "someone"))).status_code == 201
    return ids


async def leaders(auction: Service, ids: list[int]) -> list[int | None]:
    rows = await auction.rows(
        "SELECT current_bidder_id FROM auctions WHERE id = ANY(:ids) ORDER BY id", ids=ids
    )
    return [row["current_bidder_id"] for row in rows]


async def test_ban_over_many_auctions_works_in_batches(auction: Service) -> None:
    ids = await many(auction)
    await auction.deliver(banned(OUT))
    assert await leaders(auction, ids) == [OUT] * 5
    assert await account_removal_service.continue_removals(auction.database)
    assert await leaders(auction, ids) == [KIM, KIM, OUT, OUT, OUT]
    assert await account_removal_service.continue_removals(auction.database)
    assert await leaders(auction, ids) == [KIM, KIM, KIM, KIM, OUT]
    await finish_account_removals(auction)
    assert await leaders(auction, ids) == [KIM] * 5
    for auction_id in ids:
        assert [event["type"] for event in await auction.recorded(auction_id)].count(
            "wangi.auction.BidsVoided.v1"
        ) == 1
    assert await auction.rows("SELECT 1 FROM account_removals") == []


async def test_ban_and_other_events_do_not_wait_for_locked_auctions(auction: Service) -> None:
    ids, late = await many(auction, 2), 6504
    for auction_id in ids:
        await bid(auction, auction_id, 115, bidder(late, "late"))
    async with auction.database.transaction() as session:
        await session.execute(text("SELECT FROM auctions WHERE id = ANY(:ids) FOR UPDATE"), {"ids": ids})
        async with asyncio.timeout(2):
            assert await auction.deliver(banned(late)) == ["handled"]
    assert await leaders(auction, ids) == [late, late]
    await finish_account_removals(auction)
    assert await leaders(auction, ids) == [OUT, OUT]


async def test_close_sells_nothing_to_a_banned_bidder(auction: Service) -> None:
    ids = await many(auction)
    await auction.deliver(banned(OUT))
    clock.forward(days=7)
    while await run_closing(auction):
        pass
    rows = await auction.rows("SELECT winner_id FROM auctions WHERE id = ANY(:ids)", ids=ids)
    assert [row["winner_id"] for row in rows] == [KIM] * 5
    assert not await auction.rows("SELECT 1 FROM sales WHERE buyer_id = :id", id=OUT)


async def test_close_cancels_auctions_of_banned_seller(auction: Service) -> None:
    ids = [await an_auction(auction, seller=OUT) for _ in range(5)]
    for auction_id in ids:
        await bid(auction, auction_id, 105, bidder(KIM, "someone"))
    await auction.deliver(banned(OUT))
    clock.forward(days=7)
    while await run_closing(auction):
        pass
    rows = await auction.rows("SELECT status, winner_id FROM auctions WHERE id = ANY(:ids)", ids=ids)
    assert rows == [{"status": "cancelled", "winner_id": None}] * 5


async def test_auction_ended_before_ban_stays_so_even_if_closed_late(
    auction: Service,
) -> None:
    ids = await many(auction)
    clock.forward(days=7)
    await auction.deliver(banned(OUT))
    while await run_closing(auction):
        pass
    rows = await auction.rows("SELECT winner_id FROM auctions WHERE id = ANY(:ids)", ids=ids)
    assert [row["winner_id"] for row in rows] == [OUT] * 5


async def test_bid_between_ban_batches_ignores_banned_bids(auction: Service) -> None:
    ids = await many(auction)
    await auction.deliver(banned(OUT))
    answer = await bid(auction, ids[-1], 110, bidder(LEE, "lee"))
    assert (answer.status_code, answer.json()["auction"]["bidCount"]) == (201, 2)
    await finish_account_removals(auction)
    after = await read_auction(auction, ids[-1])
    assert (after["currentBid"], after["currentBidderId"], after["bidCount"]) == (110.0, LEE, 2)
    versions = [event["version"] for event in await auction.recorded(ids[-1])]
    assert versions == list(range(1, len(versions) + 1))


async def test_banned_persons_maximum_no_longer_bids(
    auction: Service,
) -> None:
    ids = await many(auction)
    assert (await bid(auction, ids[-1], 115, bidder(OUT, "someone"), most=900)).status_code == 201
    await auction.deliver(banned(OUT))
    answer = await bid(auction, ids[-1], 130, bidder(LEE, "lee"))
    assert answer.json()["auction"]["currentBid"] == 130.0
    assert (await read_auction(auction, ids[-1]))["currentBidderId"] == LEE


async def test_buy_now_of_banned_seller_is_refused(auction: Service) -> None:
    ids = [await an_auction(auction, seller=OUT, buy_now_price=50_000) for _ in range(5)]
    await auction.deliver(banned(OUT))
    with pytest.raises(Exception, match="not active|ended|no longer"):
        async with auction.database.transaction() as session:
            await buy_now(session, ids[-1], KIM, 50_000)
    await finish_account_removals(auction)
    assert (await read_auction(auction, ids[-1]))["status"] == "cancelled"


async def test_bid_after_unban_survives_the_pending_ban(
    auction: Service,
) -> None:
    ids = await many(auction)
    fresh = await an_auction(auction)
    await auction.deliver(banned(OUT))
    await auction.deliver(UserUnbanned(user_id=OUT, by_admin_id=1, unbanned_at=datetime.now(UTC)), version=2)
    for auction_id in (ids[-1], fresh):
        assert (await bid(auction, auction_id, 120, bidder(OUT, "someone"))).status_code == 201
    sold = await an_auction(auction, seller=OUT)
    await finish_account_removals(auction)
    assert await leaders(auction, [*ids, fresh]) == [KIM] * 4 + [OUT, OUT]
    assert (await read_auction(auction, ids[-1]))["bidCount"] == 2
    assert (await read_auction(auction, sold))["status"] == "active"


async def test_overlapping_bans_of_one_person_both_finish(auction: Service) -> None:
    ids = await many(auction)
    await auction.deliver(banned(OUT))
    await auction.deliver(UserUnbanned(user_id=OUT, by_admin_id=1, unbanned_at=datetime.now(UTC)), version=2)
    await bid(auction, ids[-1], 120, bidder(OUT, "someone"))
    await auction.deliver(banned(OUT), version=3)
    await finish_account_removals(auction)
    assert await leaders(auction, ids) == [KIM] * 5


async def test_second_ban_cancels_an_auction_once(auction: Service) -> None:
    ids = [await an_auction(auction, seller=OUT) for _ in range(5)]
    await auction.deliver(banned(OUT))
    await auction.deliver(UserUnbanned(user_id=OUT, by_admin_id=1, unbanned_at=datetime.now(UTC)), version=2)
    await auction.deliver(banned(OUT), version=3)
    await finish_account_removals(auction)
    for auction_id in ids:
        events = await auction.recorded(auction_id)
        assert [event["version"] for event in events] == [1, 2]
        assert events[-1]["type"] == "wangi.auction.AuctionCancelled.v1"


async def test_uncleared_auction_refuses_bids_alone(
    auction: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids, other = await many(auction), await an_auction(auction)
    await auction.deliver(banned(OUT))

    async def failing(*_: Any) -> None:
        raise RuntimeError("odd")

    with monkeypatch.context() as broken:
        broken.setattr(account_removal_service, "apply_pending", failing)
        answers = await asyncio.gather(
            bid(auction, ids[-1], 130, bidder(LEE, "lee")), bid(auction, other, 105, bidder(KIM, "someone"))
        )
    assert [(answer.status_code, answer.json().get("code")) for answer in answers] == [
        (503, "unavailable"),
        (201, None),
    ]
    assert (await bid(auction, ids[-1], 130, bidder(LEE, "lee"))).status_code == 201


@pytest.mark.parametrize(
    "failure", [RuntimeError("odd"), Unavailable()], ids=["a fault of ours", "a lock or too slow"]
)
async def test_failing_account_removal_does_not_block_others(
    auction: Service, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    ids = await many(auction)
    await auction.deliver(banned(KIM), banned(OUT))
    piece = account_removal_service.erase_next_batch

    async def failing(session: Any, removal: Any) -> None:
        if removal.user_id == KIM:
            raise failure
        await piece(session, removal)

    with monkeypatch.context() as broken:
        broken.setattr(account_removal_service, "erase_next_batch", failing)
        while await auction.rows("SELECT 1 FROM account_removals WHERE user_id = :id", id=OUT):
            assert await account_removal_service.continue_removals(auction.database)
    assert OUT not in await leaders(auction, ids)
    await finish_account_removals(auction)
    assert await leaders(auction, ids) == [None] * 5


async def test_erasure_resumes_after_each_crash_and_is_acknowledged_last(auction: Service) -> None:
    """P-G2, P-D3"""
    gone = 6510
    ids = [await an_auction(auction) for _ in range(3)]
    own = [await an_auction(auction, seller=gone) for _ in range(3)]
    for auction_id in ids:
        await bid(auction, auction_id, 105, bidder(gone, "canary"))
    await auction.deliver(UserErased(user_id=gone, erased_at=datetime.now(UTC)))
    rounds = 0
    while await auction.rows("SELECT 1 FROM account_removals WHERE user_id = :id", id=gone):
        assert not await auction.recorded(f"person-{gone}")
        await account_removal_service.continue_removals(auction.database)
        rounds += 1
    assert rounds > 3
    assert len(await auction.recorded(f"person-{gone}")) == 1
    assert not await auction.rows("SELECT 1 FROM bids WHERE bidder_id = :id AND bidder_name <> ''", id=gone)
    words = "SELECT card ->> 'name' AS name FROM listing_replicas WHERE card ->> 'sellerId' = :id"
    assert {row["name"] for row in await auction.rows(words, id=str(gone))} <= {""}
    assert {(await read_auction(auction, item))["status"] for item in own} == {"cancelled"}


async def test_event_names_only_the_newest_voided_bids(
    auction: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bidding_queries, "MAX_NAMED", 2)
    auction_id = await an_auction(auction)
    for n in range(4):
        await bid(auction, auction_id, 105 + 10 * n, bidder(OUT, "someone"))
        await bid(auction, auction_id, 110 + 10 * n, bidder(KIM, "kim"))
    await auction.deliver(banned(OUT))
    await finish_account_removals(auction)
    data = (await auction.recorded(auction_id))[-1]["data"]
    query = "SELECT id FROM bids WHERE auction_id = :a AND bidder_id = :o ORDER BY seq DESC"
    theirs = await auction.rows(query, a=auction_id, o=OUT)
    assert (data["bidsVoided"], data["bidIds"]) == (4, [row["id"] for row in theirs][:2])
