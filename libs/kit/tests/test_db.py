import asyncio
from collections.abc import AsyncIterator
from socket import gaierror
from urllib.parse import urlsplit

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from deploy.local.stack import Stack
from libs.kit.db import database as db
from libs.kit.db import direct
from libs.kit.db.database import Database
from libs.kit.db.direct import KeptConnection
from libs.kit.errors import OutcomeUnknown, Unavailable
from libs.kit.tests.lab import until


@pytest.fixture
async def silent(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """A server that accepts a connection and never responds."""
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


async def test_unavailable_database_is_a_refusal(away: str) -> None:
    database = Database(away, "auction")
    with pytest.raises(Unavailable):
        async with database.transaction() as session:
            await session.execute(text("SELECT 1"))
    with pytest.raises(Unavailable):
        async with database.reading() as session:
            await session.execute(text("SELECT 1"))
    with pytest.raises(Unavailable):
        async with KeptConnection(database).transaction():
            pass
    assert not await database.answers()
    await database.close()


@pytest.mark.servers
async def test_pooled_connection_is_reused_until_idle_too_long(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(stack.database_urls["auction"], "auction")
    line = KeptConnection(database)

    async def who_serves() -> int:
        async with line.transaction() as connection:
            return int(await connection.fetchval("SELECT pg_backend_pid()"))

    first = await who_serves()
    assert await who_serves() == first
    monkeypatch.setattr(direct, "IDLE_SECONDS", 0)
    assert await who_serves() != first
    await database.close()


@pytest.mark.servers
async def test_pooled_connection_closes_with_its_service(stack: Stack) -> None:
    database, other = (Database(stack.database_urls["auction"], "auction") for _ in range(2))
    line = KeptConnection(database)
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
def test_unavailable_slow_or_busy_database_is_transient(fault: Exception) -> None:
    assert db.is_passing(fault)


@pytest.mark.parametrize("fault", OURS, ids=repr)
def test_own_error_is_not_reported_as_unavailable_database(fault: Exception | None) -> None:
    assert not db.is_passing(fault)


class CutAtCommit:
    """A proxy that breaks the connection at COMMIT."""

    def __init__(self, url: str) -> None:
        self._target, self.commits = urlsplit(url), 0
        self.armed = False

    async def listen(self) -> asyncio.Server:
        return await asyncio.start_server(self._pass_on, "127.0.0.1")

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(self._target.hostname, self._target.port)
        answers = asyncio.create_task(self._copy(there, writer))
        while data := await reader.read(65536):
            back.write(data)
            if self.armed and b"COMMIT" in data:
                await back.drain()
                self.commits += 1
                break
        answers.cancel()
        writer.transport.abort()
        back.close()

    async def _copy(self, there: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await there.read(65536):
            writer.write(data)
        writer.close()


@pytest.mark.servers
async def test_lost_commit_answer_is_an_unknown_outcome(
    stack: Stack,
) -> None:
    url = stack.database_urls["auction"]
    wire = CutAtCommit(url)
    server = await wire.listen()
    port = server.sockets[0].getsockname()[1]
    parts = urlsplit(url)
    cut = parts._replace(netloc=f"{parts.username}:{parts.password}@127.0.0.1:{port}").geturl()
    database, line = Database(cut, "auction"), KeptConnection(Database(cut, "auction"))
    wire.armed = True
    write = (
        "INSERT INTO revocations (user_id, epoch, revoked_at) VALUES ({}, 1, now()) ON CONFLICT DO NOTHING"
    )
    with pytest.raises(OutcomeUnknown):
        async with database.transaction() as session:
            await session.execute(text(write.format(9_100_001)))
    with pytest.raises(OutcomeUnknown):
        async with line.transaction() as connection:
            await connection.execute(write.format(9_100_002))
    assert wire.commits == 2
    with pytest.raises(Unavailable) as before:
        async with database.transaction() as session:
            await session.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
    assert before.value.code == "unavailable"
    await database.close()
    server.close()
    straight = Database(url, "auction")
    async with straight.reading() as session:
        rows = await session.execute(
            text("SELECT user_id FROM revocations WHERE user_id > 9100000 ORDER BY 1")
        )
        assert [row.user_id for row in rows] == [9_100_001, 9_100_002]
    await straight.close()
