"""What staff did about warnings, suspensions and bans."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.auth.models.staff import StaffAct

MEASURES = ("warn", "suspend", "ban", "lift")
# Beyond so many the oldest can no longer hold: a suspension lasts a year at most.
MOST_ACTS = 500


async def acts_of_measures(session: AsyncSession, user_id: int) -> list[StaffAct]:
    """Return the newest acts about measures against an account, the oldest of them first."""
    query = select(StaffAct).where(col(StaffAct.user_id) == user_id, col(StaffAct.act).in_(MEASURES))
    found = (await session.execute(query.order_by(col(StaffAct.id).desc()).limit(MOST_ACTS))).scalars()
    return list(found)[::-1]
