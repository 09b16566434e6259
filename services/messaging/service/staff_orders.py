"""What staff does about orders: look through all of them, and take a step for the one whose turn it is."""

from typing import Literal, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound
from libs.kit.process import clock
from services.messaging.domain import deals as rules
from services.messaging.models.deals import Deal
from services.messaging.queries import deals as deal_queries
from services.messaging.queries import messages as message_queries
from services.messaging.service import auction_client, cancellations, deal_facts, deals, shipments
from services.messaging.service.deal_commands import Owners


async def set_status(
    database: Database, owners: Owners, staff: Identity, deal_id: int, wanted: rules.OrderStatus
) -> None:
    """Bring an order to its next status; what it has already changes nothing (ADM-11).

    Auction is asked first where it is one of its sales, as in every other step of such a deal."""
    async with database.reading() as reading:
        deal = (await deal_queries.deals(reading, [deal_id])).get(deal_id)
    if deal is None or deal.opened_at is None:
        raise NotFound
    if _status(deal) == wanted:
        return
    event = rules.staff_step(_state(deal), wanted)
    if deal.sale_number is not None and event in ("CONFIRM_PAYMENT", "CANCEL"):
        by: Literal["staff"] | None = "staff" if event == "CANCEL" else None
        await auction_client.settle(owners.auction, deal, paid=by is None, cancelled_by=by)
    async with database.transaction() as session:
        await _take(session, staff, deal_id, wanted)


async def _take(session: AsyncSession, staff: Identity, deal_id: int, wanted: rules.OrderStatus) -> None:
    conversation, deal = await deals.locked_by_id(session, deal_id)
    if _status(deal) == wanted:
        return
    event, now = rules.staff_step(_state(deal), wanted), await clock.now(session)
    match event:
        case "SHIP":
            await shipments.send_off(
                session, conversation, deal, staff.user_id, "other", None, **deal_facts.BY_STAFF
            )
        case "CANCEL" | "AGREE_CANCEL":
            await cancellations.end(session, conversation, deal, "staff", staff.user_id, "other", now)
        case _:
            card = await message_queries.card(session, deal_id, event)
            assert card is not None
            await deals.step(session, conversation, card, deal, now, staff_id=staff.user_id)


def _state(deal: Deal) -> rules.State:
    return cast("rules.State", deal.state)


def _status(deal: Deal) -> rules.OrderStatus:
    return rules.ORDER_STATUS[_state(deal)]
