"""Figures of who bids against whom: read and added to, many at once."""

from collections.abc import Collection
from dataclasses import fields
from datetime import datetime
from operator import attrgetter
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.signals import MOST_SHARERS
from services.admin.domain.bidding import AuctionFigures, BidderFigures
from services.admin.domain.risk import LEAST_AUCTIONS, MOST_AUCTIONS, MOST_BIDDERS, WINDOW, Figures

_LOT, _PART = ([one.name for one in fields(kind)] for kind in (AuctionFigures, BidderFigures))
# What both have.
_OF_PART = {"first_at": "first_bid_at", "last_at": "last_bid_at"}
_LOTS = text(f"SELECT {', '.join(_LOT)} FROM risk_lots WHERE auction_id = ANY(:auctions)")  # noqa: S608 - our names
# Lots as they are now, and what people did in them added to what is known: one statement, because it is sent
# for every few bids.
_WRITE = text("""
WITH lots AS (
    INSERT INTO risk_lots (auction_id, seller_id, seen_at, starts_at, ended_at, is_cancelled, winner_id,
        second_chance_buyer_id, minimum_bid, last_bidder_id, bidder_before_id, last_at)
    SELECT * FROM unnest(CAST(:auction_id AS bigint[]), CAST(:seller_id AS bigint[]), CAST(:seen_at AS timestamptz[]),
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
_FORGET_LOT = text("DELETE FROM risk_lots WHERE auction_id = :auction_id")
_FORGET = text("DELETE FROM risk_accounts WHERE user_id = :user_id")
_PEOPLE = text(
    "SELECT bidder_id FROM (SELECT bidder_id, row_number() OVER "
    "    (PARTITION BY auction_id ORDER BY bids DESC, bidder_id) AS place "
    "    FROM risk_bidders WHERE auction_id = ANY(:auctions) AND bids > 0) AS ranked WHERE place <= :most "
    "UNION SELECT seller_id FROM risk_lots WHERE auction_id = ANY(:auctions)"
)
# Each bidder's newest auctions that have ended, and of them those of the window before the newest. What staff
# has decided upon counts among all bids, and speaks against the pair no more.
_FIGURES = text("""
WITH parts AS (
    SELECT r.*, l.starts_at, l.ended_at, l.winner_id, l.second_chance_buyer_id,
        max(l.ended_at) OVER (PARTITION BY r.bidder_id) AS newest
    FROM unnest(CAST(:people AS bigint[])) AS person (id) CROSS JOIN LATERAL (
        SELECT * FROM risk_bidders AS b WHERE b.bidder_id = person.id AND b.first_at IS NOT NULL
        ORDER BY b.first_at DESC, b.auction_id DESC LIMIT :most) AS r
    JOIN risk_lots AS l ON l.auction_id = r.auction_id AND l.ended_at IS NOT NULL AND NOT l.is_cancelled
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
    (SELECT count(*) FROM risk_bidders AS b JOIN risk_lots AS l ON l.auction_id = b.auction_id
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


async def lots(session: AsyncSession, auctions: Collection[int]) -> dict[int, AuctionFigures]:
    """Return what is known of auctions."""
    found = await session.execute(_LOTS, {"auctions": auctions})
    return {row.auction_id: AuctionFigures(*row) for row in found}


async def write(
    session: AsyncSession, lots: dict[int, AuctionFigures], parts: dict[tuple[int, int], BidderFigures]
) -> None:
    """Keep auctions as they are now, and add to what people did in them."""
    columns: dict[str, Any] = {name: list(map(attrgetter(name), lots.values())) for name in _LOT}
    columns |= {_OF_PART.get(name, name): list(map(attrgetter(name), parts.values())) for name in _PART}
    columns["in_auction"] = [auction for auction, _ in parts]
    columns["bidder_id"] = [bidder for _, bidder in parts]
    columns["of_seller"] = [lots[auction].seller_id for auction, _ in parts]
    await session.execute(_WRITE, columns)


async def forget_lot(session: AsyncSession, auction_id: int) -> None:
    """Forget an auction and what people did in it."""
    await session.execute(_FORGET_LOT, {"auction_id": auction_id})


async def add_accounts(session: AsyncSession, accounts: dict[int, datetime]) -> None:
    """Note when people registered."""
    await session.execute(_ADD_ACCOUNTS, {"people": list(accounts), "at": list(accounts.values())})


async def forget_account(session: AsyncSession, user_id: int) -> None:
    """Forget when a person registered."""
    await session.execute(_FORGET, {"user_id": user_id})


async def people_of(session: AsyncSession, auctions: Collection[int]) -> list[int]:
    """Return who sold by auctions, and who bid in each of them: the most zealous, where many did."""
    values = {"auctions": list(auctions), "most": MOST_BIDDERS}
    return sorted((await session.execute(_PEOPLE, values)).scalars())


async def figures_of(
    session: AsyncSession, people: Collection[int]
) -> dict[tuple[int, int], tuple[Figures, datetime]]:
    """Return the figures of bidders with each seller in enough of whose auctions they bid, and when the
    newest auction of the bidder ended."""
    values: dict[str, Any] = {
        "people": people,
        "most": MOST_AUCTIONS,
        "least": LEAST_AUCTIONS,
        "window": WINDOW,
    }
    values["most_sharers"] = MOST_SHARERS
    names = [one.name for one in fields(Figures) if one.name != "unwon"]
    rows = (await session.execute(_FIGURES, values)).mappings()
    return {
        (row["bidder_id"], row["seller_id"]): (
            Figures(**{name: _number(row[name]) for name in names}), row["newest"]
        )
        for row in rows
    }  # fmt: skip


def _number(value: Any) -> Any:
    """Return a sum, which PostgreSQL makes a decimal, as a whole number."""
    return value if value is None or isinstance(value, datetime) else int(value)
