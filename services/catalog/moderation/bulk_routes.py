"""HTTP of staff: one act on many listings, looked at first."""

from fastapi import APIRouter

from libs.kit.db.database import DatabaseDep
from libs.kit.http.access import ModeratorUser
from libs.kit.http.bulk import BatchOut, BatchPreviewOut
from libs.kit.http.errors import Forbidden, IdempotencyMismatch, NotSignedIn, refusals
from libs.kit.http.idempotency import OnceDep
from services.catalog.moderation import bulk
from services.catalog.moderation.schemas import BulkListingsIn

router = APIRouter(prefix="/api/admin/products/bulk", tags=["catalog: staff"])


@router.post("/preview", responses=refusals(NotSignedIn, Forbidden))
async def preview_listings(
    form: BulkListingsIn, staffer: ModeratorUser, database: DatabaseDep
) -> BatchPreviewOut:
    """Return what an act would do to each of at most a hundred listings; nothing is changed."""
    return await bulk.preview_bulk(database, staffer, form)


@router.post("", responses=refusals(NotSignedIn, Forbidden, IdempotencyMismatch))
async def act_on_listings(
    form: BulkListingsIn, staffer: ModeratorUser, database: DatabaseDep, once: OnceDep
) -> BatchOut:
    """Do an act to each of at most a hundred listings, each by itself; the same key again goes on."""
    return await bulk.carry_out_bulk(database, staffer, form, once)
