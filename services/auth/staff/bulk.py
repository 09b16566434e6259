from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.batches import AccountBatchActDone
from libs.contracts.events.exports import AccountsExported, ListFilter
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.http import bulk
from libs.kit.http.bulk import BatchOut, BatchPreviewOut, Begin
from libs.kit.http.export import Streamed
from libs.kit.http.idempotency import Once
from libs.kit.http.table_file import Line, Table, answer_table
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace.dealings import Calls, refuse_dealings
from services.auth.accounts.models import User
from services.auth.auth_services import AuthServices
from services.auth.staff import queries, service
from services.auth.staff.schemas import BulkAccountsIn
from services.auth.staff.service import Cause


async def preview_bulk(
    database: Database, calls: Calls, staffer: Identity, form: BulkAccountsIn
) -> BatchPreviewOut:
    async def check(user_id: int) -> None:
        await _refuse_dealings(calls, staffer, user_id, form)

    async def act(session: AsyncSession, user_id: int) -> None:
        await _act(session, staffer, user_id, form)

    return await bulk.preview(database, form.lines, act, check)


async def carry_out_bulk(
    auth: AuthServices, calls: Calls, staffer: Identity, form: BulkAccountsIn, once: Once
) -> BatchOut:
    changed: list[User] = []

    async def command(user_id: int, begin: Begin) -> None:
        await _refuse_dealings(calls, staffer, user_id, form)
        async with auth.database.transaction() as session:
            if not await begin(session):
                return
            user = await _act(session, staffer, user_id, form)
        changed.append(user)

    def make_event(batch_id: UUID, user_id: int, at: datetime) -> AccountBatchActDone:
        return AccountBatchActDone(
            batch_id=batch_id, subject_id=user_id, by_admin_id=staffer.user_id, act=form.act, done_at=at
        )

    done = await bulk.command_each(auth.database, once, form.lines, command, make_event)
    for user in changed:
        await auth.announce(user)
    return done


async def _refuse_dealings(calls: Calls, staffer: Identity, user_id: int, form: BulkAccountsIn) -> None:
    if form.act != "end_sessions":
        await refuse_dealings(calls, staffer.user_id, user_id)


async def _act(session: AsyncSession, staffer: Identity, user_id: int, form: BulkAccountsIn) -> User:
    admin_id, reason = staffer.user_id, form.reason
    if form.act == "end_sessions":
        return await service.end_sessions(session, user_id, admin_id=admin_id, reason=reason)
    return await service.suspend(
        session, user_id, form.days or 0, admin_id=admin_id, reason=reason, cause=Cause(code=form.code)
    )


HEAD = (
    "id", "username", "email", "since", "seller", "verified", "banned", "suspended until", "staff",
)  # fmt: skip


async def export_accounts(
    database: Database, session: AsyncSession, staffer: Identity, filters: queries.AccountFilters
) -> Streamed:
    given: dict[ListFilter, str | None] = {
        "search": filters.search, "role": filters.role, "accountStatus": filters.account_status,
    }  # fmt: skip
    set_filters = [name for name, value in given.items() if value]
    now = await clock.now(session)
    event = AccountsExported(by_admin_id=staffer.user_id, filters=set_filters, exported_at=now)
    await outbox.record(session, event, version=1)

    async def read(reading: AsyncSession, before: int | None, most: int) -> list[Line]:
        newest_people = await queries.list_newest_people(reading, filters, now, before=before, most=most)
        return [(item.known_id, _cells(item)) for item in newest_people]

    return await answer_table(database, Table("wangi-users.csv", HEAD, read))


def _cells(user: User) -> Sequence[Any]:
    return (
        user.known_id, user.username, user.email, user.created_at.isoformat(), _word(user.is_seller),
        _word(user.is_verified), _word(user.is_banned),
        None if user.suspended_until is None else user.suspended_until.isoformat(), user.serves_as,
    )  # fmt: skip


def _word(holds: bool) -> str:
    return "yes" if holds else "no"
