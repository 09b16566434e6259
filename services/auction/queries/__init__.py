"""Every SELECT of auction."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import Select, func, select, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.http.errors import NotFound
from libs.kit.process import clock
from services.auction.models import Auction, Bid, ListingCopy, Person, Sale, VoidedBidder
from services.auction.queries import departures, export, maximums, mine, sales, voids
from services.auction.queries.voids import voided

__all__ = ["departures", "export", "maximums", "mine", "sales", "voids"]

LATEST_BIDS = 50


async def auction_for_update(session: AsyncSession, auction_id: int) -> Auction:
    """The auction, locked: bids on it wait for each other."""
    auction = await opened_for_update(session, auction_id)
    if auction is None:
        raise NotFound
    return auction


async def opened_for_update(session: AsyncSession, auction_id: int) -> Auction | None:
    """The auction, locked, if it ever opened."""
    query = select(Auction).where(col(Auction.id) == auction_id, col(Auction.status) != "draft").with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def draft_for_update(session: AsyncSession, auction_id: int) -> Auction | None:
    """A reserved auction that has not opened, locked; None when it is open already or unknown."""
    query = select(Auction).where(col(Auction.id) == auction_id, col(Auction.status) == "draft").with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def old_drafts(session: AsyncSession, before: datetime, most: int) -> list[int]:
    """Auctions that were reserved before then and never opened, those first that were looked at longest ago."""
    query = select(col(Auction.id)).where(col(Auction.status) == "draft", col(Auction.updated_at) < before)
    rows = await session.execute(query.order_by(col(Auction.updated_at)).limit(most))
    return [one for one in rows.scalars() if one is not None]


async def reserved_by(session: AsyncSession, seller_id: int) -> int:
    """How many auctions of a seller were reserved and are not open, and nobody else reserves one in their name before
    the transaction ends."""
    alone = text("SELECT pg_advisory_xact_lock(hashtextextended(:whose, 0))")
    await session.execute(alone, {"whose": f"drafts of {seller_id}"})
    query = select(func.count()).select_from(Auction)
    query = query.where(col(Auction.status) == "draft", col(Auction.seller_id) == seller_id)
    return int((await session.execute(query)).scalar_one())


async def auction(session: AsyncSession, auction_id: int) -> Auction | None:
    """The auction as it is, draft or not."""
    return await session.get(Auction, auction_id)


async def auctions(session: AsyncSession, auction_ids: Collection[int]) -> list[Auction]:
    """Those of these auctions that ever opened."""
    query = select(Auction).where(col(Auction.id).in_(auction_ids), col(Auction.status) != "draft")
    return list((await session.execute(query)).scalars())


async def versions_of(session: AsyncSession, auction_ids: Collection[int]) -> dict[int, int]:
    """The version of those of these auctions that ever opened."""
    query = select(col(Auction.id), col(Auction.version)).where(col(Auction.id).in_(auction_ids))
    return {row.id: row.version for row in await session.execute(query.where(col(Auction.status) != "draft"))}


async def seller_of(session: AsyncSession, auction_id: int) -> int | None:
    """Whose auction it is, for whoever has to look at the seller before the lock."""
    return (
        await session.execute(select(col(Auction.seller_id)).where(col(Auction.id) == auction_id))
    ).scalar_one_or_none()


async def auction_of_product(session: AsyncSession, product_id: int) -> Auction | None:
    """The newest auction of a product."""
    query = select(Auction).where(col(Auction.product_id) == product_id, col(Auction.status) != "draft")
    return (await session.execute(query.order_by(col(Auction.id).desc()).limit(1))).scalar_one_or_none()


async def opened_for(session: AsyncSession, product_id: int | None) -> int | None:
    """The id of the auction that sold a product, if there was one."""
    found = await auction_of_product(session, product_id) if product_id is not None else None
    return found.id if found else None


async def latest_bids(session: AsyncSession, auction: Auction, most: int = LATEST_BIDS) -> list[Bid]:
    """The newest bids that count for the auction as it was read: what came or was voided since is left out."""
    query = _counting(auction.id, auction.version).where(col(Bid.seq) <= auction.last_seq)
    rows = await session.execute(query.order_by(col(Bid.seq).desc()).limit(most))
    return list(rows.scalars())


async def own_bid(session: AsyncSession, auction: Auction, latest: Sequence[Bid], user_id: int) -> int | None:
    """A person's highest bid that counts for the auction as it was read; asked about only if it is not among the
    latest, newest first, and may be older."""
    shown = next((bid.amount for bid in latest if bid.bidder_id == user_id), None)
    if shown is not None or len(latest) == auction.bid_count:
        return shown
    theirs = _counting(auction.id, auction.version).where(
        col(Bid.seq) <= auction.last_seq, col(Bid.bidder_id) == user_id
    )
    bid = (await session.execute(theirs.order_by(col(Bid.seq).desc()).limit(1))).scalar_one_or_none()
    return None if bid is None else bid.amount


def _counting(auction_id: int | None, version: int) -> Select[Bid]:
    by_then = voided().where(col(VoidedBidder.version) <= version)
    return select(Bid).where(col(Bid.auction_id) == auction_id, ~by_then.exists())


async def unsettled_of(session: AsyncSession, user_id: int) -> list[Auction]:
    """The auctions a person sells or leads that run, or whose buyer may still pay: the seller's and the buyer's."""
    theirs = (col(Auction.seller_id) == user_id) | (col(Auction.current_bidder_id) == user_id)
    now = await clock.now(session)
    to_pay = select(col(Sale.auction_id)).where(col(Sale.paid).is_(None), col(Sale.pay_by) > now)
    bought = col(Auction.id).in_(to_pay.where(col(Sale.buyer_id) == user_id))
    sold = (col(Auction.seller_id) == user_id) & col(Auction.id).in_(to_pay)
    query = select(Auction).where((theirs & (col(Auction.status) == "active")) | bought | sold)
    return list((await session.execute(query.order_by(col(Auction.id)))).scalars())


async def person(session: AsyncSession, user_id: int) -> Person:
    """A person by id; without a name if nobody has told it yet."""
    return await session.get(Person, user_id) or Person(user_id=user_id)


async def names(session: AsyncSession, user_ids: Collection[int]) -> dict[int, str]:
    """What these people are called; whoever is gone or unheard of is left out."""
    query = select(col(Person.user_id), col(Person.username))
    rows = await session.execute(query.where(col(Person.user_id).in_(user_ids), col(Person.username) != ""))
    return {row.user_id: row.username for row in rows}


async def listing(session: AsyncSession, product_id: int) -> ListingCopy | None:
    """What the auction sells."""
    return await session.get(ListingCopy, product_id)


async def live_epoch(session: AsyncSession) -> int:
    """Rises when the database was restored from a backup, so that every browser asks again."""
    return int((await session.execute(text("SELECT epoch FROM live"))).scalar_one())


async def due(session: AsyncSession, now: datetime, most: int) -> list[Auction]:
    """Auctions whose end has come and that nobody else is closing just now, locked."""
    query = select(Auction).where(col(Auction.status) == "active", col(Auction.ends_at) <= now)
    query = query.order_by(col(Auction.ends_at)).limit(most).with_for_update(skip_locked=True)
    return list((await session.execute(query)).scalars())


async def next_end(session: AsyncSession) -> datetime | None:
    """When the next auction ends, as it stands now."""
    query = select(func.min(col(Auction.ends_at))).where(col(Auction.status) == "active")
    return (await session.execute(query)).scalar_one()
