"""Whose payment method is confirmed."""

from datetime import datetime

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.boost.models.payments import PaymentMethod
from services.boost.models.payouts import PayoutAccount


async def add(session: AsyncSession, user_id: int, confirmed_by: str, at: datetime) -> bool:
    """Write that a payment method is confirmed; false where one was."""
    row = insert(PaymentMethod).values(user_id=user_id, confirmed_by=confirmed_by, confirmed_at=at)
    done = await session.execute(row.on_conflict_do_nothing().returning(col(PaymentMethod.user_id)))
    return done.first() is not None


async def missed(session: AsyncSession, most: int) -> list[int]:
    """Return people with a bank account of whom nothing was told."""
    has_method = (
        select(PaymentMethod).where(col(PaymentMethod.user_id) == col(PayoutAccount.user_id)).exists()
    )
    query = select(col(PayoutAccount.user_id)).where(~has_method).limit(most)
    return list((await session.execute(query)).scalars())
