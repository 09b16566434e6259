"""Payouts are held while moderators review arranged bids or an account takeover."""

from datetime import datetime
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import RiskConfirmed, RiskFlagged
from libs.kit.process import clock
from services.boost.payouts import queries, rules
from services.boost.payouts.models import PayoutHold
from services.boost.protection.models import Protection


async def apply_risk_event(session: AsyncSession, event: rules.RiskEvent) -> None:
    """Older events never override newer events."""
    if event.kind == "sales":  # Sellers whose sales fail are reviewed, but still paid.
        return
    row = await queries.lock_hold(session, event.pair_id)
    step = event.step or (1 if row is None else row.step + 1)
    if row is not None and step <= row.step:
        return
    before = None if row is None else cast("rules.Hold", row.state)
    state = rules.next_hold(before, event)
    if state is None:
        return
    now = await clock.now(session)
    if row is None:
        row = PayoutHold(
            pair_id=event.pair_id, bidder_id=event.bidder_id, seller_id=event.seller_id, state=state, step=step,
            changed_at=now,
        )  # fmt: skip
    if state != before or isinstance(event, RiskConfirmed):  # A later score does not override a decision.
        row.changed_at = now if isinstance(event, RiskFlagged) else event.decided_at
    row.state, row.step = state, step
    session.add(row)
    await session.flush()
    if event.kind != "takeover":
        await _wake_deals(session, event, now)
    elif before in ("held", "confirmed"):
        await _wake_payouts(session, event.bidder_id, before, now)


async def _wake_deals(session: AsyncSession, event: rules.RiskEvent, now: datetime) -> None:
    """Call after writing the hold, so that a payout in progress finishes first and later payouts see the
    hold."""
    deals = await queries.lock_deals_between(session, event.bidder_id, event.seller_id)
    if await get_hold_between(session, event.bidder_id, event.seller_id) is None:
        for deal in deals:
            if rules.waits_for_moderators_alone(deal.state, deal.appeal_until, now):
                deal.due_at = now


async def _wake_payouts(session: AsyncSession, user_id: int, before: rules.Hold, now: datetime) -> None:
    """Call after writing the hold, so that a payout in progress finishes first and later payouts see the
    hold."""
    # The owner gets time to cancel payouts that were requested during the takeover.
    begin = now + rules.OWNER_LOOKS_FOR if before == "confirmed" else now
    waiting = await queries.lock_waiting(session, user_id)
    if not await queries.list_held_people(session, [user_id]):
        for payout in waiting:
            payout.due_at, payout.due_since = max(payout.send_at, begin), None


async def is_person_held(session: AsyncSession, user_id: int) -> bool:
    return bool(await queries.list_held_people(session, [user_id]))


async def get_hold_of_deal(session: AsyncSession, deal: Protection) -> rules.Hold | None:
    """Call with the deal locked."""
    return await get_hold_between(session, deal.buyer_id, deal.seller_id)


async def get_hold_between(session: AsyncSession, one: int, other: int) -> rules.Hold | None:
    """If each person bids on the other's listings, an undecided hold takes precedence."""
    states = await queries.states_between(session, one, other)
    for hold in ("held", "confirmed"):
        if hold in states:
            return cast("rules.Hold", hold)
    return None


async def was_confirmed_since_decision(session: AsyncSession, deal: Protection) -> bool:
    confirmed_at = await queries.get_last_confirmed(session, deal.buyer_id, deal.seller_id)
    return confirmed_at is not None and deal.decided_at is not None and confirmed_at > deal.decided_at
