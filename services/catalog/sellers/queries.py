from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_REFRESH = text(
    "UPDATE people SET is_suspected = "
    "EXISTS (SELECT FROM risk_flags WHERE is_high AND people.user_id IN (bidder_id, seller_id)) "
    "WHERE user_id = ANY(:user_ids)"
)


# The flag may arrive before the person.
_MEET = text("INSERT INTO people (user_id) SELECT unnest(CAST(:user_ids AS bigint[])) ON CONFLICT DO NOTHING")


async def refresh_suspected(session: AsyncSession, user_ids: list[int]) -> None:
    """Call after writing the flags."""
    await session.execute(_MEET, {"user_ids": sorted(user_ids)})
    await session.execute(_REFRESH, {"user_ids": user_ids})
