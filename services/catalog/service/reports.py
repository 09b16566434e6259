"""Somebody says that something is wrong with a listing; its seller asks staff to look again."""

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.catalog import ListingReported
from libs.kit.events import outbox, people
from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound
from libs.kit.process import clock
from services.catalog.domain.products import FOR_GOOD
from services.catalog.domain.refusals import OwnListing, WrongStatus
from services.catalog.models import Appeal, ProductCount, Report
from services.catalog.queries import dashboard as dashboard_queries
from services.catalog.queries import products as product_queries
from services.catalog.schemas.dashboard import ReportIn

MOST_APPEALS = 3


async def report(session: AsyncSession, person: Identity, product_id: int, form: ReportIn) -> None:
    """Tell staff; the same person about the same listing is heard once. The words stay here."""
    await people.acting(session, person)
    found = await product_queries.product(session, product_id)
    if found is None or found.product.status == "removed":
        raise NotFound
    if found.product.seller_id == person.user_id:
        raise OwnListing
    now = await clock.now(session)
    row = {
        "product_id": product_id, "reporter_id": person.user_id, "reason": form.reason, "words": form.words,
        "created_at": now,
    }  # fmt: skip
    told = insert(Report).values(row).on_conflict_do_nothing(index_elements=["product_id", "reporter_id"])
    if (await session.execute(told.returning(col(Report.id)))).first() is None:
        return
    first = insert(ProductCount).values(product_id=product_id, reports=1)
    more = {"reports": ProductCount.__table__.c.reports + 1}  # type: ignore[attr-defined]
    counted = first.on_conflict_do_update(index_elements=["product_id"], set_=more)
    reports: int = (await session.execute(counted.returning(col(ProductCount.reports)))).scalar_one()
    fact = ListingReported(
        product_id=product_id, seller_id=found.product.seller_id, reason=form.reason, reports=reports, reported_at=now
    )
    await outbox.record(session, fact, version=reports)


async def appeal(session: AsyncSession, seller: Identity, product_id: int, words: str) -> None:
    """A seller's words about a listing that staff took away; heard up to three times."""
    product = await product_queries.listing_owned_by(session, product_id, seller.user_id)
    if product.status != "removed" or product.removed_reason in FOR_GOOD:
        raise WrongStatus(product.status)
    if await dashboard_queries.appeals_about(session, product_id) >= MOST_APPEALS:
        raise WrongStatus("appealed")
    now = await clock.now(session)
    session.add(Appeal(product_id=product_id, seller_id=seller.user_id, words=words, created_at=now))
    await session.flush()
