from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic.alias_generators import to_camel
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.boost import (
    BoostEndingSoon,
    BoostEvent,
    BoostExpired,
    BoostRefunded,
    FeaturedProduct,
)
from libs.contracts.events.catalog import ProductChanged, ProductListed, ProductRemoved, ProductSold
from libs.contracts.events.sanctions import SanctionAppliedToMoney
from libs.kit.db.database import Database
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import sanctions
from libs.marketplace.product_replicas import ProductReplicas
from services.boost.boosts import queries
from services.boost.boosts.models import Boost, Order, Package, PackageChange, ProductReplica, Refund
from services.boost.boosts.models import FeaturedProduct as Row
from services.boost.boosts.rules import PackageChanged, effective_price, extend_boost, unused_share
from services.boost.boosts.schemas import PackageIn
from services.boost.one_by_one import one_by_one
from services.boost.staff.second_person import lapse_request
from services.boost.staff.service import record_change
from services.boost.wallet.service import Line, Reason, post_entry

ENDED_AT_ONCE = 200


async def record_event(session: AsyncSession, order: Order, event: BoostEvent) -> None:
    """Call with the order locked."""
    order.version += 1
    await outbox.record(session, event, version=order.version)


def featured_products(rows: Collection[Row]) -> list[FeaturedProduct]:
    return [
        FeaturedProduct(
            product_id=row.product_id,
            version=row.version,
            featured_at=row.featured_at,
            featured_until=row.featured_until,
        )
        for row in sorted(rows, key=lambda one: one.product_id)
    ]


def feature_products(
    session: AsyncSession, order: Order, rows: Sequence[Row], shares: Mapping[int, int], now: datetime
) -> None:
    """Feature the products for the order's duration, after any running boost (U34). Call with the order and
    the products locked."""
    for row in rows:
        is_running = row.featured_until is not None and row.featured_until > now
        begin, end = extend_boost(now, row.featured_until, order.duration_hours)
        part = Boost(
            order_id=order.known_id,
            product_id=row.product_id,
            amount=shares[row.product_id],
            starts_at=begin,
            ends_at=end,
        )
        session.add(part)
        row.featured_at, row.featured_until = row.featured_at if is_running else now, end
        row.order_id, row.version, row.is_warned = order.known_id, row.version + 1, False


async def credit_unused(
    session: AsyncSession, order: Order, amount: int, kind: str, at: datetime, *, key: str, **by: Any
) -> None:
    """A pending refund request lapses, because it was about a larger amount. Call with the order locked."""
    await lapse_request(session, at, order_id=order.known_id)
    order.refunded += amount
    session.add(Refund(order_id=order.known_id, amount=amount, kind=kind, refunded_at=at, **by))
    lines = [Line("sales", -amount), Line("wallet", amount, order.seller_id)]
    reason: Reason = "refunded" if kind == "staff" else "removed"
    await post_entry(session, key, reason, order.known_id, lines, at)


async def end_due_boosts(database: Database) -> int:
    async with database.reading() as session:
        due_boosts = await queries.find_due_boosts(session, await clock.now(session), ENDED_AT_ONCE)

    async def end(order_id: int) -> None:
        async with database.transaction() as session:
            await _end_boost(session, order_id, by_order[order_id])

    by_order = _by_order(due_boosts)
    done = await one_by_one(database, "end_boosts", by_order, end)
    return len(due_boosts) if done == len(by_order) else done


async def warn_due_boosts(database: Database) -> int:
    async with database.reading() as session:
        to_warn = await queries.find_to_warn(session, await clock.now(session), ENDED_AT_ONCE)

    async def warn(order_id: int) -> None:
        async with database.transaction() as session:
            await _warn_of_end(session, order_id, by_order[order_id])

    by_order = _by_order(to_warn)
    done = await one_by_one(database, "warn_of_the_end", by_order, warn)
    return len(to_warn) if done == len(by_order) else done


async def _warn_of_end(session: AsyncSession, order_id: int, product_ids: list[int]) -> None:
    rows = await queries.lock_to_warn(session, product_ids, await clock.now(session))
    ends = [row.featured_until for row in rows if row.order_id == order_id and row.featured_until is not None]
    if not ends:
        return
    order = await queries.lock_order(session, order_id)
    ids = []
    for row in rows:
        if row.order_id == order_id:
            row.is_warned = True
            ids.append(row.product_id)
    now, seller_id = await clock.now(session), order.seller_id
    event = BoostEndingSoon(
        order_id=order_id, seller_id=seller_id, product_ids=ids, ends_at=min(ends), notified_at=now
    )
    await record_event(session, order, event)


def _by_order(rows: Collection[Row]) -> dict[int, list[int]]:
    by_order: dict[int, list[int]] = {}
    for row in rows:
        if row.order_id is not None:
            by_order.setdefault(row.order_id, []).append(row.product_id)
    return by_order


async def _end_boost(session: AsyncSession, order_id: int, product_ids: list[int]) -> None:
    rows = await queries.lock_due_boost(session, product_ids, await clock.now(session))
    rows = [row for row in rows if row.order_id == order_id]
    if not rows:
        return
    order = await queries.lock_order(session, order_id)
    now = await clock.now(session)
    for row in rows:
        row.featured_at, row.featured_until, row.version = None, None, row.version + 1
    event = BoostExpired(
        order_id=order_id, seller_id=order.seller_id, products=featured_products(rows), expired_at=now
    )
    await record_event(session, order, event)


async def remove_boost(session: AsyncSession, product_id: int) -> int:
    """Refunds the remaining time once (U37). Returns the number of boosts that ended."""
    row = (await queries.lock_known_featured(session, [product_id])).get(product_id)
    now = await clock.now(session)
    if row is None or row.featured_until is None or row.featured_until <= now:
        return 0
    parts = await queries.list_boosts(session, [product_id], now)
    orders = await queries.lock_orders(session, [part.order_id for part in parts])
    row.featured_at, row.featured_until, row.version = None, None, row.version + 1
    for place, part in enumerate(parts):
        order = orders[part.order_id]
        rest = unused_share(part.amount, part.starts_at, part.ends_at, now)
        part.ends_at = max(part.starts_at, now)
        if rest:
            key = f"removed:{order.id}:{product_id}:{row.version}"
            await credit_unused(session, order, rest, "removed", now, key=key)
        event = BoostRefunded(
            order_id=order.known_id,
            seller_id=order.seller_id,
            amount=rest,
            reason="removed",
            products=featured_products([row]) if place == 0 else [],
            refunded_at=now,
        )
        await record_event(session, order, event)
    return len(parts)


async def shorten_boost(session: AsyncSession, order: Order, now: datetime) -> list[Row]:
    """End the order's boosts now and move boosts of later orders forward. Call with the products and the
    order locked. Returns the products that changed."""
    rows = await queries.lock_known_featured(session, order.product_ids)
    changed = []
    parts = await queries.list_boosts(session, order.product_ids, now)
    for product_id in order.product_ids:
        of_it = [part for part in parts if part.product_id == product_id]
        own = next((part for part in of_it if part.order_id == order.id), None)
        row = rows.get(product_id)
        if own is None or row is None or row.featured_until is None:
            continue
        begin = max(own.starts_at, now)
        left = own.ends_at - begin
        own.ends_at = max(begin, own.starts_at)
        for later in of_it:
            if later is not own and later.starts_at >= begin:
                later.starts_at, later.ends_at = later.starts_at - left, later.ends_at - left
        until = row.featured_until - left
        is_over = until <= now
        row.featured_at, row.featured_until = (None, None) if is_over else (row.featured_at, until)
        row.version += 1
        changed.append(row)
    return changed


CHANGEABLE = ("name", "price", "duration_hours", "is_active")


async def change_package(session: AsyncSession, staff: Identity, package_id: int, form: PackageIn) -> Package:
    package = await queries.lock_package(session, package_id)
    if package is None:
        raise NotFound
    if package.version != form.version:
        raise PackageChanged
    before = package.model_dump(include={*CHANGEABLE, "version"})
    session.add(
        PackageChange(
            **before,
            package_id=package.id,
            staff_id=staff.user_id,
            reason=form.reason,
            changed_at=await clock.now(session),
        )
    )
    for name in CHANGEABLE:
        value = getattr(form, name)
        setattr(package, name, getattr(package, name) if value is None else value)
    package.effective_price = effective_price(package.price, package.item_count)
    package.version += 1
    after = package.model_dump(include={*CHANGEABLE, "version"})
    is_renamed = before["name"] != after["name"]
    await record_change(
        session, staff.user_id, "change_package", ("package", package_id),
        before=_package_figures(before) | {"isRenamed": False},
        after=_package_figures(after) | {"isRenamed": is_renamed},
    )  # fmt: skip
    return package


def _package_figures(package: dict[str, Any]) -> dict[str, Any]:
    return {to_camel(name): value for name, value in package.items() if name != "name"}


# Removal reasons that credit the unused time. Archived listings may return, and erased sellers cannot use
# credit.
CREDITED = ("moderated", "deleted", "auction_cancelled")


class Listings(ProductReplicas):
    async def store_product(self, session: AsyncSession, event: ProductListed | ProductChanged) -> None:
        """Stores the status, because a pending listing cannot be boosted."""
        await super().store_product(session, event)
        if isinstance(event, ProductChanged) and event.status != "active":
            await queries.set_product_status(session, event.product_id, event.status)

    async def take_off(self, session: AsyncSession, event: ProductRemoved | ProductSold) -> None:
        if isinstance(event, ProductRemoved) and event.reason in CREDITED:
            credited = await remove_boost(session, event.product_id)
            await sanctions.answer_removal(
                session, SanctionAppliedToMoney, event, {"boosts_credited": credited}
            )
        await super().take_off(session, event)


products = Listings(ProductReplica)
