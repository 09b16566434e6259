"""Messaging decides whether a deal with held money is cancelled. A cancellation is pending from boost's
approval until messaging publishes the outcome. The seller is not paid meanwhile. If a process dies,
`settle_pending_cancellations` asks messaging for the outcome."""

from datetime import datetime
from typing import Literal, cast

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.errors import Unavailable
from libs.kit.http.client import Answer, InternalClient
from libs.kit.process import buggify, clock
from libs.kit.security.tokens import Identity
from services.boost.protection import queries, rules, service
from services.boost.protection.models import Protection
from services.boost.protection.rules import AlreadyPosted, Cancellation, CancellationClosed, ShipByOpen

log = structlog.get_logger(__name__)

SETTLED_AT_ONCE = 50


async def begin_cancellation(
    session: AsyncSession, deal_id: int, cancellation: Cancellation
) -> datetime | None:
    """Returns when the pending cancellation began, or None if nothing is pending. A request without an
    agreement is only checked. An unknown deal holds no money."""
    row = await queries.lock_protection(session, deal_id)
    if row is None:
        return None
    last_step_at = await queries.get_last_step_time(session, deal_id)
    rules.check_cancellation(cast("rules.State", row.state), cancellation, last_step_at)
    is_request = cancellation.by == "agreement" and cancellation.agreed_at is None
    if row.state in rules.ALREADY_BACK or is_request:
        return None
    row.cancelling_since = await clock.now(session)
    return row.cancelling_since


async def may_staff_cancel(session: AsyncSession, deal_id: int) -> bool:
    row = await queries.get_protection(session, deal_id)
    if row is None:
        return True
    last_step_at = await queries.get_last_step_time(session, deal_id)
    try:
        rules.check_cancellation(cast("rules.State", row.state), Cancellation("staff"), last_step_at)
    except CancellationClosed:
        return False
    return True


async def withdraw_cancellation(session: AsyncSession, deal_id: int, pending_since: datetime) -> bool:
    """Returns True if a newer cancellation is still pending."""
    row = await queries.lock_protection(session, deal_id)
    if row is None:
        return False
    if row.cancelling_since == pending_since:
        row.cancelling_since = None
    return row.cancelling_since is not None


async def call_off_deal(database: Database, messaging: InternalClient, buyer: Identity, deal_id: int) -> None:
    """Cancel a deal that the seller did not post in time. Messaging checks whether the parcel was posted."""
    async with database.transaction() as session:
        row = await service.lock_own(session, buyer, deal_id, "CALL_OFF")
        if row.state == "refunded":
            return
        rules.next_state(cast("rules.State", row.state), "CALL_OFF")
        now = await clock.now(session)
        if row.ship_by is not None and now < row.ship_by:
            raise ShipByOpen(row.ship_by.isoformat())
        row.cancelling_since = now
    if not await _cancel_with_messaging(database, messaging, deal_id, now, "CALL_OFF", buyer.user_id):
        raise AlreadyPosted


async def cancel_unposted(database: Database, messaging: InternalClient, deal_id: int) -> None:
    async with database.transaction() as session:
        now = await clock.now(session)
        row = await queries.lock_due(session, deal_id, now)
        if row is None or row.state != "held":
            return
        row.cancelling_since = now
    await _cancel_with_messaging(database, messaging, deal_id, now, "TIME", None)


async def _cancel_with_messaging(
    database: Database,
    messaging: InternalClient,
    deal_id: int,
    since: datetime,
    event: Literal["CALL_OFF", "TIME"],
    actor_id: int | None,
) -> bool:
    """Refunds the buyer. Returns False if the seller has posted the parcel."""
    buggify.point("after-cancellation-begun")
    answer = await messaging.post(f"/internal/deals/{deal_id}/call-off", {})
    is_posted = answer.status == 409 and _error_code(answer) == "step_refused"
    if answer.status != 200 and not is_posted:
        raise Unavailable
    buggify.point("after-deal-called-off")
    async with database.transaction() as session:
        row = await queries.lock_protection(session, deal_id)
        assert row is not None
        if not is_posted or row.cancelling_since == since:
            row.cancelling_since = None
        now = await clock.now(session)
        if answer.status == 200:
            await service.apply_event(session, row, event, actor_id, now)
        elif event == "TIME" and row.state == "held":
            row.due_at = now + rules.PENDING_FOR
    return not is_posted


async def settle_pending_cancellations(database: Database, messaging: InternalClient) -> int:
    async with database.reading() as session:
        before = await clock.now(session) - rules.PENDING_FOR
        pending = await queries.find_pending_cancellations(session, before, SETTLED_AT_ONCE)
    for found in pending:
        answer = await messaging.get(f"/internal/deals/{found.deal_id}")
        if answer.status != 200 or "isCancelled" not in answer.body:
            log.warning("pending_cancellation_unanswered", deal=found.deal_id, status=answer.status)
            continue
        async with database.transaction() as session:
            await _settle_cancellation(session, found, is_cancelled=answer.body["isCancelled"])
    return len(pending)


async def _settle_cancellation(session: AsyncSession, found: Protection, *, is_cancelled: bool) -> None:
    row = await queries.lock_protection(session, found.deal_id)
    if row is None or row.cancelling_since != found.cancelling_since:
        return
    if is_cancelled:
        await service.apply_event(session, row, "DEAL_CANCELLED", None, await clock.now(session))
    row.cancelling_since = None


def _error_code(answer: Answer) -> str | None:
    return answer.body.get("code") if isinstance(answer.body, dict) else None
