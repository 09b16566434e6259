from sqlalchemy.ext.asyncio import AsyncSession

from services.messaging.privacy.queries import forget_words
from services.messaging.replicas.service import products
from services.messaging.verification.service import end_verification


async def next_piece(session: AsyncSession, user_id: int) -> bool:
    if await products.forget(session, user_id) or await forget_words(session, user_id):
        return True
    await end_verification(session, user_id)
    return False
