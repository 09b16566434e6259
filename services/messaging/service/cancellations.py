"""How a deal ends before its time: cancelled by one of the two, by both, or because it was not paid."""

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.trades import CancellationAsked, CancelledBy
from libs.kit.http.access import Identity
from libs.kit.process import clock
from services.messaging.domain import cancellations as request_rules
from services.messaging.domain import deals as rules
from services.messaging.domain.cancellations import CancelRequest
from services.messaging.models.conversations import Conversation
from services.messaging.models.deals import Deal
from services.messaging.service import deal_facts, deals, verification
from services.messaging.service.deal_facts import Reason, StaffWord


@dataclass(frozen=True)
class RequestSnapshot:
    """What boost was asked about: the state of the deal, and who wanted to cancel it by then."""

    state: str
    request: CancelRequest | None


def snapshot_of(deal: Deal, now: datetime) -> RequestSnapshot:
    """Return how a deal stands with its cancellation."""
    by = None if deal.cancel_asked_by is None else role(deal, deal.cancel_asked_by)
    return RequestSnapshot(deal.state, request_rules.open_request(by, deal.cancel_asked_at, now))


async def not_paid(session: AsyncSession, seller: Identity, deal_id: int) -> Deal:
    """Cancel the deal of a sale whose buyer did not pay; auction has agreed."""
    conversation, deal = await deals.locked(session, seller, deal_id)
    if deal.state != "cancelled":
        rules.after(cast("rules.State", deal.state), "SALE_OVER")
        now = await clock.now(session)
        await end(session, conversation, deal, "seller", seller.user_id, "no_payment", now)
    return deal


async def cancel(
    session: AsyncSession, person: Identity, deal_id: int, reason: Reason, snapshot: RequestSnapshot
) -> Deal | None:
    """Cancel a deal: freely before the payment is confirmed, after it when both want it (U28).

    `snapshot` is what boost has allowed. Returns None if the deal has changed since: boost must be asked
    again."""
    conversation, deal = await deals.locked(session, person, deal_id)
    state = cast("rules.State", deal.state)
    if state == "cancelled":
        return deal
    now = await clock.now(session)
    if snapshot != snapshot_of(deal, now):
        return None
    by = role(deal, person.user_id)
    if (state, "CANCEL") in rules.TABLE:
        await end(session, conversation, deal, by, person.user_id, reason, now)
        return deal
    rules.after(state, "AGREE_CANCEL")
    if request_rules.agreed_request(snapshot.request, by) is not None:
        await end(session, conversation, deal, "agreement", person.user_id, reason, now)
    elif snapshot.request is None:
        deal.cancel_asked_by, deal.cancel_asked_at = person.user_id, now
        await deal_facts.note(session, deal, "cancel_asked", person.user_id, now, reason=reason)
        fact = CancellationAsked(**deal_facts.ids(deal), asked_by=by, asked_at=now)
        await deal_facts.record(session, deal, fact)
        await deals.touch_card(session, conversation, deal, "CONFIRM_DELIVERY", now)
    return deal


async def withdraw(session: AsyncSession, person: Identity, deal_id: int) -> None:
    """Withdraw one's own request to cancel. Without one nothing changes."""
    conversation, deal = await deals.locked(session, person, deal_id)
    now = await clock.now(session)
    request = snapshot_of(deal, now).request
    if request is not None and request.by == role(deal, person.user_id):
        await _end_request(session, conversation, deal, "cancel_withdrawn", person.user_id, now)


async def end_request(session: AsyncSession, deal_id: int, at: datetime | None = None) -> None:
    """End the request to cancel a deal that has moved on, unless it is a newer one than `at`."""
    conversation, deal = await deals.locked_by_id(session, deal_id)
    if deal.cancel_asked_at is not None and (at is None or deal.cancel_asked_at <= at):
        await _end_request(session, conversation, deal, "cancel_ended", None, await clock.now(session))


async def _end_request(
    session: AsyncSession,
    conversation: Conversation,
    deal: Deal,
    kind: str,
    actor_id: int | None,
    now: datetime,
) -> None:
    deal_facts.forget_request(deal)
    await deal_facts.note(session, deal, kind, actor_id, now)
    await deals.touch_card(session, conversation, deal, "CONFIRM_DELIVERY", now)


async def call_off(session: AsyncSession, deal_id: int) -> None:
    """Cancel a deal that its seller has not posted, as boost asks. Refused once it is posted."""
    conversation, deal = await deals.locked_by_id(session, deal_id)
    if rules.after(cast("rules.State", deal.state), "CALL_OFF") != deal.state:
        now = await clock.now(session)
        await deal_facts.note(session, deal, "called_off", None, now)
        await end(session, conversation, deal, "platform", None, "other", now)


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
    was_open = deal.opened_at is not None
    before = cast("rules.State", deal.state)
    request = snapshot_of(deal, now).request if by == "agreement" else None
    await deal_facts.move(session, deal, "cancelled", now)
    details = staff.details() if staff else {}
    await deal_facts.note(session, deal, "cancelled", actor_id, now, reason=reason, **details)
    # A card that was not confirmed is no deal to others, but auction knows of its sales.
    if was_open or deal.sale_number is not None:
        fact = deal_facts.cancelled(deal, by, reason, before, request, now)
        await deal_facts.record(session, deal, fact)
    for action, states in rules.OPEN_IN.items():
        if before in states:
            await deals.touch_card(session, conversation, deal, action, now)
    await verification.take_back_delivery(session, deal)


def role(deal: Deal, user_id: int) -> rules.Role:
    """Return which of the two a person is."""
    return "seller" if user_id == deal.seller_id else "buyer"
