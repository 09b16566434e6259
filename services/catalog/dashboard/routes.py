from typing import Annotated

from fastapi import APIRouter, File, Path, Query, Response, UploadFile

from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.errors import (
    Forbidden,
    IdempotencyMismatch,
    InvalidInput,
    NotFound,
    NotSignedIn,
    TooLarge,
    Unavailable,
)
from libs.kit.http.error_responses import refusals
from libs.kit.http.idempotency import OnceDep
from libs.kit.http.table_file import headers_of
from libs.kit.process import clock
from libs.marketplace.access import SellerUser
from libs.marketplace.errors import Banned, Suspended
from services.catalog.dashboard import csv_import, queries, service
from services.catalog.dashboard.csv_file import MAX_BYTES
from services.catalog.dashboard.rules import TooManyDrafts
from services.catalog.dashboard.schemas import (
    BulkIn,
    BulkOut,
    DashboardOut,
    DraftIn,
    DraftOut,
    ImportOut,
    StatsOut,
)
from services.catalog.dependencies import CommandsDep, ProductId
from services.catalog.listings.checks import check_owner
from services.catalog.listings.schemas import DoneOut, ProductOut, product_out

router = APIRouter(tags=["catalog"])


SELLING = (NotSignedIn, Banned, Suspended, Forbidden)


OWN_REFUSALS = refusals(*SELLING, NotFound)


DraftId = Annotated[int, Path(ge=1, le=2**63 - 1)]


SellerId = Annotated[int | None, Query(alias="sellerId", ge=1, le=2**63 - 1)]


@router.get("/api/seller/products", responses=refusals(*SELLING))
async def seller_products(
    seller: SellerUser, session: ReadDep, seller_id: SellerId = None
) -> list[ProductOut]:
    """List your own listings in any state, newest first."""
    check_owner(seller, seller_id)
    return [
        product_out(own_listing, clock.about_now())
        for own_listing in await queries.list_own_listings(session, seller.user_id)
    ]


@router.get("/api/seller/dashboard", responses=refusals(*SELLING))
async def seller_dashboard(seller: SellerUser, session: ReadDep) -> DashboardOut:
    """Return your figures: listings for sale, views and favourites."""
    return await service.get_dashboard(session, seller.user_id)


@router.get("/api/seller/stats", responses=refusals(*SELLING))
async def seller_stats(
    seller: SellerUser, session: ReadDep, days: Annotated[int, Query(ge=1, le=365)] = 30
) -> StatsOut:
    """Return your views and favourites by day."""
    return await service.get_stats(session, seller.user_id, days)


@router.get("/api/seller/drafts", responses=refusals(*SELLING))
async def list_drafts(seller: SellerUser, session: ReadDep) -> list[DraftOut]:
    """List your drafts, last edited first."""
    return [DraftOut.from_model(draft) for draft in await queries.list_drafts(session, seller.user_id)]


@router.post(
    "/api/seller/drafts",
    status_code=201,
    response_model=DraftOut,
    responses=refusals(*SELLING, TooManyDrafts),
)
async def post_draft(form: DraftIn, seller: SellerUser, session: SessionDep, once: OnceDep) -> Response:
    """Create a draft."""

    async def work() -> DraftOut:
        return DraftOut.from_model(await service.start_draft(session, seller, form.form))

    return await once.run(work)


@router.get("/api/seller/drafts/{draft_id}", responses=OWN_REFUSALS)
async def read_draft(draft_id: DraftId, seller: SellerUser, session: ReadDep) -> DraftOut:
    """Return a draft."""
    draft = await queries.get_draft(session, draft_id, seller.user_id)
    if draft is None:
        raise NotFound
    return DraftOut.from_model(draft)


@router.put("/api/seller/drafts/{draft_id}", responses=OWN_REFUSALS)
async def put_draft(draft_id: DraftId, form: DraftIn, seller: SellerUser, session: SessionDep) -> DraftOut:
    """Replace the contents of a draft."""
    return DraftOut.from_model(await service.change_draft(session, seller.user_id, draft_id, form.form))


@router.delete("/api/seller/drafts/{draft_id}", responses=OWN_REFUSALS)
async def delete_draft(draft_id: DraftId, seller: SellerUser, session: SessionDep) -> DoneOut:
    """Delete a draft."""
    await service.delete_draft(session, seller.user_id, draft_id)
    return DoneOut(success=True)


@router.post(
    "/api/products/{product_id}/duplicate",
    status_code=201,
    response_model=DraftOut,
    responses=refusals(*SELLING, NotFound, TooManyDrafts),
)
async def duplicate(
    product_id: ProductId, seller: SellerUser, session: SessionDep, once: OnceDep
) -> Response:
    """Create a draft with the text and pictures of your listing."""

    async def work() -> DraftOut:
        return DraftOut.from_model(await service.duplicate_listing(session, seller, product_id))

    return await once.run(work)


@router.post(
    "/api/seller/products/bulk", responses=refusals(*SELLING, InvalidInput, IdempotencyMismatch, Unavailable)
)
async def change_many(
    form: BulkIn, seller: SellerUser, database: DatabaseDep, commands: CommandsDep, once: OnceDep
) -> BulkOut:
    """Archive, restore, delete or reprice several listings. Each listing is processed independently, and
    errors are reported for each listing. An idempotency key is processed only once."""
    return await service.change_many(database, commands, seller, form, once)


@router.post(
    "/api/seller/products/import",
    response_model=ImportOut,
    responses=refusals(*SELLING, TooLarge, InvalidInput, IdempotencyMismatch),
)
async def import_products(
    file: Annotated[UploadFile, File()],
    seller: SellerUser,
    database: DatabaseDep,
    session: SessionDep,
    once: OnceDep,
    dry_run: Annotated[bool, Query(alias="dryRun")] = False,
) -> Response:
    """Create listings from a CSV file. Rows with errors are reported by line number. All other rows are
    listed."""
    content = await file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise TooLarge("File too large")

    rows = await csv_import.judge_file(database, content)

    async def work() -> ImportOut:
        return await csv_import.take_rows(session, seller, rows, dry_run=dry_run)

    return await once.run(work, 200, content=content + b"?dry" * dry_run)


@router.get("/api/seller/products/import/template.csv", response_class=Response, responses=refusals(*SELLING))
async def import_template(seller: SellerUser, session: ReadDep) -> Response:
    """Return an empty CSV file for the import, with one example row."""
    return _file(await csv_import.get_template(session), "wangi-template.csv")


@router.get("/api/seller/products/export.csv", response_class=Response, responses=refusals(*SELLING))
async def export_products(seller: SellerUser, session: ReadDep) -> Response:
    """Export your listings as a CSV file. Formulas are escaped."""
    return _file(await csv_import.export_listings(session, seller.user_id), "wangi-listings.csv")


def _file(content: bytes, name: str) -> Response:
    return Response(content, headers=headers_of(name))
