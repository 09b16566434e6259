"""Inserts the rows that remain after a year, a day at a time."""

from dataclasses import dataclass

import asyncpg

from libs.contracts.topics import INBOX_DAYS

PEOPLE, AUCTIONS_A_DAY, PAIRS_A_DAY = 100_000, 137, 137
FIRST = 10_000_000
# One room and one conversation get a part of every day.
HOT = FIRST - 1
OUTBOX_DAYS, NOTIFICATION_DAYS, DAYS = 7, 90, 365

_PEOPLE = """
INSERT INTO {schema}.people (user_id, username, stale)
SELECT $1::bigint + n, 'u' || n, false FROM generate_series(0, $2::int - 1) AS n
"""
# $1: day, $2: auctions, $3: bids in each, $4: days ago, $5: whether they still run.
_AUCTIONS = f"""
INSERT INTO auction.auctions (id, product_id, seller_id, starting_price, bid_increment, current_bid,
    current_bidder_id, leader_most, bid_count, last_seq, starts_at, ends_at, original_ends_at, extension_window,
    extension_seconds, extension_cap, status, ended_at, outcome, winner_id, version, created_at, updated_at)
SELECT id, id, {FIRST + PEOPLE} + id % 1000, 10000, 500, 10000 + 500 * $3::int, {FIRST}, 10000 + 500 * $3::int,
    $3::int, $3::int, at, at + interval '7 days', at + interval '7 days', 120, 120, 1800,
    CASE WHEN $5 THEN 'active' ELSE 'ended' END, CASE WHEN NOT $5 THEN at + interval '7 days' END,
    CASE WHEN NOT $5 THEN 'sold' END, CASE WHEN NOT $5 THEN {FIRST} END, 1, at, at
FROM (SELECT {FIRST} + $1::bigint * $2::int + n AS id, now() - $4::int * interval '1 day' AS at
      FROM generate_series(0, $2::int - 1) AS n) AS one
"""  # noqa: S608 - numbers of our own
_BIDS = f"""
INSERT INTO auction.bids (auction_id, seq, id, bidder_id, bidder_name, amount, placed_at)
SELECT {FIRST} + $1::bigint * $2::int + a, s, nextval('auction.bid_ids'),
    {FIRST} + hashint8(($1::bigint * $2::int + a) * 7919 + s)::bigint % {PEOPLE // 2} + {PEOPLE // 2}, 'u***r',
    10000 + 500 * s, now() - $4::int * interval '1 day' + s * interval '1 minute'
FROM generate_series(1, $3::int) AS s, generate_series(0, $2::int - 1) AS a
"""  # noqa: S608
# $1: bids of the room so far, $2: further bids, by two people in turns.
_HOT_BIDS = f"""
INSERT INTO auction.bids (auction_id, seq, id, bidder_id, bidder_name, amount, placed_at)
SELECT {HOT}, $1::int + s, nextval('auction.bid_ids'), {FIRST} + s % 2, 'u***r', 10000 + 500 * ($1::int + s), now()
FROM generate_series(1, $2::int) AS s
"""  # noqa: S608
_HOT_AUCTION = "UPDATE auction.auctions SET bid_count = $1, last_seq = $1 WHERE id = $2"
# $1: day, $2: pairs of people, $3: messages of each, $4: days ago.
_CONVERSATIONS = f"""
INSERT INTO messaging.conversations (id, low_id, high_id, started_by, seq, version, created_at)
OVERRIDING SYSTEM VALUE
SELECT {FIRST} + k, {FIRST} + k % 1000, {FIRST} + 1000 + k, {FIRST} + k % 1000, $3::int, 1,
    now() - $4::int * interval '1 day'
FROM generate_series($1::bigint * $2::int, ($1::bigint + 1) * $2::int - 1) AS k
"""  # noqa: S608
_SIDES = f"""
INSERT INTO messaging.conversation_sides (conversation_id, user_id, other_id, received, delivered, read,
    last_message_id, last_at)
SELECT {FIRST} + k, mine, theirs, $3::int / 2, $3::int / 2, $3::int / 2 - (k % 3 = 0)::int, 1,
    now() - $4::int * interval '1 day' + k * interval '1 millisecond'
FROM generate_series($1::bigint * $2::int, ($1::bigint + 1) * $2::int - 1) AS k,
LATERAL (VALUES ({FIRST} + k % 1000, {FIRST} + 1000 + k), ({FIRST} + 1000 + k, {FIRST} + k % 1000))
    AS side (mine, theirs)
"""  # noqa: S608
_WORDS = (
    "'{price,bottle,box,still,batch,decant,atomiser,receipt,courier,meet,discount,today,photo,cap}'::text[]"
)
_MESSAGES = f"""
INSERT INTO messaging.messages (conversation_id, seq, changed_seq, place, sender_id, receiver_id, content,
    message_type, created_at, terms)
SELECT {FIRST} + k, s, s, (s + 1) / 2, sender, receiver, repeat('still there? ', 4) || s, 'TEXT',
    now() - $4::int * interval '1 day' + s * interval '1 minute',
    array_to_tsvector(ARRAY[sender || '.' || word, receiver || '.' || word, sender || '.' || another,
        receiver || '.' || another])
FROM generate_series($1::bigint * $2::int, ($1::bigint + 1) * $2::int - 1) AS k, generate_series(1, $3::int) AS s,
LATERAL (SELECT {FIRST} + CASE s % 2 WHEN 0 THEN k % 1000 ELSE 1000 + k END,
    {FIRST} + CASE s % 2 WHEN 0 THEN 1000 + k ELSE k % 1000 END,
    ({_WORDS})[1 + s % 7], ({_WORDS})[8 + s % 7]) AS say (sender, receiver, word, another)
"""  # noqa: S608
_NOTIFICATIONS = f"""
INSERT INTO auth.notifications (user_id, kind, about, events, link, created_at, read_at)
SELECT {FIRST} + n * 7919 % {PEOPLE}, 'outbid', 'auction:' || n, '{{"amount": 12500, "auctionId": 1}}', '/auctions/1',
    now() - $2::int * interval '1 day', CASE WHEN n % 5 > 0 THEN now() END
FROM generate_series($1::bigint * $3::int, ($1::bigint + 1) * $3::int - 1) AS n
"""  # noqa: S608
_INBOX = """
INSERT INTO auction.inbox (consumer, event_id, handled_at)
SELECT 'auction', md5(($1::bigint * 1000000 + n)::text)::uuid::text,
    now() - $2::int * interval '1 day' + n * interval '1 millisecond'
FROM generate_series(1, $3::int) AS n
"""
_DAY_OF_OUTBOX = """
DO $$ DECLARE day date := (now() AT TIME ZONE 'UTC')::date - {ago}; BEGIN
EXECUTE format('CREATE TABLE IF NOT EXISTS auction.outbox_%s PARTITION OF auction.outbox
    FOR VALUES FROM (%L) TO (%L)', to_char(day, 'YYYYMMDD'), day::timestamp AT TIME ZONE 'UTC',
    (day + 1)::timestamp AT TIME ZONE 'UTC');
EXECUTE format('ALTER TABLE auction.outbox_%s OWNER TO %I', to_char(day, 'YYYYMMDD'),
    (SELECT tableowner FROM pg_tables WHERE schemaname = 'auction' AND tablename = 'outbox')); END $$
"""
_OUTBOX = """
INSERT INTO auction.outbox (created_at, topic, key, payload, published_at)
SELECT at, 'wangi.auctions', (n % 10000)::text, convert_to(repeat('x', 300), 'UTF8'), at
FROM generate_series(1, $2::int) AS n,
LATERAL (SELECT date_trunc('day', now(), 'UTC') - $1::int * interval '1 day' + n * interval '1 millisecond') AS t (at)
"""
_KEYS = """
INSERT INTO auction.idempotency_keys (actor, route, key, fingerprint, status, body, created_at)
SELECT $1::bigint + n % 100000, 'POST /api/auctions/1/bids', md5(n::text), '\\x00', 201,
    convert_to(repeat('x', 200), 'UTF8'), now() - $3::float8 * interval '1 hour'
FROM generate_series($2::bigint + 1, $2::bigint + $4::int) AS n
"""


@dataclass(frozen=True)
class Size:
    """Permanent rows cover the year, others their retention."""

    bids: int
    messages: int
    # Rows per day.
    events_consumed: int
    events_published: int
    notifications: int
    keys: int

    def of(self, days: int, kept: int) -> int:
        """How many of `days` a table retains."""
        return min(days, kept)


async def write_people(owner: asyncpg.Connection) -> None:
    await owner.execute("SET session_replication_role = replica")
    for schema in ("auction", "messaging"):
        await owner.execute(_PEOPLE.format(schema=schema), FIRST, PEOPLE)
    await owner.execute(_AUCTIONS.replace(f"{FIRST} + $1::bigint", f"{HOT} + $1::bigint"), 0, 1, 1, 0, True)


async def write_kept(owner: asyncpg.Connection, size: Size, day: int, ago: int) -> None:
    """A fiftieth of the bids are in one room."""
    bids, messages = size.bids // DAYS, size.messages // DAYS
    hot = bids // 50
    values = (day, AUCTIONS_A_DAY, (bids - hot) // AUCTIONS_A_DAY, ago)
    await owner.execute(_AUCTIONS, *values, ago < OUTBOX_DAYS)
    await owner.execute(_BIDS, *values)
    await owner.execute(_HOT_BIDS, day * hot, hot)
    await owner.execute(_HOT_AUCTION, (day + 1) * hot, HOT)
    values = (day, PAIRS_A_DAY, messages // PAIRS_A_DAY, ago)
    for statement in (_CONVERSATIONS, _SIDES, _MESSAGES):
        await owner.execute(statement, *values)


async def write_trimmed(owner: asyncpg.Connection, size: Size, day: int, ago: int) -> None:
    if ago <= NOTIFICATION_DAYS:
        await owner.execute(_NOTIFICATIONS, day, ago, size.notifications)
    if ago <= INBOX_DAYS:
        await owner.execute(_INBOX, day, ago, size.events_consumed)
    if ago <= OUTBOX_DAYS:
        await owner.execute(_DAY_OF_OUTBOX.format(ago=ago))
        await owner.execute(_OUTBOX, ago, size.events_published)
    if ago <= 1:
        await owner.execute(_KEYS, FIRST, day * size.keys, 24.0 * ago, size.keys)
