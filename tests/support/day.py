"""As after the busiest day of a year."""

import asyncpg

from deploy.local.stack import Stack

PEOPLE, AUCTIONS, BIDS, EVENTS = 100_000, 10_000, 1_000_000, 2_000_000
# Person `n` has the nth bid of every auction.
PERSON, AUCTION = 10_000_000, 10_000_000
SELLERS = 1_000
STEP, HOT_STEP = 500, 40
# Bids of one more auction, by two people in turn.
HOT = 200_000

_PEOPLE = """
INSERT INTO people (user_id, username, stale)
SELECT $1::bigint + n, 'u' || n, false FROM generate_series(1, $2::int) AS n
ON CONFLICT DO NOTHING
"""
_AUCTIONS = """
INSERT INTO auctions (id, product_id, seller_id, starting_price, bid_increment, current_bid,
    current_bidder_id,
    leader_most, bid_count, last_seq, starts_at, ends_at, original_ends_at, extension_window,
        extension_seconds,
    extension_cap, status, version, created_at, updated_at)
OVERRIDING SYSTEM VALUE
SELECT id, id, seller, 10000, 500, 10000 + $8::int * bids, leader, 10000 + $8::int * bids, bids, bids,
    at, at + week, at + week, 120, 120, 1800, 'active', 1 + bids, at, at
FROM (SELECT $1::bigint + n AS id, $2::bigint + $5::bigint + n % $6::bigint AS seller, $3::int AS bids,
    $4::bigint AS leader,
    clock_timestamp() AS at, interval '7 days' AS week FROM generate_series(1, $7::int) AS n) AS one
"""
_BIDS = """
INSERT INTO bids (auction_id, seq, id, bidder_id, bidder_name, amount, placed_at)
SELECT $1::bigint + a, s, nextval('bid_ids'), $2::bigint + s, 'u***r', 10000 + 500 * s, clock_timestamp()
FROM generate_series(1, $4::int) AS s, generate_series(1, $3::int) AS a
"""
_HOT_BIDS = """
INSERT INTO bids (auction_id, seq, id, bidder_id, bidder_name, amount, placed_at)
SELECT $1::bigint, s, nextval('bid_ids'), $2::bigint + s % 2, 'u***r', 10000 + $4::int * s, clock_timestamp()
FROM generate_series(1, $3::int) AS s
"""
_ALERT_STATES = """
INSERT INTO alert_states (auction_id, version, last_seq, leader_id)
SELECT id, version, last_seq, current_bidder_id FROM auctions WHERE id > $1
ON CONFLICT DO NOTHING
"""
_EVENTS = """
INSERT INTO outbox (topic, key, payload, published_at)
SELECT 'wangi.auctions', (n % 10000)::text, convert_to(repeat('x', 300), 'UTF8'), clock_timestamp()
FROM generate_series(1, $1::int) AS n
"""
_INBOX = """
INSERT INTO inbox (consumer, event_id) SELECT 'auction', 'day-' || n FROM generate_series(1, $1::int) AS n
"""
HOT_AUCTION = AUCTION + 5_000_000
HOT_PERSON = PERSON + 90_000


async def owner_of(stack: Stack, schema: str) -> asyncpg.Connection:
    url = stack.admin_url.rsplit("/", 1)[0] + "/wangi"
    return await asyncpg.connect(url, server_settings={"search_path": schema}, command_timeout=300)


async def fill(stack: Stack, events: int = EVENTS) -> None:
    """Without ANALYZE, as right after such a day."""
    owner = await owner_of(stack, "auction")
    each = BIDS // AUCTIONS
    try:
        await owner.execute(_PEOPLE, PERSON, PEOPLE)
        await owner.execute(_AUCTIONS, AUCTION, PERSON, each, PERSON + each, SELLERS, SELLERS, AUCTIONS, STEP)
        await owner.execute(_BIDS, AUCTION, PERSON, AUCTIONS, each)
        leader = HOT_PERSON + HOT % 2
        await owner.execute(_AUCTIONS, HOT_AUCTION - 1, PERSON, HOT, leader, SELLERS, SELLERS, 1, HOT_STEP)
        await owner.execute(_HOT_BIDS, HOT_AUCTION, HOT_PERSON, HOT, HOT_STEP)
        await owner.execute(_ALERT_STATES, AUCTION)
        await owner.execute(_EVENTS, events)
        await owner.execute(_INBOX, events)
    finally:
        await owner.close()
