"""How a parcel goes: courier and tracking number, as the seller writes them down."""

from typing import Literal, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.trades import Courier, DealShipped
from libs.kit.events import people
from libs.kit.http.access import Identity
from libs.kit.process import clock
from services.messaging.domain import deals as rules
from services.messaging.domain.refusals import NotYourTurn
from services.messaging.models.conversations import Conversation
from services.messaging.models.deals import Deal
from services.messaging.service import deal_facts, deals


async def ship(
    session: AsyncSession, seller: Identity, deal_id: int, courier: Courier, tracking_number: str | None
) -> Deal:
    """Write down how the parcel goes; the seller may correct it until it has come."""
    await people.lock_actor(session, seller, is_bound=True)
    conversation, deal = await deals.locked(session, seller, deal_id)
    if seller.user_id != deal.seller_id:
        raise NotYourTurn
    rules.after(cast("rules.State", deal.state), "SHIP")
    if (deal.courier, deal.tracking_number) == (courier, tracking_number):
        return deal
    await send_off(session, conversation, deal, seller.user_id, courier, tracking_number)
    return deal


async def send_off(
    session: AsyncSession,
    conversation: Conversation,
    deal: Deal,
    actor_id: int,
    courier: Courier,
    tracking_number: str | None,
    **details: str,
) -> None:
    """Put the parcel of a deal on its way, or change how it goes."""
    by: Literal["seller", "staff"] = "seller" if actor_id == deal.seller_id else "staff"
    following, now = rules.after(cast("rules.State", deal.state), "SHIP"), await clock.now(session)
    deal.courier, deal.tracking_number = courier, tracking_number
    await deal_facts.move(session, deal, following, now)
    fact = DealShipped(
        **deal_facts.ids(deal),
        courier=courier,
        has_tracking=tracking_number is not None,
        shipped_at=now,
        shipped_by=by,
    )
    await deal_facts.record(session, deal, fact)
    await deal_facts.note(
        session, deal, "shipped", actor_id, now, courier=courier, tracking=tracking_number, **details
    )
    await deals.touch_card(session, conversation, deal, "CONFIRM_DELIVERY", now)
