from collections.abc import Sequence
from datetime import datetime

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Envelope
from libs.kit.db.database import Database
from services.admin.cases import queries
from services.admin.cases.rules import SANCTION_KINDS, SanctionBatch
from services.admin.cases.schemas import AppliedSanctionOut, SanctionAnswerOut


async def apply_batch(session: AsyncSession, envelopes: Sequence[Envelope]) -> None:
    """Events may arrive in any order."""
    batch = SanctionBatch()
    for envelope in envelopes:
        if envelope.type in SANCTION_KINDS:
            try:
                batch.add_event(envelope.event())
            except ValidationError:  # A sanction from a newer version of the code is not tracked.
                continue
    if batch.answers:
        await queries.insert_sanctions(session, batch.answers)


async def list_account_sanctions(session: AsyncSession, user_id: int, most: int) -> list[AppliedSanctionOut]:
    return [
        AppliedSanctionOut.model_validate(
            {
                "sanction": newest_sanction.sanction,
                "product_id": newest_sanction.subject_id
                if newest_sanction.sanction == "remove_listing"
                else None,
                "decided_at": newest_sanction.decided_at,
                "waits_for": [
                    name for name in newest_sanction.expected if name not in newest_sanction.answers
                ],
                "answers": [
                    SanctionAnswerOut.model_validate({"service": name} | newest_sanction.answers[name])
                    for name in newest_sanction.expected
                    if name in newest_sanction.answers
                ],
            }
        )
        for newest_sanction in await queries.list_newest_sanctions(session, user_id, most)
    ]


async def oldest_age(database: Database, now: datetime) -> float:
    """Returns the age in seconds of the oldest sanction that some service has not applied."""
    async with database.reading() as session:
        waiting_sanctions = await queries.list_waiting_sanctions(session)
    return max((now - waiting_sanctions.since).total_seconds(), 0.0) if waiting_sanctions.since else 0.0
