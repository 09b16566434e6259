"""Previews an action on many rows, or applies it to each row in its own transaction (decision 0059)."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Event
from libs.kit.db.database import Database
from libs.kit.errors import DomainError, IdempotencyMismatch, Unavailable
from libs.kit.events import outbox
from libs.kit.http.idempotency import Once
from libs.kit.http.schemas import Id, In, Out
from libs.kit.process import clock

MAX_LINES = 100
WHOLE = 0

# The same command as for a single row.
Act = Callable[[AsyncSession, int], Awaitable[object]]
# Runs before the transaction of a row, so that the row is not locked while another service is called.
Check = Callable[[int], Awaitable[object]]
# Runs first in the transaction of a row. Records the event. Returns False if the row is already done.
Begin = Callable[[AsyncSession], Awaitable[bool]]
# An action with its own transactions, because it calls another service between them.
Command = Callable[[int, Begin], Awaitable[object]]
# The result of a row that is not refused.
Outcome = Literal["possible", "done", "unknown"]
Work = Callable[[int], Awaitable[Outcome]]
# Returns whether the action is possible, as far as this service knows.
Foresee = Callable[[int], Awaitable[Literal["possible", "unknown"]]]
# Creates the event for a row of a batch.
MakeEvent = Callable[[UUID, int, datetime], Event]


class LinesIn(In):
    """The rows that an action applies to."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"ids": [3, 4]}}}

    ids: Annotated[list[Id], Field(min_length=1, max_length=MAX_LINES)]

    @property
    def lines(self) -> list[int]:
        """The ids in their original order, without duplicates."""
        return list(dict.fromkeys(self.ids))


class BatchLineOut(Out):
    """The expected or actual result for a row. A refused row has the error code of the refusal. In a preview,
    `unknown` means that another service decides when the action is applied. After an action, `unknown` means
    that you should repeat the request with the same idempotency key."""

    id: int
    outcome: Literal["possible", "done", "refused", "unknown"]
    code: str | None
    message: str | None


class BatchPreviewOut(Out):
    """The expected result for each row. Nothing was changed."""

    lines: list[BatchLineOut]


class BatchOut(Out):
    """The result for each row. `batchId` links the rows in the audit log."""

    batch_id: UUID
    lines: list[BatchLineOut]


class _Undo(Exception):
    pass


async def preview(
    database: Database, lines: Sequence[int], act: Act, check: Check | None = None
) -> BatchPreviewOut:
    """Tries the action on each row and rolls it back."""

    async def attempt(line: int) -> Outcome:
        if check is not None:
            await check(line)
        try:
            async with database.transaction() as session:
                await act(session, line)
                await session.flush()
                raise _Undo
        except _Undo:
            return "possible"

    return BatchPreviewOut(lines=[await _line(item, attempt, ends_all=Unavailable) for item in lines])


async def preview_without_trying(lines: Sequence[int], foresee: Foresee) -> BatchPreviewOut:
    """For an action that cannot be tried, because it calls another service."""
    return BatchPreviewOut(lines=[await _line(line, foresee, ends_all=Unavailable) for line in lines])


async def carry_out(
    database: Database, once: Once, lines: Sequence[int], act: Act, make_event: MakeEvent
) -> BatchOut:
    """Applies the action to each row. A refused row does not stop the others. A repeated request skips
    finished rows."""

    async def do(line: int) -> Outcome:
        async with database.transaction() as session:
            if await once.begins(session, line):
                await act(session, line)
                await _record(session, once, line, make_event)
        return "done"

    return await _do_each(database, once, lines, do)


async def command_each(
    database: Database, once: Once, lines: Sequence[int], command: Command, make_event: MakeEvent
) -> BatchOut:
    """Runs the command for each row. The idempotency key is stored in the transaction of the row, so that a
    repeated request skips finished rows."""

    async def do(line: int) -> Outcome:
        has_begun = False

        async def begin(session: AsyncSession) -> bool:
            nonlocal has_begun
            has_begun = True
            if not await once.begins(session, line):
                return False
            await _record(session, once, line, make_event)
            return True

        async with database.reading() as session:
            if await once.is_done(session, line):
                return "done"
        await command(line, begin)
        if not has_begun:
            async with database.transaction() as session:
                await begin(session)
        return "done"

    return await _do_each(database, once, lines, do)


async def _record(session: AsyncSession, once: Once, line: int, make_event: MakeEvent) -> None:
    await outbox.record(session, make_event(once.batch_id, line, await clock.now(session)), version=1)


async def _do_each(database: Database, once: Once, lines: Sequence[int], do: Work) -> BatchOut:
    batch_id = once.batch_id
    async with database.transaction() as session:
        await once.begins(session, WHOLE)
    return BatchOut(
        batch_id=batch_id, lines=[await _line(line, do, ends_all=IdempotencyMismatch) for line in lines]
    )


async def _line(line: int, work: Work, *, ends_all: type[DomainError]) -> BatchLineOut:
    """`ends_all` is the type of error that stops all rows."""
    try:
        return BatchLineOut(id=line, outcome=await work(line), code=None, message=None)
    except ends_all:
        raise
    except Unavailable as away:
        return BatchLineOut(id=line, outcome="unknown", code=away.code, message=str(away))
    except DomainError as refusal:
        return BatchLineOut(id=line, outcome="refused", code=refusal.code, message=str(refusal))
