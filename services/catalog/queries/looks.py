"""Pictures whose look was never taken, in the order of their names, and how far a job has come with them."""

from collections.abc import Mapping

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_NEXT = text("""
    SELECT token FROM pictures
    WHERE look IS NULL AND token > (SELECT token FROM look_progress) ORDER BY token LIMIT :most""")
_LEFT = text("""
    SELECT count(*) FROM (
        SELECT FROM pictures WHERE look IS NULL AND token > (SELECT token FROM look_progress) LIMIT :most
    ) AS some_of_them""")
_KEEP = text("UPDATE pictures SET look = :look WHERE token = :token AND look IS NULL")
# A listing that is over is found by pictures that come later; it is not asked about its past.
_COMPARE = text("""
    INSERT INTO unseen_pictures (image_id)
    SELECT i.id FROM product_images i JOIN products p ON p.id = i.product_id
    WHERE i.token = ANY(:tokens) AND p.status IN ('active', 'pending')
    ORDER BY i.id FOR KEY SHARE OF i
    ON CONFLICT DO NOTHING""")
_MOVE = text("UPDATE look_progress SET token = :token WHERE token < :token")


async def following(session: AsyncSession, most: int) -> list[str]:
    """Return the next pictures without a look, from where the job has come."""
    return list((await session.execute(_NEXT, {"most": most})).scalars())


async def keep(session: AsyncSession, looks: Mapping[str, int]) -> None:
    """Write looks down, and let what is for sale be compared."""
    if looks:
        rows = [{"token": token, "look": look} for token, look in sorted(looks.items())]
        await session.execute(_KEEP, rows)
        await session.execute(_COMPARE, {"tokens": list(looks)})


async def move_on(session: AsyncSession, token: str) -> None:
    """Write down up to which picture the job has come; it never goes back."""
    await session.execute(_MOVE, {"token": token})


async def count_left(session: AsyncSession, most: int) -> int:
    """Return how many pictures are left, counted as far as `most`."""
    return int((await session.execute(_LEFT, {"most": most})).scalar_one())
