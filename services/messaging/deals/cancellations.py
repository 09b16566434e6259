from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.trades import CancellationAsked, CancelledBy
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from services.messaging.conversations.models import Conversation
from services.messaging.deals import rules, service, timeline
from services.messaging.deals.models import Deal
from services.messaging.deals.rules import CancelRequest
from services.messaging.deals.timeline import Reason, StaffDecision
from services.messaging.verification.service import take_back_delivery


@dataclass(frozen=True)
class RequestSnapshot:
    """The deal's state and open cancellation request at the time when boost approved the cancellation."""

    state: str
    request: CancelRequest | None


def snapshot_of(deal: Deal, now: datetime) -> RequestSnapshot:
    by = None if deal.cancel_asked_by is None else role_of(deal, deal.cancel_asked_by)
    return RequestSnapshot(deal.state, rules.open_request(by, deal.cancel_asked_at, now))


async def end_unpaid(session: AsyncSession, seller: Identity, deal_id: int) -> Deal:
    """Call after boost has agreed, because no deal may end as unpaid while its money is held."""
    conversation, deal = await service.lock_own_deal(session, seller, deal_id)
    if deal.reported_unpaid_at is not None:
        return deal
    now = await clock.now(session)
    rules.check_may_report_unpaid(deal, now)
    deal.reported_unpaid_at = now
    await timeline.record_event(session, deal, timeline.payment_reported(deal, paid=False, now=now))
    if deal.state != "cancelled":
        await end_deal(session, conversation, deal, "seller", seller.user_id, "no_payment", now)
    return deal


async def cancel_deal(
    session: AsyncSession, person: Identity, deal_id: int, reason: Reason, snapshot: RequestSnapshot
) -> Deal | None:
    """Cancel a deal. Before the payment is confirmed, either person can cancel. Afterwards both people must
    agree (U28). `snapshot` is the state that boost approved. Returns None if the deal has changed since, so
    that boost must be asked again."""
    conversation, deal = await service.lock_own_deal(session, person, deal_id)
    state = cast("rules.State", deal.state)
    if state == "cancelled":
        return deal
    now = await clock.now(session)
    if snapshot != snapshot_of(deal, now):
        return None
    by = role_of(deal, person.user_id)
    if (state, "CANCEL") in rules.TABLE:
        await end_deal(session, conversation, deal, by, person.user_id, reason, now)
        return deal
    rules.state_after(state, "AGREE_CANCEL")
    if rules.agreed_request(snapshot.request, by) is not None:
        await end_deal(session, conversation, deal, "agreement", person.user_id, reason, now)
    elif snapshot.request is None:
        deal.cancel_asked_by, deal.cancel_asked_at = person.user_id, now
        await timeline.add_to_timeline(session, deal, "cancel_asked", person.user_id, now, reason=reason)
        event = CancellationAsked(**timeline.deal_ids(deal), asked_by=by, asked_at=now)
        await timeline.record_event(session, deal, event)
        await service.touch_card(session, conversation, deal, "CONFIRM_DELIVERY", now)
    return deal


async def withdraw_request(session: AsyncSession, person: Identity, deal_id: int) -> None:
    conversation, deal = await service.lock_own_deal(session, person, deal_id)
    now = await clock.now(session)
    request = snapshot_of(deal, now).request
    if request is not None and request.by == role_of(deal, person.user_id):
        await _end_request(session, conversation, deal, "cancel_withdrawn", person.user_id, now)


async def end_request(session: AsyncSession, deal_id: int, at: datetime | None = None) -> None:
    """A request that is newer than `at` stays open."""
    conversation, deal = await service.lock_deal_and_conversation(session, deal_id)
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
    timeline.forget_request(deal)
    await timeline.add_to_timeline(session, deal, kind, actor_id, now)
    await service.touch_card(session, conversation, deal, "CONFIRM_DELIVERY", now)


async def call_off(session: AsyncSession, deal_id: int) -> None:
    """Raises if the parcel was posted."""
    conversation, deal = await service.lock_deal_and_conversation(session, deal_id)
    if rules.state_after(cast("rules.State", deal.state), "CALL_OFF") != deal.state:
        now = await clock.now(session)
        await timeline.add_to_timeline(session, deal, "called_off", None, now)
        await end_deal(session, conversation, deal, "platform", None, "other", now)


async def end_deal(
    session: AsyncSession,
    conversation: Conversation,
    deal: Deal,
    by: CancelledBy,
    actor_id: int | None,
    reason: Reason,
    now: datetime,
    staff: StaffDecision | None = None,
    *,
    is_returned: bool = False,
) -> None:
    """`is_returned` says that a sent bottle has come back."""
    was_open = deal.opened_at is not None
    before = cast("rules.State", deal.state)
    request = snapshot_of(deal, now).request if by == "agreement" else None
    deal.cancelled_by = by
    await timeline.move_deal(session, deal, "cancelled", now)
    details = staff.details() if staff else {}
    await timeline.add_to_timeline(session, deal, "cancelled", actor_id, now, reason=reason, **details)
    # An unconfirmed card was never published, but auction needs an event for its own sales.
    if was_open or deal.sale_number is not None:
        event = timeline.deal_cancelled(deal, by, reason, before, request, now, is_returned=is_returned)
        await timeline.record_event(session, deal, event)
    for action, states in rules.OPEN_IN.items():
        if before in states:
            await service.touch_card(session, conversation, deal, action, now)
    await take_back_delivery(session, deal)


def role_of(deal: Deal, user_id: int) -> rules.Role:
    return "seller" if user_id == deal.seller_id else "buyer"
