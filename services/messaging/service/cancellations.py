"""How a deal ends before its time: cancelled by one of the two, by both, or because it was not paid."""

from datetime import datetime
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.trades import CancellationAsked, CancelledBy
from libs.kit.http.access import Identity
from libs.kit.process import clock
from services.messaging.domain import deals as rules
from services.messaging.models.conversations import Conversation
from services.messaging.models.deals import Deal
from services.messaging.service import deal_facts, deals, verification
from services.messaging.service.deal_facts import Reason, StaffWord


async def not_paid(session: AsyncSession, seller: Identity, deal_id: int) -> Deal:
    """Cancel the deal of a sale whose buyer did not pay; auction has agreed."""
    conversation, deal = await deals.locked(session, seller, deal_id)
    if deal.state != "cancelled":
        rules.after(cast("rules.State", deal.state), "SALE_OVER")
        now = await clock.now(session)
        await end(session, conversation, deal, "seller", seller.user_id, "no_payment", now)
    return deal


async def cancel(session: AsyncSession, person: Identity, deal_id: int, reason: Reason) -> Deal:
    """Cancel a deal: freely before the payment is confirmed, after it when both want it (U28).

    Before the payment auction has agreed, where the deal is a sale of an auction."""
    conversation, deal = await deals.locked(session, person, deal_id)
    state = cast("rules.State", deal.state)
    if state == "cancelled":
        return deal
    now = await clock.now(session)
    if (state, "CANCEL") in rules.TABLE:
        await end(session, conversation, deal, role(deal, person.user_id), person.user_id, reason, now)
        return deal
    rules.after(state, "AGREE_CANCEL")
    if deal.cancel_asked_by is None:
        deal.cancel_asked_by = person.user_id
        await deal_facts.note(session, deal, "cancel_asked", person.user_id, now, reason=reason)
        asked_by = role(deal, person.user_id)
        asked = CancellationAsked(**deal_facts.ids(deal), asked_by=asked_by, asked_at=now)
        await deal_facts.record(session, deal, asked)
        await deals.touch_card(session, conversation, deal, "CONFIRM_DELIVERY", now)
    elif deal.cancel_asked_by != person.user_id:
        await end(session, conversation, deal, "agreement", person.user_id, reason, now)
    return deal


async def end(
    session: AsyncSession,
    conversation: Conversation,
    deal: Deal,
    by: CancelledBy,
    actor_id: int | None,
    reason: Reason,
    now: datetime,
    staff: StaffWord | None = None,
) -> None:
    """Put a deal into the state of a cancelled one, and tell of it."""
    was_paid = deal.state not in ("offered", "unavailable", "awaiting_payment")
    was_open = deal.opened_at is not None
    before = cast("rules.State", deal.state)
    await deal_facts.move(session, deal, "cancelled", now)
    details = staff.details() if staff else {}
    await deal_facts.note(session, deal, "cancelled", actor_id, now, reason=reason, **details)
    # A card that was not confirmed is no deal to others, but auction knows of its sales.
    if was_open or deal.sale_number is not None:
        fact = deal_facts.cancelled(deal, by, reason, was_paid=was_paid, now=now)
        await deal_facts.record(session, deal, fact)
    for action, states in rules.OPEN_IN.items():
        if before in states:
            await deals.touch_card(session, conversation, deal, action, now)
    await verification.take_back_delivery(session, deal)


def role(deal: Deal, user_id: int) -> rules.Role:
    """Return which of the two a person is."""
    return "seller" if user_id == deal.seller_id else "buyer"
