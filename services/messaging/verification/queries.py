from datetime import datetime

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from services.messaging.deals.models import Deal
from services.messaging.verification.models import Verification
from services.messaging.verification.rules import MIN_AMOUNT, UPHELD_COUNTS


async def get_verification(session: AsyncSession, seller_id: int) -> Verification | None:
    return await session.get(Verification, seller_id)


async def lock_verification(session: AsyncSession, seller_id: int) -> Verification:
    """Creates the row if needed. Lock the conversation and the deal first."""
    row = insert(Verification).values(seller_id=seller_id)
    await session.execute(row.on_conflict_do_nothing())
    return (await session.execute(_for_update(seller_id))).scalar_one()


async def lock_verification_if_there(session: AsyncSession, seller_id: int) -> Verification | None:
    return (await session.execute(_for_update(seller_id))).scalar_one_or_none()


async def lock_verification_if_free(session: AsyncSession, seller_id: int) -> Verification | None:
    """Returns None if there is no row or another transaction holds the lock."""
    return (await session.execute(_for_update(seller_id, skip_locked=True))).scalar_one_or_none()


def _for_update(seller_id: int, *, skip_locked: bool = False) -> SelectOfScalar[Verification]:
    query = select(Verification).where(col(Verification.seller_id) == seller_id)
    return query.with_for_update(skip_locked=skip_locked).execution_options(populate_existing=True)


async def has_bought(session: AsyncSession, seller_id: int, buyer_id: int) -> bool:
    query = select(col(Deal.id)).where(
        col(Deal.seller_id) == seller_id, col(Deal.buyer_id) == buyer_id, col(Deal.is_counted)
    )
    return (await session.execute(query.limit(1))).first() is not None


async def list_sellers_to_count(session: AsyncSession, most: int) -> list[int]:
    query = select(col(Deal.id)).where(
        col(Deal.delivered_at).is_not(None), col(Deal.amount) >= MIN_AMOUNT, ~col(Deal.is_counted)
    )
    found = await session.execute(query.order_by(col(Deal.id)).limit(most))
    return [item for item in found.scalars() if item is not None]


async def list_verifications_to_end(session: AsyncSession, now: datetime, most: int) -> list[int]:
    found: list[int] = []
    for moment, before in (
        (col(Verification.grace_until), now),
        (col(Verification.upheld_at), now - UPHELD_COUNTS),
    ):
        query = select(col(Verification.seller_id)).where(moment <= before).order_by(moment).limit(most)
        found += (await session.execute(query)).scalars()
    return found[:most]
