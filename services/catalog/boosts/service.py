from collections.abc import Sequence
from datetime import date, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.boost import BoostPaid, FeaturedProduct
from libs.contracts.events.messaging import ConversationStarted
from libs.contracts.events.trades import DealOpened
from libs.kit.db.database import Database
from libs.kit.errors import NotFound
from libs.kit.process import clock
from services.catalog.boosts import queries
from services.catalog.boosts.rules import Rotation, days_of
from services.catalog.boosts.schemas import BoostDayOut, BoostReportOut
from services.catalog.views.rules import day_of


async def keep_paid(session: AsyncSession, event: BoostPaid) -> None:
    await queries.save_featured(
        session,
        event.products,
        order_id=event.order_id,
        package_id=event.package_id,
        hours=event.duration_hours,
        is_premium=event.package_type == "premium",
    )


async def keep_times(session: AsyncSession, products: Sequence[FeaturedProduct]) -> None:
    if products:
        await queries.save_featured(session, products)


async def count_conversation(session: AsyncSession, event: ConversationStarted) -> None:
    if event.product_id is not None:
        day = day_of(event.started_at)
        await queries.count_begun(session, "conversations", event.product_id, day)


async def count_deal(session: AsyncSession, event: DealOpened) -> None:
    await queries.count_begun(session, "deals", event.product_id, day_of(event.opened_at))


async def save_shown(database: Database, rotation: Rotation) -> None:
    taken = rotation.take_counts()
    if not taken:
        return
    try:
        async with database.transaction() as session:
            await queries.count_shown(session, taken, day_of(await clock.now(session)))
    except BaseException:
        rotation.restore_counts(taken)
        raise


async def get_report(
    session: AsyncSession, seller_id: int, product_id: int, since: datetime | None, until: datetime | None
) -> BoostReportOut:
    """Without `since` and `until`, the last boost is reported."""
    boost, now = await queries.get_last_boost(session, product_id, seller_id), clock.about_now()
    if boost is None:
        raise NotFound
    begins, ends = (boost.begins, boost.ends) if since is None or until is None else (since, until)
    if begins is None or ends is None or not begins <= min(ends, now):
        raise NotFound
    before, first, last = days_of(begins, ends, now)
    counted = await queries.list_days(session, product_id, before, last)

    def span(begin: date, end: date) -> list[BoostDayOut]:
        days = (begin + timedelta(days=number) for number in range((end - begin).days))
        return [
            BoostDayOut(**counted[day]._asdict())
            if day in counted
            else BoostDayOut(day=day, views=0, favourites=0, shown=0, conversations=0, deals=0)
            for day in days
        ]

    return BoostReportOut(
        product_id=product_id,
        boosted_at=begins,
        boosted_until=ends,
        days=span(first, last + timedelta(days=1)),
        before=span(before, first),
    )
