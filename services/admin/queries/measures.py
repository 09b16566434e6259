"""Measures against accounts, and which services have answered each."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from services.admin.domain.measures import Answer, Key

# The first answer of a service stays. In one order, so that two batches never wait for each other in a
# circle.
_ADD = text(
    "INSERT INTO account_measures AS m (user_id, decided_at, measure, expected, answers) "
    "SELECT user_id, decided_at, measure, CAST(:expected AS text[]), answers "
    "FROM jsonb_to_recordset(CAST(:told AS jsonb)) "
    "    AS told (user_id bigint, decided_at timestamptz, measure text, answers jsonb) ORDER BY 1, 2, 3 "
    "ON CONFLICT (user_id, decided_at, measure) DO UPDATE SET answers = excluded.answers || m.answers"
)
# Of an erased person nothing is left to carry out. A longer list is "more than a hundred".
_WAITING = text(
    "SELECT least(count(*), 100), min(decided_at), (array_agg(user_id ORDER BY decided_at))[1] FROM ("
    "    SELECT user_id, decided_at FROM account_measures AS m WHERE NOT is_done AND NOT EXISTS ("
    "        SELECT FROM people WHERE people.user_id = m.user_id AND standing = 'erased') "
    "    ORDER BY decided_at LIMIT 100) AS first"
)
_ABOUT = text(
    "SELECT measure, decided_at, expected, answers FROM account_measures WHERE user_id = :user_id "
    "ORDER BY decided_at DESC, measure LIMIT :most"
)


class Waiting(NamedTuple):
    """How many measures wait for a service, a hundred at most, since when the oldest does, and whose."""

    measures: int
    since: datetime | None
    user_id: int | None


class MeasureRow(NamedTuple):
    """A measure with the services that carry it out and what they answered."""

    measure: str
    decided_at: datetime
    expected: list[str]
    answers: dict[str, Any]


async def add(
    session: AsyncSession, told: Mapping[Key, Mapping[str, Answer]], expected: Sequence[str]
) -> None:
    """Add measures and answers; each that is known already stays as it is."""
    rows = [
        {"user_id": user_id, "decided_at": decided_at.isoformat(), "measure": measure, "answers": answers}
        for (user_id, decided_at, measure), answers in told.items()
    ]
    await session.execute(_ADD, {"told": json.dumps(rows), "expected": list(expected)})


async def waiting(session: AsyncSession) -> Waiting:
    """Return how many measures some service has not carried out yet."""
    return Waiting(*(await session.execute(_WAITING)).one())


async def newest_about(session: AsyncSession, user_id: int, most: int) -> list[MeasureRow]:
    """Return the newest measures against a person."""
    rows = await session.execute(_ABOUT, {"user_id": user_id, "most": most})
    return [MeasureRow(*row) for row in rows]
