"""The money of a deal follows what messaging publishes about the deal."""

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


async def open_protection(session: AsyncSession, fact: DealOpened) -> None:
    """Write that a deal may be paid here; its fee is fixed when the buyer asks where to pay."""
    if fact.amount == 0:
        return
    row = Protection(
        deal_id=fact.transaction_id,
        product_id=fact.product_id,
        seller_id=fact.seller_id,
        buyer_id=fact.buyer_id,
        auction_id=fact.auction_id,
        sale_number=fact.sale_number,
        amount=fact.amount,
        created_at=fact.opened_at,
    )
    await queries.insert_protection(session, row)


async def apply_deal_event(
    session: AsyncSession, fact: ActionConfirmed | DealShipped | DealDelivered | DealCancelled
) -> None:
    """Do with the money what a step of its deal asks for; a deal of before this is not known."""
    row = await queries.lock_protection(session, fact.transaction_id)
    if row is None:
        return
    now = await clock.now(session)
    if isinstance(fact, DealShipped):
        await _apply_shipment(session, row, fact)
    elif isinstance(fact, DealCancelled):
        await _apply_cancellation(session, row, fact, now)
    elif (event := _protection_event(fact)) is not None:
        if isinstance(fact, DealDelivered):
            row.cancelling_since = None  # what was delivered is not cancelled any more
        await service.apply_event(session, row, event, None, now)


async def _apply_cancellation(
    session: AsyncSession, row: Protection, fact: DealCancelled, now: datetime
) -> None:
    """Give the buyer the money back, unless it is for staff to decide or the two agreed before the deal moved
    on. `cancelling_since` is set where this was checked before messaging cancelled, and cleared here."""
    cancellation = rules.Cancellation(fact.cancelled_by, fact.asked_at, fact.agreed_at)
    is_settled = row.cancelling_since is not None or row.state in rules.ALREADY_BACK
    if not is_settled and cancellation.agreed_at is not None:
        last = await queries.get_last_step_time(session, row.deal_id)
        if rules.is_outdated(cancellation, last):
            log.error("outdated_cancellation", deal=row.deal_id, state=row.state)
            return
    await service.apply_event(session, row, cancellation.event, None, now)


def _protection_event(fact: ActionConfirmed | DealDelivered) -> rules.Event | None:
    """Return what a step of a deal means for its money: only the buyer's own word releases it."""
    if isinstance(fact, DealDelivered):
        events: dict[str, rules.Event] = {"buyer": "ACCEPTED", "staff": "STAFF_DELIVERED"}
        return events.get(fact.confirmed_by)  # the platform says it of money that is released
    return "PAID_OUTSIDE"


async def _apply_shipment(session: AsyncSession, row: Protection, fact: DealShipped) -> None:
    """Record when the parcel was posted. Only a parcel with a tracking number arrives by the clock."""
    now = fact.shipped_at
    has_gained = fact.has_tracking and not row.has_tracking
    row.has_tracking = fact.has_tracking
    if fact.shipped_by == "staff":
        await service.apply_event(session, row, "STAFF_SHIPPED", None, now)
    else:
        await service.apply_event(session, row, "SHIPPED", row.seller_id, now)
    if row.state == "shipped" and (has_gained or not fact.has_tracking):
        row.due_at = service.next_deadline(row, now)
