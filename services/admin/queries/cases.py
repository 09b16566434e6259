"""Cases, their reports, steps and receipts."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import and_, func, or_, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.admin.domain.cases import JOINED_BY_REPORTS, MEASURES, OF_MEASURE_APPEAL, WAITING
from services.admin.models import Case, CaseReceipt, CaseReport, CaseStep

_WAITS = col(Case.state).in_(WAITING)
_IS_JOINED = col(Case.state).in_(JOINED_BY_REPORTS)
_OF_MEASURES = sorted(MEASURES | OF_MEASURE_APPEAL)
_ACTED_UPON = ("take_down", "hide", "warn", "suspend", "uphold", "keep")
# How many reports of some people there are, and upon how many of them staff acted.
_RECORDS = text("""
SELECT r.reporter_id, count(*) AS filed, count(*) FILTER (WHERE c.decision = ANY(:acted)) AS agreed
FROM case_reports r JOIN cases c ON c.id = r.case_id WHERE r.reporter_id = ANY(:people) GROUP BY r.reporter_id""")


# The oldest of each state and kind, along the index of what waits. A longer queue is "more than a hundred".
_WAITING = text("""
SELECT least(count(*), 100), min(waits_since)
FROM unnest(CAST(:states AS text[])) AS of_state (state), unnest(CAST(:kinds AS text[])) AS of_kind (kind)
CROSS JOIN LATERAL (
    SELECT waits_since FROM cases WHERE state IN ('open', 'appealed', 'contested')
        AND state = of_state.state AND kind = of_kind.kind ORDER BY waits_since LIMIT 100
) AS first""")


async def waiting(session: AsyncSession, kinds: Collection[str], *states: str) -> tuple[int, datetime | None]:
    """Return how many cases of some kinds and states wait, a hundred at most, and since when the oldest
    does."""
    found = (await session.execute(_WAITING, {"states": list(states), "kinds": list(kinds)})).one()
    return found[0], found[1]


async def case(session: AsyncSession, case_id: int) -> Case | None:
    """Return a case."""
    return await session.get(Case, case_id)


async def locked(session: AsyncSession, case_id: int) -> Case | None:
    """Return a case, locked to the end of the transaction."""
    return await session.get(Case, case_id, with_for_update=True, populate_existing=True)


async def open_or_waiting(session: AsyncSession, row: dict[str, Any]) -> tuple[Case, bool]:
    """Return the case that waits about this thing, locked, and whether it was opened now."""
    # Two who open it at once: one of them waits here and finds it.
    made = insert(Case).values(row)
    made = made.on_conflict_do_nothing(
        index_elements=["kind", "subject_id"], index_where=text("state IN ('open', 'appealed')")
    )
    opened = (await session.execute(made.returning(col(Case.id)))).scalar_one_or_none()
    found = await waiting_about(session, row["kind"], row["subject_id"])
    assert found is not None
    return found, opened is not None


async def to_record(session: AsyncSession, most: int) -> list[int]:
    """Return the ids of cases whose opening is to be told once more, the oldest first."""
    query = select(col(Case.id)).where(col(Case.needs_telling)).order_by(col(Case.id)).limit(most)
    return [one for one in (await session.execute(query)).scalars() if one is not None]


async def waiting_about(session: AsyncSession, kind: str, subject_id: int) -> Case | None:
    """Return the case about this thing that reports of it are put to, locked."""
    query = select(Case).where(col(Case.kind) == kind, col(Case.subject_id) == subject_id, _IS_JOINED)
    query = query.with_for_update().execution_options(populate_existing=True)
    return (await session.execute(query)).scalar_one_or_none()


async def newest_of(session: AsyncSession, kind: str, subject_id: int) -> Case | None:
    """Return the newest case of this kind about this thing, locked, whatever became of it."""
    query = select(Case).where(col(Case.kind) == kind, col(Case.subject_id) == subject_id)
    query = query.order_by(col(Case.id).desc()).limit(1).with_for_update()
    return (await session.execute(query.execution_options(populate_existing=True))).scalar_one_or_none()


async def has_matched(session: AsyncSession, case_id: int) -> bool:
    """Return whether the payment of a case fitted after the newest decision about it."""
    newest = select(func.max(col(CaseStep.id))).where(
        col(CaseStep.case_id) == case_id, col(CaseStep.step) == "decided"
    )
    query = select(col(CaseStep.id)).where(col(CaseStep.case_id) == case_id, col(CaseStep.step) == "matched")
    query = query.where(col(CaseStep.id) > newest.scalar_subquery()).limit(1)
    return (await session.execute(query)).first() is not None


async def newest_id_about(session: AsyncSession, kind: str, subject_id: int) -> int | None:
    """Return the id of the newest case about this thing."""
    query = select(col(Case.id)).where(col(Case.kind) == kind, col(Case.subject_id) == subject_id)
    return (await session.execute(query.order_by(col(Case.id).desc()).limit(1))).scalar_one_or_none()


async def newest_take_down(session: AsyncSession, product_id: int) -> int | None:
    """Return the newest case that decided to take a listing down, whether it was gone already or not."""
    query = select(col(Case.id)).join(CaseStep, col(CaseStep.case_id) == col(Case.id))
    query = query.where(
        col(Case.kind) == "listing", col(Case.subject_id) == product_id, col(CaseStep.decision) == "take_down"
    )
    return (await session.execute(query.order_by(col(CaseStep.id).desc()).limit(1))).scalar_one_or_none()


async def removal_of(session: AsyncSession, product_id: int) -> tuple[int | None, int | None]:
    """Return the newest case whose decision really took a listing down, and who decided that."""
    query = select(col(Case.id), col(CaseStep.by_id)).join(CaseStep, col(CaseStep.case_id) == col(Case.id))
    query = query.join(CaseReceipt, col(CaseReceipt.step_id) == col(CaseStep.id))
    query = query.where(
        col(Case.kind) == "listing", col(Case.subject_id) == product_id, col(CaseStep.decision) == "take_down",
        col(CaseReceipt.outcome) == "done",
    )  # fmt: skip
    found = (await session.execute(query.order_by(col(CaseStep.id).desc()).limit(1))).first()
    return (None, None) if found is None else (found[0], found[1])


async def newest_about(session: AsyncSession, kind: str, subject_id: int) -> Case | None:
    """Return the newest case about this thing, locked; none in which a person was warned or suspended."""
    query = select(Case).where(col(Case.kind) == kind, col(Case.subject_id) == subject_id)
    query = query.where(col(Case.decision).is_(None) | col(Case.decision).not_in(_OF_MEASURES))
    query = query.order_by(col(Case.id).desc()).limit(1).with_for_update()
    return (await session.execute(query.execution_options(populate_existing=True))).scalar_one_or_none()


async def queue(
    session: AsyncSession,
    *,
    kinds: Collection[str],
    state: str,
    mine: int | None,
    now: datetime,
    after: tuple[int, int] | None,
    most: int,
) -> list[Case]:
    """Return a page of what waits, the most urgent and oldest first; or of what is over, the newest first."""
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


async def reports_of(session: AsyncSession, case_id: int, most: int) -> list[CaseReport]:
    """Return the reports of a case, the first of them first."""
    query = select(CaseReport).where(col(CaseReport.case_id) == case_id).order_by(col(CaseReport.id))
    return list((await session.execute(query.limit(most))).scalars())


async def steps_of(session: AsyncSession, case_id: int, most: int) -> list[CaseStep]:
    """Return what was done with a case, in order."""
    query = select(CaseStep).where(col(CaseStep.case_id) == case_id).order_by(col(CaseStep.id)).limit(most)
    return list((await session.execute(query)).scalars())


async def receipts_of(session: AsyncSession, case_id: int) -> list[CaseReceipt]:
    """Return what services were asked to do about a case, in order."""
    query = select(CaseReceipt).where(col(CaseReceipt.case_id) == case_id)
    query = query.order_by(col(CaseReceipt.step_id)).execution_options(populate_existing=True)
    return list((await session.execute(query)).scalars())


async def others_about(session: AsyncSession, about_id: int, case_id: int) -> tuple[int, int]:
    """Return how many other cases there are about a person, and upon how many staff acted."""
    acted = func.count().filter(col(Case.decision).in_(_ACTED_UPON))
    query = select(func.count(), acted).where(col(Case.about_id) == about_id, col(Case.id) != case_id)
    found = (await session.execute(query)).one()
    return int(found[0]), int(found[1])


async def newest_about_person(session: AsyncSession, about_id: int, most: int) -> list[Case]:
    """Return the newest cases about a person and their things."""
    query = select(Case).where(col(Case.about_id) == about_id).order_by(col(Case.id).desc()).limit(most)
    return list((await session.execute(query)).scalars())


async def newest_reports_of(
    session: AsyncSession, reporter_id: int, most: int
) -> list[tuple[CaseReport, Case]]:
    """Return the newest reports that a person made, with their cases."""
    query = select(CaseReport, Case).join(Case, col(Case.id) == col(CaseReport.case_id))
    query = query.where(col(CaseReport.reporter_id) == reporter_id).order_by(col(CaseReport.id).desc())
    return [(report, case) for report, case in await session.execute(query.limit(most))]


async def has_reported(session: AsyncSession, kind: str, subject_id: int, user_id: int) -> bool:
    """Return whether a report of this thing is this person's, in whichever of its cases."""
    query = select(col(CaseReport.id)).join(Case, col(Case.id) == col(CaseReport.case_id))
    query = query.where(
        col(Case.kind) == kind, col(Case.subject_id) == subject_id, col(CaseReport.reporter_id) == user_id
    )
    return (await session.execute(query.limit(1))).first() is not None


async def records_of(session: AsyncSession, people: Collection[int]) -> dict[int, tuple[int, int]]:
    """Return how many reports some people made, and upon how many of those staff acted."""
    found = await session.execute(_RECORDS, {"people": list(people), "acted": list(_ACTED_UPON)})
    return {one.reporter_id: (one.filed, one.agreed) for one in found}


async def empty_words(session: AsyncSession, user_id: int) -> None:
    """Empty what staff wrote into the cases about a person."""
    about = select(Case.id).where(col(Case.about_id) == user_id)
    steps = update(CaseStep).where(col(CaseStep.case_id).in_(about), col(CaseStep.words) != "")
    await session.execute(steps.values(words=""))
