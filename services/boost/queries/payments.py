"""Payments, and how often the provider was asked."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import and_, case, func, or_, text, union_all, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.boost.domain.payments import LATER_LOOKS, MID_LOOKS_FROM, OPEN_FOR
from services.boost.models.orders import Order
from services.boost.models.payments import Payment, ProviderAsk
from services.boost.protection.models import Protection


class Purpose(NamedTuple):
    """What a bill is for, and who sold the boost's listings or the deal's."""

    order_id: str | None
    deal_id: int | None
    seller_id: int | None


LIVE = ("creating", "open")
_LOCKED = {"populate_existing": True}
# One at a time counts what was asked.
_ONE_COUNTS = text("SELECT pg_advisory_xact_lock(hashtext('boost.provider_asks'))")


async def live(session: AsyncSession, order_id: int) -> Payment | None:
    """Return the payment of an order that can be paid now, or is being made."""
    query = select(Payment).where(col(Payment.order_id) == order_id, col(Payment.status).in_(LIVE))
    return (await session.execute(query.execution_options(**_LOCKED))).scalar_one_or_none()


async def live_of_deal(session: AsyncSession, deal_id: int) -> Payment | None:
    """Return the payment of a deal that can be paid now, or is being made."""
    query = select(Payment).where(col(Payment.deal_id) == deal_id, col(Payment.status).in_(LIVE))
    return (await session.execute(query.execution_options(**_LOCKED))).scalar_one_or_none()


async def by_bill(session: AsyncSession, bill_id: str) -> Payment | None:
    """Return the payment with this bill."""
    query = select(Payment).where(col(Payment.bill_id) == bill_id)
    return (await session.execute(query)).scalar_one_or_none()


async def purposes(session: AsyncSession, bill_ids: Collection[str]) -> dict[str, Purpose]:
    """Return what bills are for, by their names at the provider."""
    if not bill_ids:
        return {}
    seller = func.coalesce(col(Order.seller_id), col(Protection.seller_id))
    query = (
        select(col(Payment.bill_id), col(Payment.order_id), col(Payment.deal_id), seller)
        .outerjoin(Order, col(Order.id) == col(Payment.order_id))
        .outerjoin(Protection, col(Protection.deal_id) == col(Payment.deal_id))
        .where(col(Payment.bill_id).in_(bill_ids))
    )
    return {
        str(bill_id): Purpose(None if order_id is None else str(order_id), deal_id, seller_id)
        for bill_id, order_id, deal_id, seller_id in await session.execute(query)
    }


async def locked(session: AsyncSession, payment_id: int) -> Payment:
    """Return a payment, locked; lock its order before."""
    query = select(Payment).where(col(Payment.id) == payment_id).with_for_update()
    return (await session.execute(query.execution_options(**_LOCKED))).scalar_one()


async def of_order(session: AsyncSession, order_id: int, most: int = 100) -> list[Payment]:
    """Return the payments of an order, the newest first."""
    query = select(Payment).where(col(Payment.order_id) == order_id).order_by(col(Payment.id).desc())
    return list((await session.execute(query.limit(most))).scalars())


async def unfitting(session: AsyncSession, after: int | None, most: int) -> list[tuple[Payment, Protection]]:
    """Return the bills of deals whose payments do not fit, each with its deal, the oldest first."""
    query = select(Payment, Protection).join(Protection, col(Protection.deal_id) == col(Payment.deal_id))
    query = query.where(
        col(Payment.status) == "review", col(Payment.deal_id).is_not(None), col(Payment.id) > (after or 0)
    )
    found = await session.execute(query.order_by(col(Payment.id)).limit(most))
    return [(row[0], row[1]) for row in found]


async def in_review_of(session: AsyncSession, user_id: int) -> bool:
    """Return whether a payment of a person waits for staff, because its amount is not what it should be."""
    waiting = select(col(Payment.id)).where(col(Payment.status) == "review")
    orders = waiting.join(Order, col(Order.id) == col(Payment.order_id)).where(
        col(Order.seller_id) == user_id
    )
    deals = waiting.join(Protection, col(Protection.deal_id) == col(Payment.deal_id)).where(
        col(Payment.deal_id).is_not(None), col(Protection.buyer_id) == user_id
    )
    return (await session.execute(union_all(orders, deals).limit(1))).first() is not None


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


async def due(session: AsyncSession, now: datetime, most: int, most_of_one: int) -> list[Payment]:
    """Return payments about which the provider is to be asked: each person's first before anybody's second,
    and of each the one that waits longest. The later quarters of a bill's hour come after the others, and the
    looks at what was deleted come last."""
    ask_at, opened_at, status = col(Payment.ask_at), col(Payment.opened_at), col(Payment.status)
    is_mid = and_(status == "open", ask_at >= opened_at + MID_LOOKS_FROM, opened_at + OPEN_FOR > now)
    is_later = and_(status == "deleted", ask_at >= opened_at + LATER_LOOKS[0])
    rank = case((is_later, 2), (is_mid, 1), else_=0)
    person = func.coalesce(col(Order.seller_id), col(Protection.buyer_id))
    place = func.row_number().over(partition_by=person, order_by=(rank, ask_at, col(Payment.id)))
    ranked = (
        select(col(Payment.id).label("id"), rank.label("rank"), place.label("place"))
        .outerjoin(Order, col(Order.id) == col(Payment.order_id))
        .outerjoin(Protection, col(Protection.deal_id) == col(Payment.deal_id))
        .where(ask_at <= now, status != "paid")
        .subquery()
    )
    query = select(Payment).join(ranked, ranked.c.id == col(Payment.id)).where(ranked.c.place <= most_of_one)
    query = query.order_by(ranked.c.rank, ranked.c.place, ask_at).limit(most)
    return list((await session.execute(query)).scalars())


async def without_channel(session: AsyncSession, now: datetime, most: int) -> list[Payment]:
    """Return payments whose channel is to be asked for."""
    query = select(Payment).where(col(Payment.ask_at) <= now, col(Payment.status) == "paid")
    return list((await session.execute(query.order_by(col(Payment.ask_at)).limit(most))).scalars())


async def claim_ask(session: AsyncSession, payment_id: int, seen: datetime, again_at: datetime) -> bool:
    """Take a question upon oneself; false where another replica did."""
    row = update(Payment).where(col(Payment.id) == payment_id, col(Payment.ask_at) == seen)
    done = await session.execute(row.values(ask_at=again_at).returning(col(Payment.id)))
    return done.first() is not None


async def asked_since(session: AsyncSession, since: datetime) -> dict[str, int]:
    """Return how often the provider was asked, and what for; one at a time counts until its commit."""
    await session.execute(_ONE_COUNTS)
    share = col(ProviderAsk.share)
    recent = select(share, func.count()).where(col(ProviderAsk.asked_at) > since).group_by(share)
    return {row[0]: row[1] for row in await session.execute(recent)}


def count_ask(session: AsyncSession, share: str, now: datetime) -> None:
    """Count one more question to the provider."""
    session.add(ProviderAsk(asked_at=now, share=share))


async def oldest_open(session: AsyncSession) -> datetime | None:
    """Return when the oldest bill that waits was made."""
    query = select(func.min(col(Payment.opened_at))).where(
        col(Payment.ask_at).is_not(None), col(Payment.status) == "open"
    )
    found: datetime | None = (await session.execute(query)).scalar_one()
    return found


async def payment_by_id(session: AsyncSession, payment_id: int) -> Payment | None:
    """Return a payment by its own number."""
    return (await session.execute(select(Payment).where(col(Payment.id) == payment_id))).scalar_one_or_none()


async def waiting(session: AsyncSession, after: int, most: int) -> list[Payment]:
    """Return bills that may still be paid or wait for staff, by their numbers."""
    may_be = or_(col(Payment.ask_at).is_not(None), col(Payment.status) == "review")
    query = select(Payment).where(may_be, col(Payment.status) != "paid", col(Payment.bill_id).is_not(None))
    query = query.where(col(Payment.id) > after).order_by(col(Payment.id)).limit(most)
    return list((await session.execute(query)).scalars())


async def is_waited_for(session: AsyncSession, order_id: int) -> bool:
    """Return whether an order has a payment that can be paid, is being made, or waits for staff."""
    query = select(col(Payment.id)).where(
        col(Payment.order_id) == order_id, col(Payment.status).in_((*LIVE, "review"))
    )
    return (await session.execute(query.limit(1))).first() is not None


async def replaced_since(session: AsyncSession, seller_id: int, since: datetime, most: int) -> list[datetime]:
    """Return when bills of a seller's orders were made that are gone unpaid, the newest first. A bill that
    no one replaces stays for an hour."""
    query = (
        select(col(Payment.created_at))
        .join(Order, col(Order.id) == col(Payment.order_id))
        .where(col(Order.seller_id) == seller_id, col(Payment.created_at) > since)
        .where(col(Payment.status).in_(("deleted", "lost")))
        .order_by(col(Payment.created_at).desc())
    )
    return list((await session.execute(query.limit(most))).scalars())
