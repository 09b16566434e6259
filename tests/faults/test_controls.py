import asyncio
import contextlib
import itertools
import json
import random
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest
import structlog
from sqlalchemy import text

from deploy.local.stack import Stack
from libs.kit.db.database import Database
from libs.kit.errors import Unavailable
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.kit.testing import Service
from services.auction import jobs
from services.auction.bidding import queries as bidding_queries
from services.auction.bidding.batches import Batch, BidRequest, Decided, save_decided
from services.auction.bidding.rules import AuctionEnded, BidTooLow, MaximumNotRaised, Offer
from services.auction.bidding.sequencer import Sequencer, Shard
from services.auction.tests.makers import RIVAL_ID, an_auction, bid, bidder, run_closing
from tests.faults.history import Attempt, Broken, StoredBid, Terms, check_bids

pytestmark = [pytest.mark.servers, pytest.mark.quiet]

TERMS = Terms(start=100_00, increment=5_00)
BIDDERS, TURNS = 8, 30


@pytest.fixture
async def replicas(auction: Service) -> AsyncIterator[list[Sequencer]]:
    other = Database(auction.database.url, "auction")
    second: Any = type("App", (), {})()
    second.state = type("State", (), {"settings": auction.app.state.settings, "database": other})()
    await jobs.start_sequencer(second)
    with structlog.testing.capture_logs():
        yield [auction.app.state.sequencer, second.state.sequencer]
    await other.close()


async def many_bid(auction_id: int, replicas: list[Sequencer]) -> list[Attempt]:
    attempts: list[Attempt] = []
    minimum, leader = TERMS.start + TERMS.increment, (0, 0)

    async def one(user_id: int) -> None:
        nonlocal minimum, leader
        who = Identity(
            user_id=user_id, username=f"p{user_id}", roles=frozenset(), epoch=0, token_id="", expires_at=0
        )
        for _ in range(TURNS):
            if leader[1] == user_id:  # The leader does not bid against themselves (U21).
                await asyncio.sleep(0.002)
                continue
            amount, began = minimum + random.randrange(2_000), time.monotonic()
            offer, bid_queue = Offer(user_id, amount, amount), random.choice(replicas)
            try:
                body = json.loads(await bid_queue.place(BidRequest(who, auction_id, offer)))
            except BidTooLow as refusal:
                sen = round(refusal.details["minimum"] * 100)
                attempts.append(Attempt(user_id, amount, began, time.monotonic(), "too low", minimum=sen))
                minimum = max(minimum, sen)
            except MaximumNotRaised:  # With false responses a person may lead without knowing it.
                await asyncio.sleep(0.002)
            except Unavailable:
                attempts.append(Attempt(user_id, amount, began, time.monotonic(), "unknown"))
            else:
                minimum = max(minimum, round(body["auction"]["minimumBid"] * 100))
                seq = body["auction"]["bidCount"]
                leader = max(leader, (seq, user_id))
                attempts.append(Attempt(user_id, amount, began, time.monotonic(), "accepted", seq=seq))

    await asyncio.gather(*(one(9_000 + n) for n in range(BIDDERS)))
    return attempts


async def stored_bids(auction: Service, auction_id: int) -> list[StoredBid]:
    log = "SELECT seq, bidder_id, amount FROM bids WHERE auction_id = :id ORDER BY seq, id"
    return [StoredBid(**row) for row in await auction.rows(log, id=auction_id)]


async def test_two_replicas_and_many_bidders_leave_a_valid_history(
    auction: Service, replicas: list[Sequencer]
) -> None:
    """P-A1, P-A2, P-A3"""
    auction_id = await an_auction(auction)
    attempts = await many_bid(auction_id, replicas)
    check_bids(TERMS, attempts, await stored_bids(auction, auction_id))
    assert sum(attempt.outcome == "accepted" for attempt in attempts) > BIDDERS


@contextlib.asynccontextmanager
async def without_its_key(stack: Stack) -> AsyncIterator[None]:
    owner = await asyncpg.connect(stack.admin_url.rsplit("/", 1)[0] + "/wangi")
    try:
        await owner.execute(
            "SET lock_timeout = '5s'; ALTER TABLE auction.bids DROP CONSTRAINT pk_bids CASCADE"
        )
        yield
    finally:
        await owner.execute(
            "DELETE FROM auction.bids b USING auction.bids a WHERE a.auction_id = b.auction_id AND a.seq = b.seq "
            "AND a.ctid < b.ctid; ALTER TABLE auction.bids ADD CONSTRAINT pk_bids PRIMARY KEY (auction_id, seq); "
            "ALTER TABLE auction.bid_voids ADD CONSTRAINT fk_bid_voids_bid "
            "FOREIGN KEY (auction_id, seq) REFERENCES auction.bids (auction_id, seq)"
        )
        await owner.close()


def without_its_fence() -> str:
    fence = "auctions.xmin = mark"
    assert bidding_queries.SAVE.count(fence) == 1
    return bidding_queries.SAVE.replace(fence, "true")


async def test_control_without_fence_and_key_two_replicas_both_win(
    auction: Service, replicas: list[Sequencer], stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bidding_queries, "SAVE", without_its_fence())
    async with without_its_key(stack):
        auction_id = await an_auction(auction)
        attempts = await many_bid(auction_id, replicas)
        with pytest.raises(Broken):
            check_bids(TERMS, attempts, await stored_bids(auction, auction_id))


async def test_control_without_fence_the_key_prevents_double_bids(
    auction: Service, replicas: list[Sequencer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bidding_queries, "SAVE", without_its_fence())
    auction_id = await an_auction(auction)
    attempts = await many_bid(auction_id, replicas)
    log = await stored_bids(auction, auction_id)
    assert [item.seq for item in log] == list(range(1, len(log) + 1))
    accepted = {
        (attempt.seq, attempt.bidder_id, attempt.amount)
        for attempt in attempts
        if attempt.outcome == "accepted"
    }
    assert accepted <= {(item.seq, item.bidder_id, item.amount) for item in log}


async def test_control_answer_before_commit_loses_acknowledged_bids(
    auction: Service, replicas: list[Sequencer], monkeypatch: pytest.MonkeyPatch
) -> None:
    batches = itertools.count()

    async def eager(self: Shard, requests: Any, *, locked: bool) -> Any:
        answers: list[Any] = []
        with contextlib.suppress(RuntimeError):
            async with self.connection.statements() as connection:
                decided = Decided()
                answers = await Batch(connection, self._settings, self._render, decided).decide(requests)
                if next(batches) % 3 == 2:
                    raise RuntimeError("the machine stops here, just before the commit")
                await save_decided(connection, decided)
        return answers

    auction_id = await an_auction(auction)
    monkeypatch.setattr(Shard, "write_batch", eager)
    attempts = await many_bid(auction_id, replicas)
    with pytest.raises(Broken):
        check_bids(TERMS, attempts, await stored_bids(auction, auction_id))


@pytest.mark.parametrize("guarded", [True, False], ids=["read after the lock", "the statement's own start"])
async def test_bid_time_is_read_after_the_lock(
    auction: Service, monkeypatch: pytest.MonkeyPatch, guarded: bool
) -> None:
    """P-A4, M6"""

    if not guarded:
        again = "min(ends_at) > clock_timestamp()"
        assert again in bidding_queries.SAVE
        monkeypatch.setattr(
            bidding_queries, "SAVE", bidding_queries.SAVE.replace(again, "min(ends_at) > now()")
        )
    auction_id = await an_auction(auction, ends_at=datetime.now(UTC) + timedelta(milliseconds=700))
    past = "SELECT 1 FROM auctions WHERE id = :id AND ends_at < clock_timestamp()"
    waits = (
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'wangi-auction'"
    )
    async with auction.database.transaction() as holder:
        await holder.execute(text("SELECT 1 FROM auctions WHERE id = :id FOR UPDATE"), {"id": auction_id})
        waiting = asyncio.create_task(bid(auction, auction_id, 105))
        while not await auction.rows(waits):
            assert not waiting.done()
        while not await auction.rows(past, id=auction_id):
            assert not waiting.done()
    answer = await waiting
    assert answer.status_code == (AuctionEnded.status if guarded else 201), answer.text


async def test_clock_jump_reopens_nothing_and_keeps_the_end(auction: Service) -> None:
    """P-A4, P-A5"""
    over, running = (
        await an_auction(auction),
        await an_auction(auction, ends_at=datetime.now(UTC) + timedelta(days=30)),
    )
    assert (await bid(auction, over, 105)).status_code == 201
    before = await auction.rows("SELECT ends_at FROM auctions WHERE id = :id", id=running)
    clock.forward(days=8)
    assert (await bid(auction, over, 110)).json()["code"] == "auction_ended"
    assert (await bid(auction, running, 105)).status_code == 201
    assert await run_closing(auction) >= 1
    clock.forward(days=-9)
    late = await bid(auction, over, 110)
    assert (late.status_code, late.json()["code"]) == (409, "auction_ended")
    assert (await bid(auction, running, 110, bidder(RIVAL_ID, "rosnah"))).status_code == 201
    assert await auction.rows("SELECT ends_at FROM auctions WHERE id = :id", id=running) == before
    types = [event["type"] for event in await auction.recorded(over)]
    assert types.count("wangi.auction.AuctionEnded.v1") == 1
