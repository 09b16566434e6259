from fastapi import APIRouter

from libs.kit.db.database import DatabaseDep
from libs.kit.errors import Forbidden, IdempotencyMismatch, NotSignedIn
from libs.kit.http.bulk import BatchOut, BatchPreviewOut
from libs.kit.http.error_responses import refusals
from libs.kit.http.idempotency import OnceDep
from libs.marketplace.access import ModeratorUser
from services.messaging.deals.schemas import BulkOrdersIn
from services.messaging.dependencies import OwnersDep
from services.messaging.staff import service

router = APIRouter(prefix="/api/admin/orders/bulk", tags=["messaging: staff"])


@router.post("/preview", responses=refusals(NotSignedIn, Forbidden))
async def preview_orders(
    form: BulkOrdersIn, staffer: ModeratorUser, database: DatabaseDep, owners: OwnersDep
) -> BatchPreviewOut:
    """Preview a status change for up to a hundred orders. Cancellations are checked with the services of
    auctions and payments. Orders that only another service can decide are reported as unknown. Nothing is
    changed."""
    return await service.preview_bulk(database, owners, staffer, form)


@router.post("", responses=refusals(NotSignedIn, Forbidden, IdempotencyMismatch))
async def act_on_orders(
    form: BulkOrdersIn, staffer: ModeratorUser, database: DatabaseDep, owners: OwnersDep, once: OnceDep
) -> BatchOut:
    """Set the status of up to a hundred orders, one by one. Repeating the idempotency key resumes."""
    return await service.carry_out_bulk(database, owners, staffer, form, once)
