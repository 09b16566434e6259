from fastapi import APIRouter

from libs.kit.db.database import DatabaseDep
from libs.kit.errors import Forbidden, IdempotencyMismatch, NotSignedIn, Unavailable
from libs.kit.http.bulk import BatchOut, BatchPreviewOut
from libs.kit.http.error_responses import refusals
from libs.kit.http.idempotency import OnceDep
from libs.marketplace.access import ModeratorUser
from services.catalog.dependencies import AuctionsDep
from services.catalog.moderation import bulk
from services.catalog.moderation.schemas import BulkListingsIn

router = APIRouter(prefix="/api/admin/products/bulk", tags=["catalog: staff"])


@router.post("/preview", responses=refusals(NotSignedIn, Forbidden, Unavailable))
async def preview_listings(
    form: BulkListingsIn, staffer: ModeratorUser, database: DatabaseDep, auctions: AuctionsDep
) -> BatchPreviewOut:
    """Preview an action on up to a hundred listings. Nothing is changed."""
    return await bulk.preview_bulk(database, auctions, staffer, form)


@router.post("", responses=refusals(NotSignedIn, Forbidden, IdempotencyMismatch, Unavailable))
async def act_on_listings(
    form: BulkListingsIn, staffer: ModeratorUser, database: DatabaseDep, auctions: AuctionsDep, once: OnceDep
) -> BatchOut:
    """Apply an action to up to a hundred listings, one by one. Repeating the idempotency key resumes."""
    return await bulk.carry_out_bulk(database, auctions, staffer, form, once)
