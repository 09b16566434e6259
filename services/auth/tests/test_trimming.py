import contextlib
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event, text

from libs.kit.db import pieces
from libs.kit.errors import Unavailable
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.privacy import trimming
from services.auth.tests.people import a_person
from tests.support.kills import killed_at_first_pause

pytestmark = [pytest.mark.servers, pytest.mark.slow]


ROWS = 10 * pieces.PIECE


ROUNDS = 50


_GUESSES = text(
    "INSERT INTO guess_counts (bucket, made, ends_at) "
    "SELECT :name || n, 1, CAST(:at AS timestamptz) FROM generate_series(1, :rows) AS n"
)


async def guess(auth: Service, name: str, at: Any, rows: int) -> None:
    async with auth.database.transaction() as session:
        await session.execute(text("SET LOCAL statement_timeout = 0"))
        await session.execute(_GUESSES, {"name": name, "at": at, "rows": rows})


@contextlib.contextmanager
def deleted_rows(auth: Service, table: str) -> Iterator[list[int]]:
    counts: list[int] = []

    def count(_: Any, cursor: Any, statement: str, *__: Any) -> None:
        if statement.startswith(f"DELETE FROM {table} "):
            counts.append(cursor.rowcount)

    engine = auth.database.engine.sync_engine
    event.listen(engine, "after_cursor_execute", count)
    try:
        yield counts
    finally:
        event.remove(engine, "after_cursor_execute", count)


async def test_old_rows_are_deleted_in_batches(auth: Service) -> None:
    now = clock.about_now()
    await guess(auth, "old-", now - timedelta(hours=1), ROWS)
    await guess(auth, "fresh-", now + timedelta(hours=1), 10)
    with deleted_rows(auth, "guess_counts") as deleted:
        for _ in range(ROUNDS):
            # A refused batch waits for the next round, as in the job.
            with contextlib.suppress(Unavailable):
                await trimming.trim(auth.database, now)
                break
    assert 0 < max(deleted) <= pieces.PIECE
    left = await auth.rows(
        "SELECT bucket FROM guess_counts WHERE bucket LIKE 'old-%' OR bucket LIKE 'fresh-%'"
    )
    assert len(left) == 10
    async with auth.database.transaction() as session:
        await session.execute(text("DELETE FROM guess_counts WHERE bucket LIKE 'fresh-%'"))


async def test_interrupted_cleanup_continues(auth: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    now = clock.about_now()
    await guess(auth, "killed-", now - timedelta(hours=1), 50)

    with killed_at_first_pause(monkeypatch):
        await pieces.delete_old(auth.database, "guess_counts", "ends_at < :before", {"before": now}, piece=20)
    assert len(await auth.rows("SELECT 1 FROM guess_counts WHERE bucket LIKE 'killed-%'")) == 30
    await trimming.trim(auth.database, now)
    assert not await auth.rows("SELECT 1 FROM guess_counts WHERE bucket LIKE 'killed-%'")


async def test_live_session_is_kept_and_old_ended_one_deleted(auth: Service) -> None:
    person, other = await a_person(auth), await a_person(auth)
    async with auth.database.transaction() as session:
        ended = text(
            "UPDATE refresh_families SET revoked_at = now() - interval '25 hours' WHERE user_id = :id"
        )
        await session.execute(ended, {"id": other.id})
    await trimming.trim(auth.database, clock.about_now())
    count = "SELECT 1 FROM refresh_families WHERE user_id = :id"
    assert await auth.rows(count, id=person.id)
    assert not await auth.rows(count, id=other.id)
