from datetime import datetime

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.trades import (
    ActionConfirmed,
    DealCancelled,
    DealDelivered,
    DealOpened,
    DealShipped,
)
from libs.kit.process import clock
from services.boost.protection import queries, rules, service
from services.boost.protection.models import Protection

log = structlog.get_logger(__name__)


async def open_protection(session: AsyncSession, event: DealOpened) -> None:
    """The fee is set later, when the buyer requests the payment page."""
    if event.amount == 0:
        return
    row = Protection(
        deal_id=event.transaction_id,
        product_id=event.product_id,
        seller_id=event.seller_id,
        buyer_id=event.buyer_id,
        auction_id=event.auction_id,
        sale_number=event.sale_number,
        amount=event.amount,
        created_at=event.opened_at,
    )
    await queries.insert_protection(session, row)


async def apply_deal_event(
    session: AsyncSession, event: ActionConfirmed | DealShipped | DealDelivered | DealCancelled
) -> None:
    row = await queries.lock_protection(session, event.transaction_id)
    if row is None:
        return
    now = await clock.now(session)
    if isinstance(event, DealShipped):
        await _apply_shipment(session, row, event)
    elif isinstance(event, DealCancelled):
        await _apply_cancellation(session, row, event, now)
    elif (step := _protection_event(event)) is not None:
        if isinstance(event, DealDelivered):
            row.cancelling_since = None  # A delivered deal can no longer be cancelled.
        await service.apply_event(session, row, step, None, now)


async def _apply_cancellation(
    session: AsyncSession, row: Protection, event: DealCancelled, now: datetime
) -> None:
    """Refund the buyer. Nothing happens while staff decides a dispute, or if the deal changed after both
    people agreed to cancel. `cancelling_since` is None if boost was not asked before the cancellation."""
    cancellation = rules.Cancellation(event.cancelled_by, event.asked_at, event.agreed_at)
    is_settled = row.cancelling_since is not None or row.state in rules.ALREADY_BACK
    if not is_settled and cancellation.agreed_at is not None:
        last = await queries.get_last_step_time(session, row.deal_id)
        if rules.is_outdated(cancellation, last):
            log.error("outdated_cancellation", deal=row.deal_id, state=row.state)
            return
    await service.apply_event(session, row, cancellation.event, None, now)


def _protection_event(event: ActionConfirmed | DealDelivered) -> rules.Event | None:
    """Only the buyer's own confirmation releases the money."""
    if isinstance(event, DealDelivered):
        events: dict[str, rules.Event] = {"buyer": "ACCEPTED", "staff": "STAFF_DELIVERED"}
        return events.get(event.confirmed_by)  # The platform only confirms paid-out deals.
    return "PAID_OUTSIDE"


async def _apply_shipment(session: AsyncSession, row: Protection, event: DealShipped) -> None:
    """Only a parcel with a tracking number counts as delivered after a time limit."""
    now = event.shipped_at
    has_gained = event.has_tracking and not row.has_tracking
    row.has_tracking = event.has_tracking
    if event.shipped_by == "staff":
        await service.apply_event(session, row, "STAFF_SHIPPED", None, now)
    else:
        await service.apply_event(session, row, "SHIPPED", row.seller_id, now)
    if row.state == "shipped" and (has_gained or not event.has_tracking):
        row.due_at = rules.next_deadline("shipped", now, has_tracking=row.has_tracking)
