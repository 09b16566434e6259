"""One act on many lines: looked at first, then done, each line in a transaction of its own (0059)."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.fact import Fact
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.http.errors import DomainError, IdempotencyMismatch, Unavailable
from libs.kit.http.idempotency import Once
from libs.kit.http.schemas import Id, In, Out
from libs.kit.process import clock

MOST_LINES = 100
# A part of the request that stands for all of it.
WHOLE = 0

# What is done to one line; the very command that a request about this line alone calls.
Act = Callable[[AsyncSession, int], Awaitable[object]]
# Called in the transaction of a line, before its work: whether it is to be done, with the fact about it.
Begin = Callable[[AsyncSession], Awaitable[bool]]
# What is done to one line in transactions of its own, because it asks another service between them.
Command = Callable[[int, Begin], Awaitable[object]]
# What is known, or came, of a line that is not refused; raises what is refused.
Outcome = Literal["possible", "done", "unknown"]
Work = Callable[[int], Awaitable[Outcome]]
# The same ahead: whether it can be done, as far as it is known here.
Foresee = Callable[[int], Awaitable[Literal["possible", "unknown"]]]
# The fact about a line of a batch; the transaction knows what time it is.
Told = Callable[[UUID, int, datetime], Fact]


class LinesIn(In):
    """The lines that an act is about, each once."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"ids": [3, 4]}}}

    ids: Annotated[list[Id], Field(min_length=1, max_length=MOST_LINES)]

    @property
    def lines(self) -> list[int]:
        """Return the lines in their order, each once."""
        return list(dict.fromkeys(self.ids))


class BatchLineOut(Out):
    """What would become of a line, or became of it; refused with the code of the refusal. `unknown`:
    in a preview another service decides when it is done; after an act, send the same request with the same
    key again."""

    id: int
    outcome: Literal["possible", "done", "refused", "unknown"]
    code: str | None
    message: str | None


class BatchPreviewOut(Out):
    """What an act would do to each line; nothing was changed."""

    lines: list[BatchLineOut]


class BatchOut(Out):
    """What an act did to each line, under the id by which the record links them."""

    batch_id: UUID
    lines: list[BatchLineOut]


class _Undo(Exception):
    """What was tried is rolled back."""


async def preview(database: Database, lines: Sequence[int], act: Act) -> BatchPreviewOut:
    """Try an act on each line and take it back, so that no rule is written down a second time."""

    async def attempt(line: int) -> Outcome:
        try:
            async with database.transaction() as session:
                await act(session, line)
                await session.flush()
                raise _Undo
        except _Undo:
            return "possible"

    return BatchPreviewOut(lines=[await _line(one, attempt, ends_all=Unavailable) for one in lines])


async def preview_without_trying(lines: Sequence[int], foresee: Foresee) -> BatchPreviewOut:
    """Say what would become of each line of an act that cannot be tried: no other service is asked."""
    return BatchPreviewOut(lines=[await _line(one, foresee, ends_all=Unavailable) for one in lines])


async def carry_out(database: Database, once: Once, lines: Sequence[int], act: Act, told: Told) -> BatchOut:
    """Do an act to each line: a refusal does not stop the others, and a line that was done under this key
    before is not done again, so that a repeated request goes on where the first one was killed."""

    async def do(line: int) -> Outcome:
        async with database.transaction() as session:
            if await once.begins(session, line):
                await act(session, line)
                await _record(session, once, line, told)
        return "done"

    return await _do_each(database, once, lines, do)


async def command_each(
    database: Database, once: Once, lines: Sequence[int], command: Command, told: Told
) -> BatchOut:
    """Do a command to each line, one after another. Its key is taken in the transaction that changes the
    line, so that a repeated request does what was not done, and nothing twice."""

    async def do(line: int) -> Outcome:
        has_begun = False

        async def begin(session: AsyncSession) -> bool:
            nonlocal has_begun
            has_begun = True
            if not await once.begins(session, line):
                return False
            await _record(session, once, line, told)
            return True

        async with database.reading() as session:
            if await once.is_done(session, line):
                return "done"
        await command(line, begin)
        if not has_begun:  # it was so already
            async with database.transaction() as session:
                await begin(session)
        return "done"

    return await _do_each(database, once, lines, do)


async def _record(session: AsyncSession, once: Once, line: int, told: Told) -> None:
    await outbox.record(session, told(once.batch_id, line, await clock.now(session)), version=1)


async def _do_each(database: Database, once: Once, lines: Sequence[int], do: Work) -> BatchOut:
    batch_id = once.batch_id
    async with database.transaction() as session:
        await once.begins(session, WHOLE)
    return BatchOut(
        batch_id=batch_id, lines=[await _line(one, do, ends_all=IdempotencyMismatch) for one in lines]
    )


async def _line(line: int, work: Work, *, ends_all: type[DomainError]) -> BatchLineOut:
    """Return what the work says of a line, or why it is refused; one kind of refusal ends all lines."""
    try:
        return BatchLineOut(id=line, outcome=await work(line), code=None, message=None)
    except ends_all:
        raise
    except Unavailable as away:
        return BatchLineOut(id=line, outcome="unknown", code=away.code, message=str(away))
    except DomainError as refusal:
        return BatchLineOut(id=line, outcome="refused", code=refusal.code, message=str(refusal))
