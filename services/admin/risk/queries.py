from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from operator import attrgetter
from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from libs.contracts.events.admin import RiskKind
from libs.contracts.events.signals import MAX_SHARERS, SharedSignal, SignalKind
from services.admin.risk.bid_scoring import AuctionFigures, BidderFigures
from services.admin.risk.deal_scoring import (
    AT_ONCE,
    HIGH_STARS,
    MAX_DEALS,
    MIN_DEALS,
    MIN_SALES,
    DealPart,
    Pair,
    Sales,
)
from services.admin.risk.models import RiskAuction, RiskBidder, RiskPair, RiskStep
from services.admin.risk.rules import MAX_AUCTIONS, MAX_BIDDERS, MIN_AUCTIONS, WINDOW, Figures
from services.admin.risk.takeover_scoring import MAX_TRIGGERS, SOON, TRIGGERS, USUAL, Act

# Served by the index of open pairs. Stops at 100, which the screen shows as "more than a hundred".
_WAITING_PAIRS = text(
    "SELECT count(*), min(flagged_at) FROM "
    "(SELECT flagged_at FROM risk_pairs WHERE state = 'open' LIMIT 100) AS first"
)


async def count_waiting_pairs(session: AsyncSession) -> tuple[int, datetime | None]:
    """Returns the number of pairs, at most 100, and since when the oldest has been waiting."""
    count, since = (await session.execute(_WAITING_PAIRS)).one()
    return count, since


async def get_pair(session: AsyncSession, pair_id: int) -> RiskPair | None:
    return await session.get(RiskPair, pair_id)


async def lock_pair(session: AsyncSession, pair_id: int) -> RiskPair | None:
    return await session.get(RiskPair, pair_id, with_for_update=True, populate_existing=True)


async def get_pairs_of_bidders(
    session: AsyncSession, bidders: Collection[int], kind: RiskKind = "bids"
) -> dict[tuple[int, int], RiskPair]:
    """Locks flagged pairs in order of id."""
    query = select(RiskPair).where(col(RiskPair.bidder_id).in_(bidders), col(RiskPair.kind) == kind)
    query = query.order_by(col(RiskPair.id))
    found = await session.execute(query.with_for_update().execution_options(populate_existing=True))
    return {(item.bidder_id, item.seller_id): item for item in found.scalars()}


def _is_about(user_id: int) -> ColumnElement[bool]:
    return or_(col(RiskPair.bidder_id) == user_id, col(RiskPair.seller_id) == user_id)


async def list_open_pairs(
    session: AsyncSession, reader_id: int, after: tuple[int, int] | None, most: int
) -> list[RiskPair]:
    """Returns the highest score first. Omits pairs that include the reader."""
    query = select(RiskPair).where(col(RiskPair.state) == "open", ~_is_about(reader_id))
    if after is not None:
        score, pair_id = after
        same = and_(col(RiskPair.score) == score, col(RiskPair.id) > pair_id)
        query = query.where(or_(col(RiskPair.score) < score, same))
    query = query.order_by(col(RiskPair.score).desc(), col(RiskPair.id)).limit(most)
    return list((await session.execute(query)).scalars())


async def list_decided_pairs(
    session: AsyncSession, reader_id: int, state: str, after: tuple[datetime, int] | None, most: int
) -> list[RiskPair]:
    """Returns the newest decision first. Omits pairs that include the reader."""
    query = select(RiskPair).where(col(RiskPair.state) == state, ~_is_about(reader_id))
    if after is not None:
        at, pair_id = after
        same = and_(col(RiskPair.decided_at) == at, col(RiskPair.id) > pair_id)
        query = query.where(or_(col(RiskPair.decided_at) < at, same))
    query = query.order_by(col(RiskPair.decided_at).desc(), col(RiskPair.id)).limit(most)
    return list((await session.execute(query)).scalars())


async def list_pairs_about(session: AsyncSession, user_id: int, most: int) -> list[RiskPair]:
    query = (
        select(RiskPair).where(_is_about(user_id)).order_by(col(RiskPair.flagged_at).desc(), col(RiskPair.id))
    )
    return list((await session.execute(query.limit(most))).scalars())


async def list_last_decisions(session: AsyncSession, pairs: Collection[int]) -> dict[int, RiskStep]:
    newest = select(func.max(col(RiskStep.id))).where(
        col(RiskStep.pair_id).in_(pairs), col(RiskStep.by_id).is_not(None)
    )
    query = select(RiskStep).where(col(RiskStep.id).in_(newest.group_by(col(RiskStep.pair_id))))
    return {row.pair_id: row for row in (await session.execute(query)).scalars()}


async def empty_words(session: AsyncSession, user_id: int) -> None:
    theirs = select(RiskPair.id).where(_is_about(user_id))
    steps = update(RiskStep).where(col(RiskStep.pair_id).in_(theirs), col(RiskStep.words) != "")
    await session.execute(steps.values(words=""))


_AUCTION, _PART = ([field.name for field in fields(kind)] for kind in (AuctionFigures, BidderFigures))
_OF_PART = {"first_at": "first_bid_at", "last_at": "last_bid_at"}
_AUCTIONS = text(f"SELECT {', '.join(_AUCTION)} FROM risk_auctions WHERE auction_id = ANY(:auctions)")  # noqa: S608 - our names
# Stores auctions and adds to the figures of their bidders. A single statement, because it runs for every few
# bids.
_WRITE = text("""
WITH auctions AS (
    INSERT INTO risk_auctions (auction_id, product_id, seller_id, seen_at, starts_at, ended_at, is_cancelled,
        winner_id, second_chance_buyer_id, minimum_bid, last_bidder_id, bidder_before_id, last_at)
    SELECT * FROM unnest(CAST(:auction_id AS bigint[]), CAST(:product_id AS bigint[]), CAST(:seller_id AS bigint[]),
        CAST(:seen_at AS timestamptz[]),
        CAST(:starts_at AS timestamptz[]), CAST(:ended_at AS timestamptz[]), CAST(:is_cancelled AS boolean[]),
        CAST(:winner_id AS bigint[]), CAST(:second_chance_buyer_id AS bigint[]), CAST(:minimum_bid AS bigint[]),
        CAST(:last_bidder_id AS bigint[]), CAST(:bidder_before_id AS bigint[]), CAST(:last_at AS timestamptz[]))
    ON CONFLICT (auction_id) DO UPDATE SET starts_at = excluded.starts_at, ended_at = excluded.ended_at,
        is_cancelled = excluded.is_cancelled, winner_id = excluded.winner_id,
        second_chance_buyer_id = excluded.second_chance_buyer_id, minimum_bid = excluded.minimum_bid,
        last_bidder_id = excluded.last_bidder_id, bidder_before_id = excluded.bidder_before_id,
        last_at = excluded.last_at
)
INSERT INTO risk_bidders AS r (auction_id, bidder_id, seller_id, bids, raises, least_raises, answers, first_at,
    last_at, is_retracted, is_unpaid)
SELECT * FROM unnest(CAST(:in_auction AS bigint[]), CAST(:bidder_id AS bigint[]), CAST(:of_seller AS bigint[]),
    CAST(:bids AS int[]), CAST(:raises AS int[]), CAST(:least_raises AS int[]), CAST(:answers AS int[]),
    CAST(:first_bid_at AS timestamptz[]), CAST(:last_bid_at AS timestamptz[]), CAST(:is_retracted AS boolean[]),
    CAST(:is_unpaid AS boolean[]))
ON CONFLICT (auction_id, bidder_id) DO UPDATE SET bids = r.bids + excluded.bids,
    raises = r.raises + excluded.raises, least_raises = r.least_raises + excluded.least_raises,
    answers = r.answers + excluded.answers, first_at = coalesce(r.first_at, excluded.first_at),
    last_at = coalesce(excluded.last_at, r.last_at), is_retracted = r.is_retracted OR excluded.is_retracted,
    is_unpaid = r.is_unpaid OR excluded.is_unpaid""")
_ADD_ACCOUNTS = text(
    "INSERT INTO risk_accounts (user_id, registered_at) "
    "SELECT * FROM unnest(CAST(:people AS bigint[]), CAST(:at AS timestamptz[])) ON CONFLICT (user_id) DO NOTHING"
)
_FORGET_AUCTION = text("DELETE FROM risk_auctions WHERE auction_id = :auction_id")
_FORGET_BIDDING = text("DELETE FROM risk_accounts WHERE user_id = :user_id")
_PEOPLE_OF_AUCTIONS = text(
    "SELECT bidder_id FROM (SELECT bidder_id, row_number() OVER "
    "    (PARTITION BY auction_id ORDER BY bids DESC, bidder_id) AS place "
    "    FROM risk_bidders WHERE auction_id = ANY(:auctions) AND bids > 0) AS ranked WHERE place <= :most "
    "UNION SELECT seller_id FROM risk_auctions WHERE auction_id = ANY(:auctions)"
)
# Reads each bidder's newest ended auctions within the window. Auctions that staff has decided about count in
# the totals, but no longer against the pair.
_FIGURES = text("""
WITH parts AS (
    SELECT r.*, l.starts_at, l.ended_at, l.winner_id, l.second_chance_buyer_id,
        max(l.ended_at) OVER (PARTITION BY r.bidder_id) AS newest
    FROM unnest(CAST(:people AS bigint[])) AS person (id) CROSS JOIN LATERAL (
        SELECT * FROM risk_bidders AS b WHERE b.bidder_id = person.id AND b.first_at IS NOT NULL
        ORDER BY b.first_at DESC, b.auction_id DESC LIMIT :most) AS r
    JOIN risk_auctions AS l ON l.auction_id = r.auction_id AND l.ended_at IS NOT NULL AND NOT l.is_cancelled
), counted AS (
    SELECT parts.*, sum(bids) OVER (PARTITION BY bidder_id) AS bids_in_all,
        sum(bids) OVER (PARTITION BY bidder_id, seller_id) AS bids_on_seller
    FROM parts WHERE ended_at > newest - CAST(:window AS interval)
)
SELECT c.bidder_id, c.seller_id, max(c.newest) AS newest, count(*) AS auctions, max(c.bids_on_seller) AS bids,
    max(c.bids_in_all) AS bids_in_all, sum(c.raises) AS raises, sum(c.least_raises) AS least_raises,
    sum(c.answers) AS answers, min(c.first_at) AS first_at, max(a.registered_at) AS registered_at,
    count(*) FILTER (WHERE c.winner_id = c.bidder_id AND NOT c.is_unpaid
        OR c.second_chance_buyer_id = c.bidder_id) AS wins,
    count(*) FILTER (WHERE c.starts_at < c.ended_at) AS timed,
    count(*) FILTER (WHERE c.starts_at < c.ended_at
        AND c.last_at < c.ended_at - (c.ended_at - c.starts_at) / 10) AS early,
    count(*) FILTER (WHERE c.is_unpaid AND c.winner_id = c.bidder_id) AS unpaid,
    count(*) FILTER (WHERE c.is_unpaid AND c.winner_id = c.bidder_id
        AND c.second_chance_buyer_id <> c.bidder_id) AS second_chances,
    count(*) FILTER (WHERE c.is_retracted) AS retracted,
    (SELECT count(*) FROM risk_bidders AS b JOIN risk_auctions AS l ON l.auction_id = b.auction_id
        WHERE b.bidder_id = c.seller_id AND b.seller_id = c.bidder_id AND b.first_at IS NOT NULL
        AND l.ended_at > max(c.newest) - CAST(:window AS interval) AND NOT l.is_cancelled
        AND (max(p.decided_at) IS NULL OR l.ended_at > max(p.decided_at))) AS reciprocal,
    (SELECT count(*) FROM risk_signals AS s JOIN risk_signals AS o ON o.kind = s.kind AND o.signal = s.signal
        WHERE s.user_id = c.bidder_id AND o.user_id = c.seller_id AND (SELECT count(*) FROM risk_signals AS every
            WHERE every.kind = s.kind AND every.signal = s.signal) <= :most_sharers) AS shared
FROM counted AS c LEFT JOIN risk_accounts AS a ON a.user_id = c.bidder_id
LEFT JOIN risk_pairs AS p ON p.bidder_id = c.bidder_id AND p.seller_id = c.seller_id AND p.kind = 'bids'
WHERE p.decided_at IS NULL OR c.ended_at > p.decided_at
GROUP BY c.bidder_id, c.seller_id HAVING count(*) >= :least ORDER BY c.bidder_id, c.seller_id""")


async def get_auctions(session: AsyncSession, auctions: Collection[int]) -> dict[int, AuctionFigures]:
    found = await session.execute(_AUCTIONS, {"auctions": auctions})
    return {row.auction_id: AuctionFigures(*row) for row in found}


async def save_auctions(
    session: AsyncSession, auctions: dict[int, AuctionFigures], parts: dict[tuple[int, int], BidderFigures]
) -> None:
    columns: dict[str, Any] = {name: list(map(attrgetter(name), auctions.values())) for name in _AUCTION}
    columns |= {_OF_PART.get(name, name): list(map(attrgetter(name), parts.values())) for name in _PART}
    columns["in_auction"] = [auction for auction, _ in parts]
    columns["bidder_id"] = [bidder for _, bidder in parts]
    columns["of_seller"] = [auctions[auction].seller_id for auction, _ in parts]
    await session.execute(_WRITE, columns)


async def has_bid_on(session: AsyncSession, product_id: int, user_id: int) -> bool:
    """True if the person has bid in an auction of this listing, as far as the figures go back."""
    query = select(RiskBidder.auction_id).join(
        RiskAuction, col(RiskAuction.auction_id) == col(RiskBidder.auction_id)
    )
    query = query.where(col(RiskAuction.product_id) == product_id, col(RiskBidder.bidder_id) == user_id)
    return (await session.execute(query.limit(1))).first() is not None


async def delete_auction(session: AsyncSession, auction_id: int) -> None:
    await session.execute(_FORGET_AUCTION, {"auction_id": auction_id})


async def add_accounts(session: AsyncSession, accounts: dict[int, datetime]) -> None:
    await session.execute(_ADD_ACCOUNTS, {"people": list(accounts), "at": list(accounts.values())})


async def delete_account(session: AsyncSession, user_id: int) -> None:
    await session.execute(_FORGET_BIDDING, {"user_id": user_id})


async def list_people(session: AsyncSession, auctions: Collection[int]) -> list[int]:
    """Returns the sellers, and the bidders with the most bids."""
    values = {"auctions": list(auctions), "most": MAX_BIDDERS}
    return sorted((await session.execute(_PEOPLE_OF_AUCTIONS, values)).scalars())


async def get_figures(
    session: AsyncSession, people: Collection[int]
) -> dict[tuple[int, int], tuple[Figures, datetime]]:
    """Returns figures for each bidder and seller with enough auctions, and the end of the bidder's newest
    auction."""
    values: dict[str, Any] = {
        "people": people,
        "most": MAX_AUCTIONS,
        "least": MIN_AUCTIONS,
        "window": WINDOW,
    }
    values["most_sharers"] = MAX_SHARERS
    names = [field.name for field in fields(Figures) if field.name != "unwon"]
    rows = (await session.execute(_FIGURES, values)).mappings()
    return {
        (row["bidder_id"], row["seller_id"]): (
            Figures(**{name: _number(row[name]) for name in names}), row["newest"]
        )
        for row in rows
    }  # fmt: skip


def _number(value: Any) -> Any:
    """Converts sums, which PostgreSQL returns as decimals."""
    return value if value is None or isinstance(value, datetime) else int(value)


_COLUMNS = {
    "deal_id": "bigint", "seller_id": "bigint", "buyer_id": "bigint", "seen_at": "timestamptz",
    "opened_at": "timestamptz", "is_won": "boolean", "delivered_at": "timestamptz", "cancelled_by": "text",
    "stars": "int", "is_disputed": "boolean", "is_refunded": "boolean",
}  # fmt: skip
_ARRAYS = ", ".join(f"CAST(:{name} AS {kind}[])" for name, kind in _COLUMNS.items())
# Sorted to avoid deadlocks.
_ADD_DEALS = text(f"""
INSERT INTO risk_deals AS r ({", ".join(_COLUMNS)}) SELECT * FROM unnest({_ARRAYS}) ORDER BY 1
ON CONFLICT (deal_id) DO UPDATE SET seen_at = least(r.seen_at, excluded.seen_at),
    opened_at = coalesce(r.opened_at, excluded.opened_at), is_won = r.is_won OR excluded.is_won,
    delivered_at = least(r.delivered_at, excluded.delivered_at),
    cancelled_by = coalesce(r.cancelled_by, excluded.cancelled_by), stars = coalesce(r.stars, excluded.stars),
    is_disputed = r.is_disputed OR excluded.is_disputed, is_refunded = r.is_refunded OR excluded.is_refunded
""")  # noqa: S608 - our names
# Reads each buyer's newest purchases within the window. Purchases that staff has decided about count in the
# totals, but no longer against the pair.
_PAIRS = text("""
WITH parts AS (
    SELECT d.*, max(d.opened_at) OVER (PARTITION BY d.buyer_id) AS newest
    FROM unnest(CAST(:people AS bigint[])) AS person (id) CROSS JOIN LATERAL (
        SELECT * FROM risk_deals WHERE buyer_id = person.id AND opened_at IS NOT NULL
        ORDER BY opened_at DESC, deal_id DESC LIMIT :most) AS d
), counted AS (
    SELECT parts.*, count(*) OVER (PARTITION BY buyer_id) AS deals_in_all FROM parts
    WHERE opened_at > newest - CAST(:window AS interval)
)
SELECT c.buyer_id, c.seller_id, max(c.newest) AS newest, count(*) AS deals, max(c.deals_in_all) AS deals_in_all,
    count(c.delivered_at) AS delivered,
    count(*) FILTER (WHERE c.delivered_at < c.opened_at + CAST(:at_once AS interval)) AS quick,
    count(*) FILTER (WHERE c.stars >= :high) AS praised,
    count(*) FILTER (WHERE c.is_won AND c.cancelled_by IN ('buyer', 'seller', 'agreement')) AS won_and_cancelled,
    (SELECT count(*) FROM risk_deals AS b WHERE b.buyer_id = c.seller_id AND b.seller_id = c.buyer_id
        AND b.opened_at > max(c.newest) - CAST(:window AS interval)
        AND (max(p.decided_at) IS NULL OR b.opened_at > max(p.decided_at))) AS bought_back,
    (SELECT count(*) FROM risk_signals AS s JOIN risk_signals AS o ON o.kind = s.kind AND o.signal = s.signal
        WHERE s.user_id = c.buyer_id AND o.user_id = c.seller_id AND (SELECT count(*) FROM risk_signals AS every
            WHERE every.kind = s.kind AND every.signal = s.signal) <= :most_sharers) AS shared
FROM counted AS c
LEFT JOIN risk_pairs AS p ON p.bidder_id = c.buyer_id AND p.seller_id = c.seller_id AND p.kind = 'deals'
WHERE p.decided_at IS NULL OR c.opened_at > p.decided_at
GROUP BY c.buyer_id, c.seller_id HAVING count(*) >= :least ORDER BY c.buyer_id, c.seller_id""")
_SALES = text("""
WITH parts AS (
    SELECT d.*, max(d.opened_at) OVER (PARTITION BY d.seller_id) AS newest
    FROM unnest(CAST(:people AS bigint[])) AS person (id) CROSS JOIN LATERAL (
        SELECT * FROM risk_deals WHERE seller_id = person.id AND opened_at IS NOT NULL
        ORDER BY opened_at DESC, deal_id DESC LIMIT :most) AS d
)
SELECT c.seller_id, max(c.newest) AS newest, count(*) AS deals,
    count(*) FILTER (WHERE c.cancelled_by = 'seller') AS cancelled,
    count(*) FILTER (WHERE c.is_disputed) AS disputed, count(*) FILTER (WHERE c.is_refunded) AS refunded
FROM parts AS c
LEFT JOIN risk_pairs AS p ON p.bidder_id = c.seller_id AND p.seller_id = c.seller_id AND p.kind = 'sales'
WHERE c.opened_at > c.newest - CAST(:window AS interval)
    AND (p.decided_at IS NULL OR c.opened_at > p.decided_at)
GROUP BY c.seller_id HAVING count(*) >= :least ORDER BY c.seller_id""")


async def insert_deals(session: AsyncSession, parts: Mapping[int, DealPart]) -> None:
    columns: dict[str, Any] = {name: list(map(attrgetter(name), parts.values())) for name in _COLUMNS}
    await session.execute(_ADD_DEALS, columns)


async def get_deal_pairs(
    session: AsyncSession, people: Collection[int]
) -> dict[tuple[int, int], tuple[Pair, datetime]]:
    values = {
        "people": people, "most": MAX_DEALS, "least": MIN_DEALS, "window": WINDOW, "at_once": AT_ONCE,
        "high": HIGH_STARS, "most_sharers": MAX_SHARERS,
    }  # fmt: skip
    rows = (await session.execute(_PAIRS, values)).mappings()
    names = [field.name for field in fields(Pair)]
    return {
        (row["buyer_id"], row["seller_id"]): (Pair(**{name: row[name] for name in names}), row["newest"])
        for row in rows
    }


async def get_sales(session: AsyncSession, people: Collection[int]) -> dict[int, tuple[Sales, datetime]]:
    values = {"people": people, "most": MAX_DEALS, "least": MIN_SALES, "window": WINDOW}
    rows = (await session.execute(_SALES, values)).mappings()
    names = [field.name for field in fields(Sales)]
    return {row["seller_id"]: (Sales(**{name: row[name] for name in names}), row["newest"]) for row in rows}


# Sorted to avoid deadlocks.
_ADD_ACTS = text(
    "INSERT INTO risk_acts AS r (user_id, code, slot, times) "
    "SELECT * FROM unnest(CAST(:people AS bigint[]), CAST(:codes AS text[]), CAST(:slots AS timestamptz[]), "
    "    CAST(:times AS int[])) "
    "ON CONFLICT (user_id, slot, code) DO UPDATE SET times = r.times + excluded.times"
)
# Reads each person's newest takeover triggers, the oldest triggers of the same days, and the acts around
# them. Without the oldest, frequent triggers would hide the first one. Excludes triggers that staff has
# decided about.
_AROUND = text("""
WITH undecided AS (
    SELECT DISTINCT person.id AS user_id, a.slot
    FROM unnest(CAST(:people AS bigint[])) AS person (id)
    JOIN risk_acts AS a ON a.user_id = person.id AND a.code = ANY(:triggers)
    LEFT JOIN risk_pairs AS p ON p.bidder_id = person.id AND p.seller_id = person.id AND p.kind = 'takeover'
    WHERE p.decided_at IS NULL OR a.slot + interval '15 minutes' > p.decided_at
), placed AS (
    SELECT user_id, slot, row_number() OVER (PARTITION BY user_id ORDER BY slot DESC) AS place,
        max(slot) OVER (PARTITION BY user_id) - CAST(:soon AS interval) AS since
    FROM undecided
), triggers AS (
    SELECT user_id, slot FROM placed WHERE place <= :most
    UNION
    SELECT user_id, slot FROM (
        SELECT user_id, slot, row_number() OVER (PARTITION BY user_id ORDER BY slot) AS place
        FROM placed WHERE slot > since) AS oldest WHERE place <= :most
)
SELECT b.user_id, b.slot, a.code, coalesce(sum(a.times) FILTER (WHERE a.slot >= b.slot), 0) AS soon,
    coalesce(sum(a.times) FILTER (WHERE a.slot < b.slot), 0) AS before
FROM triggers AS b JOIN risk_acts AS a ON a.user_id = b.user_id
    AND a.slot >= b.slot - CAST(:usual AS interval) AND a.slot < b.slot + CAST(:soon AS interval)
GROUP BY b.user_id, b.slot, a.code ORDER BY b.user_id, b.slot, a.code""")
_FORGET_ACTS = text("DELETE FROM risk_acts WHERE user_id = :user_id")
Around = tuple[dict[str, int], dict[str, int]]


async def insert_acts(session: AsyncSession, times: Mapping[Act, int]) -> None:
    acts = sorted(times, key=lambda act: (act[0], act[2], act[1]))
    columns = {
        "people": [user_id for user_id, _, _ in acts],
        "codes": [code for _, code, _ in acts],
        "slots": [slot for _, _, slot in acts],
        "times": [times[act] for act in acts],
    }
    await session.execute(_ADD_ACTS, columns)


async def get_acts_around(
    session: AsyncSession, people: Collection[int]
) -> dict[int, dict[datetime, Around]]:
    values = {
        "people": people, "triggers": sorted(TRIGGERS), "most": MAX_TRIGGERS, "soon": SOON, "usual": USUAL,
    }  # fmt: skip
    found: dict[int, dict[datetime, Around]] = defaultdict(dict)
    for row in await session.execute(_AROUND, values):
        soon, before = found[row.user_id].setdefault(row.slot, ({}, {}))
        soon[row.code], before[row.code] = int(row.soon), int(row.before)
    return found


async def list_acts_of(session: AsyncSession, people: Collection[int]) -> dict[int, RiskPair]:
    """Locks takeover reviews in order of id."""
    query = select(RiskPair).where(col(RiskPair.bidder_id).in_(people), col(RiskPair.kind) == "takeover")
    query = query.order_by(col(RiskPair.id)).with_for_update()
    found = await session.execute(query.execution_options(populate_existing=True))
    return {item.bidder_id: item for item in found.scalars()}


async def delete_acts(session: AsyncSession, user_id: int) -> None:
    await session.execute(_FORGET_ACTS, {"user_id": user_id})


# A late event adds nothing for an erased person. Sorted to avoid deadlocks.
_ADD_SIGNALS = text(
    "INSERT INTO risk_signals AS r (kind, signal, user_id, since, seen_at) "
    "SELECT kind, signal, user_id, min(since), max(seen_at) FROM unnest(CAST(:kinds AS text[]), "
    "    CAST(:signals AS bigint[]), CAST(:people AS bigint[]), CAST(:since AS timestamptz[]), "
    "    CAST(:seen_at AS timestamptz[])) AS shared (kind, signal, user_id, since, seen_at) "
    "WHERE NOT EXISTS (SELECT FROM people WHERE people.user_id = shared.user_id AND account_status = 'erased') "
    "GROUP BY kind, signal, user_id ORDER BY kind, signal, user_id "
    "ON CONFLICT (kind, signal, user_id) DO UPDATE SET since = least(r.since, excluded.since), "
    "seen_at = greatest(r.seen_at, excluded.seen_at)"
)
_SHARERS = text(
    "SELECT DISTINCT r.user_id "
    "FROM unnest(CAST(:kinds AS text[]), CAST(:signals AS bigint[])) AS shared (kind, signal) "
    "JOIN risk_signals AS r ON r.kind = shared.kind AND r.signal = shared.signal ORDER BY 1"
)
_LINKS = text(
    "SELECT o.user_id, s.kind, min(greatest(s.since, o.since)) AS since, max(least(s.seen_at, o.seen_at)) AS seen_at "
    "FROM risk_signals AS s JOIN risk_signals AS o ON o.kind = s.kind AND o.signal = s.signal "
    "WHERE s.user_id = :user_id AND o.user_id <> s.user_id AND (SELECT count(*) FROM risk_signals AS every "
    "    WHERE every.kind = s.kind AND every.signal = s.signal) <= :most_sharers "
    "GROUP BY o.user_id, s.kind ORDER BY max(least(s.seen_at, o.seen_at)) DESC, o.user_id, s.kind LIMIT :most"
)
# Includes erased people, because an erasure may arrive while an event about the person is being stored.
OVER = "seen_at < :before OR user_id IN (SELECT user_id FROM people WHERE account_status = 'erased')"
_FORGET_SIGNALS = text("DELETE FROM risk_signals WHERE user_id = :user_id")


@dataclass(frozen=True)
class Link:
    """An account with a shared signal. `since` is when both accounts first had it. `seen_at` is when both
    last used it."""

    user_id: int
    kind: SignalKind
    since: datetime
    seen_at: datetime


async def insert_signals(session: AsyncSession, shared: Sequence[SharedSignal]) -> list[int]:
    """Returns everyone who has one of these signals."""
    values = {
        "kinds": [item.kind for item in shared],
        "signals": [item.signal for item in shared],
        "people": [item.user_id for item in shared],
        "since": [item.since for item in shared],
        "seen_at": [item.seen_at for item in shared],
    }
    await session.execute(_ADD_SIGNALS, values)
    names = {"kinds": values["kinds"], "signals": values["signals"]}
    return list((await session.execute(_SHARERS, names)).scalars())


async def list_links(session: AsyncSession, user_id: int, most: int) -> Collection[Link]:
    """Returns the newest link first. Omits signals that too many accounts share."""
    values = {"user_id": user_id, "most_sharers": MAX_SHARERS, "most": most}
    return [Link(*row) for row in await session.execute(_LINKS, values)]


async def delete_signals(session: AsyncSession, user_id: int) -> None:
    await session.execute(_FORGET_SIGNALS, {"user_id": user_id})
