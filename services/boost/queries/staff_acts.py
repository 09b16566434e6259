"""What staff did about payouts and payments."""

from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.boost.models.staff_acts import StaffAct

MOST = 200


async def of_payouts(session: AsyncSession, payout_ids: Collection[int]) -> list[StaffAct]:
    """Return what staff did about these payouts, the newest first."""
    query = select(StaffAct).where(col(StaffAct.payout_id).in_(payout_ids))
    return list((await session.execute(query.order_by(col(StaffAct.id).desc()).limit(MOST))).scalars())


async def of_payments(session: AsyncSession, payment_ids: Collection[int]) -> list[StaffAct]:
    """Return what staff did about these payments, the newest first."""
    query = select(StaffAct).where(col(StaffAct.payment_id).in_(payment_ids))
    return list((await session.execute(query.order_by(col(StaffAct.id).desc()).limit(MOST))).scalars())
