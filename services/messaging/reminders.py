"""Sends a notification for unread messages, and two reminders for deals without progress."""

from datetime import datetime
from typing import Any, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.messaging import MessagesUnread
from libs.contracts.events.trades import DealReminded
from libs.kit.db.database import Database
from libs.kit.process import clock
from services.messaging.conversations.models import Side
from services.messaging.conversations.queries import (
    blockers_between,
    get_sides,
    list_sides_to_mail,
    lock_conversation_if_free,
)
from services.messaging.conversations.rules import MAIL_AFTER
from services.messaging.deals import timeline
from services.messaging.deals.queries import list_deals_to_remind, lock_deal_if_free
from services.messaging.deals.rules import REMIND_AFTER, WAITS_FOR
from services.messaging.messages import service as message_service

AT_ONCE = 100


async def notify_unread(database: Database) -> int:
    async with database.reading() as session:
        before = await clock.now(session) - MAIL_AFTER
        due = await list_sides_to_mail(session, before, AT_ONCE)
    for side in due:
        async with database.transaction() as session:
            await _record_unread(session, side, before)
    return len(due)


async def _record_unread(session: AsyncSession, found: Side, before: datetime) -> None:
    conversation = await lock_conversation_if_free(session, found.conversation_id)
    if conversation is None:
        return  # Locked by a reader, a writer or another replica.
    side = (await get_sides(session, found.conversation_id))[found.user_id]
    if side.mailed or side.unread_since is None or side.unread_since >= before:
        return
    side.mailed = True
    blockers = await blockers_between(session, side.user_id, side.other_id)
    if side.is_muted or side.user_id in blockers or side.last_message_id is None:
        return
    event = MessagesUnread(
        conversation_id=side.conversation_id,
        reader_id=side.user_id,
        sender_id=side.other_id,
        message_id=side.last_message_id,
        notified_at=await clock.now(session),
    )
    await message_service.record_event(session, conversation, event)


async def remind_of_deals(database: Database) -> int:
    looked = 0
    for number, span in enumerate(REMIND_AFTER):
        async with database.reading() as session:
            before = await clock.now(session) - span
            due = await list_deals_to_remind(session, number, before, AT_ONCE)
        for deal_id in due:
            async with database.transaction() as session:
                await _remind(session, deal_id, number, before)
        looked += len(due)
    return looked


async def _remind(session: AsyncSession, deal_id: int, number: int, before: datetime) -> None:
    deal = await lock_deal_if_free(session, deal_id)
    waits_for = None if deal is None else WAITS_FOR.get(deal.state)
    if deal is None or waits_for is None or deal.reminders != number or deal.state_since >= before:
        return  # The deal has progressed, or another replica has sent the reminder.
    now = await clock.now(session)
    deal.reminders = number + 1
    event = DealReminded(
        **timeline.deal_ids(deal),
        waits_for=waits_for,
        state=cast("Any", deal.state),
        number=deal.reminders,
        reminded_at=now,
    )
    await timeline.record_event(session, deal, event)
    await timeline.add_to_timeline(session, deal, "reminded", None, now, waitsFor=waits_for)
