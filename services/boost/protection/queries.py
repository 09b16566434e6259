from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, and_, func, or_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from libs.kit.process import clock
from services.boost.protection.models import Evidence, Protection, ProtectionStep
from services.boost.staff.queries import select_deals_asked_for

_LOCKED = {"populate_existing": True}


async def get_protection(session: AsyncSession, deal_id: int) -> Protection | None:
    query = select(Protection).where(col(Protection.deal_id) == deal_id)
    return (await session.execute(query)).scalar_one_or_none()


async def lock_protection(session: AsyncSession, deal_id: int) -> Protection | None:
    query = select(Protection).where(col(Protection.deal_id) == deal_id).with_for_update()
    return (await session.execute(query.execution_options(**_LOCKED))).scalar_one_or_none()


async def insert_protection(session: AsyncSession, row: Protection) -> bool:
    """Returns False if the deal is already stored."""
    made = insert(Protection).values(**row.model_dump()).on_conflict_do_nothing()
    done = await session.execute(made.returning(col(Protection.deal_id)))
    return done.first() is not None


async def find_due(session: AsyncSession, now: datetime, most: int) -> list[int]:
    query = select(col(Protection.deal_id)).where(
        col(Protection.due_at) <= now, col(Protection.cancelling_since).is_(None)
    )
    return list((await session.execute(query.order_by(col(Protection.due_at)).limit(most))).scalars())


async def lock_due(session: AsyncSession, deal_id: int, now: datetime) -> Protection | None:
    """Returns None if the deal is not due or is locked by another replica."""
    query = select(Protection).where(
        col(Protection.deal_id) == deal_id,
        col(Protection.due_at) <= now,
        col(Protection.cancelling_since).is_(None),
    )
    found = await session.execute(query.with_for_update(skip_locked=True).execution_options(**_LOCKED))
    return found.scalar_one_or_none()


async def next_step_number(session: AsyncSession, deal_id: int) -> int:
    """Call with the deal locked."""
    query = select(func.max(col(ProtectionStep.number))).where(col(ProtectionStep.deal_id) == deal_id)
    return ((await session.execute(query)).scalar_one() or 0) + 1


async def get_last_step_time(session: AsyncSession, deal_id: int) -> datetime | None:
    query = select(func.max(col(ProtectionStep.at))).where(
        col(ProtectionStep.deal_id) == deal_id, col(ProtectionStep.event).not_in(("PAID", "PAID_OUTSIDE"))
    )
    return (await session.execute(query)).scalar_one()


async def find_pending_cancellations(session: AsyncSession, before: datetime, most: int) -> list[Protection]:
    query = select(Protection).where(col(Protection.cancelling_since) < before)
    found = await session.execute(query.order_by(col(Protection.cancelling_since)).limit(most))
    return list(found.scalars())


async def list_steps(session: AsyncSession, deal_id: int) -> list[ProtectionStep]:
    query = select(ProtectionStep).where(col(ProtectionStep.deal_id) == deal_id)
    return list((await session.execute(query.order_by(col(ProtectionStep.number)))).scalars())


async def list_evidence(session: AsyncSession, deal_id: int) -> list[Evidence]:
    query = select(Evidence).where(col(Evidence.deal_id) == deal_id).order_by(col(Evidence.id))
    return list((await session.execute(query)).scalars())


async def get_photograph(session: AsyncSession, token: str) -> tuple[Evidence, Protection] | None:
    query = select(Evidence, Protection).join(Protection, col(Protection.deal_id) == col(Evidence.deal_id))
    row = (await session.execute(query.where(col(Evidence.token) == token))).one_or_none()
    return None if row is None else (row[0], row[1])


def _is_held() -> ColumnElement[bool]:
    return and_(col(Protection.held_at).is_not(None), col(Protection.ended_at).is_(None))


async def find_held(session: AsyncSession, user_id: int, most: int) -> list[int]:
    is_theirs = or_(col(Protection.buyer_id) == user_id, col(Protection.seller_id) == user_id)
    query = select(col(Protection.deal_id)).where(is_theirs, _is_held()).order_by(col(Protection.deal_id))
    return list((await session.execute(query.limit(most))).scalars())


async def have_held(session: AsyncSession, user_id: int, other_id: int) -> bool:
    """True if money is held for a purchase between the two people."""
    buyer, seller = col(Protection.buyer_id), col(Protection.seller_id)
    is_theirs = ((buyer == user_id) & (seller == other_id)) | ((buyer == other_id) & (seller == user_id))
    query = select(col(Protection.deal_id)).where(is_theirs, _is_held())
    return (await session.execute(query.limit(1))).first() is not None


async def count_held(session: AsyncSession) -> tuple[int, int]:
    whole = func.coalesce(func.sum(col(Protection.amount) + col(Protection.fee)), 0)
    deals, amount = (await session.execute(select(func.count(), whole).where(_is_held()))).one()
    return int(deals), int(amount)


async def find_newest_held(session: AsyncSession, user_id: int, most: int) -> list[Protection]:
    found: list[Protection] = []
    for mine in (Protection.buyer_id, Protection.seller_id):
        query = select(Protection).where(col(mine) == user_id, _is_held())
        found += (await session.execute(query.order_by(col(Protection.deal_id).desc()).limit(most))).scalars()
    return sorted(found, key=lambda one: -one.deal_id)[:most]


async def find_unused_tokens(session: AsyncSession, tokens: Collection[str]) -> set[str]:
    query = select(col(Evidence.token)).where(col(Evidence.token).in_(tokens))
    known = {row for row in (await session.execute(query)).scalars() if row is not None}
    return set(tokens) - known


def is_between_others(user_id: int) -> ColumnElement[bool]:
    return (col(Protection.buyer_id) != user_id) & (col(Protection.seller_id) != user_id)


async def list_open_disputes(
    session: AsyncSession, staff_id: int, after: int | None, most: int
) -> list[Protection]:
    query = select(Protection).where(
        col(Protection.state) == "disputed",
        col(Protection.deal_id) > (after or 0),
        is_between_others(staff_id),
    )
    return list((await session.execute(query.order_by(col(Protection.deal_id)).limit(most))).scalars())


async def list_appealed(
    session: AsyncSession, staff_id: int, after: int | None, most: int
) -> list[Protection]:
    query = select(Protection).where(
        col(Protection.state) == "appealed",
        col(Protection.deal_id) > (after or 0),
        is_between_others(staff_id),
    )
    return list((await session.execute(query.order_by(col(Protection.deal_id)).limit(most))).scalars())


async def list_awaiting_approval(
    session: AsyncSession, staff_id: int, after: int | None, most: int
) -> list[Protection]:
    waiting = select_deals_asked_for(clock.about_now())
    query = select(Protection).where(
        col(Protection.deal_id).in_(waiting),
        col(Protection.deal_id) > (after or 0),
        is_between_others(staff_id),
    )
    return list((await session.execute(query.order_by(col(Protection.deal_id)).limit(most))).scalars())


async def list_decided(
    session: AsyncSession, staff_id: int, before: int | None, most: int
) -> list[Protection]:
    query = select(Protection).where(
        col(Protection.decided_at).is_not(None),
        col(Protection.state) != "appealed",
        is_between_others(staff_id),
    )
    if before is not None:
        query = query.where(col(Protection.deal_id) < before)
    return list((await session.execute(query.order_by(col(Protection.deal_id).desc()).limit(most))).scalars())
