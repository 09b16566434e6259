import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from fastapi import FastAPI
from prometheus_client import REGISTRY

from libs.kit.db.database import Database
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.auction import jobs
from services.auction.closing.service import close_due_auctions
from services.auction.tests.makers import (
    RIVAL_ID,
    SELLER_ID,
    an_auction,
    bid,
    bidder,
    read_auction,
    run_closing,
)

pytestmark = pytest.mark.servers


@pytest.mark.parametrize(
    ("reserve", "bids", "outcome", "winner"),
    [
        (None, [(42, 105), (RIVAL_ID, 110)], "sold", RIVAL_ID),
        (11_000, [(42, 105), (RIVAL_ID, 110)], "sold", RIVAL_ID),
        (11_001, [(42, 105), (RIVAL_ID, 110)], "reserve_not_met", None),
        (None, [], "no_bids", None),
    ],
)
async def test_close_publishes_one_outcome(
    auction: Service, reserve: int | None, bids: list[tuple[int, float]], outcome: str, winner: int | None
) -> None:
    """AUC-06, AUC-10, AUC-13, P-A5, U20"""
    auction_id = await an_auction(auction, reserve_price=reserve)
    for user, amount in bids:
        await bid(auction, auction_id, amount, bidder(user, "someone"))
    clock.forward(days=7)
    before = await read_auction(auction, auction_id)
    assert (before["status"], before["outcome"], before["winnerId"]) == ("ended", outcome, winner)
    await run_closing(auction)
    after = await read_auction(auction, auction_id)
    assert (after["status"], after["outcome"], after["winnerId"]) == ("ended", outcome, winner)
    assert after["seq"] == before["seq"] + 1
    event = (await auction.recorded(auction_id))[-1]
    assert (event["type"], event["version"]) == ("wangi.auction.AuctionEnded.v1", after["seq"])
    price = 11_000 if winner else None
    data = event["data"]
    assert (data["outcome"], data["winnerId"], data["price"], data["bidCount"]) == (
        outcome,
        winner,
        price,
        len(bids),
    )
    won = await auction.recorded(f"won-{auction_id}")
    assert [item["data"]["winnerId"] for item in won] == ([winner] if winner else [])
    if won:
        pay_by, won_at = (datetime.fromisoformat(won[0]["data"][name]) for name in ("payBy", "wonAt"))
        assert pay_by - won_at == timedelta(hours=48)


async def test_nothing_is_closed_early_or_twice(auction: Service) -> None:
    clock.forward(days=20)
    while await run_closing(auction):
        pass
    clock.reset()
    auction_id = await an_auction(auction)
    assert await run_closing(auction) == 0
    clock.forward(days=7)
    assert [await run_closing(auction), await run_closing(auction)] == [1, 0]
    assert len(await auction.recorded(auction_id)) == 2


async def test_concurrent_replicas_close_each_auction_once(auction: Service) -> None:
    """P-A5"""
    ids = [await an_auction(auction) for _ in range(12)]
    clock.forward(days=7)

    async def close() -> int:
        async with auction.database.transaction() as session:
            return await close_due_auctions(session)

    closed = await asyncio.gather(*(close() for _ in range(6)))
    assert sum(closed) >= len(ids)
    for auction_id in ids:
        types = [event["type"].split(".")[2] for event in await auction.recorded(auction_id)]
        assert types == ["AuctionOpened", "AuctionEnded"]


@pytest.mark.quiet
async def test_auction_closes_within_two_seconds_after_closer_is_killed(auction: Service) -> None:
    """P-A5"""
    auction_id = await an_auction(auction, ends_at=datetime.now(UTC) + timedelta(milliseconds=600))
    first = asyncio.create_task(jobs.close(auction.app))
    await asyncio.sleep(0)
    first.cancel()
    second = asyncio.create_task(jobs.close(auction.app))
    try:
        async with asyncio.timeout(2.6):
            while (await auction.recorded(auction_id))[-1]["type"] != "wangi.auction.AuctionEnded.v1":  # noqa: ASYNC110
                await asyncio.sleep(0.02)
    finally:
        second.cancel()
    row = await auction.rows("SELECT ended_at - ends_at AS late FROM auctions WHERE id = :id", id=auction_id)
    assert timedelta(0) <= row[0]["late"] < timedelta(seconds=2)


async def test_closing_resumes_when_database_returns(
    auction: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-H2"""
    asked: list[float] = []

    closing, sleep = asyncio.current_task(), asyncio.sleep

    async def soon(seconds: float) -> None:
        if asyncio.current_task() is not closing:
            return await sleep(seconds)
        asked.append(seconds)
        if len(asked) == 3:
            raise asyncio.CancelledError
        return None

    app = FastAPI()
    app.state.jobs = {}
    app.state.database = Database("postgresql://nobody@127.0.0.1:1/nothing", "auction")
    monkeypatch.setattr(asyncio, "sleep", soon)
    with pytest.raises(asyncio.CancelledError):
        await jobs.close(app)
    assert app.state.jobs["close"].waits_since is not None
    assert asked == [jobs.POLL_SECONDS] * 3


async def test_sold_listing_blocks_account_deletion_during_payment_window(auction: Service) -> None:
    """U38"""
    auction_id = await an_auction(auction)
    await bid(auction, auction_id, 105, bidder(7_801, "winner"))
    clock.forward(days=7)
    await run_closing(auction)

    async def obligations(user_id: int) -> list[int]:
        open_ones = (await auction.ask(f"/internal/users/{user_id}/obligations")).json()["obligations"]
        return [item["auctionId"] for item in open_ones if item["auctionId"] == auction_id]

    assert (await obligations(SELLER_ID), await obligations(7_801)) == ([auction_id], [auction_id])
    clock.forward(hours=49)
    assert (await obligations(SELLER_ID), await obligations(7_801)) == ([], [])


async def test_only_unsold_listings_can_be_taken_back(
    auction: Service,
) -> None:
    """C25"""
    unsold, sold = await an_auction(auction, reserve_price=50_000), await an_auction(auction)
    for auction_id in (unsold, sold):
        await bid(auction, auction_id, 105)
    clock.forward(days=7)
    await run_closing(auction)
    secret = auction.app.state.settings.internal_secret.get_secret_value()
    headers = signed_in(SELLER_ID, "farid") | {"X-Internal-Secret": secret}
    answers = [
        await auction.http.post(f"/internal/auctions/{item}/withdraw", json={}, headers=headers)
        for item in (unsold, sold)
    ]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert (await read_auction(auction, unsold))["outcome"] == "reserve_not_met"


def outcomes_in_time() -> tuple[float, float]:
    within = REGISTRY.get_sample_value("auction_close_late_seconds_bucket", {"le": "5.0"})
    return within or 0.0, REGISTRY.get_sample_value("auction_close_late_seconds_count") or 0.0


async def test_late_close_is_counted_late(auction: Service) -> None:
    await run_closing(auction)
    await an_auction(auction)
    within, total = outcomes_in_time()
    clock.forward(days=7, seconds=20)
    await run_closing(auction)
    assert outcomes_in_time()[0] == within
    assert outcomes_in_time()[1] > total
