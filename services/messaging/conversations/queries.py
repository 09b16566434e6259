from collections.abc import Collection
from datetime import datetime

from sqlalchemy import and_, func, or_, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.messaging.conversations.models import Block, Conversation, Report, Side
from services.messaging.messages.models import Message

_LIVE = text("SELECT epoch FROM live")


_UNREAD = text(
    "SELECT COALESCE(sum(received - read), 0) FROM conversation_sides WHERE user_id = :user_id AND received > read"
)


# Scans at most as many conversations as a person may start in a week.
_WARNED = text("""
SELECT count(*) FROM conversations c
JOIN conversation_sides s ON s.conversation_id = c.id AND s.user_id <> :user_id AND NOT s.has_written
WHERE c.started_by = :user_id AND c.created_at > :since AND NOT c.by_platform AND EXISTS (
    SELECT FROM messages m WHERE m.conversation_id = c.id AND m.sender_id = :user_id AND m.warnings <> '{}')""")


async def live_epoch(session: AsyncSession) -> int:
    """The epoch increases when the database is restored."""
    return int((await session.execute(_LIVE)).scalar_one())


async def lock_conversation(session: AsyncSession, one: int, other: int) -> Conversation | None:
    query = select(Conversation).where(
        col(Conversation.low_id) == min(one, other), col(Conversation.high_id) == max(one, other)
    )
    query = query.with_for_update().execution_options(populate_existing=True)
    return (await session.execute(query)).scalar_one_or_none()


async def lock_conversation_by_id(session: AsyncSession, conversation_id: int) -> Conversation:
    query = select(Conversation).where(col(Conversation.id) == conversation_id).with_for_update()
    return (await session.execute(query.execution_options(populate_existing=True))).scalar_one()


async def begin_conversation(
    session: AsyncSession, starter_id: int, other_id: int, now: datetime, *, by_platform: bool = False
) -> bool:
    """Returns False if the conversation already exists."""
    low, high = min(starter_id, other_id), max(starter_id, other_id)
    row = insert(Conversation).values(
        low_id=low,
        high_id=high,
        started_by=starter_id,
        seq=0,
        version=0,
        created_at=now,
        by_platform=by_platform,
    )
    made = (
        await session.execute(row.on_conflict_do_nothing().returning(col(Conversation.id)))
    ).scalar_one_or_none()
    if made is None:
        return False
    pairs = ((starter_id, other_id), (other_id, starter_id))
    sides = [
        {"conversation_id": made, "user_id": mine, "other_id": theirs, "last_at": now}
        for mine, theirs in pairs
    ]
    await session.execute(insert(Side), sides)
    return True


async def get_sides(session: AsyncSession, conversation_id: int) -> dict[int, Side]:
    """Sides by user id. Lock the conversation before changing a side."""
    sides = await get_sides_of(session, [conversation_id])
    return {user_id: side for (_, user_id), side in sides.items()}


async def get_sides_of(
    session: AsyncSession, conversation_ids: Collection[int]
) -> dict[tuple[int, int], Side]:
    query = select(Side).where(col(Side.conversation_id).in_(conversation_ids))
    found = await session.execute(query.execution_options(populate_existing=True))
    return {(side.conversation_id, side.user_id): side for side in found.scalars()}


async def get_side_with(
    session: AsyncSession, user_id: int, other_id: int
) -> tuple[Conversation, Side] | None:
    query = select(Conversation, Side).join(Side, col(Side.conversation_id) == col(Conversation.id))
    query = query.where(
        col(Conversation.low_id) == min(user_id, other_id),
        col(Conversation.high_id) == max(user_id, other_id),
        col(Side.user_id) == user_id,
    )
    row = (await session.execute(query)).one_or_none()
    return None if row is None else (row[0], row[1])


async def both_have_written(session: AsyncSession, one: int, other: int) -> bool:
    query = select(func.count()).select_from(Side).where(col(Side.has_written))
    query = query.where(
        or_(
            and_(col(Side.user_id) == one, col(Side.other_id) == other),
            and_(col(Side.user_id) == other, col(Side.other_id) == one),
        )
    )
    return int((await session.execute(query)).scalar_one()) == 2


Position = tuple[bool, datetime, int]


async def list_conversations(
    session: AsyncSession, user_id: int, *, is_archived: bool, after: Position | None, most: int
) -> list[Side]:
    """Pinned conversations first, then newest first. `after` is the position of the last conversation
    shown."""
    query = select(Side).where(
        col(Side.user_id) == user_id,
        col(Side.is_archived).is_(is_archived),
        col(Side.last_message_id).is_not(None),
    )
    if after is not None:
        pinned, at, conversation_id = after
        place = (col(Side.last_at), col(Side.conversation_id))
        older = or_(place[0] < at, and_(place[0] == at, place[1] < conversation_id))
        same = and_(col(Side.is_pinned).is_(pinned), older)
        query = query.where(or_(same, col(Side.is_pinned).is_(False)) if pinned else same)
    order = (col(Side.is_pinned).desc(), col(Side.last_at).desc(), col(Side.conversation_id).desc())
    return list((await session.execute(query.order_by(*order).limit(most))).scalars())


async def count_unread(session: AsyncSession, user_id: int) -> int:
    return int((await session.execute(_UNREAD, {"user_id": user_id})).scalar_one())


async def count_started_since(session: AsyncSession, user_id: int, since: datetime) -> int:
    """Excludes conversations opened by the platform."""
    query = select(func.count()).select_from(Conversation)
    query = query.where(col(Conversation.started_by) == user_id, col(Conversation.created_at) > since)
    query = query.where(col(Conversation.by_platform).is_(False))
    return int((await session.execute(query)).scalar_one())


async def count_warned_strangers(session: AsyncSession, user_id: int, since: datetime) -> int:
    """Counts people who received a message with a warning and have not answered."""
    return int((await session.execute(_WARNED, {"user_id": user_id, "since": since})).scalar_one())


async def get_seqs(session: AsyncSession, conversation_ids: Collection[int]) -> dict[int, int]:
    query = select(col(Conversation.id), col(Conversation.seq)).where(
        col(Conversation.id).in_(conversation_ids)
    )
    return {row.id: row.seq for row in await session.execute(query)}


async def list_sides_to_mail(session: AsyncSession, before: datetime, most: int) -> list[Side]:
    query = select(Side).where(~col(Side.mailed), col(Side.unread_since) < before)
    return list((await session.execute(query.order_by(col(Side.unread_since)).limit(most))).scalars())


async def lock_conversation_if_free(session: AsyncSession, conversation_id: int) -> Conversation | None:
    query = select(Conversation).where(col(Conversation.id) == conversation_id)
    return (await session.execute(query.with_for_update(skip_locked=True))).scalar_one_or_none()


async def get_report_about_message(session: AsyncSession, message: Message, since: datetime) -> Report | None:
    query = select(Report).where(
        col(Report.about_id) == message.sender_id,
        col(Report.message_id) == message.known_id,
        col(Report.created_at) > since,
    )
    return (await session.execute(query.order_by(col(Report.id).desc()).limit(1))).scalar_one_or_none()


async def add_report(session: AsyncSession, report: Report) -> int | None:
    """Returns None if the same person has already reported the subject."""
    row = insert(Report).values(report.model_dump(exclude={"id"}))
    made = row.on_conflict_do_nothing().returning(col(Report.id))
    return (await session.execute(made)).scalar_one_or_none()


async def list_reports_of(
    session: AsyncSession, kind: str, subject_id: int, about_id: int, most: int
) -> list[Report]:
    column = {"message": Report.message_id, "purchase": Report.deal_id, "review": Report.review_id}.get(kind)
    query = select(Report).where(col(Report.about_id) == about_id)
    if column is not None:
        query = query.where(col(column) == subject_id)
    else:
        of_nothing_else = (Report.message_id, Report.deal_id, Report.review_id)
        query = query.where(*(col(item).is_(None) for item in of_nothing_else))
    return list((await session.execute(query.order_by(col(Report.id).desc()).limit(most))).scalars())


_BLOCKS = text(
    "SELECT blocker_id FROM blocks WHERE is_active AND "
    "((blocker_id = :one AND blocked_id = :other) OR (blocker_id = :other AND blocked_id = :one))"
)


async def blockers_between(session: AsyncSession, one: int, other: int) -> set[int]:
    return set((await session.execute(_BLOCKS, {"one": one, "other": other})).scalars())


async def put_block(
    session: AsyncSession, blocker_id: int, blocked_id: int, now: datetime, *, is_active: bool
) -> int | None:
    """Returns the version of the change, or None if nothing changed."""
    row = insert(Block).values(
        blocker_id=blocker_id, blocked_id=blocked_id, is_active=is_active, version=1, created_at=now
    )
    changed = {"is_active": is_active, "version": col(Block.version) + 1, "created_at": now}
    made = row.on_conflict_do_update(
        index_elements=["blocker_id", "blocked_id"],
        set_=changed,
        where=col(Block.is_active) != is_active,
    ).returning(col(Block.version))
    return (await session.execute(made)).scalar_one_or_none()


async def list_blocked_by(session: AsyncSession, user_id: int, most: int) -> list[Block]:
    query = select(Block).where(col(Block.blocker_id) == user_id, col(Block.is_active))
    return list((await session.execute(query.order_by(col(Block.created_at).desc()).limit(most))).scalars())


async def blocked_among(session: AsyncSession, user_id: int, others: Collection[int]) -> set[int]:
    query = select(col(Block.blocked_id)).where(
        col(Block.blocker_id) == user_id, col(Block.blocked_id).in_(others), col(Block.is_active)
    )
    return set((await session.execute(query)).scalars())
