"""Deletes old rows in batches, each in a short transaction."""

import asyncio
from collections.abc import Mapping
from typing import Any

from sqlalchemy import CursorResult, text

from libs.kit.db.database import Database

# Rows per transaction: some tens of milliseconds.
PIECE = 20_000


async def delete_old(
    database: Database, table: str, old: str, values: Mapping[str, Any], *, piece: int = PIECE
) -> int:
    """Delete the rows that match `old` and return their number. Can be interrupted. Not for partitioned
    tables, where `ctid` is not unique."""
    assert table != "outbox", "its days are dropped whole"
    rows = f"SELECT ctid FROM {table} WHERE {old} LIMIT :piece"  # noqa: S608 - our own names
    statement = text(f"DELETE FROM {table} WHERE ctid = ANY(ARRAY({rows}))")  # noqa: S608
    return await in_pieces(database, statement, {**values, "piece": piece}, piece)


async def in_pieces(database: Database, statement: Any, values: Mapping[str, Any], piece: int) -> int:
    """Repeat a statement that changes at most `piece` rows until fewer match."""
    total = 0
    while True:
        async with database.transaction() as session:
            done = await session.execute(statement, dict(values))
            assert isinstance(done, CursorResult)
            found = done.scalar_one() if done.returns_rows else done.rowcount
        total += found
        if found < piece:
            return total
        await asyncio.sleep(0)  # Let requests run first.
