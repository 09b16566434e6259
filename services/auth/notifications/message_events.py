"""Notifications never contain message text."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events import trades
from libs.contracts.events.messaging import MessageSent, MessagesRead, MessagesUnread
from libs.contracts.events.offers import FavouriteOffered
from libs.kit.process import clock
from services.auth.notifications import queries
from services.auth.notifications.kinds import MailedNotification
from services.auth.notifications.service import News, notify

# An unread notification younger than this is not updated. Otherwise each message would rewrite it and push it
# to open browsers.
RING_APART = timedelta(minutes=1)


async def notify_messages(session: AsyncSession, events: Sequence[MessageSent]) -> None:
    """Keeps one unread notification per conversation and updates it at most once a minute. `notify_unread`
    sends the mail."""
    news = [_message(event) for event in events if event.notifies_receiver]
    pairs = {(item.user_id, item.about) for item in news}
    rung = await queries.find_ringing(session, "message", pairs, RING_APART)
    await notify(session, [item for item in news if (item.user_id, item.about) not in rung])


def _message(event: MessageSent) -> News:
    about, link = f"conversation {event.conversation_id}", _conversation(event.sender_id)
    return News(event.receiver_id, "message", about, {}, link, event.sender_id, event.sent_at)


async def keep_read(session: AsyncSession, event: MessagesRead) -> None:
    about = f"conversation {event.conversation_id}"
    now = await clock.now(session)
    await queries.mark_read_about(session, event.reader_id, "message", about, now)


async def notify_unread(session: AsyncSession, event: MessagesUnread) -> None:
    about = f"unread {event.conversation_id} {event.message_id}"
    link = _conversation(event.sender_id)
    news = News(
        event.reader_id, "messages_unread", about, {}, link, event.sender_id, event.notified_at, in_app=False
    )
    await notify(session, [news])


async def notify_favourite_offers(session: AsyncSession, events: Sequence[FavouriteOffered]) -> None:
    news = [
        News(
            event.buyer_id, "favourite_offer", f"favourite offer {event.campaign_id}",
            {"price": event.amount, "until": event.expires_at.isoformat()}, f"/products/{event.product_id}",
            event.seller_id, event.offered_at,
        )
        for event in events
    ]  # fmt: skip
    await notify(session, news)


async def notify_opened(session: AsyncSession, event: trades.DealOpened) -> None:
    await _notify(session, event, event.seller_id, "deal_opened", event.opened_at)


async def notify_paid(session: AsyncSession, event: trades.ActionConfirmed) -> None:
    if event.action_type == "CONFIRM_PAYMENT":
        await _notify(session, event, event.buyer_id, "deal_paid", event.confirmed_at)


async def notify_shipped(session: AsyncSession, event: trades.DealShipped) -> None:
    await _notify(session, event, event.buyer_id, "deal_shipped", event.shipped_at)


async def notify_delivered(session: AsyncSession, event: trades.DealDelivered) -> None:
    await _notify(session, event, event.seller_id, "deal_delivered", event.delivered_at)


async def notify_reviewed(session: AsyncSession, event: trades.ReviewSubmitted) -> None:
    about = event.seller_id if event.about == "seller" else event.buyer_id
    await _notify(session, event, about, "reviewed", event.submitted_at)


async def notify_cancel_asked(session: AsyncSession, event: trades.CancellationAsked) -> None:
    other = event.seller_id if event.asked_by == "buyer" else event.buyer_id
    await _notify(session, event, other, "deal_cancel_asked", event.asked_at)


async def notify_cancelled(session: AsyncSession, event: trades.DealCancelled) -> None:
    for person, role in ((event.buyer_id, "buyer"), (event.seller_id, "seller")):
        if event.cancelled_by != role:
            await _notify(session, event, person, "deal_cancelled", event.cancelled_at)


async def notify_reminder(session: AsyncSession, event: trades.DealReminded) -> None:
    person = event.buyer_id if event.waits_for == "buyer" else event.seller_id
    await _notify(
        session, event, person, "deal_reminder", event.reminded_at, f" {event.state} {event.number}"
    )


async def _notify(
    session: AsyncSession,
    event: trades.DealEvent,
    person: int,
    kind: MailedNotification,
    at: datetime,
    more: str = "",
) -> None:
    """Each step of a deal has its own subject, because mails about the same subject are at least a day
    apart."""
    other = event.buyer_id if person == event.seller_id else event.seller_id
    about = f"deal {event.transaction_id} {kind}{more}"
    await notify(session, [News(person, kind, about, {}, _conversation(other), other, at)])


async def notify_badge(
    session: AsyncSession,
    event: trades.SellerVerified | trades.SellerGraceBegan | trades.SellerVerificationLost,
) -> None:
    kind: MailedNotification
    context: dict[str, str] = {}
    match event:
        case trades.SellerVerified():
            kind, at = "badge_won", event.verified_at
        case trades.SellerGraceBegan():
            kind, at, context = "badge_in_danger", event.began_at, {"until": event.until.isoformat()}
        case trades.SellerVerificationLost():
            kind, at = "badge_lost", event.lost_at
    # Each badge change has its own subject, because mails about the same subject are at least a day apart.
    about, link = f"{kind} {at.isoformat()}", f"/sellers/{event.seller_id}"
    await notify(session, [News(event.seller_id, kind, about, context, link, event.seller_id, at)])


def _conversation(user_id: int) -> str:
    return f"/messages?with={user_id}"
