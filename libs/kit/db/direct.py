"""Transactions directly on the driver, for hot paths where SQLAlchemy costs more than the query."""

import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any

import asyncpg

from libs.kit.db import database as db
from libs.kit.db.database import Database, database_away
from libs.kit.errors import Unavailable

# Longer than any statement may run. After this time, the server is unreachable.
PATIENCE_SECONDS = 8
# Load balancers may drop connections that are idle for longer.
IDLE_SECONDS = 240


# Planning these statements takes longer than running them, so each is planned once. The plan must use indexes
# even if it is made while a table is empty.
_PLANNED_ONCE = {"plan_cache_mode": "force_generic_plan", "enable_seqscan": "off"}


class DirectConnection(asyncpg.Connection):  # type: ignore[misc]
    """Has an `info` for commit callbacks, like a session."""

    info: dict[str, Any]
    work: database_away


class KeptConnection:
    """A connection that runs one transaction at a time. It is reopened after it was lost."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.connection: DirectConnection | None = None
        self._used, self._closed = 0.0, False
        database.lines.append(self._let_go)

    @contextlib.asynccontextmanager
    async def statements(self) -> AsyncIterator[DirectConnection]:
        """Each statement is its own transaction. The `after_commit` callbacks run at the end."""
        with database_away() as work:
            connection = await self._open()
            connection.info, connection.work = {}, work
            try:
                yield connection
            except BaseException:
                # The state is unknown. If a transaction is still open, the next statements would become part
                # of it.
                connection.terminate()
                raise
            self._used = time.monotonic()
            for callback in self._database.after_commit:
                callback(connection)

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[DirectConnection]:
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
    """False if the connection was lost, because the statement may have run."""
    return isinstance(error, asyncpg.PostgresError) and not str(error.sqlstate).startswith(("08", "57P"))
