"""One act of staff on many accounts, by the commands for one."""

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.batches import AccountBatchActDone
from libs.kit.db.database import Database
from libs.kit.http import bulk
from libs.kit.http.access import Identity
from libs.kit.http.bulk import BatchOut, BatchPreviewOut
from libs.kit.http.idempotency import Once
from services.auth.models.accounts import User
from services.auth.schemas.bulk import BulkAccountsIn
from services.auth.service import staff
from services.auth.service.auth_services import AuthServices
from services.auth.service.staff import Cause


async def preview(database: Database, staffer: Identity, form: BulkAccountsIn) -> BatchPreviewOut:
    """Return what would become of each account."""

    async def act(session: AsyncSession, user_id: int) -> None:
        await _act(session, staffer, user_id, form)

    return await bulk.preview(database, form.lines, act)


async def carry_out(auth: AuthServices, staffer: Identity, form: BulkAccountsIn, once: Once) -> BatchOut:
    """Do it to each account, and let the other services know of tokens that are void now."""
    changed: list[User] = []

    async def act(session: AsyncSession, user_id: int) -> None:
        changed.append(await _act(session, staffer, user_id, form))

    def told(batch_id: UUID, user_id: int, at: datetime) -> AccountBatchActDone:
        return AccountBatchActDone(
            batch_id=batch_id, subject_id=user_id, by_admin_id=staffer.user_id, act=form.act, done_at=at
        )

    done = await bulk.carry_out(auth.database, once, form.lines, act, told)
    for user in changed:
        await auth.announce(user)
    return done


async def _act(session: AsyncSession, staffer: Identity, user_id: int, form: BulkAccountsIn) -> User:
    admin_id, reason = staffer.user_id, form.reason
    if form.act == "end_sessions":
        return await staff.end_sessions(session, user_id, admin_id=admin_id, reason=reason)
    return await staff.suspend(
        session, user_id, form.days or 0, admin_id=admin_id, reason=reason, cause=Cause(code=form.code)
    )
