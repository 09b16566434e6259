"""Measures against accounts, and which services have answered each."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from services.admin.domain.measures import Answer, Key, services_of

# The first answer of a service stays. In one order, so that two batches never wait for each other in a
# circle.
_ADD = text(
    "INSERT INTO account_measures AS m (user_id, decided_at, measure, subject_id, expected, answers) "
    "SELECT user_id, decided_at, measure, subject_id, expected, answers "
    "FROM jsonb_to_recordset(CAST(:told AS jsonb)) AS told (user_id bigint, decided_at timestamptz, measure text, "
    "    subject_id bigint, expected text[], answers jsonb) ORDER BY 1, 2, 3, 4 "
    "ON CONFLICT (user_id, decided_at, measure, subject_id) DO UPDATE SET answers = excluded.answers || m.answers"
)
# Of an erased person nothing is left to carry out.
_WAITING = text(
    "SELECT count(*), min(decided_at), (array_agg(user_id ORDER BY decided_at))[1] FROM ("
    "    SELECT user_id, decided_at FROM account_measures AS m WHERE NOT is_done AND NOT EXISTS ("
    "        SELECT FROM people WHERE people.user_id = m.user_id AND standing = 'erased') "
    "    ORDER BY decided_at LIMIT 100) AS first"
)
_ABOUT = text(
    "SELECT measure, decided_at, subject_id, expected, answers FROM account_measures WHERE user_id = :user_id "
    "ORDER BY decided_at DESC, measure, subject_id LIMIT :most"
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
    subject_id: int
    expected: list[str]
    answers: dict[str, Any]


async def add(session: AsyncSession, told: Mapping[Key, Mapping[str, Answer]]) -> None:
    """Add measures and answers; each that is known already stays as it is."""
    rows = [
        {
            "user_id": user_id,
            "decided_at": decided_at.isoformat(),
            "measure": measure,
            "subject_id": subject_id,
            "expected": services_of(measure),
            "answers": answers,
        }
        for (user_id, decided_at, measure, subject_id), answers in told.items()
    ]
    await session.execute(_ADD, {"told": json.dumps(rows)})


async def waiting(session: AsyncSession) -> Waiting:
    """Return how many measures some service has not carried out yet."""
    return Waiting(*(await session.execute(_WAITING)).one())


async def newest_about(session: AsyncSession, user_id: int, most: int) -> list[MeasureRow]:
    """Return the newest measures against a person."""
    rows = await session.execute(_ABOUT, {"user_id": user_id, "most": most})
    return [MeasureRow(*row) for row in rows]
