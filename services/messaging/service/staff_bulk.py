"""One act of staff on many orders, by the command for one; auction is asked when it is done."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from libs.contracts.events.batches import OrderBatchActDone
from libs.kit.db.database import Database
from libs.kit.http import bulk
from libs.kit.http.access import Identity
from libs.kit.http.bulk import BatchOut, BatchPreviewOut, Begin
from libs.kit.http.idempotency import Once
from services.messaging.queries import deals as deal_queries
from services.messaging.schemas.deals import BulkOrdersIn
from services.messaging.service import deal_commands
from services.messaging.service.deal_commands import Owners
from services.messaging.service.deal_facts import StaffWord


async def preview(database: Database, staffer: Identity, form: BulkOrdersIn) -> BatchPreviewOut:
    """Return what would become of each order, by the rule of the command; nothing is asked or changed."""

    async with database.reading() as session:
        deals = await deal_queries.deals(session, form.lines)

    async def foresee(deal_id: int) -> Literal["possible", "unknown"]:
        return deal_commands.foresee_status(deals.get(deal_id), form.status, _word(staffer, form))

    return await bulk.preview_without_trying(form.lines, foresee)


async def carry_out(
    database: Database, owners: Owners, staffer: Identity, form: BulkOrdersIn, once: Once
) -> BatchOut:
    """Bring each order to the status, one after another."""

    async def command(deal_id: int, begin: Begin) -> None:
        await deal_commands.set_status(database, owners, deal_id, form.status, _word(staffer, form), begin)

    def told(batch_id: UUID, deal_id: int, at: datetime) -> OrderBatchActDone:
        return OrderBatchActDone(
            batch_id=batch_id, subject_id=deal_id, by_admin_id=staffer.user_id, act=form.status, done_at=at
        )

    return await bulk.command_each(database, once, form.lines, command, told)


def _word(staffer: Identity, form: BulkOrdersIn) -> StaffWord:
    return StaffWord(staffer.user_id, form.reason, form.words)
