from collections.abc import Collection
from datetime import datetime

from sqlalchemy import delete, func, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.messaging.attachments.models import DiscardedFile, MessageFile
from services.messaging.reviews.models import ReviewPicture

_DISCARD = text(
    "WITH gone AS (DELETE FROM message_files WHERE id = :id RETURNING token) "
    "INSERT INTO discarded_files (token) SELECT token FROM gone ON CONFLICT DO NOTHING"
)


async def get_files(session: AsyncSession, ids: Collection[int]) -> dict[int, MessageFile]:
    if not ids:
        return {}
    query = select(MessageFile).where(col(MessageFile.id).in_(ids))
    return {row.known_id: row for row in (await session.execute(query)).scalars()}


async def get_file_of_token(session: AsyncSession, token: str) -> MessageFile | None:
    query = select(MessageFile).where(col(MessageFile.token) == token)
    return (await session.execute(query)).scalar_one_or_none()


async def sum_sent_since(session: AsyncSession, sender_id: int, since: datetime) -> tuple[int, int]:
    query = select(func.count(), func.coalesce(func.sum(col(MessageFile.size)), 0)).where(
        col(MessageFile.sender_id) == sender_id, col(MessageFile.created_at) > since
    )
    count, size = (await session.execute(query)).one()
    return int(count), int(size)


async def list_files_between(
    session: AsyncSession, people: tuple[int, int], since: datetime, until: datetime | None, most: int
) -> list[MessageFile]:
    found: list[MessageFile] = []
    for sender, receiver in (people, people[::-1]):  # One index scan per direction.
        query = select(MessageFile).where(
            col(MessageFile.sender_id) == sender,
            col(MessageFile.receiver_id) == receiver,
            col(MessageFile.created_at) >= since,
        )
        if until is not None:
            query = query.where(col(MessageFile.created_at) <= until)
        found += (
            await session.execute(query.order_by(col(MessageFile.created_at).desc()).limit(most))
        ).scalars()
    return sorted(found, key=lambda file: (file.created_at, file.known_id))[-most:]


async def discard_file(session: AsyncSession, file_id: int) -> None:
    """Delete an attachment that no message refers to and queue its files for deletion."""
    await session.flush()
    await session.execute(_DISCARD, {"id": file_id})


async def list_discarded(session: AsyncSession, after: str, most: int) -> list[str]:
    query = select(col(DiscardedFile.token)).where(col(DiscardedFile.token) > after)
    return list((await session.execute(query.order_by(col(DiscardedFile.token)).limit(most))).scalars())


async def forget_discarded(session: AsyncSession, tokens: Collection[str]) -> None:
    await session.execute(delete(DiscardedFile).where(col(DiscardedFile.token).in_(tokens)))


async def find_unnamed(session: AsyncSession, tokens: Collection[str]) -> set[str]:
    left = set(tokens)
    for kept in (MessageFile.token, ReviewPicture.token):
        left -= set((await session.execute(select(col(kept)).where(col(kept).in_(tokens)))).scalars())
    return left
