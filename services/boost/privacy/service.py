from sqlalchemy.ext.asyncio import AsyncSession

from services.boost.boosts.service import products
from services.boost.privacy.queries import erase_words


async def erase_next_batch(session: AsyncSession, user_id: int) -> bool:
    """Returns True if more rows may remain."""
    return await products.forget(session, user_id) or await erase_words(session, user_id)
