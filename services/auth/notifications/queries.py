from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import delete, func, select, text, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.db.database import Database
from libs.kit.db.pieces import delete_old, in_pieces
from libs.kit.process import clock
from services.auth.notifications.models import ListingTitle, Notification, NotificationPreference

_LATEST_RINGS = text("""
    SELECT user_id, about FROM notifications
    JOIN unnest(CAST(:user_ids AS bigint[]), CAST(:abouts AS text[])) AS asked (user_id, about) USING (user_id, about)
    WHERE kind = :kind AND read_at IS NULL AND shown
    AND created_at > now() - CAST(:apart AS interval)""")


# Maximum number of notifications that one transaction rewrites.
WORDS_AT_ONCE = 2_000


_FORGET_WORDS = text("""
    UPDATE notifications SET context = context - CAST(:words AS text[]), writer_id = NULL
    WHERE id = ANY(ARRAY(SELECT id FROM notifications WHERE writer_id = :user_id LIMIT :piece
        FOR UPDATE SKIP LOCKED))""")


async def list_notifications(
    session: AsyncSession, user_id: int, *, before: int | None, limit: int
) -> list[Notification]:
    query = select(Notification).where(col(Notification.user_id) == user_id, col(Notification.shown))
    if before is not None:
        query = query.where(col(Notification.id) < before)
    return list((await session.execute(query.order_by(col(Notification.id).desc()).limit(limit))).scalars())


async def count_unread(session: AsyncSession, user_id: int) -> int:
    waiting = select(col(Notification.id)).where(
        col(Notification.user_id) == user_id, col(Notification.read_at).is_(None), col(Notification.shown)
    )
    return int(
        (await session.execute(select(func.count()).select_from(waiting.limit(100).subquery()))).scalar_one()
    )


async def find_mailed_since(
    session: AsyncSession, whom_about_what: Collection[tuple[int, str]], since: datetime
) -> set[tuple[int, str]]:
    query = select(col(Notification.user_id), col(Notification.about)).where(
        tuple_(col(Notification.user_id), col(Notification.about)).in_(whom_about_what),
        col(Notification.mailed),
        col(Notification.created_at) > since,
    )
    return {(user_id, about) for user_id, about in await session.execute(query)}


async def find_ringing(
    session: AsyncSession, kind: str, whom_about_what: Collection[tuple[int, str]], apart: timedelta
) -> set[tuple[int, str]]:
    asked = {
        "kind": kind, "user_ids": [user_id for user_id, _ in whom_about_what],
        "abouts": [about for _, about in whom_about_what], "apart": apart - clock.ahead(),
    }  # fmt: skip
    return {(user_id, about) for user_id, about in await session.execute(_LATEST_RINGS, asked)}


class Chosen(NamedTuple):
    user_id: int
    kind: str
    in_app: bool
    mail: bool
    push: bool | None


async def list_preferences(session: AsyncSession, user_ids: Collection[int]) -> list[Chosen]:
    query = select(
        col(NotificationPreference.user_id),
        col(NotificationPreference.kind),
        col(NotificationPreference.in_app),
        col(NotificationPreference.mail),
        col(NotificationPreference.push),
    ).where(col(NotificationPreference.user_id).in_(user_ids))
    return [Chosen(*chosen) for chosen in await session.execute(query)]


async def repeats_words_of(session: AsyncSession, user_id: int) -> bool:
    words = select(col(Notification.id)).where(col(Notification.writer_id) == user_id).exists()
    names = select(col(ListingTitle.product_id)).where(col(ListingTitle.seller_id) == user_id).exists()
    return bool((await session.execute(select(words | names))).scalar_one())


async def add_notifications(
    session: AsyncSession, rows: Sequence[dict[str, Any]]
) -> list[tuple[int | None, int, str, str]]:
    """Returns id, reader, kind and subject of the new rows. Existing rows are skipped."""
    written = (
        col(Notification.id),
        col(Notification.user_id),
        col(Notification.kind),
        col(Notification.about),
    )
    new = insert(Notification).on_conflict_do_nothing().returning(*written)
    return [(one, reader, kind, about) for one, reader, kind, about in await session.execute(new, list(rows))]


async def drop_unread(session: AsyncSession, keys: Sequence[tuple[int, str, str]]) -> None:
    """Removes unread notifications by reader, kind and subject. Mailed notifications are hidden instead of
    deleted, as a record."""
    if not keys:
        return
    same = tuple_(col(Notification.user_id), col(Notification.kind), col(Notification.about)).in_(keys)
    waiting = [same, col(Notification.read_at).is_(None)]
    await session.execute(delete(Notification).where(*waiting, ~col(Notification.mailed)))
    await session.execute(update(Notification).where(*waiting).values(shown=False))


async def mark_read(session: AsyncSession, user_id: int, ids: Collection[int] | None, now: datetime) -> None:
    """Marks all notifications if `ids` is None."""
    unread_ones = update(Notification).where(
        col(Notification.user_id) == user_id, col(Notification.read_at).is_(None)
    )
    if ids is not None:
        unread_ones = unread_ones.where(col(Notification.id).in_(ids))
    await session.execute(unread_ones.values(read_at=now))


async def mark_read_about(session: AsyncSession, user_id: int, kind: str, about: str, now: datetime) -> None:
    same = update(Notification).where(
        col(Notification.user_id) == user_id,
        col(Notification.read_at).is_(None),
        col(Notification.shown),
        col(Notification.kind) == kind,
        col(Notification.about) == about,
    )
    await session.execute(same.values(read_at=now))


async def mark_mailed(session: AsyncSession, ids: Collection[int | None]) -> None:
    await session.execute(update(Notification).where(col(Notification.id).in_(ids)).values(to_mail=False))


async def put_preference(session: AsyncSession, row: dict[str, Any]) -> None:
    keep = insert(NotificationPreference).values(row)
    await session.execute(keep.on_conflict_do_update(index_elements=["user_id", "kind"], set_=row))


async def forget_words(database: Database, user_id: int, words: Sequence[str]) -> None:
    """Works in batches and skips locked rows."""
    values = {"words": list(words), "user_id": user_id, "piece": WORDS_AT_ONCE}
    await in_pieces(database, _FORGET_WORDS, values, WORDS_AT_ONCE)


async def get_listing_titles(session: AsyncSession, product_ids: Collection[int]) -> dict[int, str]:
    """Omits unknown and erased titles."""
    if not product_ids:
        return {}
    query = select(col(ListingTitle.product_id), col(ListingTitle.name)).where(
        col(ListingTitle.product_id).in_(product_ids)
    )
    return dict(iter(await session.execute(query)))


async def save_listing_title(
    session: AsyncSession, product_id: int, seller_id: int, name: str, kept_at: datetime
) -> None:
    """Updates the title. An existing retention is never shortened."""
    row = {"product_id": product_id, "seller_id": seller_id, "name": name}
    keep = insert(ListingTitle).values(row | {"kept_at": kept_at})
    longest = {"kept_at": func.greatest(col(ListingTitle.kept_at), keep.excluded.kept_at)}
    await session.execute(keep.on_conflict_do_update(index_elements=["product_id"], set_=row | longest))


async def retain_listing_title(
    session: AsyncSession, product_id: int, seller_id: int, until: datetime
) -> None:
    """Extends the retention of a title. Stores an empty title if none is known yet."""
    keep = insert(ListingTitle).values(product_id=product_id, seller_id=seller_id, name="", kept_at=until)
    longest = {"kept_at": func.greatest(col(ListingTitle.kept_at), keep.excluded.kept_at)}
    await session.execute(keep.on_conflict_do_update(index_elements=["product_id"], set_=longest))


async def delete_listing_title(session: AsyncSession, product_id: int) -> None:
    await session.execute(delete(ListingTitle).where(col(ListingTitle.product_id) == product_id))


async def delete_listing_titles_of_seller(database: Database, user_id: int) -> None:
    await delete_old(database, "listing_titles", "seller_id = :user_id", {"user_id": user_id})
