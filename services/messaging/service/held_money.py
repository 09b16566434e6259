"""How a deal follows its money: boost tells that it is held, released or back at the buyer.

Each fact moves the deal from where it is or changes nothing, so it may come late, again, or after the same
was said in the conversation."""

from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.protection import FundsHeld, FundsRefunded, FundsReleased
from libs.kit.process import clock
from services.messaging.domain import deals as rules
from services.messaging.queries import messages as message_queries
from services.messaging.service import cancellations, deal_facts, deals

_STEPS: dict[type[FundsHeld | FundsReleased], tuple[rules.Event, str]] = {
    FundsHeld: ("CONFIRM_PAYMENT", "funds_held"),
    FundsReleased: ("CONFIRM_DELIVERY", "funds_released"),
}


async def step(session: AsyncSession, fact: FundsHeld | FundsReleased) -> None:
    """Take the step that the money has taken: the payment is confirmed, or the delivery."""
    action, kind = _STEPS[type(fact)]
    conversation, deal = await deals.locked_by_id(session, fact.transaction_id)
    if deal.state not in rules.OPEN_IN[action]:
        return
    now = await clock.now(session)
    card = await message_queries.card(session, deal.known_id, action)
    assert card is not None
    await deal_facts.note(session, deal, kind, None, now)
    await deals.step(session, conversation, card, deal, now, is_pressed=False)


async def cancel(session: AsyncSession, fact: FundsRefunded) -> None:
    """Cancel a deal whose money went back to the buyer."""
    conversation, deal = await deals.locked_by_id(session, fact.transaction_id)
    if (cast("rules.State", deal.state), "REFUND") not in rules.TABLE:
        return
    now = await clock.now(session)
    await deal_facts.note(session, deal, "funds_refunded", None, now)
    await cancellations.end(session, conversation, deal, "platform", None, "other", now)
