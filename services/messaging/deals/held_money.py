"""Boost's money events either move the deal from its current state or change nothing, so late and repeated
events are safe."""

from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.protection import FundsHeld, FundsRefunded, FundsReleased
from libs.kit.process import clock
from services.messaging.deals import cancellations, rules, service, timeline
from services.messaging.messages.queries import get_card

_STEPS: dict[type[FundsHeld | FundsReleased], tuple[str, rules.Event, str]] = {
    FundsHeld: ("CONFIRM_PAYMENT", "CONFIRM_PAYMENT", "funds_held"),
    FundsReleased: ("CONFIRM_DELIVERY", "RELEASE", "funds_released"),
}


async def follow_money(session: AsyncSession, event: FundsHeld | FundsReleased) -> None:
    """A cancelled deal counts as delivered if the seller was paid anyway."""
    action, step, kind = _STEPS[type(event)]
    conversation, deal = await service.lock_deal_and_conversation(session, event.transaction_id)
    deal.is_money_held = True
    state = cast("rules.State", deal.state)
    was_refunded = state == "cancelled" and deal.delivered_at is not None
    if was_refunded or rules.TABLE.get((state, step), state) == state:
        return
    now = await clock.now(session)
    card = await get_card(session, deal.known_id, action)
    if card is None:
        card = await service.add_card(session, conversation, deal, action, now)
    await timeline.add_to_timeline(session, deal, kind, None, now)
    await service.take_step(session, conversation, card, deal, now, is_pressed=False, event=step)


async def follow_refund(session: AsyncSession, event: FundsRefunded) -> None:
    conversation, deal = await service.lock_deal_and_conversation(session, event.transaction_id)
    if (cast("rules.State", deal.state), "REFUND") not in rules.TABLE:
        return
    now = await clock.now(session)
    await timeline.add_to_timeline(session, deal, "funds_refunded", None, now)
    is_returned = event.reason == "returned"
    await cancellations.end_deal(
        session, conversation, deal, "platform", None, "other", now, is_returned=is_returned
    )
