"""Accounts that look taken over: facts are counted as they come, and who began something new is scored."""

from collections.abc import Collection, Sequence
from datetime import datetime

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.fact import Envelope
from services.admin.domain import takeovers as rules
from services.admin.queries import takeovers as queries
from services.admin.service import risk


async def fold(session: AsyncSession, envelopes: Sequence[Envelope]) -> None:
    """Count what people did, and score anew those of them who changed how they sign in."""
    batch = rules.ActBatch()
    newest: dict[int, datetime] = {}
    for envelope in envelopes:
        if envelope.type in rules.KINDS:
            try:
                batch.take(envelope.fact())
            except (ValidationError, KeyError):  # a newer build means more by it; figures do without
                continue
    if not batch.times:
        return
    for user_id, _, slot in batch.times:
        newest[user_id] = max(slot, newest.get(user_id, slot))
    await queries.add(session, batch.times)
    await rescore(session, newest)


async def rescore(session: AsyncSession, newest: dict[int, datetime]) -> None:
    """Score these people by the worst of their beginnings; `newest` says when each last did something."""
    people: Collection[int] = sorted(newest)
    # Locked first: what staff decides in this moment is then decided before the acts are read.
    known = await queries.of_people(session, people)
    for user_id, beginnings in (await queries.around(session, people)).items():
        scores = [rules.score(soon, before) for _, (soon, before) in sorted(beginnings.items())]
        worst = max(scores, key=lambda one: one.hundredths)
        subject = risk.Subject(user_id, user_id, "takeover")
        await risk.follow_score(session, subject, known.get(user_id), worst, newest[user_id])


async def forget(session: AsyncSession, user_id: int) -> None:
    """Forget what an erased person did."""
    await queries.forget(session, user_id)
