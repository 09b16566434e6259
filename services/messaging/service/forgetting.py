"""What messaging holds about an erased person goes in pieces: listings, words, then the verification."""

from sqlalchemy.ext.asyncio import AsyncSession

from services.messaging.queries.forgetting import forget_words
from services.messaging.service import verification
from services.messaging.service.copies import products


async def next_piece(session: AsyncSession, user_id: int) -> bool:
    """Forget the next piece; return whether there may be more."""
    if await products.forget(session, user_id) or await forget_words(session, user_id):
        return True
    await verification.end(session, user_id)
    return False
