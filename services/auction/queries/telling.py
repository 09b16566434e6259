"""Who is to be told what about an auction; none of these waits for the lock that bids are decided under."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Select, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auction.models import Auction, Bid, BidVoid, Look, Outbid, Person


class Moved(NamedTuple):
    """An auction that is not as it was at the last look, and that look, locked."""

    look: Look
    version: int
    last_seq: int
    leader_id: int | None


async def moved(session: AsyncSession, most: int) -> list[int]:
    """Running auctions that somebody has bid on and that are not as they were at the last look."""
    query = select(col(Auction.id)).outerjoin(Look, col(Look.auction_id) == col(Auction.id))
    query = query.where(col(Auction.status) == "active", col(Auction.last_seq) > 0)
    query = query.where(col(Look.auction_id).is_(None) | (col(Look.version) < col(Auction.version)))
    return [one for one in (await session.execute(query.limit(most))).scalars() if one is not None]


async def looks(session: AsyncSession, ids: Collection[int]) -> list[Moved]:
    """Those of these auctions that nobody else is looking at just now."""
    standing = (col(Auction.version), col(Auction.last_seq), col(Auction.current_bidder_id))
    query = select(Look, *standing).join(Auction, col(Auction.id) == col(Look.auction_id))
    query = query.where(col(Look.auction_id).in_(ids), col(Look.version) < col(Auction.version))
    rows = await session.execute(query.order_by(col(Look.auction_id)).with_for_update(of=Look, skip_locked=True))
    return [Moved(*row) for row in rows]


async def bidders_since(session: AsyncSession, looked: Sequence[Moved]) -> dict[int, set[int]]:
    """Who has bid on each of these since it was last looked at."""
    new = [
        and_(col(Bid.auction_id) == one.look.auction_id, col(Bid.seq).between(one.look.last_seq + 1, one.last_seq))
        for one in looked
    ]
    found: dict[int, set[int]] = {one.look.auction_id: set() for one in looked}
    for auction_id, bidder_id in await session.execute(
        select(col(Bid.auction_id), col(Bid.bidder_id)).where(or_(*new)).distinct()
    ):
        found[auction_id].add(bidder_id)
    return found


async def outbids_due(session: AsyncSession, now: datetime, most: int) -> list[tuple[Outbid, Auction, bool]]:
    """Who is to be told now, with the auction as it is and whether they may trade and a bid of theirs still counts;
    locked, without waiting."""
    theirs = select(col(Bid.seq)).where(
        col(Bid.auction_id) == col(Outbid.auction_id), col(Bid.bidder_id) == col(Outbid.bidder_id), ~_void().exists()
    )
    trades = func.coalesce(col(Person.standing), "active") == "active"
    query = select(Outbid, Auction, and_(trades, theirs.correlate(Outbid).exists()))
    query = query.join(Auction, col(Auction.id) == col(Outbid.auction_id))
    query = query.outerjoin(Person, col(Person.user_id) == col(Outbid.bidder_id))
    query = query.where(col(Outbid.due_at) <= now).order_by(col(Outbid.due_at)).limit(most)
    rows = await session.execute(query.with_for_update(of=Outbid, skip_locked=True))
    return [(outbid, auction, trades) for outbid, auction, trades in rows]


async def ending(session: AsyncSession, now: datetime, ahead: timedelta, most: int) -> list[Auction]:
    """Running auctions whose end is that near, and nobody was told; short ones are left out."""
    query = select(Auction).outerjoin(Look, col(Look.auction_id) == col(Auction.id))
    query = query.where(col(Auction.status) == "active", col(Auction.ends_at).between(now, now + ahead))
    query = query.where(col(Auction.original_ends_at) - col(Auction.starts_at) >= 2 * ahead)
    query = query.where(col(Look.warned_at).is_(None)).order_by(col(Auction.ends_at)).limit(most)
    return list((await session.execute(query)).scalars())


async def cancelled(session: AsyncSession, most: int) -> list[tuple[Look, Auction]]:
    """Cancelled auctions whose bidders have not been told, with their looks, locked; others' are left out."""
    query = select(Look, Auction).join(Auction, col(Auction.id) == col(Look.auction_id))
    query = query.where(col(Auction.status) == "cancelled").order_by(col(Look.auction_id)).limit(most)
    rows = await session.execute(query.with_for_update(of=Look, skip_locked=True))
    return [(look, auction) for look, auction in rows]


def _void() -> Select[int]:
    same = (col(BidVoid.auction_id) == col(Bid.auction_id)) & (col(BidVoid.seq) == col(Bid.seq))
    return select(col(BidVoid.seq)).where(same).correlate(Bid)


async def bidders_of(session: AsyncSession, auction: Auction, most: int) -> list[int]:
    """Everybody with a bid that counts, those who bid last first."""
    query = select(col(Bid.bidder_id)).where(col(Bid.auction_id) == auction.id, ~_void().exists())
    newest = query.group_by(col(Bid.bidder_id)).order_by(func.max(col(Bid.seq)).desc()).limit(most)
    return list((await session.execute(newest)).scalars())
