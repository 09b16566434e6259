"""Messages: the thread, the catch-up, the search."""

from collections.abc import Collection, Sequence

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.messaging.models.conversations import Message

_TERMS = text("UPDATE messages SET terms = array_to_tsvector(:terms) WHERE id = :id").bindparams(
    bindparam("terms", type_=ARRAY(TEXT))
)
_SEARCH = text(
    "SELECT id FROM messages WHERE terms @@ CAST(:query AS tsquery) "
    "AND (CAST(:other AS bigint) IS NULL OR CAST(:other AS bigint) IN (sender_id, receiver_id)) "
    "AND id < :before ORDER BY id DESC LIMIT :most"
)


async def message(session: AsyncSession, message_id: int) -> Message | None:
    """Return one message."""
    return await session.get(Message, message_id, populate_existing=True)


async def messages(session: AsyncSession, ids: Collection[int]) -> dict[int, Message]:
    """Return messages by their ids."""
    if not ids:
        return {}
    query = select(Message).where(col(Message.id).in_(ids))
    return {one.known_id: one for one in (await session.execute(query)).scalars()}


async def of_client(session: AsyncSession, sender_id: int, client_id: str) -> Message | None:
    """Return the message that a client has sent under this id."""
    query = select(Message).where(col(Message.sender_id) == sender_id, col(Message.client_id) == client_id)
    return (await session.execute(query)).scalar_one_or_none()


async def thread(
    session: AsyncSession, conversation_id: int, *, product_id: int | None, before: int | None, most: int
) -> list[Message]:
    """Return the newest messages of a conversation before a place, the newest last."""
    query = select(Message).where(col(Message.conversation_id) == conversation_id)
    if product_id is not None:
        query = query.where(col(Message.product_id) == product_id)
    if before is not None:
        query = query.where(col(Message.seq) < before)
    found = (await session.execute(query.order_by(col(Message.seq).desc()).limit(most))).scalars()
    return list(found)[::-1]


async def seq_of(session: AsyncSession, conversation_id: int, message_id: int) -> int | None:
    """Return the number of a message in its conversation; None if it is not in this one."""
    query = select(Message.seq).where(
        col(Message.id) == message_id, col(Message.conversation_id) == conversation_id
    )
    return (await session.execute(query)).scalar_one_or_none()


async def changed_after(session: AsyncSession, conversation_id: int, seq: int, most: int) -> list[Message]:
    """Return what was sent or has changed in a conversation since then, in that order."""
    query = select(Message).where(
        col(Message.conversation_id) == conversation_id, col(Message.changed_seq) > seq
    )
    return list((await session.execute(query.order_by(col(Message.changed_seq)).limit(most))).scalars())


async def newest_of(session: AsyncSession, user_id: int, before: int | None, most: int) -> list[Message]:
    """Return the newest messages that a person has sent or got, the newest first."""
    found: list[Message] = []
    for mine in (Message.sender_id, Message.receiver_id):
        query = select(Message).where(col(mine) == user_id)
        if before is not None:
            query = query.where(col(Message.id) < before)
        found += (await session.execute(query.order_by(col(Message.id).desc()).limit(most))).scalars()
    return sorted(found, key=lambda one: one.known_id, reverse=True)[:most]


async def newly_read(
    session: AsyncSession, conversation_id: int, receiver_id: int, above: int, up_to: int, most: int
) -> list[int]:
    """Return the ids of the newest messages between two places of a receiver, the oldest first."""
    query = select(col(Message.id)).where(
        col(Message.conversation_id) == conversation_id,
        col(Message.receiver_id) == receiver_id,
        col(Message.place) > above,
        col(Message.place) <= up_to,
    )
    newest = (await session.execute(query.order_by(col(Message.place).desc()).limit(most))).scalars()
    return sorted(one for one in newest if one is not None)


async def put_terms(
    session: AsyncSession, message_id: int, people: Sequence[int], words: Sequence[str]
) -> None:
    """Let each of these people find a message by its words."""
    await session.execute(_TERMS, {"id": message_id, "terms": terms_of(people, words)})


def terms_of(people: Sequence[int], words: Sequence[str]) -> list[str]:
    """Return the terms by which each of these people finds a message."""
    return [f"{person}.{word}" for person in people for word in words]


async def search(
    session: AsyncSession, user_id: int, words: Sequence[str], *, other_id: int | None, before: int, most: int
) -> list[int]:
    """Return the ids of a person's messages in which each word begins a word, the newest first."""
    # Words hold letters, digits and underscores only, so nothing in them can be an operator.
    query = " & ".join(f"'{user_id}.{word}':*" for word in words)
    values = {"query": query, "other": other_id, "before": before, "most": most}
    return list((await session.execute(_SEARCH, values)).scalars())


async def card(session: AsyncSession, deal_id: int, action: str) -> Message | None:
    """Return the card of a deal's step."""
    query = select(Message).where(col(Message.deal_id) == deal_id, col(Message.action_type) == action)
    return (await session.execute(query)).scalar_one_or_none()
