"""Pairs whose bidding looks arranged, accounts that look taken over, and what was decided about them."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import and_, func, or_, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from libs.contracts.events.admin import RiskKind
from services.admin.models import RiskPair, RiskStep

# Along the index of what waits. A longer queue is "more than a hundred".
_WAITING = text(
    "SELECT count(*), min(flagged_at) FROM "
    "(SELECT flagged_at FROM risk_pairs WHERE state = 'open' LIMIT 100) AS first"
)


async def waiting(session: AsyncSession) -> tuple[int, datetime | None]:
    """Return how many pairs wait for staff, a hundred at most, and since when the oldest of them does."""
    count, since = (await session.execute(_WAITING)).one()
    return count, since


async def locked(session: AsyncSession, pair_id: int) -> RiskPair | None:
    """Return a pair, locked to the end of the transaction."""
    return await session.get(RiskPair, pair_id, with_for_update=True, populate_existing=True)


async def of_bidders(
    session: AsyncSession, bidders: Collection[int], kind: RiskKind = "bids"
) -> dict[tuple[int, int], RiskPair]:
    """Return the pairs of bidders or buyers that were ever flagged, locked in the order of their numbers."""
    query = select(RiskPair).where(col(RiskPair.bidder_id).in_(bidders), col(RiskPair.kind) == kind)
    query = query.order_by(col(RiskPair.id))
    found = await session.execute(query.with_for_update().execution_options(populate_existing=True))
    return {(one.bidder_id, one.seller_id): one for one in found.scalars()}


async def open_pairs(session: AsyncSession, after: tuple[int, int] | None, most: int) -> list[RiskPair]:
    """Return a page of what waits, the highest score first."""
    query = select(RiskPair).where(col(RiskPair.state) == "open")
    if after is not None:
        score, pair_id = after
        same = and_(col(RiskPair.score) == score, col(RiskPair.id) > pair_id)
        query = query.where(or_(col(RiskPair.score) < score, same))
    query = query.order_by(col(RiskPair.score).desc(), col(RiskPair.id)).limit(most)
    return list((await session.execute(query)).scalars())


async def decided_pairs(
    session: AsyncSession, state: str, after: tuple[datetime, int] | None, most: int
) -> list[RiskPair]:
    """Return a page of what was decided so, the newest decision first."""
    query = select(RiskPair).where(col(RiskPair.state) == state)
    if after is not None:
        at, pair_id = after
        same = and_(col(RiskPair.decided_at) == at, col(RiskPair.id) > pair_id)
        query = query.where(or_(col(RiskPair.decided_at) < at, same))
    query = query.order_by(col(RiskPair.decided_at).desc(), col(RiskPair.id)).limit(most)
    return list((await session.execute(query)).scalars())


async def about(session: AsyncSession, user_id: int, most: int) -> list[RiskPair]:
    """Return what was ever flagged about a person, as bidder, seller or owner, the newest first."""
    whose = or_(col(RiskPair.bidder_id) == user_id, col(RiskPair.seller_id) == user_id)
    query = select(RiskPair).where(whose).order_by(col(RiskPair.flagged_at).desc(), col(RiskPair.id))
    return list((await session.execute(query.limit(most))).scalars())


async def last_decisions(session: AsyncSession, pairs: Collection[int]) -> dict[int, RiskStep]:
    """Return the newest decision of staff about each pair that has one."""
    newest = select(func.max(col(RiskStep.id))).where(
        col(RiskStep.pair_id).in_(pairs), col(RiskStep.by_id).is_not(None)
    )
    query = select(RiskStep).where(col(RiskStep.id).in_(newest.group_by(col(RiskStep.pair_id))))
    return {one.pair_id: one for one in (await session.execute(query)).scalars()}


async def empty_words(session: AsyncSession, user_id: int) -> None:
    """Empty what staff wrote about the pairs of a person."""
    theirs = select(RiskPair.id).where(
        or_(col(RiskPair.bidder_id) == user_id, col(RiskPair.seller_id) == user_id)
    )
    steps = update(RiskStep).where(col(RiskStep.pair_id).in_(theirs), col(RiskStep.words) != "")
    await session.execute(steps.values(words=""))
