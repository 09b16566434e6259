from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from libs.contracts.events.staff import ListingDataRead
from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.errors import Forbidden, NotFound, NotSignedIn, Unavailable
from libs.kit.http.error_responses import refusals
from libs.kit.http.paging import DEEPEST, Cursor, LimitDep, PageDep, next_page, row_of, rows_to_skip
from libs.kit.http.schemas import NO_NUL
from libs.kit.process import clock
from libs.marketplace.access import ModeratorUser, StaffUser
from libs.marketplace.access_log import private_read
from libs.marketplace.errors import ConflictOfInterest
from services.catalog.dependencies import AuctionsDep, ProductId
from services.catalog.listings.queries import with_details
from services.catalog.listings.rules import OwnListing, WrongStatus
from services.catalog.listings.schemas import ProductOut, product_out
from services.catalog.moderation import bulk, queries, service
from services.catalog.moderation.rules import CaseDecides
from services.catalog.moderation.schemas import RemovalIn, ReportedOut, RevisionOut

router = APIRouter(tags=["catalog: staff"])


STAFF = (NotSignedIn, Forbidden)


# Counting stops at this number if a filter is set.
MAX_COUNTED = 1_000


ACTING = (*STAFF, NotFound, WrongStatus, OwnListing, ConflictOfInterest, CaseDecides, Unavailable)


async def _filters(
    search: Annotated[str, Query(max_length=100, pattern=NO_NUL)] = "",
    status: Annotated[queries.ListingState | None, Query()] = None,
    seller: Annotated[str, Query(max_length=40, pattern=NO_NUL)] = "",
) -> queries.ListingFilters:
    return queries.ListingFilters(search=search.strip(), status=status, seller=seller.strip())


FiltersDep = Annotated[queries.ListingFilters, Depends(_filters)]


@router.get("/api/products/all", responses=refusals(*STAFF))
async def every_product(
    staffer: StaffUser,
    session: ReadDep,
    request: Request,
    response: Response,
    filters: FiltersDep,
    page: PageDep = 1,
    limit: LimitDep = 200,
    cursor: Cursor = None,
) -> list[ProductOut]:
    """List listings in any state, newest first. Filter by words or listing number, state, reports, or seller
    name or id. The `Link` header contains the next page. `X-Total-Count` is the total. This header is omitted
    above 10,000, or above 1,000 with a filter."""
    before, skip = (row_of(cursor), 0) if cursor else (None, rows_to_skip(page, limit))
    found, total = await queries.list_page_of_all(
        session, filters, before=before, most=limit, skip=skip,
        counted=MAX_COUNTED if filters.is_set else DEEPEST,
    )  # fmt: skip
    if total is not None:
        response.headers["X-Total-Count"] = str(total)
    if len(found) == limit:
        response.headers["Link"] = next_page(request, found[-1].known_id)
    details = await with_details(session, found)
    return [product_out(detail, clock.about_now()) for detail in details]


@router.get("/api/admin/products/export.csv", response_class=Response, responses=refusals(*STAFF))
async def export_listings(
    staffer: StaffUser, database: DatabaseDep, session: SessionDep, filters: FiltersDep
) -> Response:
    """Export the newest 10,000 matching listings as a file. The file says if it is incomplete. Access is
    logged."""
    return await bulk.export_listings(database, session, staffer, filters)


@router.post("/api/admin/products/{product_id}/remove", responses=refusals(*ACTING))
async def remove(
    product_id: ProductId, form: RemovalIn, staffer: ModeratorUser, session: SessionDep, auctions: AuctionsDep
) -> ProductOut:
    """Remove another person's listing that has no open case. A running auction is cancelled. The seller can
    read the reason and appeal."""
    taken = await service.take_down_listing(session, auctions, staffer, product_id, form.reason, form.code)
    return product_out(taken, clock.about_now())


@router.post("/api/admin/products/{product_id}/restore", responses=refusals(*ACTING))
async def reinstate(
    product_id: ProductId, staffer: ModeratorUser, session: SessionDep, auctions: AuctionsDep
) -> ProductOut:
    """Restore a listing that staff removed without a case. Refused if the seller has appealed."""
    restored = await service.restore_listing(session, auctions, staffer, product_id)
    return product_out(restored, clock.about_now())


@router.get(
    "/api/admin/products/{product_id}/reports",
    dependencies=[private_read(ListingDataRead, "listing_reports")],
    responses=refusals(*STAFF, NotFound, OwnListing),
)
async def reported(product_id: ProductId, staffer: ModeratorUser, session: ReadDep) -> ReportedOut:
    """Return a listing in any state, with its reports and its seller's appeals."""
    return await service.get_reported(session, staffer, product_id)


@router.get(
    "/api/admin/products/{product_id}/revisions",
    dependencies=[private_read(ListingDataRead, "listing_revisions")],
    responses=refusals(*STAFF, NotFound),
)
async def revisions(product_id: ProductId, staffer: ModeratorUser, session: ReadDep) -> list[RevisionOut]:
    """List the fifty newest changes of a listing's text, price and pictures."""
    return await service.revisions_of(session, product_id)
