"""Pairs of people and accounts whose money waits for moderators, and the deals between them."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, and_, func, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from libs.kit.db.database import Database
from libs.kit.db.pieces import delete_old
from services.boost.domain.payout_holds import CLEARED_KEPT, CONFIRMED_KEPT
from services.boost.models.payout_holds import PayoutHold
from services.boost.protection.models import Protection

# Money that waits keeps its hold: only that says what staff may do with it, and stops a payout.
PAYOUT_WAITS = (
    "bidder_id = seller_id AND EXISTS "
    "(SELECT FROM payouts AS o WHERE o.user_id = payout_holds.bidder_id AND o.status = 'waiting')"
)
_CONFIRMED = (
    f"state = 'confirmed' AND changed_at < :before AND NOT ({PAYOUT_WAITS}) AND NOT EXISTS "
    "(SELECT FROM protections AS p WHERE p.held_at IS NOT NULL AND p.ended_at IS NULL AND "
    "((p.buyer_id, p.seller_id) = (payout_holds.bidder_id, payout_holds.seller_id) OR "
    "(p.buyer_id, p.seller_id) = (payout_holds.seller_id, payout_holds.bidder_id)))"
)


async def locked(session: AsyncSession, pair_id: int) -> PayoutHold | None:
    """Return what is known of a pair, locked."""
    return await session.get(PayoutHold, pair_id, with_for_update=True, populate_existing=True)


async def states_between(session: AsyncSession, one: int, other: int) -> set[str]:
    """Return the states of the holds of two people, whichever of them bids."""
    query = select(col(PayoutHold.state)).where(_between(one, other))
    return set((await session.execute(query)).scalars())


async def last_confirmed(session: AsyncSession, one: int, other: int) -> datetime | None:
    """Return when moderators last confirmed two people, whichever of them bids."""
    is_confirmed = col(PayoutHold.state) == "confirmed"
    query = select(func.max(col(PayoutHold.changed_at))).where(_between(one, other), is_confirmed)
    return (await session.execute(query)).scalar_one()


def _between(one: int, other: int) -> ColumnElement[bool]:
    hold = PayoutHold
    return or_(
        and_(col(hold.bidder_id) == one, col(hold.seller_id) == other),
        and_(col(hold.bidder_id) == other, col(hold.seller_id) == one),
    )


async def people_held(session: AsyncSession, people: Collection[int]) -> set[int]:
    """Return who of these is on hold by themselves, because their account looks taken over."""
    hold = PayoutHold
    query = select(col(hold.bidder_id)).where(
        col(hold.bidder_id).in_(people),
        col(hold.seller_id) == col(hold.bidder_id),
        col(hold.state) != "cleared",
    )
    return set((await session.execute(query)).scalars())


async def locked_deals(session: AsyncSession, one: int, other: int) -> list[Protection]:
    """Return the deals between two people whose money is held, locked in order."""
    deal = Protection
    ways = or_(
        and_(col(deal.buyer_id) == one, col(deal.seller_id) == other),
        and_(col(deal.buyer_id) == other, col(deal.seller_id) == one),
    )
    query = select(deal).where(ways, col(deal.held_at).is_not(None), col(deal.ended_at).is_(None))
    query = query.order_by(col(deal.deal_id)).with_for_update()
    return list((await session.execute(query.execution_options(populate_existing=True))).scalars())


async def withheld(session: AsyncSession, after: int | None, most: int) -> list[Protection]:
    """Return deals whose money waits for moderators, the oldest first."""
    query = select(Protection).where(
        col(Protection.state) == "withheld", col(Protection.deal_id) > (after or 0)
    )
    return list((await session.execute(query.order_by(col(Protection.deal_id)).limit(most))).scalars())


async def trim(database: Database, now: datetime) -> None:
    """Delete what was released or confirmed long ago; who waits for moderators is on hold until they say."""
    cleared = {"before": now - CLEARED_KEPT}
    await delete_old(database, "payout_holds", "state = 'cleared' AND changed_at < :before", cleared)
    await delete_old(database, "payout_holds", _CONFIRMED, {"before": now - CONFIRMED_KEPT}, piece=500)
