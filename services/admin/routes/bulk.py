"""HTTP of staff: one act on many cases, looked at first."""

from fastapi import APIRouter

from libs.kit.db.database import DatabaseDep
from libs.kit.http.access import FinanceUser, ModeratorUser
from libs.kit.http.bulk import BatchOut, BatchPreviewOut, LinesIn
from libs.kit.http.errors import Forbidden, IdempotencyMismatch, NotSignedIn, refusals
from libs.kit.http.idempotency import OnceDep
from services.admin.domain.cases import MODERATED_KINDS, PAYMENTS
from services.admin.schemas.cases import BulkCasesIn
from services.admin.service import bulk

router = APIRouter(prefix="/api/admin/cases", tags=["admin"])


@router.post("/bulk/preview", responses=refusals(NotSignedIn, Forbidden))
async def preview_cases(form: BulkCasesIn, staffer: ModeratorUser, database: DatabaseDep) -> BatchPreviewOut:
    """Return what an act would do to each of at most a hundred cases; nothing is changed."""
    return await bulk.preview(database, staffer, form, MODERATED_KINDS)


@router.post("/bulk", responses=refusals(NotSignedIn, Forbidden, IdempotencyMismatch))
async def act_on_cases(
    form: BulkCasesIn, staffer: ModeratorUser, database: DatabaseDep, once: OnceDep
) -> BatchOut:
    """Do an act to each of at most a hundred cases, each by itself; the same key again goes on."""
    return await bulk.carry_out(database, staffer, form, once, MODERATED_KINDS)


@router.post("/payments/bulk/preview", responses=refusals(NotSignedIn, Forbidden))
async def preview_payments(form: LinesIn, staffer: FinanceUser, database: DatabaseDep) -> BatchPreviewOut:
    """Return which of at most a hundred cases of payments could be claimed; nothing is changed."""
    return await bulk.preview(database, staffer, BulkCasesIn.to_claim(form), PAYMENTS)


@router.post("/payments/bulk", responses=refusals(NotSignedIn, Forbidden, IdempotencyMismatch))
async def claim_payments(
    form: LinesIn, staffer: FinanceUser, database: DatabaseDep, once: OnceDep
) -> BatchOut:
    """Claim each of at most a hundred cases of payments; each is decided by itself."""
    return await bulk.carry_out(database, staffer, BulkCasesIn.to_claim(form), once, PAYMENTS)
