import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import aiohttp
import pytest

from libs.kit.tests.lab import until
from tests.faults import people
from tests.faults.ends import SAME, Screen, check_ends, check_outcome, check_screens
from tests.faults.history import (
    Broken,
    Terms,
    check_accepted,
    check_bids,
    check_events,
    check_reader,
    check_sights,
)
from tests.faults.people import Person, Play
from tests.faults.platform import Platform
from tests.faults.watchers import on_our_clock, read
from tests.support.pace import on_this_machine

# A connection that a kill cut is left to the garbage collector.
pytestmark = [
    pytest.mark.servers,
    pytest.mark.slow,
    pytest.mark.quiet,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]
PARTS = ("auction", "catalog", "auth", "messaging", "boost", "admin", "gateway", "postgres", "kafka", "redis")
BIDDERS = 8
HOLD_AN_END = ("auction", "postgres", "kafka", "gateway")
BACK_WITHIN = 10.0
CLOSED_WITHIN = 2.0
ENDS_IN = timedelta(seconds=4)
# Accepted bids before and after the kill.
ENOUGH = 40


@pytest.fixture(scope="module")
async def players(platform: Platform, http: aiohttp.ClientSession) -> list[Person]:
    mail = platform.ports.url("mail")
    return [await people.newcomer(http, mail, f"person{n}", by_socket=n % 2 == 1) for n in range(BIDDERS + 1)]


@contextlib.asynccontextmanager
async def bidding(play: Play, bidders: list[Person]) -> AsyncIterator[None]:
    """At the end each bidder waits for their last response."""
    async with asyncio.TaskGroup() as group:
        for person in bidders:
            group.create_task(people.bid(play, person))
        try:
            yield
        finally:
            play.stopping = True


@contextlib.asynccontextmanager
async def watching(play: Play) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(watcher.watch()) for watcher in play.watchers] + [
        asyncio.create_task(read(play))
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ends), ends


@pytest.mark.parametrize("part", PARTS)
async def test_killed_process_loses_no_bid_and_returns_in_ten_seconds(
    part: str,
    platform: Platform,
    http: aiohttp.ClientSession,
    players: list[Person],
    measured: Callable[[str], None],
) -> None:
    measured(f"kill -9 of {part}, seconds until: {await survived(part, platform, http, players)}")
    assert f"{part} died" in (platform.state / "launcher.log").read_text()


async def survived(
    part: str,
    platform: Platform,
    http: aiohttp.ClientSession,
    players: list[Person],
    kill: Callable[[str], Awaitable[float]] | None = None,
) -> str:
    """Returns how long it took. With `kill` the process is one of several, so nobody waits for it."""
    seller, *bidders = players
    play = Play(platform, http, await people.listed(http, seller))
    async with watching(play):
        async with bidding(play, bidders):
            await until(lambda: enough_since(play, 0.0))
            killed_at = time.monotonic()
            ready = await (kill or platform.kill)(part)
            await until(lambda: enough_since(play, killed_at + ready))
            await until(lambda: has_frames_since(play, killed_at + ready))
        try:
            await until(lambda: all_agree(play))
        except TimeoutError as never:
            raise AssertionError(f"they never agreed: {await places(play)}") from never
    bid = min(item.ended for item in play.accepted(killed_at)) - killed_at
    received = min(play.receipt_times(killed_at)) - killed_at
    agreed = time.monotonic() - killed_at
    counts = f"{len(play.attempts)} bids, {play.unanswered} requests of unknown fate"
    words = f"ready {ready:.1f}, bid {bid:.1f}, received {received:.1f}, all agree {agreed:.1f}; {counts}"
    await check(play, gateways=1 if kill is None else 2)
    assert max(ready if kill is None else 0.0, bid, received) <= on_this_machine(BACK_WITHIN), words
    return words


async def enough_since(play: Play, moment: float) -> bool:
    return len(play.accepted(moment)) >= ENOUGH


async def has_frames_since(play: Play, moment: float) -> bool:
    return bool(play.receipt_times(moment))


async def places(play: Play) -> dict[str, Any]:
    stored = await play.platform.stored_bids(play.auction_id)
    return {
        "auction": (
            (len(stored), stored[-1].amount),
            (await play.platform.auction(play.auction_id))["version"],
        ),
        "card and record": (
            await play.platform.card(play.auction_id),
            len(await play.platform.written_down(play.auction_id)),
        ),
        "watchers": {watcher.last_seen for watcher in play.watchers},
    }


async def all_agree(play: Play) -> bool:
    found = await places(play)
    return bool(found["card and record"] == found["auction"] and found["watchers"] == {found["auction"][1]})


async def check(play: Play, gateways: int = 1) -> None:
    """Another gateway may return a stale page (docs/limits.md)."""
    stored = await play.platform.stored_bids(play.auction_id)
    check_bids(people.TERMS, play.attempts, stored)
    published = await play.platform.published(play.auction_id)
    check_events(stored, published)
    written = await play.platform.written_down(play.auction_id)
    assert len({event.id for event in written}) == len(written)
    check_events(stored, written)
    for watcher in play.watchers:
        check_sights(published, watcher.sights)
        assert watcher.skipped == [], "within one connection no frame is left out"
    if gateways == 1:
        check_reader(play.prices)


async def check_the_end(play: Play) -> None:
    row, stored = (
        await play.platform.auction(play.auction_id),
        await play.platform.stored_bids(play.auction_id),
    )
    published = await play.platform.published(play.auction_id)
    due = check_ends(terms_of(row), play.attempts, stored, published)
    kept = Screen(row["version"], row["current_bid"], due, row["outcome"], row["winner_id"])
    check_outcome(stored, published, kept)
    check_outcome(stored, await play.platform.written_down(play.auction_id), kept)
    assert abs(on_our_clock(row["ends_at"]) - due) < SAME, "the row has the end that the bids made"
    check_screens(kept, [watcher.screen for watcher in play.watchers], play.outcomes)


def terms_of(row: dict[str, Any]) -> Terms:
    end = on_our_clock(row["original_ends_at"])
    window, length, cap = (float(row[f"extension_{name}"]) for name in ("window", "seconds", "cap"))
    return replace(people.TERMS, end=end, window=window, length=length, cap=cap)


@pytest.mark.parametrize("part", HOLD_AN_END)
async def test_auction_ending_during_a_kill_has_one_outcome(
    part: str,
    platform: Platform,
    http: aiohttp.ClientSession,
    players: list[Person],
    measured: Callable[[str], None],
) -> None:
    """P-A4, P-A5, P-C2"""
    words = await ended_while(part, platform, http, players, random.uniform(0.0, 1.5))
    measured(f"kill -9 of {part} at the end, seconds until: {words}")


async def ended_while(
    part: str, platform: Platform, http: aiohttp.ClientSession, players: list[Person], before: float
) -> str:
    seller, *bidders = players
    play = Play(platform, http, await people.listed(http, seller, ENDS_IN))
    first_end = on_our_clock((await platform.auction(play.auction_id))["ends_at"])
    async with watching(play):
        async with bidding(play, bidders):
            await asyncio.sleep(first_end - before - time.monotonic())
            ready = await platform.kill(part)
            back = time.monotonic()
            await until(lambda: all_were_notified(play, bidders))
        await until(lambda: all_see_the_end(play))
    await check(play)
    await check_the_end(play)
    row = await platform.auction(play.auction_id)
    end, closed = on_our_clock(row["ends_at"]), on_our_clock(row["ended_at"])
    words = f"ready {ready:.1f}, end {end - first_end:+.1f}, closed {closed - end:.1f} after, "
    words += f"{closed - back:+.1f} of back"
    assert closed - max(end, back) <= on_this_machine(CLOSED_WITHIN), words
    return f"{words}; {len(play.attempts)} bids, {play.unanswered} requests of unknown fate"


async def all_were_notified(play: Play, bidders: list[Person]) -> bool:
    return (
        len({attempt.bidder_id for attempt in play.attempts if attempt.outcome == "ended"})
        >= len(bidders) - 1
    )


async def all_see_the_end(play: Play) -> bool:
    row = await play.platform.auction(play.auction_id)
    written = await play.platform.written_down(play.auction_id)
    seqs = {watcher.screen.seq for watcher in play.watchers}
    return row["outcome"] is not None and len(written) == row["version"] and seqs == {row["version"]}


async def test_events_equal_database_after_kills_and_changed_row_is_found(
    platform: Platform,
) -> None:
    """P-D5"""
    code, words = await platform.wangi("reconcile")
    assert code == 0, words
    assert words.count("all agree") == 6
    change = "UPDATE auction.auctions SET bid_count = bid_count - 1 WHERE id = (SELECT max(id) FROM auction.auctions)"
    await platform.rows(change)
    code, words = await platform.wangi("reconcile")
    assert code == 1
    assert "bid_count: published" in words
    assert "1 differ" in words
    await platform.rows(change.replace("- 1", "+ 1"))


async def test_control_database_without_fsync_loses_bids(
    platform: Platform, http: aiohttp.ClientSession, players: list[Person]
) -> None:
    seller, *bidders = players
    play = Play(platform, http, await people.listed(http, seller))
    for setting in ("synchronous_commit = off", "wal_writer_delay = '10s'", "wal_writer_flush_after = '1GB'"):
        await platform.rows(f"ALTER SYSTEM SET {setting}")
    await platform.rows("SELECT pg_reload_conf()")
    async with bidding(play, bidders):
        await until(lambda: enough_since(play, 0.0))
        killed_at = time.monotonic()
        ready = await platform.kill("postgres")
        await until(lambda: enough_since(play, killed_at + ready))
    stored = await platform.stored_bids(play.auction_id)
    # A forgotten bid is lost, or accepted twice when its key is repeated.
    with pytest.raises(Broken, match="acknowledged and lost|one key, two answers"):
        check_accepted(play.attempts, stored)
    code, words = await platform.wangi("reconcile")
    assert code == 1, "Kafka received bids that the tables have forgotten"
    assert f"wangi.auctions {play.auction_id}: " in words
