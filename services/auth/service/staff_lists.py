"""The list of accounts as a file for staff."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.exports import AccountsExported, ListFilter
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.http.access import Identity
from libs.kit.http.export import Streamed
from libs.kit.http.table_file import Line, Table, answer_table
from libs.kit.process import clock
from services.auth.models.accounts import User
from services.auth.queries import staff_lists as queries

HEAD = (
    "id", "username", "email", "since", "seller", "verified", "banned", "suspended until", "staff",
)  # fmt: skip


async def export(
    database: Database, session: AsyncSession, staffer: Identity, filters: queries.AccountFilters
) -> Streamed:
    """Return the newest accounts as a file; that they were taken is told with its first line."""
    given: dict[ListFilter, str | None] = {
        "search": filters.search, "role": filters.role, "standing": filters.standing,
    }  # fmt: skip
    set_filters = [name for name, value in given.items() if value]
    now = await clock.now(session)
    fact = AccountsExported(by_admin_id=staffer.user_id, filters=set_filters, exported_at=now)
    await outbox.record(session, fact, version=1)

    async def read(reading: AsyncSession, before: int | None, most: int) -> list[Line]:
        found = await queries.newest_people(reading, filters, now, before=before, most=most)
        return [(one.known_id, _cells(one)) for one in found]

    return await answer_table(database, Table("wangi-users.csv", HEAD, read))


def _cells(user: User) -> Sequence[Any]:
    return (
        user.known_id, user.username, user.email, user.created_at.isoformat(), _word(user.is_seller),
        _word(user.is_verified), _word(user.is_banned),
        None if user.suspended_until is None else user.suspended_until.isoformat(), user.serves_as,
    )  # fmt: skip


def _word(holds: bool) -> str:
    return "yes" if holds else "no"
