from fastapi import APIRouter

from libs.kit.db.database import DatabaseDep
from libs.kit.errors import Forbidden, IdempotencyMismatch, NotSignedIn
from libs.kit.http.bulk import BatchOut, BatchPreviewOut
from libs.kit.http.error_responses import refusals
from libs.kit.http.idempotency import OnceDep
from libs.marketplace.access import ModeratorUser
from libs.marketplace.dealings import CallsDep
from services.auth.dependencies import AuthDep
from services.auth.staff import bulk
from services.auth.staff.schemas import BulkAccountsIn

router = APIRouter(tags=["staff"], prefix="/api/admin/users/bulk")


@router.post("/preview", responses=refusals(NotSignedIn, Forbidden))
async def preview_accounts(
    form: BulkAccountsIn, staffer: ModeratorUser, database: DatabaseDep, calls: CallsDep
) -> BatchPreviewOut:
    """Preview an action on up to 100 accounts. Nothing is changed."""
    return await bulk.preview_bulk(database, calls, staffer, form)


@router.post("", responses=refusals(NotSignedIn, Forbidden, IdempotencyMismatch))
async def act_on_accounts(
    form: BulkAccountsIn, staffer: ModeratorUser, auth: AuthDep, calls: CallsDep, once: OnceDep
) -> BatchOut:
    """Apply an action to up to 100 accounts, each in its own transaction. Repeat the request with the same
    idempotency key to continue after a failure."""
    return await bulk.carry_out_bulk(auth, calls, staffer, form, once)
