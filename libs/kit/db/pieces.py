"""Deleting what is old from a table of any size: in pieces, each a short transaction of its own."""

import asyncio
from collections.abc import Mapping
from typing import Any

from sqlalchemy import CursorResult, text

from libs.kit.db.database import Database

# Rows of one transaction: some tens of milliseconds, far below the limit of a statement.
PIECE = 20_000


async def delete_old(
    database: Database, table: str, old: str, values: Mapping[str, Any], *, piece: int = PIECE
) -> int:
    """Delete the rows of `table` for which `old` holds and return how many they were.

    Killed at any point, the next call goes on. Not for a partitioned table, where a row's place is not its
    own."""
    assert table != "outbox", "its days are dropped whole"
    rows = f"SELECT ctid FROM {table} WHERE {old} LIMIT :piece"  # noqa: S608 - our own names
    statement = text(f"DELETE FROM {table} WHERE ctid = ANY(ARRAY({rows}))")  # noqa: S608
    return await in_pieces(database, statement, {**values, "piece": piece}, piece)


async def in_pieces(database: Database, statement: Any, values: Mapping[str, Any], piece: int) -> int:
    """Repeat a statement that changes at most `piece` rows until it finds fewer; return how many it
    changed."""
    total = 0
    while True:
        async with database.transaction() as session:
            done = await session.execute(statement, dict(values))
            assert isinstance(done, CursorResult)
            found = done.scalar_one() if done.returns_rows else done.rowcount
        total += found
        if found < piece:
            return total
        await asyncio.sleep(0)  # a request comes first
