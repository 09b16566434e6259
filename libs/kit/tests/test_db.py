"""A database that is away, in whatever way: whoever asks is told so, and nothing breaks over it."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text

from deploy.local.stack import Stack
from libs.kit import db, straight
from libs.kit.db import Database
from libs.kit.errors import Unavailable
from libs.kit.straight import Line


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
