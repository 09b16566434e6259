"""Queries after a day and after a year of rows, row sizes, and the cost of trimming during writes."""

import asyncio
import os
import random
import time
from datetime import UTC, datetime
from typing import Any

import asyncpg

from bench import growth_trimming
from bench.growth_trimming import Ask, middle_and_slowest
from bench.growth_year import (
    AUCTIONS_A_DAY,
    DAYS,
    FIRST,
    HOT,
    PAIRS_A_DAY,
    PEOPLE,
    Size,
    write_kept,
    write_people,
    write_trimmed,
)
from deploy.local.stack import Stack, start_stack
from libs.kit.db.database import Database
from libs.kit.events import relay
from libs.kit.events.inbox import CLAIM
from services.auction.auctions.models import Auction
from services.auction.auctions.queries import list_own_auctions
from services.auction.bidding.queries import get_own_bid, list_latest_bids
from services.auth.notifications.queries import count_unread, list_notifications
from services.messaging.conversations import queries as conversation_queries
from services.messaging.messages.queries import list_thread, search_messages

SHARE = float(os.environ.get("WANGI_BENCH_YEAR", "1"))


YEAR = Size(
    int(5_000_000 * SHARE),
    int(10_000_000 * SHARE),
    *(int(rows * SHARE) for rows in (50_000, 200_000, 20_000, 500_000)),
)


QUESTIONS, SEED = 400, 20


TABLES = (
    "auction.bids", "auction.inbox", "auction.outbox", "auction.idempotency_keys", "messaging.messages",
    "messaging.conversation_sides", "auth.notifications",
)  # fmt: skip


# The limit of a page's cost after the year, relative to the first day.
TARGETS = {"times_p50": 2.0, "trim_a_day_s": 600}


Figures = dict[str, Any]


def run() -> Figures:
    with start_stack() as servers:
        return asyncio.run(_measure(servers))


async def _measure(servers: Stack) -> Figures:
    owner = await asyncpg.connect(servers.admin_url.rsplit("/", 1)[0] + "/wangi", command_timeout=300)
    databases = {
        name: Database(servers.database_urls[name], name) for name in ("auction", "messaging", "auth")
    }
    try:
        await owner.execute("ALTER SYSTEM SET max_wal_size = '8GB'")
        await owner.execute("SELECT pg_reload_conf()")
        await write_people(owner)
        await _fill(owner, range(1))
        BIDDERS.extend(await _bidders_of_the_first_day(owner))
        small = await _questions(databases, servers)
        began = time.monotonic()
        await _fill(owner, range(1, DAYS))
        figures: Figures = {"filled_s": round(time.monotonic() - began)}
        figures["rows"] = await _weighed(owner)
        print("a year was written", figures, flush=True)
        large = await _questions(databases, servers)
        figures["queries"] = {
            name: {"day": small[name], "year": large[name], "times": _times(small[name], large[name])}
            for name in small
        }
        figures["trimming"] = await growth_trimming.run(databases, owner, (bid, consume_event))
    finally:
        for database in databases.values():
            await database.close()
        await owner.close()
    for part in ("rows", "queries", "trimming"):
        for name, cell in figures[part].items():
            print(f"{part:10}{name:32}{cell}")
    return figures | {"targets": TARGETS}


async def _fill(owner: asyncpg.Connection, days: range) -> None:
    """The first day is today, so that there are rows to trim."""
    for day in days:
        await write_kept(owner, YEAR, day, day)
        await write_trimmed(owner, YEAR, day, day)
    for table in TABLES:
        await owner.execute(f"VACUUM ANALYZE {table}")
    await owner.execute("CHECKPOINT")


async def _weighed(owner: asyncpg.Connection) -> Figures:
    cells: Figures = {}
    for table in TABLES:
        rows = await owner.fetchval(f"SELECT count(*) FROM {table}")  # noqa: S608 - our own names
        heap, whole = await owner.fetchrow(
            "SELECT sum(pg_table_size(p)), sum(pg_total_relation_size(p)) FROM (SELECT $1::regclass UNION "
            "SELECT inhrelid FROM pg_inherits WHERE inhparent = $1::regclass) AS one (p)",
            table,
        )
        cells[table] = {"rows": rows, "bytes": round(heap / rows), "with_indexes": round(whole / rows)}
    return cells


async def _questions(databases: dict[str, Database], servers: Stack) -> dict[str, list[float]]:
    figures: dict[str, list[float]] = {}
    for name, (schema, ask) in ASKED.items():
        dice, spent = random.Random(SEED), list[float]()
        for _ in range(QUESTIONS):
            began = time.perf_counter()
            async with databases[schema].transaction() as session:
                await ask(session, dice)
            spent.append((time.perf_counter() - began) * 1000)
        figures[name] = middle_and_slowest(spent)
    figures["relay's fetch"] = await _relay_fetched(servers)
    return figures


def _times(small: list[float], large: list[float]) -> list[float]:
    return [round(after / before, 2) for before, after in zip(small, large, strict=True)]


async def _room(session: Any, auction_id: int, user_id: int) -> None:
    auction = await session.get(Auction, auction_id)
    latest = await list_latest_bids(session, auction)
    await get_own_bid(session, auction, latest, user_id)


def _someone(dice: random.Random) -> int:
    return FIRST + dice.randrange(2, PEOPLE)


async def _any_room(session: Any, dice: random.Random) -> None:
    await _room(session, FIRST + dice.randrange(AUCTIONS_A_DAY), _someone(dice))


async def _hot_room(session: Any, dice: random.Random) -> None:
    await _room(session, HOT, FIRST + dice.randrange(2))


# From the first day, so that their pages have rows before the year is filled.
BIDDERS: list[int] = []


async def _bidders_of_the_first_day(owner: asyncpg.Connection) -> list[int]:
    rows = await owner.fetch("SELECT bidder_id FROM auction.bids WHERE auction_id <> $1 LIMIT 1000", HOT)
    return [row["bidder_id"] for row in rows]


async def _own_page(session: Any, dice: random.Random) -> None:
    bidder = dice.choice(BIDDERS)
    for when in ("running", "over"):
        await list_own_auctions(session, bidder, "bidding", when, datetime.now(UTC), None, 20)


async def bid(session: Any, dice: random.Random) -> None:
    auction_id = FIRST + dice.randrange(AUCTIONS_A_DAY)
    connection = (await (await session.connection()).get_raw_connection()).driver_connection
    await connection.execute(
        "WITH moved AS (UPDATE auctions SET last_seq = last_seq + 1, bid_count = bid_count + 1 WHERE id = $1 "
        "RETURNING last_seq) INSERT INTO bids (auction_id, seq, id, bidder_id, bidder_name, amount, placed_at) "
        "SELECT $1, last_seq, nextval('bid_ids'), $2, 'u***r', 10000 + 500 * last_seq, clock_timestamp() FROM moved",
        auction_id,
        _someone(dice),
    )


async def consume_event(session: Any, dice: random.Random) -> None:
    event = {
        "event_ids": [f"{dice.getrandbits(64):x}-{time.time_ns()}"],
        "topics": ["wangi.users"],
        "keys": ["1"],
    }
    await session.execute(CLAIM, event | {"consumer": "auction"})


async def _thread(session: Any, dice: random.Random) -> None:
    conversation_id = FIRST + dice.randrange(PAIRS_A_DAY)
    await list_thread(session, conversation_id, product_id=None, before=None, most=50)


async def _search(session: Any, dice: random.Random) -> None:
    person = FIRST + dice.randrange(PAIRS_A_DAY)
    await search_messages(session, person, ["bott"], other_id=None, before=2**60, most=20)


async def _list(session: Any, dice: random.Random) -> None:
    person = FIRST + dice.randrange(PAIRS_A_DAY)
    await conversation_queries.list_conversations(session, person, is_archived=False, after=None, most=50)


async def _unread(session: Any, dice: random.Random) -> None:
    await conversation_queries.count_unread(session, FIRST + dice.randrange(PAIRS_A_DAY))


async def _notifications(session: Any, dice: random.Random) -> None:
    await list_notifications(session, _someone(dice), before=None, limit=20)


async def _notifications_unread(session: Any, dice: random.Random) -> None:
    await count_unread(session, _someone(dice))


ASKED: dict[str, tuple[str, Ask]] = {
    "room of an auction": ("auction", _any_room),
    "room with a fiftieth of all bids": ("auction", _hot_room),
    "own bids, both pages": ("auction", _own_page),
    "a bid's insert": ("auction", bid),
    "inbox's insert": ("auction", consume_event),
    "page of a conversation": ("messaging", _thread),
    "search of own messages": ("messaging", _search),
    "list of conversations": ("messaging", _list),
    "unread messages": ("messaging", _unread),
    "page of notifications": ("auth", _notifications),
    "unread notifications": ("auth", _notifications_unread),
}


async def _relay_fetched(servers: Stack) -> list[float]:
    connection = await asyncpg.connect(
        servers.database_urls["auction"], server_settings={"search_path": "auction", "enable_seqscan": "off"}
    )
    spent = []
    try:
        await connection.execute(
            "INSERT INTO outbox (topic, key, payload) SELECT 'wangi.auctions', n::text, '\\x7b7d' "
            "FROM generate_series(1, 100) AS n"
        )
        for _ in range(QUESTIONS // 4):
            began = time.perf_counter()
            rows = await connection.fetch(relay.FETCH, [], relay.BATCH)
            spent.append((time.perf_counter() - began) * 1000)
            assert len(rows) == 100
        await connection.execute(
            "UPDATE outbox SET published_at = clock_timestamp() WHERE published_at IS NULL"
        )
    finally:
        await connection.close()
    return middle_and_slowest(spent)
