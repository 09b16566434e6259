"""Forgetting an erased person: copies of listings, then what is personal in orders and payments."""

from sqlalchemy.ext.asyncio import AsyncSession

from services.boost.queries.forgetting import forget_words
from services.boost.service.products import products


async def next_piece(session: AsyncSession, user_id: int) -> bool:
    """Forget the next of a person; return whether there may be more."""
    return await products.forget(session, user_id) or await forget_words(session, user_id)
