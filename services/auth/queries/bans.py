"""What staff did about bans."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.auth.models.staff import StaffAct

ABOUT_BANS = ("ask_ban", "withdraw_ban", "ban", "unban")


async def newest_about_a_ban(
    session: AsyncSession, user_id: int, known: Sequence[StaffAct] | None = None
) -> StaffAct | None:
    """Return what was done last about a ban of this account; `known` are all acts on it, if
    they were read."""
    if known is not None:
        return next((one for one in known if one.act in ABOUT_BANS), None)
    query = (
        select(StaffAct)
        .where(col(StaffAct.user_id) == user_id, col(StaffAct.act).in_(ABOUT_BANS))
        .order_by(col(StaffAct.id).desc())
        .limit(1)
    )
    return (await session.execute(query)).scalar_one_or_none()
