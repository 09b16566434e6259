"""What staff did about roles on the staff."""

from collections.abc import Sequence
from typing import get_args

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.auth.domain.standing import StaffRole
from services.auth.models.staff import StaffAct

ABOUT_ROLES = ("ask_role", "withdraw_role", "remove_staff", *(f"make_{role}" for role in get_args(StaffRole)))


async def newest_about_a_role(
    session: AsyncSession, user_id: int, known: Sequence[StaffAct] | None = None
) -> StaffAct | None:
    """Return what was done last about the role of this person; `known` are all acts on them, if
    they were read."""
    if known is not None:
        return next((one for one in known if one.act in ABOUT_ROLES), None)
    query = (
        select(StaffAct)
        .where(col(StaffAct.user_id) == user_id, col(StaffAct.act).in_(ABOUT_ROLES))
        .order_by(col(StaffAct.id).desc())
        .limit(1)
    )
    return (await session.execute(query)).scalar_one_or_none()
