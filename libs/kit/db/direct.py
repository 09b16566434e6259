"""A transaction straight on the driver, for the few paths so hot that the layer between would cost more than
the work.

Its user keeps a connection for it, one transaction at a time; it is opened again whenever it was
lost."""

import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any

import asyncpg

from libs.kit.db import database as db
from libs.kit.db.database import Database, database_away
from libs.kit.http.errors import Unavailable

# Longer than the database lets any statement run: what takes longer is a machine that is gone.
PATIENCE_SECONDS = 8
# A connection that was not used for so long may have been dropped by what stands between; another costs
# little.
IDLE_SECONDS = 240


# The same few statements again and again, with lists of any length: to plan each anew takes longer than it
# runs. A plan that was made for an empty table must go along the indexes too, for the table grows.
_PLANNED_ONCE = {"plan_cache_mode": "force_generic_plan", "enable_seqscan": "off"}


class DirectConnection(asyncpg.Connection):  # type: ignore[misc]
    """A connection of the driver; `info` is for those who are told of a commit, as a session's is."""

    info: dict[str, Any]
    work: database_away


class KeptConnection:
    """One connection, kept."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.connection: DirectConnection | None = None
        self._used, self._closed = 0.0, False
        database.lines.append(self._let_go)

    @contextlib.asynccontextmanager
    async def statements(self) -> AsyncIterator[DirectConnection]:
        """Yield each statement is a transaction of its own; what registered with `after_commit` hears of them
        at the end, when all are safe on disk."""
        with database_away() as work:
            connection = await self._open()
            connection.info, connection.work = {}, work
            try:
                yield connection
            except BaseException:
                # The state of a connection on which anything broke is unknown: a transaction that
                # never began, or one that is still open, would take the next one for a part of itself, and
                # never commit it.
                connection.terminate()
                raise
            self._used = time.monotonic()
            for callback in self._database.after_commit:
                callback(connection)

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[DirectConnection]:
        """Yield one transaction; what registered with `after_commit` hears of it once it is safe on disk."""
        async with self.statements() as connection:
            act = connection.transaction()
            await act.start()
            yield connection
            connection.work.is_committing = True
            await act.commit()
            connection.work.is_committing = False

    async def _open(self) -> DirectConnection:
        if self._closed:
            raise Unavailable
        if self.connection is not None and time.monotonic() - self._used > IDLE_SECONDS:
            self.connection.terminate()
        if self.connection is None or self.connection.is_closed():
            self.connection = await asyncpg.connect(
                self._database.url, timeout=db.CONNECT_SECONDS, command_timeout=PATIENCE_SECONDS,
                server_settings=self._database.server_settings | _PLANNED_ONCE, connection_class=DirectConnection,
            )  # fmt: skip
        assert self.connection is not None
        return self.connection

    async def _let_go(self) -> None:
        self._closed = True
        if self.connection is not None:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await self.connection.close(timeout=1)


def is_refused_by_database(error: BaseException | None) -> bool:
    """Return whether the database itself refused a statement, which then changed nothing. Where a connection
    ended or no answer came, it is unknown whether the statement or its answer was lost."""
    return isinstance(error, asyncpg.PostgresError) and not str(error.sqlstate).startswith(("08", "57P"))
