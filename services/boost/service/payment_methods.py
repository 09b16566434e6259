"""Confirmed payment methods: told once a person, when they pay or write down an account in their own name."""

from datetime import datetime
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.boost import PaymentMethodConfirmed
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.process import clock
from services.boost.queries import payment_methods as queries

TOLD_AT_ONCE = 100


async def confirm(
    session: AsyncSession, user_id: int, by: Literal["payment", "bank_account"], now: datetime
) -> None:
    """Tell that a person's payment method is confirmed, once. Call it last: it waits for another first time
    of the same person."""
    if await queries.add(session, user_id, by, now):
        fact = PaymentMethodConfirmed(user_id=user_id, confirmed_by=by, confirmed_at=now)
        await outbox.record(session, fact, version=1)


async def record_missed(database: Database) -> None:
    """Tell of accounts that were written down before it was told, or by an older build, in pieces."""
    while True:
        async with database.transaction() as session:
            found = await queries.missed(session, TOLD_AT_ONCE)
            for user_id in found:
                await confirm(session, user_id, "bank_account", await clock.now(session))
        if len(found) < TOLD_AT_ONCE:
            return
