import json
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import and_, delete, func, or_, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from libs.kit.http.export import Rows, plain
from services.admin.cases.models import Case, CaseAcknowledgement, CaseAppeal, CaseReport, CaseStep
from services.admin.cases.rules import (
    JOINED_BY_REPORTS,
    OF_SANCTION_APPEAL,
    OPEN_STATES,
    SANCTIONS,
    Answer,
    Key,
    services_of,
)

_WAITS = col(Case.state).in_(OPEN_STATES)
_IS_JOINED = col(Case.state).in_(JOINED_BY_REPORTS)
_OF_SANCTIONS = sorted(SANCTIONS | OF_SANCTION_APPEAL)
_ACTED_UPON = ("take_down", "hide", "warn", "suspend", "uphold", "keep")
_RECORDS = text("""
SELECT r.reporter_id, count(*) AS filed, count(*) FILTER (WHERE c.decision = ANY(:acted)) AS agreed
FROM case_reports r JOIN cases c ON c.id = r.case_id WHERE r.reporter_id = ANY(:people) GROUP BY r.reporter_id""")


# Served by the index of open cases. Stops at 100, which the screen shows as "more than a hundred".
_OPEN_CASES = text("""
SELECT least(count(*), 100), min(waits_since)
FROM unnest(CAST(:states AS text[])) AS of_state (state), unnest(CAST(:kinds AS text[])) AS of_kind (kind)
CROSS JOIN LATERAL (
    SELECT waits_since FROM cases WHERE state IN ('open', 'appealed', 'contested')
        AND state = of_state.state AND kind = of_kind.kind ORDER BY waits_since LIMIT 100
) AS first""")


async def count_open_cases(
    session: AsyncSession, kinds: Collection[str], *states: str
) -> tuple[int, datetime | None]:
    """Returns the number of cases, at most 100, and since when the oldest has been waiting."""
    found = (await session.execute(_OPEN_CASES, {"states": list(states), "kinds": list(kinds)})).one()
    return found[0], found[1]


async def get_case(session: AsyncSession, case_id: int) -> Case | None:
    return await session.get(Case, case_id)


async def lock_case(session: AsyncSession, case_id: int) -> Case | None:
    return await session.get(Case, case_id, with_for_update=True, populate_existing=True)


async def find_open_or_waiting(session: AsyncSession, row: dict[str, Any]) -> tuple[Case, bool]:
    """Returns the open case, and True if the case is new. The case is locked."""
    # Concurrent requests wait here. The second request finds the case of the first.
    made = insert(Case).values(row)
    made = made.on_conflict_do_nothing(
        index_elements=["kind", "subject_id"], index_where=text("state IN ('open', 'appealed')")
    )
    opened = (await session.execute(made.returning(col(Case.id)))).scalar_one_or_none()
    found = await find_open_about(session, row["kind"], row["subject_id"])
    assert found is not None
    return found, opened is not None


async def find_to_record(session: AsyncSession, most: int) -> list[int]:
    query = select(col(Case.id)).where(col(Case.needs_publishing)).order_by(col(Case.id)).limit(most)
    return [row for row in (await session.execute(query)).scalars() if row is not None]


async def find_open_about(session: AsyncSession, kind: str, subject_id: int) -> Case | None:
    """Returns the case that new reports are added to. The case is locked."""
    query = select(Case).where(col(Case.kind) == kind, col(Case.subject_id) == subject_id, _IS_JOINED)
    query = query.with_for_update().execution_options(populate_existing=True)
    return (await session.execute(query)).scalar_one_or_none()


async def find_newest(session: AsyncSession, kind: str, subject_id: int) -> Case | None:
    """Returns the newest case, open or closed, and locks it."""
    query = select(Case).where(col(Case.kind) == kind, col(Case.subject_id) == subject_id)
    query = query.order_by(col(Case.id).desc()).limit(1).with_for_update()
    return (await session.execute(query.execution_options(populate_existing=True))).scalar_one_or_none()


async def has_matched(session: AsyncSession, case_id: int) -> bool:
    newest = select(func.max(col(CaseStep.id))).where(
        col(CaseStep.case_id) == case_id, col(CaseStep.step) == "decided"
    )
    query = select(col(CaseStep.id)).where(col(CaseStep.case_id) == case_id, col(CaseStep.step) == "matched")
    query = query.where(col(CaseStep.id) > newest.scalar_subquery()).limit(1)
    return (await session.execute(query)).first() is not None


async def find_newest_id(session: AsyncSession, kind: str, subject_id: int) -> int | None:
    query = select(col(Case.id)).where(col(Case.kind) == kind, col(Case.subject_id) == subject_id)
    return (await session.execute(query.order_by(col(Case.id).desc()).limit(1))).scalar_one_or_none()


async def find_newest_take_down(session: AsyncSession, product_id: int) -> int | None:
    """Also returns the case if the listing was already gone."""
    query = select(col(Case.id)).join(CaseStep, col(CaseStep.case_id) == col(Case.id))
    query = query.where(
        col(Case.kind) == "listing", col(Case.subject_id) == product_id, col(CaseStep.decision) == "take_down"
    )
    return (await session.execute(query.order_by(col(CaseStep.id).desc()).limit(1))).scalar_one_or_none()


async def find_removal(session: AsyncSession, product_id: int) -> tuple[int | None, int | None]:
    """Returns the case that took a listing down, and who decided it."""
    query = select(col(Case.id), col(CaseStep.by_id)).join(CaseStep, col(CaseStep.case_id) == col(Case.id))
    query = query.join(CaseAcknowledgement, col(CaseAcknowledgement.step_id) == col(CaseStep.id))
    query = query.where(
        col(Case.kind) == "listing", col(Case.subject_id) == product_id, col(CaseStep.decision) == "take_down",
        col(CaseAcknowledgement.outcome) == "done",
    )  # fmt: skip
    found = (await session.execute(query.order_by(col(CaseStep.id).desc()).limit(1))).first()
    return (None, None) if found is None else (found[0], found[1])


async def find_newest_about(session: AsyncSession, kind: str, subject_id: int) -> Case | None:
    """Returns the newest case, locked. Excludes cases that ended in a warning or suspension."""
    query = select(Case).where(col(Case.kind) == kind, col(Case.subject_id) == subject_id)
    query = query.where(col(Case.decision).is_(None) | col(Case.decision).not_in(_OF_SANCTIONS))
    query = query.order_by(col(Case.id).desc()).limit(1).with_for_update()
    return (await session.execute(query.execution_options(populate_existing=True))).scalar_one_or_none()


async def list_queue(
    session: AsyncSession,
    *,
    kinds: Collection[str],
    state: str,
    mine: int | None,
    now: datetime,
    after: tuple[int, int] | None,
    most: int,
) -> list[Case]:
    """Open cases are sorted by urgency, then from oldest to newest. Ended cases are sorted from newest to
    oldest."""
    claimed = and_(col(Case.claimed_until).is_not(None), col(Case.claimed_until) > now)
    query = select(Case)
    query = query.where(col(Case.kind).in_(kinds))
    if state in ("decided", "closed"):
        query = query.where(col(Case.state) == state).order_by(col(Case.id).desc())
        if after is not None:
            query = query.where(col(Case.id) < after[1])
        if mine is not None:
            query = query.where(col(Case.decided_by) == mine)
        return list((await session.execute(query.limit(most))).scalars())
    query = query.where(_WAITS)
    if state == "appealed":
        query = query.where(col(Case.state).in_(("appealed", "contested")))
    elif state == "open":
        query = query.where(col(Case.state) == "open", ~claimed)
    if state == "claimed" or mine is not None:
        query = query.where(claimed)
    if mine is not None:
        query = query.where(col(Case.claimed_by) == mine)
    if after is not None:
        priority, case_id = after
        query = query.where(
            or_(
                col(Case.priority) < priority,
                and_(col(Case.priority) == priority, col(Case.id) > case_id),
            )
        )
    query = query.order_by(col(Case.priority).desc(), col(Case.id)).limit(most)
    return list((await session.execute(query)).scalars())


async def list_reports(session: AsyncSession, case_id: int, most: int) -> list[CaseReport]:
    query = select(CaseReport).where(col(CaseReport.case_id) == case_id).order_by(col(CaseReport.id))
    return list((await session.execute(query.limit(most))).scalars())


async def list_steps(session: AsyncSession, case_id: int, most: int) -> list[CaseStep]:
    query = select(CaseStep).where(col(CaseStep.case_id) == case_id).order_by(col(CaseStep.id)).limit(most)
    return list((await session.execute(query)).scalars())


async def list_acknowledgements(session: AsyncSession, case_id: int) -> list[CaseAcknowledgement]:
    query = select(CaseAcknowledgement).where(col(CaseAcknowledgement.case_id) == case_id)
    query = query.order_by(col(CaseAcknowledgement.step_id)).execution_options(populate_existing=True)
    return list((await session.execute(query)).scalars())


async def list_others_about(session: AsyncSession, about_id: int, case_id: int) -> tuple[int, int]:
    acted = func.count().filter(col(Case.decision).in_(_ACTED_UPON))
    query = select(func.count(), acted).where(col(Case.about_id) == about_id, col(Case.id) != case_id)
    found = (await session.execute(query)).one()
    return int(found[0]), int(found[1])


async def list_newest_about_person(session: AsyncSession, about_id: int, most: int) -> list[Case]:
    query = select(Case).where(col(Case.about_id) == about_id).order_by(col(Case.id).desc()).limit(most)
    return list((await session.execute(query)).scalars())


async def list_newest_reports(
    session: AsyncSession, reporter_id: int, most: int
) -> list[tuple[CaseReport, Case]]:
    query = select(CaseReport, Case).join(Case, col(Case.id) == col(CaseReport.case_id))
    query = query.where(col(CaseReport.reporter_id) == reporter_id).order_by(col(CaseReport.id).desc())
    return [(report, case) for report, case in await session.execute(query.limit(most))]


async def has_reported(session: AsyncSession, kind: str, subject_id: int, user_id: int) -> bool:
    query = select(col(CaseReport.id)).join(Case, col(Case.id) == col(CaseReport.case_id))
    query = query.where(
        col(Case.kind) == kind, col(Case.subject_id) == subject_id, col(CaseReport.reporter_id) == user_id
    )
    return (await session.execute(query.limit(1))).first() is not None


async def list_records(session: AsyncSession, people: Collection[int]) -> dict[int, tuple[int, int]]:
    found = await session.execute(_RECORDS, {"people": list(people), "acted": list(_ACTED_UPON)})
    return {item.reporter_id: (item.filed, item.agreed) for item in found}


async def empty_words(session: AsyncSession, user_id: int) -> None:
    about = select(Case.id).where(col(Case.about_id) == user_id)
    steps = update(CaseStep).where(col(CaseStep.case_id).in_(about), col(CaseStep.words) != "")
    await session.execute(steps.values(words=""))


async def get_case_appeal(session: AsyncSession, case_id: int) -> CaseAppeal | None:
    return await session.get(CaseAppeal, case_id)


async def get_sanction(session: AsyncSession, case_id: int) -> tuple[CaseStep, CaseAcknowledgement] | None:
    """A case has at most one sanction."""
    query = select(CaseStep, CaseAcknowledgement).join(
        CaseAcknowledgement, col(CaseAcknowledgement.step_id) == col(CaseStep.id)
    )
    query = query.where(col(CaseStep.case_id) == case_id, col(CaseStep.decision).in_(sorted(SANCTIONS)))
    found = (await session.execute(query.order_by(col(CaseStep.id)).limit(1))).one_or_none()
    return None if found is None else (found[0], found[1])


async def get_strike(session: AsyncSession, case_id: int) -> CaseStep | None:
    query = select(CaseStep).where(col(CaseStep.case_id) == case_id, col(CaseStep.step) == "struck")
    return (await session.execute(query.limit(1))).scalar_one_or_none()


async def delete_appeals(session: AsyncSession, user_id: int) -> None:
    await session.execute(delete(CaseAppeal).where(col(CaseAppeal.user_id) == user_id))


def list_appeals_by(user_id: int) -> Rows:
    mine = col(CaseAppeal.user_id) == user_id
    return Rows("appeals", CaseAppeal, mine, [col(CaseAppeal.case_id)], plain(exclude={"user_id"}))


# The first response of each service is kept. Sorted to avoid deadlocks.
_ADD_SANCTIONS = text(
    "INSERT INTO account_sanctions AS m (user_id, decided_at, sanction, subject_id, expected, answers) "
    "SELECT user_id, decided_at, sanction, subject_id, expected, answers "
    "FROM jsonb_to_recordset(CAST(:sanctions AS jsonb)) AS sanctions (user_id bigint, decided_at timestamptz, "
    "    sanction text, subject_id bigint, expected text[], answers jsonb) ORDER BY 1, 2, 3, 4 "
    "ON CONFLICT (user_id, decided_at, sanction, subject_id) DO UPDATE SET answers = excluded.answers || m.answers"
)
# Excludes erased people, because nothing is left to apply to them.
_WAITING_SANCTIONS = text(
    "SELECT count(*), min(decided_at), (array_agg(user_id ORDER BY decided_at))[1] FROM ("
    "    SELECT user_id, decided_at FROM account_sanctions AS m WHERE NOT is_done AND NOT EXISTS ("
    "        SELECT FROM people WHERE people.user_id = m.user_id AND account_status = 'erased') "
    "    ORDER BY decided_at LIMIT 100) AS first"
)
_ABOUT_PERSON = text(
    "SELECT sanction, decided_at, subject_id, expected, answers FROM account_sanctions WHERE user_id = :user_id "
    "ORDER BY decided_at DESC, sanction, subject_id LIMIT :most"
)


class WaitingSanctions(NamedTuple):
    """The number of sanctions is at most 100. `since` and `user_id` belong to the oldest sanction."""

    sanctions: int
    since: datetime | None
    user_id: int | None


class SanctionRow(NamedTuple):
    sanction: str
    decided_at: datetime
    subject_id: int
    expected: list[str]
    answers: dict[str, Any]


async def insert_sanctions(session: AsyncSession, sanctions: Mapping[Key, Mapping[str, Answer]]) -> None:
    """Keeps the acknowledgements of sanctions that are already stored."""
    rows = [
        {
            "user_id": user_id,
            "decided_at": decided_at.isoformat(),
            "sanction": sanction,
            "subject_id": subject_id,
            "expected": services_of(sanction),
            "answers": answers,
        }
        for (user_id, decided_at, sanction, subject_id), answers in sanctions.items()
    ]
    await session.execute(_ADD_SANCTIONS, {"sanctions": json.dumps(rows)})


async def list_waiting_sanctions(session: AsyncSession) -> WaitingSanctions:
    return WaitingSanctions(*(await session.execute(_WAITING_SANCTIONS)).one())


async def list_newest_sanctions(session: AsyncSession, user_id: int, most: int) -> list[SanctionRow]:
    rows = await session.execute(_ABOUT_PERSON, {"user_id": user_id, "most": most})
    return [SanctionRow(*row) for row in rows]
