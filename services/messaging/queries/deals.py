"""Deals and their timelines."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.messaging.domain.deals import WAITS_FOR
from services.messaging.models.deals import Deal, DealEvent


async def deals(session: AsyncSession, ids: Collection[int]) -> dict[int, Deal]:
    """Return deals by their ids."""
    if not ids:
        return {}
    query = select(Deal).where(col(Deal.id).in_(ids))
    return {one.known_id: one for one in (await session.execute(query)).scalars()}


async def locked(session: AsyncSession, deal_id: int) -> Deal | None:
    """Return a deal, locked; lock its conversation before."""
    query = select(Deal).where(col(Deal.id) == deal_id).with_for_update()
    return (await session.execute(query.execution_options(populate_existing=True))).scalar_one_or_none()


async def open_card(session: AsyncSession, product_id: int, buyer_id: int) -> Deal | None:
    """Return the deal that is offered to a buyer for a listing."""
    query = select(Deal).where(
        col(Deal.product_id) == product_id, col(Deal.buyer_id) == buyer_id, col(Deal.state) == "offered"
    )
    return (await session.execute(query)).scalar_one_or_none()


async def of_sale(session: AsyncSession, auction_id: int, number: int) -> Deal | None:
    """Return the deal of a sale of an auction; call with its conversation locked to change it."""
    query = select(Deal).where(col(Deal.auction_id) == auction_id, col(Deal.sale_number) == number)
    return (await session.execute(query)).scalar_one_or_none()


async def of_earlier_sales(session: AsyncSession, auction_id: int, number: int) -> list[Deal]:
    """Return the deals of an auction's earlier sales that wait for their payment."""
    query = select(Deal).where(
        col(Deal.auction_id) == auction_id,
        col(Deal.sale_number) < number,
        col(Deal.state).in_(("offered", "awaiting_payment")),
    )
    return list((await session.execute(query)).scalars())


async def orders(
    session: AsyncSession,
    user_id: int,
    *,
    is_seller: bool,
    states: Collection[str],
    before: int | None,
    most: int,
) -> list[Deal]:
    """Return the deals that were confirmed of a buyer or a seller, in these states, the newest first."""
    mine = Deal.seller_id if is_seller else Deal.buyer_id
    query = select(Deal).where(
        col(mine) == user_id, col(Deal.opened_at).is_not(None), col(Deal.state).in_(states)
    )
    if before is not None:
        query = query.where(col(Deal.id) < before)
    return list((await session.execute(query.order_by(col(Deal.id).desc()).limit(most))).scalars())


async def newest_of(
    session: AsyncSession, user_id: int, states: Collection[str], most: int, before: int | None = None
) -> list[Deal]:
    """Return the newest deals that were confirmed of a person, as buyer or seller, or those before one."""
    found = [
        deal
        for is_seller in (False, True)
        for deal in await orders(
            session, user_id, is_seller=is_seller, states=states, before=before, most=most
        )
    ]
    return sorted(found, key=lambda deal: -deal.known_id)[:most]


async def orders_of_all(
    session: AsyncSession, *, states: Collection[str], before: int | None, most: int
) -> list[Deal]:
    """Return the deals that were confirmed, of anybody, in these states, the newest first."""
    found: list[Deal] = []
    for state in states:  # each along an index: the newest of a rare state may be far back
        query = select(Deal).where(col(Deal.state) == state, col(Deal.opened_at).is_not(None))
        if before is not None:
            query = query.where(col(Deal.id) < before)
        found += (await session.execute(query.order_by(col(Deal.id).desc()).limit(most))).scalars()
    return sorted(found, key=lambda deal: -deal.known_id)[:most]


async def orders_by_number(session: AsyncSession, order_id: int | None, tracking: str) -> list[Deal]:
    """Return the confirmed deal with this id, and the newest whose parcel has this number."""
    mine = col(Deal.tracking_number) == tracking
    query = select(Deal).where(mine, col(Deal.opened_at).is_not(None)).order_by(col(Deal.id).desc()).limit(20)
    found = list((await session.execute(query)).scalars())
    named = None if order_id is None else (await deals(session, [order_id])).get(order_id)
    if named is not None and named.opened_at is not None:
        found = [named, *(deal for deal in found if deal.id != order_id)]
    return found


async def unfinished(session: AsyncSession, user_id: int, states: Collection[str], most: int) -> list[int]:
    """Return the ids of the newest deals of a person, as buyer or seller, in one of these states."""
    found: list[int] = []
    for mine in (Deal.buyer_id, Deal.seller_id):
        query = select(col(Deal.id)).where(col(mine) == user_id, col(Deal.state).in_(states))
        newest = (await session.execute(query.order_by(col(Deal.id).desc()).limit(most))).scalars()
        found += (one for one in newest if one is not None)
    return found


async def timeline(session: AsyncSession, deal_id: int) -> list[DealEvent]:
    """Return every line of a deal's timeline, in order."""
    query = select(DealEvent).where(col(DealEvent.deal_id) == deal_id).order_by(col(DealEvent.number))
    return list((await session.execute(query)).scalars())


async def next_number(session: AsyncSession, deal_id: int) -> int:
    """Return the number of a timeline's next line; call with the deal locked."""
    query = select(func.coalesce(func.max(col(DealEvent.number)), 0) + 1).where(
        col(DealEvent.deal_id) == deal_id
    )
    return int((await session.execute(query)).scalar_one())


async def to_lapse(session: AsyncSession, before: datetime, most: int) -> list[Deal]:
    """Return deals that have waited for their review since then, the oldest first."""
    query = select(Deal).where(col(Deal.state) == "awaiting_review", col(Deal.state_since) < before)
    return list((await session.execute(query.order_by(col(Deal.state_since)).limit(most))).scalars())


async def to_remind(session: AsyncSession, number: int, before: datetime, most: int) -> list[int]:
    """Return the ids of deals that have stood still since then, with so many reminders, the oldest first."""
    query = select(col(Deal.id)).where(
        col(Deal.state).in_(WAITS_FOR), col(Deal.reminders) == number, col(Deal.state_since) < before
    )
    found = await session.execute(query.order_by(col(Deal.state_since)).limit(most))
    return [one for one in found.scalars() if one is not None]


async def locked_if_free(session: AsyncSession, deal_id: int) -> Deal | None:
    """Return a deal, locked, unless another holds it; nothing else may be locked after it."""
    query = select(Deal).where(col(Deal.id) == deal_id).with_for_update(skip_locked=True)
    return (await session.execute(query.execution_options(populate_existing=True))).scalar_one_or_none()
