"""Payments, and how often the provider was asked."""

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import func, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.boost.models.payments import Payment, ProviderAsk

LIVE = ("creating", "open")
_LOCKED = {"populate_existing": True}
# One at a time counts what was asked.
_ONE_COUNTS = text("SELECT pg_advisory_xact_lock(hashtext('boost.provider_asks'))")


async def live(session: AsyncSession, order_id: int) -> Payment | None:
    """Return the payment of an order that can be paid now, or is being made."""
    query = select(Payment).where(col(Payment.order_id) == order_id, col(Payment.status).in_(LIVE))
    return (await session.execute(query.execution_options(**_LOCKED))).scalar_one_or_none()


async def by_bill(session: AsyncSession, bill_id: str) -> Payment | None:
    """Return the payment with this bill."""
    query = select(Payment).where(col(Payment.bill_id) == bill_id)
    return (await session.execute(query)).scalar_one_or_none()


async def locked(session: AsyncSession, payment_id: int) -> Payment:
    """Return a payment, locked; lock its order before."""
    query = select(Payment).where(col(Payment.id) == payment_id).with_for_update()
    return (await session.execute(query.execution_options(**_LOCKED))).scalar_one()


async def of_order(session: AsyncSession, order_id: int, most: int = 100) -> list[Payment]:
    """Return the payments of an order, the newest first."""
    query = select(Payment).where(col(Payment.order_id) == order_id).order_by(col(Payment.id).desc())
    return list((await session.execute(query.limit(most))).scalars())


async def urls(session: AsyncSession, order_ids: Collection[int]) -> dict[int, str]:
    """Return where open orders are paid."""
    query = select(col(Payment.order_id), col(Payment.url)).where(
        col(Payment.order_id).in_(order_ids), col(Payment.status) == "open"
    )
    return {row.order_id: row.url for row in await session.execute(query)}


async def settling(session: AsyncSession, order_id: int) -> Payment | None:
    """Return the payment by which an order was paid."""
    query = select(Payment).where(col(Payment.order_id) == order_id, col(Payment.settled_as) == "order")
    return (await session.execute(query)).scalar_one_or_none()


async def due(session: AsyncSession, now: datetime, most: int) -> list[Payment]:
    """Return payments about which the provider is to be asked, those that wait longest first."""
    query = select(Payment).where(col(Payment.ask_at) <= now, col(Payment.status) != "paid")
    return list((await session.execute(query.order_by(col(Payment.ask_at)).limit(most))).scalars())


async def without_channel(session: AsyncSession, now: datetime, most: int) -> list[Payment]:
    """Return payments whose channel is to be asked for."""
    query = select(Payment).where(col(Payment.ask_at) <= now, col(Payment.status) == "paid")
    return list((await session.execute(query.order_by(col(Payment.ask_at)).limit(most))).scalars())


async def claim_ask(session: AsyncSession, payment_id: int, seen: datetime, again_at: datetime) -> bool:
    """Take a question upon oneself; false where another replica did."""
    row = update(Payment).where(col(Payment.id) == payment_id, col(Payment.ask_at) == seen)
    done = await session.execute(row.values(ask_at=again_at).returning(col(Payment.id)))
    return done.first() is not None


async def may_ask(session: AsyncSession, now: datetime, most: int, within: timedelta) -> bool:
    """Count one more question to the provider; false where there were too many."""
    await session.execute(_ONE_COUNTS)
    recent = select(func.count()).select_from(ProviderAsk).where(col(ProviderAsk.asked_at) > now - within)
    if (await session.execute(recent)).scalar_one() >= most:
        return False
    session.add(ProviderAsk(asked_at=now))
    return True


async def oldest_open(session: AsyncSession) -> datetime | None:
    """Return when the oldest bill that waits was made."""
    query = select(func.min(col(Payment.opened_at))).where(
        col(Payment.ask_at).is_not(None), col(Payment.status) == "open"
    )
    found: datetime | None = (await session.execute(query)).scalar_one()
    return found


async def known(session: AsyncSession, payment_id: int) -> Payment | None:
    """Return a payment by its own number."""
    return (await session.execute(select(Payment).where(col(Payment.id) == payment_id))).scalar_one_or_none()


async def waiting(session: AsyncSession, most: int) -> list[Payment]:
    """Return bills that may still be paid, the oldest first."""
    query = select(Payment).where(col(Payment.ask_at).is_not(None), col(Payment.status) != "paid")
    return list((await session.execute(query.order_by(col(Payment.ask_at)).limit(most))).scalars())
