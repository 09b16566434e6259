"""One act of staff on many listings, by the commands for one."""

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.batches import ListingBatchActDone
from libs.kit.db.database import Database
from libs.kit.http import bulk
from libs.kit.http.access import Identity
from libs.kit.http.bulk import Act, BatchOut, BatchPreviewOut
from libs.kit.http.idempotency import Once
from services.catalog.schemas.reports import BulkListingsIn
from services.catalog.service import reports


async def preview(database: Database, staffer: Identity, form: BulkListingsIn) -> BatchPreviewOut:
    """Return what would become of each listing."""
    return await bulk.preview(database, form.lines, _act_of(staffer, form))


async def carry_out(database: Database, staffer: Identity, form: BulkListingsIn, once: Once) -> BatchOut:
    """Do it to each listing."""

    def told(batch_id: UUID, product_id: int, at: datetime) -> ListingBatchActDone:
        return ListingBatchActDone(
            batch_id=batch_id, subject_id=product_id, by_admin_id=staffer.user_id, act=form.act, done_at=at
        )

    return await bulk.carry_out(database, once, form.lines, _act_of(staffer, form), told)


def _act_of(staffer: Identity, form: BulkListingsIn) -> Act:
    async def act(session: AsyncSession, product_id: int) -> None:
        if form.act == "restore":
            await reports.restore(session, staffer, product_id)
        else:
            assert form.reason is not None
            await reports.take_down(session, staffer, product_id, form.reason, form.code)

    return act
