"""Sanctions against accounts, with the acknowledgements of services."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Envelope
from libs.kit.db.database import Database
from services.admin.cases import queries
from services.admin.cases.rules import MEASURE_KINDS, MeasureBatch
from services.admin.cases.schemas import AppliedMeasureOut, MeasureAnswerOut


async def apply_batch(session: AsyncSession, envelopes: Sequence[Envelope]) -> None:
    """The order of events does not matter."""
    batch = MeasureBatch()
    for envelope in envelopes:
        if envelope.type in MEASURE_KINDS:
            try:
                batch.take(envelope.event())
            except ValidationError:  # Sanctions from a newer build are not tracked.
                continue
    if batch.told:
        await queries.insert_measures(session, batch.told)


async def measures_about(session: AsyncSession, user_id: int, most: int) -> list[AppliedMeasureOut]:
    return [
        AppliedMeasureOut.model_validate(
            {
                "measure": newest_measure.measure,
                "product_id": newest_measure.subject_id
                if newest_measure.measure == "remove_listing"
                else None,
                "decided_at": newest_measure.decided_at,
                "waits_for": [name for name in newest_measure.expected if name not in newest_measure.answers],
                "answers": [
                    MeasureAnswerOut.model_validate({"service": name} | newest_measure.answers[name])
                    for name in newest_measure.expected
                    if name in newest_measure.answers
                ],
            }
        )
        for newest_measure in await queries.list_newest_measures(session, user_id, most)
    ]


async def oldest_age(database: Database, now: datetime) -> float:
    """In seconds, for sanctions that some service has not applied."""
    async with database.reading() as session:
        waiting_measures = await queries.list_waiting_measures(session)
    return max((now - waiting_measures.since).total_seconds(), 0.0) if waiting_measures.since else 0.0
