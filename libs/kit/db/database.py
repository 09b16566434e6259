"""One engine per process and one transaction per request. Only this module commits."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from socket import gaierror
from typing import Annotated, Any

import asyncpg
from fastapi import Depends, Request
from sqlalchemy import BigInteger, Integer, MetaData, Table, event, text
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine

from libs.kit.errors import OutcomeUnknown, Unavailable

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
# Shorter than the timeouts of `InternalClient` and the gateway, so that the client still gets a response
# after waiting for a lock.
LOCK_SECONDS = 3
LIMITS = {
    "statement_timeout": "5000",
    "lock_timeout": f"{LOCK_SECONDS}s",
    "idle_in_transaction_session_timeout": "10000",
    "timezone": "UTC",
}
CONNECT_SECONDS = 3


def metadata_of(schema: str) -> MetaData:
    return MetaData(schema=schema, naming_convention=NAMING)


@event.listens_for(Table, "after_parent_attach")
def _whole_numbers_are_large(table: Table, metadata: MetaData) -> None:
    """Stores all integers as BIGINT, because an id in a URL may have 63 bits. With a smaller type, such an id
    would cause a server error."""
    for column in table.columns:
        if type(column.type) is Integer:
            column.type = BigInteger()


class Database:
    def __init__(self, url: str, schema: str, *, pool_size: int = 8) -> None:
        self.url, self.schema = url, schema
        self.server_settings = {**LIMITS, "application_name": f"wangi-{schema}", "search_path": schema}
        self.engine: AsyncEngine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._connect,
            pool_size=pool_size,
            max_overflow=pool_size,
            pool_timeout=3,
            pool_recycle=1800,
            # Otherwise an error would log email addresses and hashes in its parameters.
            hide_parameters=True,
        )
        self._sessions = async_sessionmaker(self.engine, expire_on_commit=False)
        self._reading = async_sessionmaker(
            self.engine.execution_options(isolation_level="AUTOCOMMIT"), expire_on_commit=False
        )
        # Callbacks that receive the committed session or connection. Its `info` shows what was written.
        self.after_commit: list[Callable[[Any], Any]] = []
        # Functions that close the direct connections (`KeptConnection`).
        self.lines: list[Callable[[], Awaitable[None]]] = []

    async def _connect(self, *_: Any, **options: Any) -> asyncpg.Connection:
        """Passes the URL unparsed, because the driver must parse its TLS options."""
        return await asyncpg.connect(
            self.url, timeout=CONNECT_SECONDS, server_settings=self.server_settings, **options
        )

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """Commits at the end, then runs the `after_commit` callbacks."""
        with database_away() as work:
            async with self._sessions() as session:
                async with session.begin():
                    yield session
                    await session.flush()
                    work.is_committing = True
                work.is_committing = False
                for callback in self.after_commit:
                    callback(session)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """Reads without BEGIN and ROLLBACK. Must not write."""
        with database_away():
            async with self._reading() as session:
                yield session

    @asynccontextmanager
    async def statements(self) -> AsyncIterator[AsyncSession]:
        """Each statement is its own transaction. The `after_commit` callbacks run at the end."""
        with database_away():
            async with self._reading() as session:
                yield session
                for callback in self.after_commit:
                    callback(session)

    async def answers(self) -> bool:
        try:
            async with self.engine.connect() as connection:
                await connection.execute(text("SELECT 1"))
        except (DBAPIError, PoolTimeout, OSError):
            return False
        return True

    async def close(self) -> None:
        for let_go in self.lines:
            await let_go()
        await self.engine.dispose()


class database_away:  # noqa: N801 - reads as a statement where it is used
    """Raises Unavailable if the database is down, slow or busy. Raises OutcomeUnknown if the connection was
    lost during a commit."""

    is_committing = False

    def __enter__(self) -> "database_away":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if is_passing(error):
            raise (
                OutcomeUnknown if self.is_committing and not _was_rolled_back(error) else Unavailable
            ) from error


def _was_rolled_back(error: BaseException | None) -> bool:
    """False if the connection was lost, because the outcome is then unknown."""
    fault = error.orig if isinstance(error, DBAPIError) else error
    return str(getattr(fault, "sqlstate", None) or "").startswith(("40", "53", "55", "23"))


# SQL states of a lost connection, missing resources, a shutdown or timeout, a lock timeout, a serialisation
# failure and a deadlock.
PASSING_STATES = ("08", "53", "57", "55P03", "40001", "40P01")

# The driver also raises a plain `OSError` if it cannot connect to any IP address.
AWAY = (PoolTimeout, ConnectionError, TimeoutError, gaierror, InterfaceError)


def is_passing(error: BaseException | None) -> bool:
    """True if the database is down, slow or busy. Nothing was changed, and a retry may succeed."""
    if isinstance(error, AWAY) or type(error) is OSError:
        return True
    if isinstance(error, asyncpg.PostgresError):
        return str(error.sqlstate or "").startswith(PASSING_STATES)
    if isinstance(error, asyncpg.InterfaceError):
        return "closed" in str(error)  # Other interface errors are bugs.
    if not isinstance(error, DBAPIError):
        return False
    state = str(getattr(error.orig, "sqlstate", None) or "")
    return (
        state.startswith(PASSING_STATES)
        or error.connection_invalidated
        or isinstance(error, OperationalError)
    )


def database_of(request: Request) -> Database:
    database: Database = request.app.state.database
    return database


async def _database(request: Request) -> Database:
    return database_of(request)


async def session_of_request(request: Request) -> AsyncIterator[AsyncSession]:
    async with database_of(request).transaction() as session:
        yield session


async def reading_of_request(request: Request) -> AsyncIterator[AsyncSession]:
    async with database_of(request).reading() as session:
        yield session


# For routes that open their own transactions.
DatabaseDep = Annotated[Database, Depends(_database)]

# Commits before the response is sent, so that a failed commit becomes an error response.
SessionDep = Annotated[AsyncSession, Depends(session_of_request, scope="function")]

ReadDep = Annotated[AsyncSession, Depends(reading_of_request, scope="function")]

__all__ = ["Database", "DatabaseDep", "ReadDep", "SessionDep", "database_of", "metadata_of"]
