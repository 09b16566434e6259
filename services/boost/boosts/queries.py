from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, func, or_, text, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from libs.kit.process import clock
from libs.marketplace.people import PEOPLE
from services.boost.boosts.models import (
    Boost,
    FeaturedProduct,
    Order,
    Package,
    PackageChange,
    ProductReplica,
    Receipt,
    ReceiptYear,
    Refund,
)
from services.boost.boosts.rules import WARNED_BEFORE
from services.boost.payments.models import Payment
from services.boost.staff.queries import select_orders_asked_for

_LOCKED = {"populate_existing": True}
_UNFITTING = select(col(Payment.order_id)).where(
    col(Payment.status) == "review", col(Payment.order_id).is_not(None)
)
_ONE_SELLER = text(
    "SELECT pg_advisory_xact_lock(hashtextextended('boost.orders', CAST(:seller_id AS bigint)))"
)


async def get_order(session: AsyncSession, order_id: int) -> Order | None:
    query = select(Order).where(col(Order.id) == order_id)
    return (await session.execute(query)).scalar_one_or_none()


async def lock_order(session: AsyncSession, order_id: int) -> Order:
    """Callers that feature products must lock the products first."""
    query = select(Order).where(col(Order.id) == order_id).with_for_update()
    return (await session.execute(query.execution_options(**_LOCKED))).scalar_one()


async def lock_orders(session: AsyncSession, order_ids: Collection[int]) -> dict[int, Order]:
    """The orders are locked by ascending id."""
    query = select(Order).where(col(Order.id).in_(order_ids)).order_by(col(Order.id)).with_for_update()
    rows = (await session.execute(query.execution_options(**_LOCKED))).scalars()
    return {item.known_id: item for item in rows}


async def find_by_key(session: AsyncSession, seller_id: int, key: str) -> Order | None:
    query = select(Order).where(col(Order.seller_id) == seller_id, col(Order.client_key) == key)
    return (await session.execute(query)).scalar_one_or_none()


async def find_open_same(
    session: AsyncSession, seller_id: int, package_id: int, product_ids: Sequence[int]
) -> Order | None:
    """The order is locked."""
    query = select(Order).where(
        col(Order.seller_id) == seller_id,
        col(Order.package_id) == package_id,
        col(Order.product_ids) == list(product_ids),
        col(Order.status) == "pending",
    )
    found = await session.execute(query.with_for_update().execution_options(**_LOCKED))
    return found.scalar_one_or_none()


async def count_open(session: AsyncSession, seller_id: int, most: int) -> int:
    some = select(col(Order.id)).where(col(Order.seller_id) == seller_id, col(Order.status) == "pending")
    return int(
        (await session.execute(select(func.count()).select_from(some.limit(most).subquery()))).scalar_one()
    )


async def lock_seller(session: AsyncSession, seller_id: int) -> None:
    """Call directly after locking the person."""
    await session.execute(_ONE_SELLER, {"seller_id": seller_id})


async def list_of_seller(session: AsyncSession, seller_id: int, before: int | None, most: int) -> list[Order]:
    query = select(Order).where(col(Order.seller_id) == seller_id)
    return await _list_page(session, query, before, most)


async def list_for_staff(
    session: AsyncSession, status: str | None, seller_id: int | None, before: int | None, most: int
) -> list[Order]:
    """Status `review` includes orders with a payment in review. Status `asked` selects orders with a
    requested refund."""
    query, now = select(Order), clock.about_now()
    if status == "review":
        query = query.where(or_(col(Order.status) == status, col(Order.id).in_(_UNFITTING)))
    elif status == "asked":
        query = query.where(col(Order.status) == "paid", col(Order.id).in_(select_orders_asked_for(now)))
    elif status is not None:
        query = query.where(col(Order.status) == status)
    if seller_id is not None:
        query = query.where(col(Order.seller_id) == seller_id)
    return await _list_page(session, query, before, most)


async def _list_page(
    session: AsyncSession, query: SelectOfScalar[Order], before: int | None, most: int
) -> list[Order]:
    page = query.order_by(col(Order.id).desc()).limit(most)
    if before is not None:
        page = page.where(col(Order.id) < before)
    return list((await session.execute(page)).scalars())


async def find_unbilled(session: AsyncSession, now: datetime, most: int) -> list[int]:
    has_bill = select(Payment).where(col(Payment.order_id) == col(Order.id), col(Payment.status) == "open")
    query = select(col(Order.id)).where(
        col(Order.status) == "pending", col(Order.expires_at) <= now, ~has_bill.exists()
    )
    found = await session.execute(query.order_by(col(Order.expires_at)).limit(most))
    return [item for item in found.scalars() if item is not None]


async def find_set_aside(session: AsyncSession, seller_id: int) -> int:
    query = select(func.coalesce(func.sum(col(Order.credit)), 0)).where(
        col(Order.seller_id) == seller_id, col(Order.status).in_(("pending", "review"))
    )
    return int((await session.execute(query)).scalar_one())


async def list_refunds(session: AsyncSession, order_id: int) -> list[Refund]:
    query = select(Refund).where(col(Refund.order_id) == order_id).order_by(col(Refund.id))
    return list((await session.execute(query)).scalars())


async def list_refunds_of(session: AsyncSession, order_ids: Collection[int]) -> list[Refund]:
    query = select(Refund).where(col(Refund.order_id).in_(order_ids))
    return list((await session.execute(query.order_by(col(Refund.order_id), col(Refund.id)))).scalars())


async def find_orders(session: AsyncSession, order_ids: Collection[int]) -> dict[int, Order]:
    if not order_ids:
        return {}
    query = select(Order).where(col(Order.id).in_(order_ids))
    return {row.known_id: row for row in (await session.execute(query)).scalars()}


_SPENT = text("""
    WITH parts AS (
        SELECT b.product_id, b.amount, b.starts_at,
            lag(b.ends_at) OVER (PARTITION BY b.product_id ORDER BY b.starts_at) IS DISTINCT FROM b.starts_at
                AS begins
        FROM boosts b JOIN boost_orders o ON o.id = b.order_id
        WHERE b.product_id = ANY(:ids) AND o.status = 'paid')
    SELECT product_id, sum(amount) FROM parts WHERE starts_at >= (
        SELECT max(starts_at) FROM parts other WHERE other.product_id = parts.product_id AND other.begins)
    GROUP BY product_id""")


async def lock_featured(
    session: AsyncSession, seller_id: int, product_ids: Sequence[int]
) -> dict[int, FeaturedProduct]:
    """Creates missing rows. Rows are locked by ascending product id. Call before locking the order."""
    ordered = sorted(product_ids)
    rows = [{"product_id": item, "seller_id": seller_id, "version": 0} for item in ordered]
    await session.execute(insert(FeaturedProduct).values(rows).on_conflict_do_nothing())
    return await lock_known_featured(session, ordered)


async def lock_known_featured(
    session: AsyncSession, product_ids: Collection[int]
) -> dict[int, FeaturedProduct]:
    query = select(FeaturedProduct).where(col(FeaturedProduct.product_id).in_(product_ids))
    query = query.order_by(col(FeaturedProduct.product_id)).with_for_update()
    rows = (await session.execute(query.execution_options(**_LOCKED))).scalars()
    return {item.product_id: item for item in rows}


async def list_boosts(session: AsyncSession, product_ids: Collection[int], now: datetime) -> list[Boost]:
    """Excludes boosts that have ended. Call with the products locked."""
    query = select(Boost).where(col(Boost.product_id).in_(product_ids), col(Boost.ends_at) > now)
    query = query.order_by(col(Boost.product_id), col(Boost.ends_at), col(Boost.order_id))
    return list((await session.execute(query.execution_options(**_LOCKED))).scalars())


async def list_boosts_of_order(session: AsyncSession, order_ids: Collection[int]) -> dict[int, list[Boost]]:
    query = select(Boost).where(col(Boost.order_id).in_(order_ids)).order_by(col(Boost.product_id))
    found: dict[int, list[Boost]] = {}
    for row in (await session.execute(query)).scalars():
        found.setdefault(row.order_id, []).append(row)
    return found


async def find_due_boosts(session: AsyncSession, now: datetime, most: int) -> list[FeaturedProduct]:
    query = select(FeaturedProduct).where(col(FeaturedProduct.featured_until) <= now)
    query = query.order_by(col(FeaturedProduct.featured_until)).limit(most)
    return list((await session.execute(query)).scalars())


def _select_to_warn(now: datetime) -> ColumnElement[bool]:
    until, begun = col(FeaturedProduct.featured_until), col(FeaturedProduct.featured_at)
    is_near = and_(until > now, until <= now + WARNED_BEFORE, until - begun > WARNED_BEFORE)
    return and_(is_near, ~col(FeaturedProduct.is_warned))


async def find_to_warn(session: AsyncSession, now: datetime, most: int) -> list[FeaturedProduct]:
    query = select(FeaturedProduct).where(_select_to_warn(now)).order_by(col(FeaturedProduct.featured_until))
    return list((await session.execute(query.limit(most))).scalars())


async def lock_to_warn(
    session: AsyncSession, product_ids: Collection[int], now: datetime
) -> list[FeaturedProduct]:
    """Skips rows locked by another replica."""
    query = select(FeaturedProduct).where(
        col(FeaturedProduct.product_id).in_(product_ids), _select_to_warn(now)
    )
    query = query.order_by(col(FeaturedProduct.product_id)).with_for_update(skip_locked=True)
    return list((await session.execute(query.execution_options(**_LOCKED))).scalars())


async def lock_due_boost(
    session: AsyncSession, product_ids: Collection[int], now: datetime
) -> list[FeaturedProduct]:
    """Skips rows locked by another replica."""
    query = select(FeaturedProduct).where(
        col(FeaturedProduct.product_id).in_(product_ids), col(FeaturedProduct.featured_until) <= now
    )
    query = query.order_by(col(FeaturedProduct.product_id)).with_for_update(skip_locked=True)
    return list((await session.execute(query.execution_options(**_LOCKED))).scalars())


async def sum_spent(session: AsyncSession, product_ids: Collection[int]) -> dict[int, int]:
    """Amount paid for the current unbroken featured period in sen, by product."""
    rows = await session.execute(_SPENT, {"ids": sorted(product_ids)})
    return {product_id: int(amount) for product_id, amount in rows}


async def list_running(
    session: AsyncSession, seller_id: int, now: datetime, most: int
) -> list[FeaturedProduct]:
    query = select(FeaturedProduct).where(
        col(FeaturedProduct.seller_id) == seller_id, col(FeaturedProduct.featured_until) > now
    )
    query = query.order_by(col(FeaturedProduct.featured_until), col(FeaturedProduct.product_id)).limit(most)
    return list((await session.execute(query)).scalars())


async def list_packages(session: AsyncSession, package_id: int | None) -> list[Package]:
    query = select(Package).where(col(Package.is_active)).order_by(col(Package.id))
    if package_id is not None:
        query = query.where(col(Package.id) == package_id)
    return list((await session.execute(query)).scalars())


async def lock_package(session: AsyncSession, package_id: int) -> Package | None:
    query = select(Package).where(col(Package.id) == package_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def list_all_packages(session: AsyncSession) -> list[Package]:
    return list((await session.execute(select(Package).order_by(col(Package.id)))).scalars())


async def list_package_changes(session: AsyncSession, package_id: int, most: int) -> list[PackageChange]:
    query = select(PackageChange).where(col(PackageChange.package_id) == package_id)
    return list(
        (await session.execute(query.order_by(col(PackageChange.version).desc()).limit(most))).scalars()
    )


async def next_receipt_number(session: AsyncSession, year: int) -> int:
    """Receipt numbers have no gaps. All payments share this row, so lock it last."""
    row = insert(ReceiptYear).values(year=year, last=1)
    row = row.on_conflict_do_update(index_elements=["year"], set_={"last": col(ReceiptYear.last) + 1})
    return int((await session.execute(row.returning(col(ReceiptYear.last)))).scalar_one())


async def seller_name(session: AsyncSession, user_id: int) -> str:
    query = select(PEOPLE.c.shop_name, PEOPLE.c.username).where(PEOPLE.c.user_id == user_id)
    row = (await session.execute(query)).one_or_none()
    return "" if row is None else str(row.shop_name or row.username)


async def get_receipt(session: AsyncSession, order_id: int) -> Receipt | None:
    query = select(Receipt).where(col(Receipt.order_id) == order_id)
    return (await session.execute(query)).scalar_one_or_none()


async def list_receipt_numbers(session: AsyncSession, order_ids: Collection[int]) -> dict[int, str]:
    query = select(col(Receipt.order_id), col(Receipt.number)).where(col(Receipt.order_id).in_(order_ids))
    return {row.order_id: row.number for row in await session.execute(query)}


class Issued(NamedTuple):
    """`payment` is None if credit paid the whole order."""

    receipt: Receipt
    order: Order
    payment: Payment | None


async def list_issued(
    session: AsyncSession, begin: datetime, end: datetime, after: int | None, most: int
) -> list[Issued]:
    query = (
        select(Receipt, Order, Payment)
        .join(Order, col(Order.id) == col(Receipt.order_id))
        .outerjoin(
            Payment, (col(Payment.order_id) == col(Receipt.order_id)) & (col(Payment.settled_as) == "order")
        )
        .where(col(Receipt.issued_at) >= begin, col(Receipt.issued_at) < end)
    )
    place = tuple_(col(Receipt.issued_at), col(Receipt.order_id))
    if after is not None:
        last = select(col(Receipt.issued_at), col(Receipt.order_id)).where(col(Receipt.order_id) == after)
        query = query.where(place > last.scalar_subquery())
    rows = await session.execute(query.order_by(col(Receipt.issued_at), col(Receipt.order_id)).limit(most))
    return [Issued(*row) for row in rows]


async def product_states(
    session: AsyncSession, seller_id: int, product_ids: Collection[int]
) -> dict[int, str]:
    query = select(col(ProductReplica.product_id), col(ProductReplica.status)).where(
        col(ProductReplica.product_id).in_(product_ids), col(ProductReplica.seller_id) == seller_id
    )
    return {row.product_id: row.status for row in await session.execute(query)}


async def get_product_replicas(
    session: AsyncSession, product_ids: Collection[int]
) -> dict[int, ProductReplica]:
    if not product_ids:
        return {}
    query = select(ProductReplica).where(col(ProductReplica.product_id).in_(product_ids))
    return {row.product_id: row for row in (await session.execute(query)).scalars()}


async def set_product_status(session: AsyncSession, product_id: int, status: str) -> None:
    await session.execute(
        update(ProductReplica).where(col(ProductReplica.product_id) == product_id).values(status=status)
    )
