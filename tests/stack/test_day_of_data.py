import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest
from sqlalchemy import text

from deploy.local.stack import Stack, start_stack
from libs.contracts.event import make_envelope
from libs.contracts.events.auth import UserBanned
from libs.kit.db.database import Database
from libs.kit.events.inbox import Inbox
from libs.kit.events.relay import Relay
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.kit.testing import as_message
from libs.kit.tests.lab import until
from services.auction.account_removal.service import begin_removal, continue_removals
from services.auction.alerts.queries import find_ending
from services.auction.alerts.service import notify_outbid, release_bidders, scan_auctions
from services.auction.auctions.queries import find_old_drafts, get_auction, get_next_end, list_own_auctions
from services.auction.bidding.batches import BidRequest
from services.auction.bidding.queries import LATEST_BIDS, get_own_bid, list_latest_bids
from services.auction.bidding.rules import Offer
from services.auction.bidding.sequencer import Sequencer
from services.auction.closing.service import close_due_auctions
from services.auction.sales.service import process_due_sales
from services.auction.settings import AuctionSettings
from services.auction.subscribers import subscriptions
from tests.support import day

pytestmark = [pytest.mark.servers, pytest.mark.slow]

GROWING = ("bids", "outbox", "inbox", "people", "auctions", "voided_bidders", "idempotency_keys")
# Scanning a small table is quicker than its index.
SMALL, UNKNOWN = 1_000, 20_000
# Walking a whole index is a full scan too.
MAX_BY_INDEX = 20_000
# Not `alert_states`, where a scan is as quick. A quarter of a day, which the planner treats like millions.
EVENTS = 500_000
_turns = itertools.count(1)
Work = Callable[[Database, Stack], Awaitable[Any]]


@pytest.fixture(scope="module")
def servers() -> Iterator[Stack]:
    with start_stack(is_durable=False) as started:
        yield started


@pytest.fixture(scope="module")
async def full(servers: Stack) -> Stack:
    owner = await day.owner_of(servers, "auction")
    await owner.execute("ALTER SYSTEM SET autovacuum = off")
    await owner.execute("SELECT pg_reload_conf()")
    await owner.close()
    await day.fill(servers, EVENTS)
    return servers


def identity(n: int) -> Identity:
    return Identity(
        user_id=day.PERSON + n, username=f"u{n}", roles=frozenset(), epoch=0, token_id="", expires_at=0
    )


async def bid_on_forty_auctions(database: Database, servers: Stack) -> None:
    bid_queue = Sequencer(database, AuctionSettings(), lambda placed: b"{}")
    turn = next(_turns)
    amount, first = 1_000_000 * turn, 200 + 50 * turn
    offers = [Offer(day.PERSON + first + n, amount, amount) for n in range(40)]
    asked = [BidRequest(identity(first + n), day.AUCTION + 1 + n, offers[n], f"key-{n}") for n in range(40)]
    await asyncio.gather(*(bid_queue.place(item) for item in asked))


async def publish(database: Database, servers: Stack) -> None:
    await bid_on_forty_auctions(database, servers)
    relay = Relay(database, servers.servers.kafka_bootstrap, "auction")
    carrying = asyncio.create_task(relay.run())

    async def nothing_waits() -> bool:
        return await waiting(database) == 0

    await until(nothing_waits)
    carrying.cancel()
    await asyncio.gather(carrying, return_exceptions=True)


async def waiting(database: Database) -> int:
    async with database.reading() as session:
        return int(
            (
                await session.execute(text("SELECT count(*) FROM outbox WHERE published_at IS NULL"))
            ).scalar_one()
        )


async def notify_bidders(database: Database, servers: Stack) -> None:
    async with database.transaction() as session:
        await scan_auctions(session, clock.about_now() - timedelta(seconds=2))
    for job in (
        notify_outbid,
        release_bidders,
        process_due_sales,
        close_due_auctions,
    ):
        async with database.transaction() as session:
            await job(session)
    async with database.reading() as session:
        await get_next_end(session)
        await find_old_drafts(session, clock.about_now(), 100)
        await find_ending(session, clock.about_now(), timedelta(hours=1), 200)


async def insert_inbox_row(database: Database, servers: Stack) -> None:
    stranger = UserBanned(user_id=day.PERSON + 99_999, by_admin_id=1, banned_at=datetime.now(UTC))
    assert (
        await Inbox("auction", database, subscriptions).handle(as_message(make_envelope(stranger, 1)))
        == "handled"
    )


async def ban_somebody_with_many_auctions(database: Database, servers: Stack) -> None:
    async with database.transaction() as session:
        await begin_removal(session, day.PERSON + 7, "banned")
    assert await continue_removals(database)


async def read_an_auction_and_ones_own(database: Database, servers: Stack) -> None:
    async with database.reading() as session:
        auction = await get_auction(session, day.AUCTION + 3)
        assert auction is not None
        latest = await list_latest_bids(session, auction)
        assert len(latest) == LATEST_BIDS
        assert await get_own_bid(session, auction, latest, day.PERSON + 2) is not None
        now = clock.about_now()
        assert (
            len(await list_own_auctions(session, day.PERSON + 5, "bidding", "running", now, None, 20)) == 20
        )


async def keep_the_tables(database: Database, servers: Stack) -> None:
    async with database.transaction() as session:
        await session.execute(text("SELECT keep_tables(7)"))


WORKS: dict[str, Work] = {
    "bids": bid_on_forty_auctions,
    "relay": publish,
    "jobs": notify_bidders,
    "inbox": insert_inbox_row,
    "ban": ban_somebody_with_many_auctions,
    "reading": read_an_auction_and_ones_own,
    "keeping": keep_the_tables,
}


async def read_so_far(owner: asyncpg.Connection, column: str) -> dict[str, int]:
    """In scans (`seq_tup_read`) or by an index (`idx_tup_fetch`)."""
    rows = await owner.fetch(
        f"SELECT relname, {column} AS so_far FROM pg_stat_user_tables WHERE schemaname = 'auction'"
    )
    found = dict.fromkeys(GROWING, 0)
    for row in rows:
        name = "outbox" if row["relname"].startswith("outbox_") else row["relname"]
        if name in found:
            found[name] += row["so_far"]
    return found


@pytest.mark.parametrize("name", WORKS)
@pytest.mark.parametrize("analysed", [False, True], ids=["never-analysed", "analysed"])
async def test_no_query_scans_a_growing_table(full: Stack, name: str, analysed: bool) -> None:
    owner, most = await day.owner_of(full, "auction"), SMALL if analysed else UNKNOWN
    if analysed and not await owner.fetchval(
        "SELECT last_analyze FROM pg_stat_user_tables WHERE relname = 'bids'"
    ):
        await owner.execute("ANALYZE")
    before, by_index = await read_so_far(owner, "seq_tup_read"), await read_so_far(owner, "idx_tup_fetch")
    database = Database(full.database_urls["auction"], "auction")
    try:
        await WORKS[name](database, full)
    finally:
        await database.close()  # A connection reports its statistics when it closes.
    await owner.execute("SELECT pg_stat_clear_snapshot()")

    async def all_have_left() -> bool:
        return not await owner.fetchval(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'wangi-%'"
        )

    await until(all_have_left)
    after, after_by_index = (
        await read_so_far(owner, "seq_tup_read"),
        await read_so_far(owner, "idx_tup_fetch"),
    )
    small = [table for table in GROWING if await owner.fetchval(f"SELECT count(*) FROM {table}") < most]
    await owner.close()
    assert {
        table: rows for table in GROWING if (rows := after[table] - before[table]) and table not in small
    } == {}
    fetched = {table: after_by_index[table] - by_index[table] for table in GROWING}
    assert {table: rows for table, rows in fetched.items() if rows > MAX_BY_INDEX} == {}
