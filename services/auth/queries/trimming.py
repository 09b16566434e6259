"""What is out of date and goes."""

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession


async def forget_unverified(session: AsyncSession, most: int) -> list[tuple[int, int]]:
    """Delete accounts whose address was not confirmed in a week, with all their rows; whose, and at which
    version."""
    query = text("SELECT user_id, version FROM forget_unverified(:most)")
    return [(user_id, version) for user_id, version in await session.execute(query, {"most": most})]
