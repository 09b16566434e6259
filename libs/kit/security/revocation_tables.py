"""Rows are written once per event, read incrementally and trimmed in batches."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import UserSessionEnded, UserSessionsRevoked
from libs.kit.db.database import Database

USELESS_AFTER = timedelta(minutes=11)
# A row may be committed after later rows. No transaction takes longer than this.
OVERLAP = timedelta(seconds=20)
PAGE, MAX_PAGES = 2000, 100
PIECE, MAX_PIECES = 5000, 40

_KEEP_EPOCH = text(
    "INSERT INTO revocations (user_id, epoch, revoked_at) VALUES (:user_id, :epoch, :at) "
    "ON CONFLICT (user_id) DO UPDATE SET epoch = GREATEST(revocations.epoch, excluded.epoch), "
    "revoked_at = GREATEST(revocations.revoked_at, excluded.revoked_at)"
)
_KEEP_SESSION = text(
    "INSERT INTO ended_sessions (session, user_id, ended_at) VALUES (:session, :user_id, :at) ON CONFLICT DO NOTHING"
)
_START = text("SELECT clock_timestamp()")
_READ = {
    "people": text(
        "SELECT received_at, user_id, epoch FROM revocations WHERE received_at > :since "
        "ORDER BY received_at LIMIT :most"
    ),
    "sessions": text(
        "SELECT received_at, session, user_id FROM ended_sessions WHERE received_at > :since "
        "ORDER BY received_at LIMIT :most"
    ),
}
_TRIM = text("SELECT trim_void(:most)")


@dataclass
class News:
    people: list[tuple[int, int]] = field(default_factory=list)
    sessions: list[tuple[int, int]] = field(default_factory=list)


@dataclass
class Places:
    """How far each table was read."""

    people: datetime | None = None
    sessions: datetime | None = None


async def keep_epoch(session: AsyncSession, event: UserSessionsRevoked) -> None:
    await session.execute(
        _KEEP_EPOCH, {"user_id": event.user_id, "epoch": event.epoch, "at": event.revoked_at}
    )


async def keep_session(session: AsyncSession, event: UserSessionEnded) -> None:
    await session.execute(
        _KEEP_SESSION, {"session": event.session, "user_id": event.user_id, "at": event.ended_at}
    )


async def since(database: Database, places: Places) -> AsyncIterator[News]:
    """Reads new rows in pages and advances `places`. Rows of a short overlap are read twice."""
    for _ in range(MAX_PAGES):
        async with database.reading() as session:
            start: datetime = (await session.execute(_START)).scalar_one()
            people = await _page(session, "people", places.people or start - USELESS_AFTER)
            sessions = await _page(session, "sessions", places.sessions or start - USELESS_AFTER)
        yield News([(row[1], row[2]) for row in people], [(row[1], row[2]) for row in sessions])
        more = PAGE in (len(people), len(sessions))
        places.people = _next(people, start, more=len(people) == PAGE)
        places.sessions = _next(sessions, start, more=len(sessions) == PAGE)
        if not more:
            return


async def page_since(session: AsyncSession, after: datetime | None) -> dict[str, Any]:
    start: datetime = (await session.execute(_START)).scalar_one()
    begin = max(after or start - USELESS_AFTER, start - USELESS_AFTER)
    people, sessions = await _page(session, "people", begin), await _page(session, "sessions", begin)
    full = [rows[-1][0] for rows in (people, sessions) if len(rows) == PAGE]
    until = min(full) if full else max(begin, start - OVERLAP)
    return {
        "until": until.isoformat().replace("+00:00", "Z"),
        "more": bool(full),
        "people": [[row[1], row[2]] for row in people],
        "sessions": [[row[1], row[2]] for row in sessions],
    }


def news_of(body: Any) -> News:
    """Raises if the response is malformed."""
    people = [(int(user_id), int(epoch)) for user_id, epoch in body["people"]]
    return News(people, [(int(session), int(user_id)) for session, user_id in body["sessions"]])


async def trim(database: Database) -> int:
    """Deletes rows about expired tokens in batches. Returns the number of rows."""
    gone = 0
    for _ in range(MAX_PIECES):
        async with database.transaction() as session:
            count = int((await session.execute(_TRIM, {"most": PIECE})).scalar_one())
        gone += count
        if not count:
            break
    return gone


async def _page(session: AsyncSession, table: str, after: datetime) -> list[Any]:
    return list((await session.execute(_READ[table], {"since": after, "most": PAGE})).all())


def _next(rows: list[Any], start: datetime, *, more: bool) -> datetime:
    last: datetime = rows[-1][0] if more else start - OVERLAP
    return last
