"""A database that is away, in whatever way: whoever asks is told so, and nothing breaks over it."""

import asyncio
from collections.abc import AsyncIterator
from socket import gaierror

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from deploy.local.stack import Stack
from libs.kit import db, straight
from libs.kit.db import Database
from libs.kit.errors import Unavailable
from libs.kit.straight import Line
from libs.kit.tests.lab import until


@pytest.fixture
async def silent(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """A machine that takes the call and then says nothing, as one does that hangs."""
    monkeypatch.setattr(db, "CONNECT_SECONDS", 0.1)
    over = asyncio.Event()

    async def listen(_: asyncio.StreamReader, answer: asyncio.StreamWriter) -> None:
        await over.wait()
        answer.close()

    server = await asyncio.start_server(listen, "127.0.0.1")
    yield f"postgresql://nobody@127.0.0.1:{server.sockets[0].getsockname()[1]}/nothing"
    over.set()
    server.close()


@pytest.fixture(params=["it says nothing", "nobody is there", "nobody knows where it is"])
def away(request: pytest.FixtureRequest, silent: str) -> str:
    ways = {"nobody is there": "postgresql://nobody@127.0.0.1:1/nothing"}
    ways["nobody knows where it is"] = "postgresql://nobody@nowhere.invalid/nothing"
    return ways.get(request.param, silent)


async def test_a_database_that_is_away_is_a_refusal_and_no_fault(away: str) -> None:
    database = Database(away, "auction")
    with pytest.raises(Unavailable):
        async with database.transaction() as session:
            await session.execute(text("SELECT 1"))
    with pytest.raises(Unavailable):
        async with database.reading() as session:
            await session.execute(text("SELECT 1"))
    with pytest.raises(Unavailable):
        async with Line(database).transaction():
            pass
    assert not await database.answers()
    await database.close()


@pytest.mark.servers
async def test_a_kept_connection_serves_again_and_again_and_not_after_it_was_idle_for_long(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(stack.database_urls["auction"], "auction")
    line = Line(database)

    async def who_serves() -> int:
        async with line.transaction() as connection:
            return int(await connection.fetchval("SELECT pg_backend_pid()"))

    first = await who_serves()
    assert await who_serves() == first
    monkeypatch.setattr(straight, "IDLE_SECONDS", 0)
    assert await who_serves() != first
    await database.close()


@pytest.mark.servers
async def test_a_kept_connection_ends_with_its_service_and_serves_nobody_after_that(stack: Stack) -> None:
    database, other = (Database(stack.database_urls["auction"], "auction") for _ in range(2))
    line = Line(database)
    async with line.transaction() as connection:
        pid = await connection.fetchval("SELECT pg_backend_pid()")

    async def has_gone() -> bool:
        async with other.reading() as session:
            asked = text("SELECT count(*) = 0 FROM pg_stat_activity WHERE pid = :pid")
            return bool((await session.execute(asked, {"pid": pid})).scalar_one())

    assert not await has_gone()
    await database.close()
    await until(has_gone)
    with pytest.raises(Unavailable):
        async with line.transaction():
            pass
    await other.close()


PASSING = (
    asyncpg.InterfaceError("connection is closed"),
    asyncpg.InterfaceError("cannot call Connection.fetch(): the underlying connection is closed"),
    asyncpg.ConnectionDoesNotExistError(),
    asyncpg.AdminShutdownError(),
    asyncpg.CannotConnectNowError(),
    asyncpg.TooManyConnectionsError(),
    asyncpg.QueryCanceledError(),
    asyncpg.LockNotAvailableError(),
    asyncpg.SerializationError(),
    asyncpg.DeadlockDetectedError(),
    OperationalError("SELECT 1", {}, Exception("gone")),
    ConnectionResetError(),
    TimeoutError(),
    PoolTimeout(),
    gaierror(),
    OSError("Multiple exceptions: none of the addresses answers"),
)
OURS = (
    asyncpg.InterfaceError("cannot perform operation: another operation is in progress"),
    asyncpg.InterfaceError("the server expects 2 arguments for this query, 1 was passed"),
    asyncpg.UniqueViolationError(),
    asyncpg.UndefinedColumnError(),
    asyncpg.InFailedSQLTransactionError(),
    asyncpg.DataError(),
    IntegrityError("INSERT", {}, Exception("twice")),
    FileNotFoundError(),
    ValueError("closed"),
    None,
)


@pytest.mark.parametrize("fault", PASSING, ids=repr)
def test_a_database_that_is_away_too_slow_or_too_busy_passes(fault: Exception) -> None:
    assert db.is_passing(fault)


@pytest.mark.parametrize("fault", OURS, ids=repr)
def test_a_fault_of_ours_is_no_database_that_is_away(fault: Exception | None) -> None:
    """Else somebody would be asked to try again for ever, and nobody would hear of the fault."""
    assert not db.is_passing(fault)
