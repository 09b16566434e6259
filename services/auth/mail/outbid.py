"""Each person gets at most one mail every ten minutes, which covers all their auctions."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit import money
from libs.kit.db.database import Database
from libs.kit.errors import Unavailable
from libs.kit.http.client import InternalClient
from libs.kit.process import clock
from services.auth.accounts.models import User
from services.auth.accounts.queries import share_lock_users
from services.auth.mail import queries, service
from services.auth.notifications.models import Notification
from services.auth.notifications.queries import mark_mailed
from services.auth.notifications.rules import MAX_IN_A_MAIL, OUTBID_MAILS_APART

log = structlog.get_logger(__name__)


AT_ONCE = 100


MY_BIDS = "/my-bids"


AUCTION = "/auctions/"


@dataclass(frozen=True)
class Leading:
    is_running: bool
    leader_id: int | None
    price: int | None


async def put_off(session: AsyncSession, user_ids: Collection[int]) -> None:
    """Schedules a mail to each person for now, or for ten minutes after the person's previous mail."""
    if not user_ids:
        return
    now = await clock.now(session)
    await queries.schedule_outbid_mails(session, user_ids, now, OUTBID_MAILS_APART)


async def send_due(database: Database, auction: InternalClient) -> int:
    """Sends due mails and returns the number of people. Omits auctions that have ended or that the person
    leads again. If the auction service does not respond, the recorded events decide."""
    async with database.reading() as session:
        due = await queries.list_due_people(session, await clock.now(session), AT_ONCE)
        early = await queries.list_waiting_outbids(session, due)
    leading = await _leading(
        auction,
        {_auction_of(notification) for notifications in early.values() for notification in notifications},
    )
    async with database.transaction() as session:
        due_people = await queries.lock_due_outbid_mails(session, due, await clock.now(session))
        # Read again, because events that arrived meanwhile did not reschedule a mail that was already due.
        waiting = await queries.list_waiting_outbids(session, due_people)
        people = await share_lock_users(session, set(due_people))
        for user_id in due_people:
            user = people.get(user_id)
            if user is not None and not user.is_banned and user.email_verified:
                await _mail(session, user, waiting.get(user_id, []), leading)
        now = await clock.now(session)
        await queries.mark_outbid_sent(session, due_people, now)
        mailed = [notification.id for user_id in due_people for notification in waiting.get(user_id, [])]
        await mark_mailed(session, mailed)
    return len(due)


async def _mail(
    session: AsyncSession, user: User, notifications: Sequence[Notification], leading: Mapping[int, Leading]
) -> None:
    lines: list[tuple[str, str, str]] = []
    for notification in notifications:
        stands = leading.get(_auction_of(notification))
        if stands is not None and (not stands.is_running or stands.leader_id == user.id):
            continue
        price = stands.price if stands is not None and stands.price else int(notification.context["price"])
        lines.append(
            (str(notification.context.get("name") or "…"), money.format_ringgit(price), notification.link)
        )
    lines = lines[:MAX_IN_A_MAIL]
    if len(lines) == 1:
        ((listing, written, link),) = lines
        await service.write_mail_to(session, user, "outbid", path=link, listing=listing, price=written)
    elif lines:
        listings = [f"{listing}: {written}" for listing, written, _ in lines]
        await service.write_mail_to(
            session, user, "outbid_many", path=MY_BIDS, count=str(len(lines)), listings=listings
        )


async def _leading(auction: InternalClient, auction_ids: Collection[int]) -> dict[int, Leading]:
    if not auction_ids:
        return {}
    try:
        answer = await auction.get(f"/internal/leaders?ids={','.join(map(str, sorted(auction_ids)[:500]))}")
    except Unavailable as away:
        log.info("outbid mails keep the prices of their events", cause=repr(away))
        return {}
    if answer.status != 200 or not isinstance(answer.body, dict) or "auctions" not in answer.body:
        return {}
    auctions = answer.body["auctions"]
    return {
        int(item["auctionId"]): Leading(item["isRunning"], item["leaderId"], item["price"])
        for item in auctions
    }


def _auction_of(notification: Notification) -> int:
    return int(notification.link.removeprefix(AUCTION))
