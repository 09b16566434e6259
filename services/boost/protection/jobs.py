from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.http.client import InternalClient
from libs.kit.process import clock
from services.boost.one_by_one import one_by_one
from services.boost.payouts.holds import get_hold_of_deal
from services.boost.payouts.sending import PURCHASE_LATENESS
from services.boost.protection import appeals, cancellations, queries, service
from services.boost.protection.models import Protection

DUE_AT_ONCE = 100


async def end_due_states(database: Database, messaging: InternalClient) -> int:
    """Each state ends with its row locked. Before a deal with an unposted parcel is cancelled, messaging is
    asked."""
    async with database.reading() as session:
        found = await queries.find_due(session, await clock.now(session), DUE_AT_ONCE)

    async def end(deal_id: int) -> None:
        async with database.transaction() as session:
            row = await queries.lock_due(session, deal_id, await clock.now(session))
            if row is None or row.due_at is None:
                return
            due_at, now, is_unposted = row.due_at, await clock.now(session), row.state == "held"
            if not is_unposted:
                await _end_state(session, row, now)
        if is_unposted:
            await cancellations.cancel_unposted(database, messaging, deal_id)
        PURCHASE_LATENESS.observe((now - due_at).total_seconds())

    return await one_by_one(database, "end_deals", found, end)


async def _end_state(session: AsyncSession, row: Protection, now: datetime) -> None:
    if row.state == "decided":
        await appeals.carry_out_decision(session, row, now)
    elif row.state != "withheld":
        await service.apply_event(session, row, "TIME", None, now)
    elif await get_hold_of_deal(session, row) is None:
        await service.apply_event(session, row, "CLEARED", None, now)
    else:
        row.due_at = None
