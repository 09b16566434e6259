from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Event
from libs.contracts.events.auth import NotificationCreated
from libs.contracts.events.catalog import FavouritePriceDropped, SavedSearchMatched
from libs.kit import money
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.process import clock
from services.auth.accounts.models import User
from services.auth.accounts.queries import share_lock_users
from services.auth.mail.outbid import put_off
from services.auth.mail.service import write_mail_to
from services.auth.notifications import queries
from services.auth.notifications.delivery_times import count_notification
from services.auth.notifications.kinds import MAILED_NOTIFICATIONS, MailKind, NotificationKind
from services.auth.notifications.rules import (
    GATHERED,
    LATEST_ONLY,
    MAIL_APART,
    NAMELESS,
    PROPOSED,
    SENT_WHEN_BANNED,
    Choice,
    Wish,
    reason_of,
    wish_about,
)
from services.auth.push.queries import drop_waiting
from services.auth.push.service import queue_push_messages

# Reader, kind and subject.
NotificationKey = tuple[int, str, str]


@dataclass(frozen=True)
class News:
    user_id: int
    kind: NotificationKind
    # The subject. Mails about the same subject are at least a day apart.
    about: str
    context: dict[str, Any]
    link: str
    # The person whose text `context` may contain.
    writer_id: int
    # When it happened. Events older than a day are not mailed, because the stream may be replayed.
    at: datetime
    by_mail: bool = True
    in_app: bool = True
    # The listing whose title is added if `context` has no title.
    listing_id: int | None = None


async def notify_matches(session: AsyncSession, event: SavedSearchMatched) -> None:
    context = event.model_dump(by_alias=False, include={"name", "brand", "price", "matches"})
    link = f"/searches/{event.saved_search_id}"
    about = f"search {event.saved_search_id}"
    by_mail = event.by_mail
    await notify(
        session,
        [
            News(
                event.user_id,
                "saved_search",
                about,
                context,
                link,
                event.seller_id,
                event.matched_at,
                by_mail,
            )
        ],
    )


async def notify_price(session: AsyncSession, event: FavouritePriceDropped) -> None:
    context = event.model_dump(by_alias=False, include={"name", "price", "price_before"})
    about, link = f"product {event.product_id}", f"/products/{event.product_id}"
    await notify(
        session, [News(event.user_id, "price_drop", about, context, link, event.seller_id, event.dropped_at)]
    )


async def notify(session: AsyncSession, news: Sequence[News]) -> None:
    """Notifies people, except those who are erased, banned or unsubscribed. Only the last item per reader,
    kind and subject counts. The number of queries does not depend on the number of people."""
    wished = await _wished(session, {(item.user_id, item.kind, item.about): item for item in news}.values())
    if not wished:
        return
    known = {one.user_id for one, _ in wished} | {one.writer_id for one, _ in wished}
    people = await share_lock_users(session, known)
    names = await queries.get_listing_titles(
        session, {one.listing_id for one, _ in wished if one.listing_id is not None}
    )
    now = await clock.now(session)
    mailed = await queries.find_mailed_since(
        session, [(one.user_id, one.about) for one, _ in wished], now - MAIL_APART
    )
    rows: dict[NotificationKey, dict[str, Any]] = {}
    pushed: set[NotificationKey] = set()
    for one, wish in wished:
        user = people.get(one.user_id)
        if user is None or (user.is_banned and one.kind not in SENT_WHEN_BANNED):
            continue
        count_notification(session, (now - one.at).total_seconds())
        is_fresh = now - one.at < MAIL_APART
        by_mail = (
            one.by_mail
            and one.kind in MAILED_NOTIFICATIONS
            and wish.mail
            and user.email_verified
            and is_fresh
        )
        if one.in_app and wish.push and is_fresh:
            pushed.add((one.user_id, one.kind, one.about))
        rows[one.user_id, one.kind, one.about] = {
            "user_id": one.user_id, "kind": one.kind, "about": one.about, "link": one.link,
            "context": _context(one, names, writer_is_here=one.writer_id in people),
            "writer_id": one.writer_id if one.writer_id in people else None,
            "mailed": by_mail and one.kind not in GATHERED and (one.user_id, one.about) not in mailed,
            "to_mail": by_mail and one.kind in GATHERED, "shown": one.in_app and wish.in_app, "created_at": now,
        }  # fmt: skip
    if rows:
        await _write_down(session, rows, people, pushed)


async def _wished(session: AsyncSession, news: Collection[News]) -> list[tuple[News, Wish]]:
    if not news:
        return []
    wishes = await wishes_of(session, {item.user_id for item in news})
    wished = [(item, wish_about(item.kind, wishes[item.user_id])) for item in news]
    return [(one, wish) for one, wish in wished if wish.in_app or wish.mail or (wish.push and one.in_app)]


def _context(news: News, names: dict[int, str], *, writer_is_here: bool) -> dict[str, Any]:
    context = (
        news.context if news.listing_id is None else {"name": names.get(news.listing_id, ""), **news.context}
    )
    return context if writer_is_here else context | {name: "" for name in NAMELESS if name in context}


async def _write_down(
    session: AsyncSession,
    rows: dict[NotificationKey, dict[str, Any]],
    people: dict[int, User],
    pushed: Collection[NotificationKey],
) -> None:
    await queries.drop_unread(session, [key for key in rows if key[1] in LATEST_ONLY])
    bells: list[tuple[Event, int]] = []
    waiting: set[int] = set()
    to_devices: list[tuple[int, int]] = []
    in_one_order = [rows[key] for key in sorted(rows)]  # Sorted to avoid deadlocks.
    for notification_id, user_id, kind, about in await queries.add_notifications(session, in_one_order):
        row = rows[user_id, kind, about]
        if row["to_mail"]:
            waiting.add(user_id)
        if row["mailed"]:
            await mail_notification(session, people[user_id], row["kind"], row["link"], row["context"])
        if notification_id is not None and (user_id, kind, about) in pushed:
            to_devices.append((notification_id, user_id))
        if row["shown"] and notification_id is not None:
            bells.append((NotificationCreated(user_id=user_id, notification_id=notification_id), 1))
    await put_off(session, waiting)
    await queue_push_messages(session, to_devices)
    await outbox.record_all(session, bells)


async def mail_notification(
    session: AsyncSession, user: User, kind: MailKind, link: str, context: dict[str, Any]
) -> None:
    written = {
        name: money.format_ringgit(value) for name, value in context.items() if name.startswith("price")
    }
    written |= {"until": context["until"]} if "until" in context else {}
    written |= {name: str(context[name]) for name in ("webhook", "host") if name in context}
    written |= {"reason": reason_of(context["reason"], user.language)} if "reason" in context else {}
    listing, brand = str(context.get("name") or "…"), str(context.get("brand") or "…")
    await write_mail_to(session, user, kind, path=link, listing=listing, brand=brand, **written)


async def get_wishes(session: AsyncSession, user_id: int) -> dict[str, Wish]:
    return (await wishes_of(session, {user_id}))[user_id]


async def wishes_of(session: AsyncSession, user_ids: Collection[int]) -> dict[int, dict[str, Wish]]:
    wishes = {user_id: dict(PROPOSED) for user_id in user_ids}
    for chosen in await queries.list_preferences(session, user_ids):
        if chosen.kind in PROPOSED:
            # If a user turned a kind off before push existed, push is off too.
            proposed = PROPOSED[chosen.kind].push and (chosen.in_app or chosen.mail)
            push = proposed if chosen.push is None else chosen.push
            wishes[chosen.user_id][chosen.kind] = Wish(chosen.in_app, chosen.mail, push)
    return wishes


async def wish_for(session: AsyncSession, user_id: int, chosen: dict[str, Choice]) -> dict[str, Wish]:
    for kind in sorted(chosen):
        choice = chosen[kind]
        row = {"user_id": user_id, "kind": kind, "in_app": choice.in_app, "mail": choice.mail}
        row |= {} if choice.push is None else {"push": choice.push}
        await queries.put_preference(session, row)
    wanted = await get_wishes(session, user_id)
    await drop_waiting(session, user_id, [kind for kind in chosen if not wanted[kind].push])
    return wanted


async def mark_read(session: AsyncSession, user_id: int, ids: Sequence[int] | None) -> None:
    await queries.mark_read(session, user_id, ids, await clock.now(session))


async def forget_writer(database: Database, user_id: int) -> None:
    """Deletes the texts of an erased person in batches. Skips locked rows. Can be interrupted and called
    again."""
    await queries.forget_words(database, user_id, sorted(NAMELESS))
    await queries.delete_listing_titles_of_seller(database, user_id)
