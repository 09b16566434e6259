from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.batches import CaseBatchActDone
from libs.kit.db.database import Database
from libs.kit.http import bulk
from libs.kit.http.bulk import Act, BatchOut, BatchPreviewOut
from libs.kit.http.idempotency import Once
from libs.kit.security.tokens import Identity
from services.admin.cases import decisions
from services.admin.cases.decisions import Kinds
from services.admin.cases.schemas import BulkCasesIn, DecisionIn


async def preview_cases(
    database: Database, staffer: Identity, form: BulkCasesIn, kinds: Kinds
) -> BatchPreviewOut:
    return await bulk.preview(database, form.lines, _act_of(staffer, form, kinds))


async def act_on_cases(
    database: Database, staffer: Identity, form: BulkCasesIn, once: Once, kinds: Kinds
) -> BatchOut:
    def make_event(batch_id: UUID, case_id: int, at: datetime) -> CaseBatchActDone:
        return CaseBatchActDone(
            batch_id=batch_id, subject_id=case_id, by_admin_id=staffer.user_id, act=form.act, done_at=at
        )

    return await bulk.carry_out(database, once, form.lines, _act_of(staffer, form, kinds), make_event)


def _act_of(staffer: Identity, form: BulkCasesIn, kinds: Kinds) -> Act:
    async def act(session: AsyncSession, case_id: int) -> None:
        if form.act == "claim":
            await decisions.claim_case(session, staffer, case_id, kinds)
            return
        assert form.reason is not None
        assert form.words is not None
        decision = DecisionIn(decision="dismiss", reason=form.reason, words=form.words)
        await decisions.decide_case(session, staffer, case_id, decision, kinds)

    return act
