"""Auctions: those that are open, those that are only reserved, and those that are due."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.http.errors import NotFound
from libs.kit.process import clock
from services.auction.auctions.models import Auction
from services.auction.sales.models import Sale


async def auction_for_update(session: AsyncSession, auction_id: int) -> Auction:
    """Return an auction, locked; refuse one that never opened."""
    auction = await opened_for_update(session, auction_id)
    if auction is None:
        raise NotFound
    return auction


async def opened_for_update(session: AsyncSession, auction_id: int) -> Auction | None:
    """Return an auction, locked, if it ever opened."""
    query = (
        select(Auction).where(col(Auction.id) == auction_id, col(Auction.status) != "draft").with_for_update()
    )
    return (await session.execute(query)).scalar_one_or_none()


async def draft_for_update(session: AsyncSession, auction_id: int) -> Auction | None:
    """Return a reserved auction, locked; None when it is open already or unknown."""
    query = (
        select(Auction).where(col(Auction.id) == auction_id, col(Auction.status) == "draft").with_for_update()
    )
    return (await session.execute(query)).scalar_one_or_none()


async def old_drafts(session: AsyncSession, before: datetime, most: int) -> list[int]:
    """Return reserved auctions that are older than this, those first that were looked at longest ago."""
    query = select(col(Auction.id)).where(col(Auction.status) == "draft", col(Auction.updated_at) < before)
    rows = await session.execute(query.order_by(col(Auction.updated_at)).limit(most))
    return [one for one in rows.scalars() if one is not None]


async def forget_draft(session: AsyncSession, auction_id: int) -> None:
    """Delete a reserved auction that has not opened."""
    await session.execute(text("SELECT forget_draft(:auction_id)"), {"auction_id": auction_id})


async def reserved_by(session: AsyncSession, seller_id: int) -> int:
    """Return how many auctions of a seller are reserved; no other is reserved before the transaction ends."""
    alone = text("SELECT pg_advisory_xact_lock(hashtextextended(:whose, 0))")
    await session.execute(alone, {"whose": f"drafts of {seller_id}"})
    query = select(func.count()).select_from(Auction)
    query = query.where(col(Auction.status) == "draft", col(Auction.seller_id) == seller_id)
    return int((await session.execute(query)).scalar_one())


async def auction(session: AsyncSession, auction_id: int) -> Auction | None:
    """Return an auction, reserved or open."""
    return await session.get(Auction, auction_id)


async def auctions(session: AsyncSession, auction_ids: Collection[int]) -> list[Auction]:
    """Return those of these auctions that ever opened."""
    query = select(Auction).where(col(Auction.id).in_(auction_ids), col(Auction.status) != "draft")
    return list((await session.execute(query)).scalars())


async def places_of(session: AsyncSession, auction_ids: Collection[int]) -> dict[int, tuple[int, int]]:
    """Return the versions and numbers of bids of those of these auctions that ever opened."""
    query = select(col(Auction.id), col(Auction.version), col(Auction.bid_count))
    query = query.where(col(Auction.id).in_(auction_ids), col(Auction.status) != "draft")
    return {row.id: (row.version, row.bid_count) for row in await session.execute(query)}


async def seller_of(session: AsyncSession, auction_id: int) -> int | None:
    """Return the seller of an auction, read before its lock."""
    return (
        await session.execute(select(col(Auction.seller_id)).where(col(Auction.id) == auction_id))
    ).scalar_one_or_none()


async def auction_of_product(session: AsyncSession, product_id: int) -> Auction | None:
    """Return the newest auction of a product."""
    query = select(Auction).where(col(Auction.product_id) == product_id, col(Auction.status) != "draft")
    return (await session.execute(query.order_by(col(Auction.id).desc()).limit(1))).scalar_one_or_none()


async def opened_for(session: AsyncSession, product_id: int | None) -> int | None:
    """Return the id of the auction that sold a product, if there was one."""
    found = await auction_of_product(session, product_id) if product_id is not None else None
    return found.id if found else None


async def unsettled_of(session: AsyncSession, user_id: int) -> list[Auction]:
    """Return a person's auctions, sold or led, that run or whose buyer may still pay."""
    theirs = (col(Auction.seller_id) == user_id) | (col(Auction.current_bidder_id) == user_id)
    now = await clock.now(session)
    to_pay = select(col(Sale.auction_id)).where(col(Sale.paid).is_(None), col(Sale.pay_by) > now)
    bought = col(Auction.id).in_(to_pay.where(col(Sale.buyer_id) == user_id))
    sold = (col(Auction.seller_id) == user_id) & col(Auction.id).in_(to_pay)
    query = select(Auction).where((theirs & (col(Auction.status) == "active")) | bought | sold)
    return list((await session.execute(query.order_by(col(Auction.id)))).scalars())


async def live_epoch(session: AsyncSession) -> int:
    """Return the epoch of the live rooms; it rises when the database was restored, so that every browser asks
    again."""
    return int((await session.execute(text("SELECT epoch FROM live"))).scalar_one())


async def due(session: AsyncSession, now: datetime, most: int) -> list[Auction]:
    """Return auctions whose end has come, locked; skip those that another replica closes now."""
    query = select(Auction).where(col(Auction.status) == "active", col(Auction.ends_at) <= now)
    query = query.order_by(col(Auction.ends_at)).limit(most).with_for_update(skip_locked=True)
    return list((await session.execute(query)).scalars())


async def next_end(session: AsyncSession) -> datetime | None:
    """Return when the next auction ends, as it stands now."""
    query = select(func.min(col(Auction.ends_at))).where(col(Auction.status) == "active")
    return (await session.execute(query)).scalar_one()
