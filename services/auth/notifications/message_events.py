"""Notifications about messages and deals. They never contain message text."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events import trades
from libs.contracts.events.messaging import MessageSent, MessagesRead, MessagesUnread
from libs.contracts.events.offers import FavouriteOffered
from libs.kit.process import clock
from services.auth.notifications import queries
from services.auth.notifications.kinds import MailedNotice
from services.auth.notifications.service import News, notify

# While the unread notification of a conversation is younger than this, further messages do not change it.
# Otherwise each message would rewrite it and push it to open browsers.
RING_APART = timedelta(minutes=1)


async def notify_messages(session: AsyncSession, facts: Sequence[MessageSent]) -> None:
    """Keep one unread notification per conversation, updated at most once a minute. `notify_unread` sends the
    mail."""
    news = [_message(fact) for fact in facts if fact.is_told]
    pairs = {(one.user_id, one.about) for one in news}
    rung = await queries.find_ringing(session, "message", pairs, RING_APART)
    await notify(session, [one for one in news if (one.user_id, one.about) not in rung])


def _message(fact: MessageSent) -> News:
    about, link = f"conversation {fact.conversation_id}", _conversation(fact.sender_id)
    return News(fact.receiver_id, "message", about, {}, link, fact.sender_id, fact.sent_at)


async def keep_read(session: AsyncSession, fact: MessagesRead) -> None:
    """Mark the notification of a conversation as read."""
    about = f"conversation {fact.conversation_id}"
    now = await clock.now(session)
    await queries.mark_read_about(session, fact.reader_id, "message", about, now)


async def notify_unread(session: AsyncSession, fact: MessagesUnread) -> None:
    """Send one mail about unread messages. The app has shown them already."""
    about = f"unread {fact.conversation_id} {fact.message_id}"
    link = _conversation(fact.sender_id)
    news = News(
        fact.reader_id, "messages_unread", about, {}, link, fact.sender_id, fact.told_at, in_app=False
    )
    await notify(session, [news])


async def notify_favourite_offers(session: AsyncSession, facts: Sequence[FavouriteOffered]) -> None:
    """Notify people who saved a listing of the seller's offer. The notification links to the listing."""
    news = [
        News(
            fact.buyer_id, "favourite_offer", f"favourite offer {fact.campaign_id}",
            {"price": fact.amount, "until": fact.expires_at.isoformat()}, f"/products/{fact.product_id}",
            fact.seller_id, fact.offered_at,
        )
        for fact in facts
    ]  # fmt: skip
    await notify(session, news)


async def notify_opened(session: AsyncSession, fact: trades.DealOpened) -> None:
    await _notify(session, fact, fact.seller_id, "deal_opened", fact.opened_at)


async def notify_paid(session: AsyncSession, fact: trades.ActionConfirmed) -> None:
    if fact.action_type == "CONFIRM_PAYMENT":
        await _notify(session, fact, fact.buyer_id, "deal_paid", fact.confirmed_at)


async def notify_shipped(session: AsyncSession, fact: trades.DealShipped) -> None:
    await _notify(session, fact, fact.buyer_id, "deal_shipped", fact.shipped_at)


async def notify_delivered(session: AsyncSession, fact: trades.DealDelivered) -> None:
    await _notify(session, fact, fact.seller_id, "deal_delivered", fact.delivered_at)


async def notify_reviewed(session: AsyncSession, fact: trades.ReviewSubmitted) -> None:
    about = fact.seller_id if fact.about == "seller" else fact.buyer_id
    await _notify(session, fact, about, "reviewed", fact.submitted_at)


async def notify_cancel_asked(session: AsyncSession, fact: trades.CancellationAsked) -> None:
    other = fact.seller_id if fact.asked_by == "buyer" else fact.buyer_id
    await _notify(session, fact, other, "deal_cancel_asked", fact.asked_at)


async def notify_cancelled(session: AsyncSession, fact: trades.DealCancelled) -> None:
    """Notify both sides, except the one who cancelled the deal alone."""
    for person, role in ((fact.buyer_id, "buyer"), (fact.seller_id, "seller")):
        if fact.cancelled_by != role:
            await _notify(session, fact, person, "deal_cancelled", fact.cancelled_at)


async def notify_reminder(session: AsyncSession, fact: trades.DealReminded) -> None:
    person = fact.buyer_id if fact.waits_for == "buyer" else fact.seller_id
    await _notify(session, fact, person, "deal_reminder", fact.reminded_at, f" {fact.state} {fact.number}")


async def _notify(
    session: AsyncSession,
    fact: trades.DealFact,
    person: int,
    kind: MailedNotice,
    at: datetime,
    more: str = "",
) -> None:
    """Each step has its own subject, so that its mail is not delayed by a day."""
    other = fact.buyer_id if person == fact.seller_id else fact.seller_id
    about = f"deal {fact.transaction_id} {kind}{more}"
    await notify(session, [News(person, kind, about, {}, _conversation(other), other, at)])


async def notify_seal(
    session: AsyncSession,
    fact: trades.SellerVerified | trades.SellerGraceBegan | trades.SellerVerificationLost,
) -> None:
    """Notify a seller that they have the verified badge, may lose it, or have lost it. Their page shows what
    is missing."""
    kind: MailedNotice
    facts: dict[str, str] = {}
    match fact:
        case trades.SellerVerified():
            kind, at = "seal_won", fact.verified_at
        case trades.SellerGraceBegan():
            kind, at, facts = "seal_in_danger", fact.began_at, {"until": fact.until.isoformat()}
        case trades.SellerVerificationLost():
            kind, at = "seal_lost", fact.lost_at
    # Each change has its own subject, so that its mail is not delayed by a day.
    about, link = f"{kind} {at.isoformat()}", f"/sellers/{fact.seller_id}"
    await notify(session, [News(fact.seller_id, kind, about, facts, link, fact.seller_id, at)])


def _conversation(user_id: int) -> str:
    return f"/messages?with={user_id}"
