from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, and_, func, or_, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, delete, select

from libs.kit.db.database import Database
from libs.kit.db.pieces import delete_old
from services.boost.payouts.models import Payout, PayoutAccount, PayoutAccountChange, PayoutHold
from services.boost.payouts.rules import CLEARED_KEPT, CONFIRMED_KEPT
from services.boost.protection.models import Protection
from services.boost.protection.queries import is_between_others

OPEN = ("waiting", "sending", "sent")
_ONE_PERSON = text(
    "SELECT pg_advisory_xact_lock(hashtextextended('boost.payouts', CAST(:user_id AS bigint)))"
)
_LOCKED = {"populate_existing": True}
# The first subquery uses `ix_payouts_unsent`. The second finds payouts not processed since they became due.
_OLDEST_UNSENT = text("""
SELECT least(
    (SELECT min(due_since) FROM payouts WHERE due_since IS NOT NULL AND ref IS NULL AND ended_at IS NULL),
    (SELECT due_at FROM payouts WHERE due_at <= :now AND ref IS NULL AND ended_at IS NULL ORDER BY due_at LIMIT 1))""")


async def get_account(session: AsyncSession, user_id: int) -> PayoutAccount | None:
    query = select(PayoutAccount).where(col(PayoutAccount.user_id) == user_id)
    return (await session.execute(query.execution_options(**_LOCKED))).scalar_one_or_none()


async def get_account_for_payout(session: AsyncSession, user_id: int) -> PayoutAccount | None:
    """Locks the account against changes until the payout is created."""
    query = select(PayoutAccount).where(col(PayoutAccount.user_id) == user_id).with_for_update(read=True)
    return (await session.execute(query.execution_options(**_LOCKED))).scalar_one_or_none()


async def lock_account(session: AsyncSession, user_id: int) -> PayoutAccount | None:
    query = select(PayoutAccount).where(col(PayoutAccount.user_id) == user_id).with_for_update()
    return (await session.execute(query.execution_options(**_LOCKED))).scalar_one_or_none()


async def get_account_change(session: AsyncSession, change_id: int) -> PayoutAccountChange | None:
    query = select(PayoutAccountChange).where(col(PayoutAccountChange.id) == change_id)
    return (await session.execute(query)).scalar_one_or_none()


async def lock_waiting(session: AsyncSession, user_id: int) -> list[Payout]:
    query = select(Payout).where(col(Payout.user_id) == user_id, col(Payout.status) == "waiting")
    found = await session.execute(
        query.order_by(col(Payout.id)).with_for_update().execution_options(**_LOCKED)
    )
    return list(found.scalars())


async def lock_own_payout(session: AsyncSession, user_id: int, payout_id: int) -> Payout | None:
    query = select(Payout).where(col(Payout.id) == payout_id, col(Payout.user_id) == user_id)
    found = await session.execute(query.with_for_update().execution_options(**_LOCKED))
    return found.scalar_one_or_none()


async def upsert_account(session: AsyncSession, row: PayoutAccount) -> None:
    values = row.model_dump()
    made = insert(PayoutAccount).values(**values)
    changed = {name: value for name, value in values.items() if name != "user_id"}
    await session.execute(made.on_conflict_do_update(index_elements=["user_id"], set_=changed))


async def delete_account(session: AsyncSession, user_id: int) -> None:
    await session.execute(delete(PayoutAccount).where(col(PayoutAccount.user_id) == user_id))


async def find_by_key(session: AsyncSession, user_id: int, key: str) -> Payout | None:
    query = select(Payout).where(col(Payout.user_id) == user_id, col(Payout.client_key) == key)
    return (await session.execute(query)).scalar_one_or_none()


async def count_open(session: AsyncSession, user_id: int, most: int) -> int:
    some = select(col(Payout.id)).where(col(Payout.user_id) == user_id, col(Payout.status).in_(OPEN))
    return int(
        (await session.execute(select(func.count()).select_from(some.limit(most).subquery()))).scalar_one()
    )


async def list_of_person(session: AsyncSession, user_id: int, before: int | None, most: int) -> list[Payout]:
    query = select(Payout).where(col(Payout.user_id) == user_id)
    if before is not None:
        query = query.where(col(Payout.id) < before)
    return list((await session.execute(query.order_by(col(Payout.id).desc()).limit(most))).scalars())


async def list_open(session: AsyncSession, staff_id: int, after: int | None, most: int) -> list[Payout]:
    query = select(Payout).where(col(Payout.ended_at).is_(None), col(Payout.id) > (after or 0))
    query = query.where(col(Payout.user_id) != staff_id)
    return list((await session.execute(query.order_by(col(Payout.id)).limit(most))).scalars())


async def list_ended(
    session: AsyncSession, staff_id: int, status: str, before: int | None, most: int
) -> list[Payout]:
    query = select(Payout).where(col(Payout.status) == status, col(Payout.user_id) != staff_id)
    if before is not None:
        query = query.where(col(Payout.id) < before)
    return list((await session.execute(query.order_by(col(Payout.id).desc()).limit(most))).scalars())


async def list_retries(session: AsyncSession, payout_ids: Collection[int]) -> dict[int, Payout]:
    query = select(Payout).where(col(Payout.retry_of).in_(payout_ids))
    return {row.retry_of: row for row in (await session.execute(query)).scalars() if row.retry_of is not None}


async def list_under_way(session: AsyncSession, user_id: int) -> int:
    query = select(func.coalesce(func.sum(col(Payout.amount)), 0)).where(
        col(Payout.user_id) == user_id, col(Payout.ended_at).is_(None)
    )
    return int((await session.execute(query)).scalar_one())


async def find_due_payouts(session: AsyncSession, now: datetime, most: int) -> list[int]:
    query = select(col(Payout.id)).where(col(Payout.due_at) <= now).order_by(col(Payout.due_at)).limit(most)
    return [row for row in (await session.execute(query)).scalars() if row is not None]


async def find_oldest_unsent(session: AsyncSession, now: datetime) -> datetime | None:
    found: datetime | None = (await session.execute(_OLDEST_UNSENT, {"now": now})).scalar_one()
    return found


async def lock_due_payout(session: AsyncSession, payout_id: int, now: datetime) -> Payout | None:
    """Returns None if the payout is not due or is locked by another replica."""
    query = select(Payout).where(col(Payout.id) == payout_id, col(Payout.due_at) <= now)
    found = await session.execute(query.with_for_update(skip_locked=True).execution_options(**_LOCKED))
    return found.scalar_one_or_none()


async def get_payout(session: AsyncSession, payout_id: int) -> Payout | None:
    return (await session.execute(select(Payout).where(col(Payout.id) == payout_id))).scalar_one_or_none()


async def has_ref(session: AsyncSession, ref: str) -> bool:
    return (await session.execute(select(col(Payout.id)).where(col(Payout.ref) == ref))).first() is not None


async def lock_payout(session: AsyncSession, payout_id: int) -> Payout | None:
    query = select(Payout).where(col(Payout.id) == payout_id).with_for_update()
    return (await session.execute(query.execution_options(**_LOCKED))).scalar_one_or_none()


async def list_at_provider(session: AsyncSession, after: int, most: int) -> list[Payout]:
    query = select(Payout).where(col(Payout.due_at).is_not(None), col(Payout.ref).is_not(None))
    query = query.where(col(Payout.id) > after).order_by(col(Payout.id)).limit(most)
    return list((await session.execute(query)).scalars())


async def lock_person(session: AsyncSession, user_id: int) -> None:
    """Call directly after locking the person."""
    await session.execute(_ONE_PERSON, {"user_id": user_id})


# A payout on hold keeps its status, because the status defines what staff may do.
PAYOUT_WAITS = (
    "bidder_id = seller_id AND EXISTS "
    "(SELECT FROM payouts AS o WHERE o.user_id = payout_holds.bidder_id AND o.status = 'waiting')"
)
_CONFIRMED = (
    f"state = 'confirmed' AND changed_at < :before AND NOT ({PAYOUT_WAITS}) AND NOT EXISTS "
    "(SELECT FROM protections AS p WHERE p.held_at IS NOT NULL AND p.ended_at IS NULL AND "
    "((p.buyer_id, p.seller_id) = (payout_holds.bidder_id, payout_holds.seller_id) OR "
    "(p.buyer_id, p.seller_id) = (payout_holds.seller_id, payout_holds.bidder_id)))"
)


async def lock_hold(session: AsyncSession, pair_id: int) -> PayoutHold | None:
    return await session.get(PayoutHold, pair_id, with_for_update=True, populate_existing=True)


async def states_between(session: AsyncSession, one: int, other: int) -> set[str]:
    query = select(col(PayoutHold.state)).where(_between(one, other))
    return set((await session.execute(query)).scalars())


async def get_last_confirmed(session: AsyncSession, one: int, other: int) -> datetime | None:
    is_confirmed = col(PayoutHold.state) == "confirmed"
    query = select(func.max(col(PayoutHold.changed_at))).where(_between(one, other), is_confirmed)
    return (await session.execute(query)).scalar_one()


def _between(one: int, other: int) -> ColumnElement[bool]:
    hold = PayoutHold
    return or_(
        and_(col(hold.bidder_id) == one, col(hold.seller_id) == other),
        and_(col(hold.bidder_id) == other, col(hold.seller_id) == one),
    )


async def list_held_people(session: AsyncSession, people: Collection[int]) -> set[int]:
    hold = PayoutHold
    query = select(col(hold.bidder_id)).where(
        col(hold.bidder_id).in_(people),
        col(hold.seller_id) == col(hold.bidder_id),
        col(hold.state) != "cleared",
    )
    return set((await session.execute(query)).scalars())


async def lock_deals_between(session: AsyncSession, one: int, other: int) -> list[Protection]:
    deal = Protection
    ways = or_(
        and_(col(deal.buyer_id) == one, col(deal.seller_id) == other),
        and_(col(deal.buyer_id) == other, col(deal.seller_id) == one),
    )
    query = select(deal).where(ways, col(deal.held_at).is_not(None), col(deal.ended_at).is_(None))
    query = query.order_by(col(deal.deal_id)).with_for_update()
    return list((await session.execute(query.execution_options(populate_existing=True))).scalars())


async def list_withheld(
    session: AsyncSession, staff_id: int, after: int | None, most: int
) -> list[Protection]:
    query = select(Protection).where(
        col(Protection.state) == "withheld",
        col(Protection.deal_id) > (after or 0),
        is_between_others(staff_id),
    )
    return list((await session.execute(query.order_by(col(Protection.deal_id)).limit(most))).scalars())


async def delete_old_holds(database: Database, now: datetime) -> None:
    """Holds under review are not deleted."""
    cleared = {"before": now - CLEARED_KEPT}
    await delete_old(database, "payout_holds", "state = 'cleared' AND changed_at < :before", cleared)
    await delete_old(database, "payout_holds", _CONFIRMED, {"before": now - CONFIRMED_KEPT}, piece=500)
