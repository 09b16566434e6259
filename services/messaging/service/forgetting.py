"""What messaging holds about an erased person goes in pieces: what they sell, then what they wrote."""

from sqlalchemy.ext.asyncio import AsyncSession

from services.messaging.queries.forgetting import forget_words
from services.messaging.service.copies import products


async def next_piece(session: AsyncSession, user_id: int) -> bool:
    """Forget the next piece; return whether there may be more."""
    return await products.forget(session, user_id) or await forget_words(session, user_id)
