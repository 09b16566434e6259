from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ScalarSelect, Select, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped
from sqlmodel import col

from services.auction.auctions.models import Auction, Person
from services.auction.bidding.models import Bid
from services.auction.bidding.queries import list_voided
from services.auction.sales.models import BiddingPause, Sale, SecondChance, Strike
from services.auction.sales.rules import REMIND_BEFORE, STRIKES_COUNT_FOR


async def list_sales(session: AsyncSession, auction_id: int) -> list[Sale]:
    """Returns the newest sale first. Only the newest sale can still be open."""
    query = select(Sale).where(col(Sale.auction_id) == auction_id).order_by(col(Sale.number).desc())
    return list((await session.execute(query)).scalars())


async def get_sale(session: AsyncSession, auction_id: int, number: int) -> Sale:
    return await session.get_one(Sale, (auction_id, number))


async def list_offers(session: AsyncSession, auction_id: int) -> list[SecondChance]:
    query = select(SecondChance).where(col(SecondChance.auction_id) == auction_id)
    return list((await session.execute(query.order_by(col(SecondChance.offered_at).desc()))).scalars())


async def is_taken_back(session: AsyncSession, auction: Auction) -> bool:
    """True if the seller took the listing back or is relisting it."""
    if auction.taken_back_at is not None:
        return True
    anew = select(col(Auction.id)).where(col(Auction.relisted_from) == auction.id)
    return (await session.execute(anew.limit(1))).first() is not None


async def is_relisted(session: AsyncSession, auction: Auction) -> bool:
    anew = select(col(Auction.id)).where(
        col(Auction.relisted_from) == auction.id, col(Auction.status) != "draft"
    )
    return (await session.execute(anew.limit(1))).first() is not None


class NextBidder(NamedTuple):
    bidder_id: int
    price: int


async def get_next_bidder(session: AsyncSession, auction_id: int, now: datetime) -> NextBidder | None:
    """Returns the highest bidder who may trade, has not won and has not been offered a second chance."""
    row = (await session.execute(_next_bidder(auction_id, now))).one_or_none()
    return None if row is None else NextBidder(*row)


def next_bidder_id(auction_id: Mapped[Any], now: datetime) -> ScalarSelect[int]:
    """A subquery for the bidder that `get_next_bidder` returns."""
    return _next_bidder(auction_id, now).with_only_columns(col(Bid.bidder_id)).scalar_subquery()


def _next_bidder(auction_id: int | Mapped[Any], now: datetime) -> Select[int, int]:
    mine = col(Bid.auction_id) == auction_id
    won = select(col(Sale.buyer_id)).where(col(Sale.auction_id) == col(Bid.auction_id))
    asked = select(col(SecondChance.bidder_id)).where(col(SecondChance.auction_id) == col(Bid.auction_id))
    away = (col(Person.account_status) != "active") | (col(Person.suspended_until) > now)
    out = select(col(Person.user_id)).where(col(Person.user_id) == col(Bid.bidder_id), away)
    query = select(col(Bid.bidder_id), func.max(col(Bid.amount))).where(
        mine, ~list_voided().exists(), ~out.exists()
    )
    query = query.where(col(Bid.bidder_id).not_in(won), col(Bid.bidder_id).not_in(asked))
    highest = query.group_by(col(Bid.bidder_id)).order_by(
        func.max(col(Bid.amount)).desc(), func.max(col(Bid.seq)).desc()
    )
    return highest.limit(1)


async def get_strike(session: AsyncSession, strike_id: int, *, locked: bool = False) -> Strike | None:
    query = select(Strike).where(col(Strike.id) == strike_id)
    return (await session.execute(query.with_for_update() if locked else query)).scalar_one_or_none()


async def list_strikes(session: AsyncSession, user_id: int) -> list[Strike]:
    query = select(Strike).where(col(Strike.user_id) == user_id).order_by(col(Strike.number))
    return list((await session.execute(query)).scalars())


async def lock_strikes_of(session: AsyncSession, user_id: int) -> list[Strike]:
    """Takes a lock, so that no other strike can be added until the transaction ends."""
    alone = text("SELECT pg_advisory_xact_lock(hashtextextended(:whose, 0))")
    await session.execute(alone, {"whose": f"strikes of {user_id}"})
    return await list_strikes(session, user_id)


def count_recent(strikes: Collection[Strike], now: datetime) -> int:
    since = now - STRIKES_COUNT_FOR
    return sum(strike.lifted_at is None and strike.given_at > since for strike in strikes)


async def get_pause(session: AsyncSession, user_id: int) -> BiddingPause | None:
    return await session.get(BiddingPause, user_id)


async def upsert_pause(session: AsyncSession, user_id: int, until: datetime) -> None:
    paused = insert(BiddingPause).values(user_id=user_id, until=until)
    await session.execute(paused.on_conflict_do_update(index_elements=["user_id"], set_={"until": until}))


async def find_due_sales(session: AsyncSession, now: datetime, most: int) -> list[Auction]:
    """Returns auctions with a buyer to remind or an expired offer. Skips auctions that another replica has
    locked."""
    unpaid = (col(Sale.reminded_at).is_(None), col(Sale.settled_at).is_(None))
    sold = select(col(Sale.auction_id)).where(*unpaid, col(Sale.pay_by) <= now + REMIND_BEFORE)
    unanswered = (col(SecondChance.answer).is_(None), col(SecondChance.expires_at) <= now)
    offered = select(col(SecondChance.auction_id)).where(*unanswered)
    query = (
        select(Auction).where(col(Auction.id).in_(sold.union(offered))).order_by(col(Auction.id)).limit(most)
    )
    return list((await session.execute(query.with_for_update(skip_locked=True))).scalars())
