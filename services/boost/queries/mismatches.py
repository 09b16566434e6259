"""Payments that do not fit and were not told yet, and what staff decided about them."""

from datetime import datetime

from sqlalchemy import text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.boost.models.payments import MismatchDecision, Payment

# Written out, as the index has it: with parameters it would not be used.
_IS_UNTOLD = text("(payments.status = 'review') <> (payments.mismatches_told % 2 = 1)")


async def untold(session: AsyncSession, most: int) -> list[Payment]:
    """Return payments of which something is to be told, the oldest first, locked; skip another replica's."""
    query = select(Payment).where(_IS_UNTOLD).order_by(col(Payment.id)).limit(most)
    query = query.with_for_update(skip_locked=True).execution_options(populate_existing=True)
    return list((await session.execute(query)).scalars())


async def decision(session: AsyncSession, decision_id: int) -> MismatchDecision | None:
    """Return a decision, locked to the end of the transaction; it goes with its payment."""
    query = select(MismatchDecision).where(col(MismatchDecision.id) == decision_id).with_for_update()
    return (await session.execute(query.execution_options(populate_existing=True))).scalar_one_or_none()


async def claim(session: AsyncSession, decision_id: int, seen: datetime | None, again_at: datetime) -> bool:
    """Take a decision upon oneself; false where another replica did."""
    row = update(MismatchDecision).where(
        col(MismatchDecision.id) == decision_id, col(MismatchDecision.look_at) == seen
    )
    done = await session.execute(row.values(look_at=again_at).returning(col(MismatchDecision.id)))
    return done.first() is not None


async def due(session: AsyncSession, now: datetime, most: int) -> list[MismatchDecision]:
    """Return decisions that are to be carried out now, the oldest first."""
    query = select(MismatchDecision).where(col(MismatchDecision.look_at) <= now)
    return list((await session.execute(query.order_by(col(MismatchDecision.look_at)).limit(most))).scalars())
