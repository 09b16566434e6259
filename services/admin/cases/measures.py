"""Measures against accounts: kept as they are told, with the receipt of each service that does its part."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.fact import Envelope
from libs.kit.db.database import Database
from services.admin.cases import queries
from services.admin.cases.rules import MEASURE_KINDS, MeasureBatch
from services.admin.cases.schemas import AppliedMeasureOut, MeasureAnswerOut


async def apply_batch(session: AsyncSession, envelopes: Sequence[Envelope]) -> None:
    """Add measures and the answers of services; in which order they come does not matter."""
    batch = MeasureBatch()
    for envelope in envelopes:
        if envelope.type in MEASURE_KINDS:
            try:
                batch.take(envelope.fact())
            except ValidationError:  # a newer build means more by it; such a measure is not followed
                continue
    if batch.told:
        await queries.insert_measures(session, batch.told)


async def measures_about(session: AsyncSession, user_id: int, most: int) -> list[AppliedMeasureOut]:
    """Return the newest measures against a person with what each service has done."""
    return [
        AppliedMeasureOut.model_validate(
            {
                "measure": one.measure,
                "product_id": one.subject_id if one.measure == "remove_listing" else None,
                "decided_at": one.decided_at,
                "waits_for": [name for name in one.expected if name not in one.answers],
                "answers": [
                    MeasureAnswerOut.model_validate({"service": name} | one.answers[name])
                    for name in one.expected
                    if name in one.answers
                ],
            }
        )
        for one in await queries.list_newest_measures(session, user_id, most)
    ]


async def oldest_age(database: Database, now: datetime) -> float:
    """Return for how many seconds the oldest measure waits that is not carried out everywhere."""
    async with database.reading() as session:
        found = await queries.list_waiting_measures(session)
    return max((now - found.since).total_seconds(), 0.0) if found.since else 0.0
