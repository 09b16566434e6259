"""Attachments."""

from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.messaging.models import MessageFile


async def files(session: AsyncSession, ids: Collection[int]) -> dict[int, MessageFile]:
    """Return attachments by their ids."""
    if not ids:
        return {}
    query = select(MessageFile).where(col(MessageFile.id).in_(ids))
    return {one.known_id: one for one in (await session.execute(query)).scalars()}


async def of_token(session: AsyncSession, token: str) -> MessageFile | None:
    """Return an attachment by its name."""
    query = select(MessageFile).where(col(MessageFile.token) == token)
    return (await session.execute(query)).scalar_one_or_none()
