import asyncio
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text

from libs.kit.db.database import Database
from libs.kit.errors import DomainError, Unavailable
from libs.kit.testing import Service
from libs.marketplace.errors import Banned
from libs.marketplace.testing import add_person
from services.auction import jobs
from services.auction.bidding.batches import Batch, BidRequest, PlacedBid
from services.auction.bidding.queries import MOVED
from services.auction.bidding.rules import AuctionEnded, BidTooLow
from services.auction.bidding.sequencer import Sequencer
from services.auction.tests.bid_queue import (
    answers,
    bid_request,
    log_of,
    meddle_once,
    open_connections,
    patient,
)
from services.auction.tests.makers import an_auction, bid, bidder, read_auction

pytestmark = pytest.mark.servers


@pytest.fixture
async def replicas(auction: Service) -> AsyncIterator[list[Sequencer]]:
    other = Database(auction.database.url, "auction")
    second: Any = type("App", (), {})()
    second.state = type("State", (), {"settings": auction.app.state.settings, "database": other})()
    await jobs.start_sequencer(second)
    yield [auction.app.state.sequencer, second.state.sequencer]
    await other.close()


async def test_two_replicas_never_accept_the_same_price(auction: Service, replicas: list[Sequencer]) -> None:
    """P-A1, P-A2"""
    auction_id = await an_auction(auction)
    prices = range(10_500, 20_500, 500)
    asking = [
        replica.place(bid_request(auction_id, 8_000 + 2 * (price // 500) + n, price))
        for price in prices
        for n, replica in enumerate(replicas)
    ]
    results = await answers(asking)
    won = [result for result in results if isinstance(result, bytes)]
    assert all(isinstance(result, bytes | DomainError) for result in results)
    log = await log_of(auction, auction_id)
    assert len(log) == len(won) > 0
    assert [row["seq"] for row in log] == list(range(1, len(log) + 1))
    assert [row["amount"] for row in log] == sorted({row["amount"] for row in log})
    versions = [event["version"] for event in await auction.recorded(auction_id)]
    assert versions == list(range(1, len(log) + 2))


@pytest.mark.quiet
async def test_two_hundred_last_second_bidders_get_one_answer_each(auction: Service) -> None:
    """P-A1, P-A4"""
    auction_id = await an_auction(auction, ends_at=datetime.now(UTC) + timedelta(seconds=2))
    asking = [bid(auction, auction_id, 105 + 5 * n, bidder(8_300 + n, f"late{n}")) for n in range(200)]
    results = await asyncio.gather(*asking)
    accepted = [result.json()["bid"] for result in results if result.status_code == 201]
    refused = {result.json()["code"] for result in results if result.status_code != 201}
    assert refused <= {"bid_too_low", "auction_ended"}
    log = await log_of(auction, auction_id)
    assert {(row["amount"], row["bidder_id"]) for row in log} == {
        (round(item["amount"] * 100), item["bidderId"]) for item in accepted
    }
    last = await auction.rows("SELECT max(placed_at) < ends_at AS ok FROM bids, auctions WHERE auction_id = :id "
                              "AND auctions.id = :id GROUP BY ends_at", id=auction_id)  # fmt: skip
    assert last == [{"ok": True}]


async def test_concurrent_bids_are_written_together(
    auction: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    auction_id, sizes = await an_auction(auction), list[int]()
    decide = Batch.decide

    async def counted(self: Batch, asking: Any) -> Any:
        sizes.append(len(asking))
        return await decide(self, asking)

    monkeypatch.setattr(Batch, "decide", counted)
    bid_queue: Sequencer = auction.app.state.sequencer
    await answers([bid_queue.place(bid_request(auction_id, 8_600 + n, 10_500 + 500 * n)) for n in range(100)])
    assert sum(sizes) == 100
    assert len(sizes) <= 3


async def test_bid_changes_no_auction_index(auction: Service) -> None:
    indexed = await auction.rows(
        "SELECT pg_get_indexdef(indexrelid) AS index FROM pg_index WHERE indrelid = 'auctions'::regclass"
    )
    moved = set(MOVED) - {"id", "xmin", "ends_at"}
    assert len(indexed) > 3
    assert [item for item in indexed if moved & set(re.findall(r"\w+", item["index"]))] == []


async def test_each_event_keeps_its_request_trace(auction: Service) -> None:
    auction_id = await an_auction(auction)
    traces = [f"00-{n:032x}-{n:016x}-01" for n in range(1, 11)]
    path = f"/api/auctions/{auction_id}/bids"
    asking = [
        auction.http.post(
            path, json={"amount": 105 + 5 * n}, headers=bidder(8_900 + n, f"t{n}") | {"traceparent": trace}
        )
        for n, trace in enumerate(traces)
    ]
    results = await asyncio.gather(*asking)
    mine = {8_900 + n: trace.split("-")[1] for n, trace in enumerate(traces) if results[n].status_code == 201}
    events = [event for event in await auction.recorded(auction_id) if "bidderId" in event["data"]]
    assert len(events) == len(mine) > 1
    assert all(event["traceparent"].split("-")[1] == mine[event["data"]["bidderId"]] for event in events)


async def test_failing_bid_does_not_affect_its_batch(
    auction: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    auction_id = await an_auction(auction)
    place = Batch.place

    async def breaking(self: Batch, one: BidRequest, bid_ids: int) -> PlacedBid:
        if one.bidder.user_id == 8_701:
            raise RuntimeError("a fault of ours")
        return await place(self, one, bid_ids)

    monkeypatch.setattr(Batch, "place", breaking)
    bid_queue: Sequencer = auction.app.state.sequencer
    results = await answers(
        [bid_queue.place(bid_request(auction_id, 8_700 + n, 10_500 + 500 * n)) for n in range(4)]
    )
    assert [type(result) for result in results] == [bytes, Unavailable, bytes, bytes]
    assert [row["bidder_id"] for row in await log_of(auction, auction_id)] == [8_700, 8_702, 8_703]


async def test_bid_on_changed_auction_is_decided_again(
    auction: Service, replicas: list[Sequencer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-A3"""
    auction_id = await an_auction(auction)
    decide, decided = Batch.decide, list[int]()

    async def overtaken(self: Batch, asking: Any) -> Any:
        results = await decide(self, asking)
        decided.append(len(asking))
        if len(decided) == 1:
            await replicas[1].place(bid_request(auction_id, 8_719, 10_900))
        return results

    monkeypatch.setattr(Batch, "decide", overtaken)
    results = await answers(
        [replicas[0].place(bid_request(auction_id, 8_710 + n, 10_500 + 1_000 * n)) for n in range(2)]
    )
    assert [type(result) for result in results] == [BidTooLow, bytes]
    assert [row["bidder_id"] for row in await log_of(auction, auction_id)] == [8_719, 8_711]
    assert decided == [2, 1, 2]


@pytest.mark.parametrize(
    ("does", "refusal"),
    [
        ("UPDATE people SET account_status = 'banned' WHERE user_id = 8720", Banned),
        ("UPDATE auctions SET ends_at = clock_timestamp() WHERE status = 'active'", AuctionEnded),
    ],
)
async def test_bid_of_banned_person_or_ended_auction_is_refused_under_lock(
    auction: Service, monkeypatch: pytest.MonkeyPatch, does: str, refusal: type[DomainError]
) -> None:
    """P-A4, M6"""
    auction_id, bidder_id = await an_auction(auction), 8_720 if refusal is Banned else 8_721
    await add_person(auction, bidder_id, username=f"bidder{bidder_id}")
    meddle_once(auction, monkeypatch, does)
    results = await answers([auction.app.state.sequencer.place(bid_request(auction_id, bidder_id, 10_500))])
    assert [type(result) for result in results] == [refusal]
    assert await log_of(auction, auction_id) == []


async def test_auction_ending_while_batch_waits_for_locks_takes_no_bid(
    auction: Service,
) -> None:
    """P-A4, M6"""
    over, running = (
        await an_auction(auction, ends_at=datetime.now(UTC) + timedelta(seconds=1)),
        await an_auction(auction),
    )
    if (running - over) % 2:
        running = await an_auction(auction)  # In one shard, so in one batch.
    bid_queue: Sequencer = auction.app.state.sequencer
    assert isinstance(await bid_queue.place(bid_request(running, 8_740, 10_500)), bytes)
    past = "SELECT 1 FROM auctions WHERE id = :id AND ends_at < clock_timestamp()"
    async with patient(open_connections(auction)), auction.database.transaction() as holder:
        await holder.execute(text("SELECT 1 FROM auctions WHERE id = :id FOR UPDATE"), {"id": running})
        both = asyncio.create_task(
            answers([bid_queue.place(bid_request(item, 8_741, 11_000)) for item in (over, running)])
        )
        while not await auction.rows(past, id=over):
            assert not both.done()
        await holder.commit()
        assert [type(person) for person in await both] == [AuctionEnded, bytes]
    assert await log_of(auction, over) == []


async def test_overtaken_bid_is_decided_under_lock(auction: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    auction_id, refused = await an_auction(auction), list[bool]()
    decide = Batch.decide

    async def overtaken(self: Batch, asking: Any) -> Any:
        results = await decide(self, asking)
        try:
            async with auction.database.transaction() as session:
                await session.execute(text("SET LOCAL lock_timeout = '50ms'"))
                write = "UPDATE auctions SET updated_at = clock_timestamp() WHERE id = :id"
                await session.execute(text(write), {"id": auction_id})
            refused.append(False)
            assert len(refused) < 3
        except Unavailable:
            refused.append(True)
        return results

    monkeypatch.setattr(Batch, "decide", overtaken)
    results = await answers([auction.app.state.sequencer.place(bid_request(auction_id, 8_730, 10_500))])
    assert [type(result) for result in results] == [bytes]
    assert refused == [False, True]


async def test_same_key_on_two_replicas_is_one_bid(auction: Service, replicas: list[Sequencer]) -> None:
    """P-A6"""
    auction_id = await an_auction(auction)
    await add_person(auction, 8_800, username="bidder8800")
    results = await answers(
        [replica.place(bid_request(auction_id, 8_800, 10_500, "one-tap")) for replica in replicas * 8]
    )
    assert len(set(results)) == 1
    assert isinstance(results[0], bytes)
    assert len(await log_of(auction, auction_id)) == 1


async def test_locked_auction_blocks_only_its_own_lane(auction: Service) -> None:
    held, free = await an_auction(auction), await an_auction(auction)
    if (free - held) % 2 == 0:
        free = await an_auction(auction)
    for item in (held, free):
        assert (await bid(auction, item, 105, bidder(44, "mira"))).status_code == 201
    async with patient(open_connections(auction)), auction.database.transaction() as holder:
        await holder.execute(text("SELECT 1 FROM auctions WHERE id = :id FOR UPDATE"), {"id": held})
        waiting = asyncio.create_task(bid(auction, held, 110))
        assert (await bid(auction, free, 110, bidder(43, "zaki"))).status_code == 201
        assert not waiting.done()
        await holder.commit()
        assert (await waiting).status_code == 201
    assert (await read_auction(auction, held))["bidCount"] == 2
