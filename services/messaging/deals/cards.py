"""Purchase cards show whether stock is left, and the asking price. Events of a listing mark it as due, and a
job updates its cards in batches."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.process import clock
from services.messaging.conversations.queries import lock_conversation_by_id
from services.messaging.deals import queries, service, timeline
from services.messaging.deals.rules import AGREED_FOR

LISTINGS_AT_ONCE, CARDS_AT_ONCE = 20, 50


NEWS = "cards_due"


async def refresh_cards(session: AsyncSession, product_id: int, free: int | None = None) -> None:
    """Wakes up the job when the transaction commits."""
    await queries.mark_cards_stale(session, product_id, free)
    session.info[NEWS] = True


async def follow_stock(database: Database) -> int:
    async with database.reading() as session:
        due = await queries.list_due_cards(session, LISTINGS_AT_ONCE)
    for product_id, since in due:
        async with database.reading() as session:
            agreed_since = await clock.now(session) - AGREED_FOR
            deal_ids = await queries.list_cards_to_change(session, product_id, agreed_since, CARDS_AT_ONCE)
        for deal_id in deal_ids:
            async with database.transaction() as session:
                await _change(session, deal_id)
        if len(deal_ids) < CARDS_AT_ONCE:
            async with database.transaction() as session:
                await queries.mark_cards_current(session, product_id, since)
    return len(due)


async def _change(session: AsyncSession, deal_id: int) -> None:
    """Adds nothing to the timeline, because the timeline lists only what people did."""
    found = await service.get_deal(session, deal_id)
    conversation = await lock_conversation_by_id(session, found.conversation_id)
    deal = await queries.lock_deal(session, deal_id)
    if deal is None:
        return
    now = await clock.now(session)
    change = await queries.get_card_change(session, deal_id, now - AGREED_FOR)
    if change is None:
        return
    is_left, price = change
    if is_left:
        deal.amount = price
    await timeline.move_deal(session, deal, "offered" if is_left else "unavailable", now)
    await service.touch_card(session, conversation, deal, "INITIATE", now)
