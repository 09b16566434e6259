"""Reports about listings, and appeals against removals."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import ListingReported
from libs.kit.events import outbox, people
from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound
from libs.kit.process import clock
from services.catalog.domain.products import FOR_GOOD
from services.catalog.domain.refusals import OwnListing, WrongStatus
from services.catalog.models import Appeal
from services.catalog.queries import products as product_queries
from services.catalog.queries import reports as report_queries
from services.catalog.schemas.reports import ReportIn

MOST_APPEALS = 3


async def report(session: AsyncSession, person: Identity, product_id: int, form: ReportIn) -> None:
    """Report a listing to staff, once for each person; the words stay here."""
    await people.lock_actor(session, person)
    found = await product_queries.product(session, product_id)
    if found is None or found.product.status == "removed":
        raise NotFound
    if found.product.seller_id == person.user_id:
        raise OwnListing
    now = await clock.now(session)
    reports = await report_queries.add(session, product_id, person.user_id, form.reason, form.words, now)
    if reports is None:
        return
    fact = ListingReported(
        product_id=product_id,
        seller_id=found.product.seller_id,
        reason=form.reason,
        reports=reports,
        reported_at=now,
    )
    await outbox.record(session, fact, version=reports)


async def appeal(session: AsyncSession, seller: Identity, product_id: int, words: str) -> None:
    """Keep a seller's appeal against a removal, up to three times."""
    product = await product_queries.listing_owned_by(session, product_id, seller.user_id)
    if product.status != "removed" or product.removed_reason in FOR_GOOD:
        raise WrongStatus(product.status)
    if await report_queries.appeals_about(session, product_id) >= MOST_APPEALS:
        raise WrongStatus("appealed")
    now = await clock.now(session)
    session.add(Appeal(product_id=product_id, seller_id=seller.user_id, words=words, created_at=now))
    await session.flush()
