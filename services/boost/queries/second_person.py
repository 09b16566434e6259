"""What waits for a second member of staff."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from services.boost.models.staff_acts import SecondPersonRequest


def _open() -> SelectOfScalar[SecondPersonRequest]:
    return select(SecondPersonRequest).where(col(SecondPersonRequest.ended_at).is_(None))


def orders_asked_for(now: datetime) -> SelectOfScalar[int | None]:
    """Return the query of orders whose refund waits for a second person."""
    return _subjects(col(SecondPersonRequest.order_id), now)


def deals_asked_for(now: datetime) -> SelectOfScalar[int | None]:
    """Return the query of deals with a decision that waits for a second person."""
    return _subjects(col(SecondPersonRequest.deal_id), now)


def _subjects(column: Mapped[int | None], now: datetime) -> SelectOfScalar[int | None]:
    # A credit is shown with its case.
    is_other = col(SecondPersonRequest.outcome) != "credit"
    return select(column).where(
        col(SecondPersonRequest.ended_at).is_(None), column.is_not(None), col(SecondPersonRequest.until) > now,
        is_other,
    )  # fmt: skip


async def about_order(session: AsyncSession, order_id: int) -> SecondPersonRequest | None:
    """Return what was asked for about an order and has not ended; it may have lapsed."""
    query = _open().where(col(SecondPersonRequest.order_id) == order_id)
    return (await session.execute(query)).scalar_one_or_none()


async def about_deal(session: AsyncSession, deal_id: int) -> SecondPersonRequest | None:
    """Return what was asked for about a deal and has not ended; it may have lapsed."""
    query = _open().where(col(SecondPersonRequest.deal_id) == deal_id)
    return (await session.execute(query)).scalar_one_or_none()


async def agreed_to(session: AsyncSession, deal_id: int, moments: Collection[datetime]) -> set[int]:
    """Return who had asked for what others agreed to about a deal at these moments."""
    if not moments:
        return set()
    query = select(SecondPersonRequest.asked_by).where(
        col(SecondPersonRequest.deal_id) == deal_id,
        col(SecondPersonRequest.ended_as) == "agreed",
        col(SecondPersonRequest.ended_at).in_(moments),
    )
    return set((await session.execute(query)).scalars())


async def orders_waiting(session: AsyncSession, order_ids: Collection[int], now: datetime) -> set[int]:
    """Return which of these orders wait for a second person."""
    query = orders_asked_for(now).where(col(SecondPersonRequest.order_id).in_(order_ids))
    return {one for one in (await session.execute(query)).scalars() if one is not None}


async def deals_waiting(session: AsyncSession, deal_ids: Collection[int], now: datetime) -> set[int]:
    """Return which of these deals wait for a second person."""
    query = deals_asked_for(now).where(col(SecondPersonRequest.deal_id).in_(deal_ids))
    return {one for one in (await session.execute(query)).scalars() if one is not None}
