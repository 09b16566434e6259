import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.events.auth import UserBanned
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auction import jobs
from services.auction.alerts.rules import decide_outbid
from services.auction.alerts.service import delete_old_cursors, notify_outbid, scan_auctions, warn_ending
from services.auction.closing.service import buy_now
from services.auction.tests.makers import (
    BIDDER_ID,
    RIVAL_ID,
    SELLER_ID,
    an_auction,
    bid,
    bidder,
    finish_account_removals,
    run_closing,
)

pytestmark = pytest.mark.servers
HOUR = timedelta(hours=1)


async def look_and_notify(auction: Service) -> None:
    async with auction.database.transaction() as session:
        await scan_auctions(session)
    async with auction.database.transaction() as session:
        await notify_outbid(session)


async def warn(auction: Service) -> int:
    async with auction.database.transaction() as session:
        return await warn_ending(session, HOUR)


async def recorded_data(auction: Service, key: str) -> list[dict[str, Any]]:
    return [event["data"] for event in await auction.recorded(key)]


async def prices(auction: Service, auction_id: int, user_id: int) -> list[int]:
    return [event["price"] for event in await recorded_data(auction, f"outbid-{auction_id}-{user_id}")]


async def two_bids(auction: Service, **terms: Any) -> int:
    auction_id = await an_auction(auction, **terms)
    await bid(auction, auction_id, 105)
    await bid(auction, auction_id, 110, bidder(RIVAL_ID, "zaki"))
    return auction_id


@pytest.mark.parametrize(
    ("since", "led_before", "leads", "notified_ids"),
    [
        ((), None, None, []),
        ((1,), None, 1, []),
        ((1, 2), None, 2, [1]),
        ((2,), 1, 2, [1]),
        ((1, 2, 3), 4, 3, [1, 2, 4]),
        ((), 1, 2, [1]),
        ((3,), 1, 1, [3]),
        ((), 1, None, [1]),
    ],
)
def test_former_leader_and_bidders_are_outbid(
    since: tuple[int, ...], led_before: int | None, leads: int | None, notified_ids: list[int]
) -> None:
    assert decide_outbid(since, led_before, leads) == notified_ids


async def test_outbid_bidder_is_notified_once_without_maximums(auction: Service) -> None:
    auction_id = await an_auction(auction)
    await bid(auction, auction_id, 105, most=120)
    await bid(auction, auction_id, 110, bidder(RIVAL_ID, "zaki"), most=333.33)
    for _ in range(3):
        await look_and_notify(auction)
    (event,) = await recorded_data(auction, f"outbid-{auction_id}-{BIDDER_ID}")
    assert (event["price"], event["userId"], event["sellerId"]) == (12_500, BIDDER_ID, SELLER_ID)
    assert not await recorded_data(auction, f"outbid-{auction_id}-{RIVAL_ID}"), "the leader is not outbid"
    rows = await auction.rows(
        "SELECT convert_from(payload, 'UTF8') AS said FROM outbox WHERE key LIKE 'outbid-%'"
    )
    assert not [row for row in rows if "33333" in row["said"] or "most" in row["said"].lower()]
    await bid(auction, auction_id, 400, bidder(4_444, "third"))
    clock.forward(minutes=2)
    await look_and_notify(auction)
    assert await prices(auction, auction_id, BIDDER_ID) == [12_500], "nothing new for who has not bid since"
    assert await prices(auction, auction_id, RIVAL_ID) == [40_000]


async def test_duelling_bidders_are_notified_once_a_minute(
    auction: Service,
) -> None:
    auction_id = await two_bids(auction)
    await look_and_notify(auction)
    for round_, amount in enumerate(range(115, 155, 10)):
        await bid(auction, auction_id, amount)
        await bid(auction, auction_id, amount + 5, bidder(RIVAL_ID, "zaki"))
        await look_and_notify(auction)
        assert await prices(auction, auction_id, BIDDER_ID) == [11_000], (
            f"round {round_} is within the minute"
        )
    clock.forward(seconds=61)
    await look_and_notify(auction)
    await look_and_notify(auction)
    assert await prices(auction, auction_id, BIDDER_ID) == [11_000, 15_000]
    assert [event["version"] for event in await auction.recorded(f"outbid-{auction_id}-{BIDDER_ID}")] == [
        1,
        2,
    ]


async def test_bidder_who_leads_again_is_not_notified(auction: Service) -> None:
    auction_id = await two_bids(auction)
    async with auction.database.transaction() as session:
        await scan_auctions(session)
    await bid(auction, auction_id, 115)
    await look_and_notify(auction)
    assert await prices(auction, auction_id, BIDDER_ID) == []
    assert await prices(auction, auction_id, RIVAL_ID) == [11_500]


async def test_no_outbid_notification_after_the_end(auction: Service) -> None:
    auction_id = await two_bids(auction)
    clock.forward(days=7)
    await look_and_notify(auction)
    assert await prices(auction, auction_id, BIDDER_ID) == []


async def test_neither_banned_bidder_nor_new_leader_is_notified(
    auction: Service,
) -> None:
    """U1"""
    auction_id = await two_bids(auction)
    await auction.deliver(UserBanned(user_id=RIVAL_ID, by_admin_id=1, banned_at=datetime.now(UTC)))
    await finish_account_removals(auction)
    await look_and_notify(auction)
    assert await prices(auction, auction_id, RIVAL_ID) == await prices(auction, auction_id, BIDDER_ID) == []
    await bid(auction, auction_id, 130, bidder(4_445, "third"))
    await look_and_notify(auction)
    assert await prices(auction, auction_id, BIDDER_ID) == [13_000]
    async with auction.database.transaction() as session:
        await session.execute(
            text("UPDATE people SET account_status = 'active' WHERE user_id = :id"), {"id": RIVAL_ID}
        )


async def test_one_replica_notifies_each_bidder(auction: Service) -> None:
    ids = [await two_bids(auction) for _ in range(5)]
    await asyncio.gather(*(look_and_notify(auction) for _ in range(6)))
    await look_and_notify(auction)
    assert [await prices(auction, item_id, BIDDER_ID) for item_id in ids] == [[11_000]] * 5


async def test_notifying_takes_no_auction_lock(auction: Service) -> None:
    auction_id = await two_bids(auction)
    async with auction.database.transaction() as deciding:
        lock = text("SELECT 1 FROM auctions WHERE id = :id FOR UPDATE")
        await deciding.execute(lock, {"id": auction_id})
        async with asyncio.timeout(2):
            await look_and_notify(auction)
    assert await prices(auction, auction_id, BIDDER_ID) == [11_000]
    other = await two_bids(auction, ends_at=datetime.now(UTC) + timedelta(hours=3))
    clock.forward(minutes=150)
    async with auction.database.transaction() as session:
        await scan_auctions(session)
        await notify_outbid(session)
        await warn_ending(session, HOUR)
        async with asyncio.timeout(2):
            assert (await bid(auction, other, 115)).status_code == 201


async def test_notifier_crash_before_commit_is_retried(
    auction: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-D3"""
    auction_id = await two_bids(auction)
    real = outbox.record_all

    async def dies(*args: Any, **named: Any) -> None:
        await real(*args, **named)
        raise RuntimeError("killed")

    async with auction.database.transaction() as session:
        await scan_auctions(session)
    monkeypatch.setattr(outbox, "record_all", dies)
    with pytest.raises(RuntimeError):
        async with auction.database.transaction() as session:
            await notify_outbid(session)
    monkeypatch.undo()
    assert await prices(auction, auction_id, BIDDER_ID) == []
    await look_and_notify(auction)
    assert await prices(auction, auction_id, BIDDER_ID) == [11_000]


async def test_ending_soon_is_sent_once(auction: Service) -> None:
    auction_id = await two_bids(auction, ends_at=datetime.now(UTC) + timedelta(hours=3))
    await warn(auction)
    assert not await recorded_data(auction, f"ending-{auction_id}"), "three hours are not near"
    clock.forward(hours=2, minutes=1)
    await asyncio.gather(*(warn(auction) for _ in range(4)))
    (event,) = await recorded_data(auction, f"ending-{auction_id}")
    assert (event["price"], event["sellerId"]) == (11_000, SELLER_ID)
    assert [
        len(await recorded_data(auction, f"reminded-{auction_id}-{item}")) for item in (BIDDER_ID, RIVAL_ID)
    ] == [
        1,
        0,
    ]
    clock.forward(minutes=58)
    await bid(auction, auction_id, 115)
    await warn(auction)
    assert len(await recorded_data(auction, f"ending-{auction_id}")) == 1


async def test_short_auction_sends_no_warning_and_one_without_bids_warns(
    auction: Service,
) -> None:
    short = await an_auction(auction, ends_at=datetime.now(UTC) + timedelta(minutes=100))
    quiet = await an_auction(auction, ends_at=datetime.now(UTC) + timedelta(hours=3))
    clock.forward(hours=2, minutes=1)
    await warn(auction)
    assert not await recorded_data(auction, f"ending-{short}")
    assert [event["price"] for event in await recorded_data(auction, f"ending-{quiet}")] == [10_000]


@pytest.mark.parametrize(
    ("reserve", "losers", "outcome", "price"),
    [(None, [BIDDER_ID], "sold", 11_000), (50_000, [BIDDER_ID, RIVAL_ID], "reserve_not_met", None)],
)
async def test_losing_bidders_are_notified_in_the_closing_transaction(
    auction: Service, reserve: int | None, losers: list[int], outcome: str, price: int | None
) -> None:
    """U20, AUC-10"""
    auction_id = await two_bids(auction, reserve_price=reserve)
    clock.forward(days=7)
    await run_closing(auction)
    for item in (BIDDER_ID, RIVAL_ID):
        events = await recorded_data(auction, f"lost-{auction_id}-{item}")
        expected = [(outcome, price)] if item in losers else []
        assert [(event["outcome"], event["price"]) for event in events] == expected


async def test_bidders_are_notified_of_buy_now_price(auction: Service) -> None:
    """C21"""
    auction_id = await two_bids(auction, buy_now_price=30_000)
    async with auction.database.transaction() as session:
        await buy_now(session, auction_id, BIDDER_ID, 30_000)
    assert not await recorded_data(auction, f"lost-{auction_id}-{BIDDER_ID}")
    (event,) = await recorded_data(auction, f"lost-{auction_id}-{RIVAL_ID}")
    assert (event["outcome"], event["price"]) == ("bought_now", 30_000)


async def test_notification_state_of_ended_auctions_is_deleted(auction: Service) -> None:
    auction_id, running = (
        await two_bids(auction, ends_at=datetime.now(UTC) + timedelta(hours=3)),
        await two_bids(auction),
    )
    await look_and_notify(auction)
    clock.forward(hours=4)
    await run_closing(auction)
    await delete_old_cursors(auction.database)
    for table in ("alert_states", "outbids"):
        left = await auction.rows(
            f"SELECT auction_id FROM {table} WHERE auction_id IN (:a, :b)", a=auction_id, b=running
        )
        assert [row["auction_id"] for row in left] == [running]


async def test_job_notifies_outbid_bidder(auction: Service) -> None:
    task = asyncio.create_task(jobs.notify(auction.app))
    try:
        auction_id = await two_bids(auction)
        async with asyncio.timeout(10):
            while not await prices(auction, auction_id, BIDDER_ID):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    finally:
        task.cancel()
    assert await prices(auction, auction_id, BIDDER_ID) == [11_000]
