"""Erases a person's data in batches. The last batch publishes the acknowledgement. Handling the erasure event
only sets the account status, which reads check."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from fastapi import FastAPI
from sqlalchemy import column, delete, table, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Envelope, ErasureAcknowledged
from libs.contracts.events.auth import UserErased
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.http.idempotency import forget_keys
from libs.kit.process import clock
from libs.kit.process.jobs import turn
from libs.marketplace.people import PEOPLE, mark_erased

log = structlog.get_logger(__name__)

# Erases the next batch. Returns True if more data may remain.
Piece = Callable[[AsyncSession, int], Awaitable[bool]]
AT_ONCE = 100
LOOK_SECONDS = 0.5

_TO_FORGET = "account_status = 'erased' AND forgotten_at IS NULL"
_WAITING = text(f"SELECT user_id FROM people WHERE {_TO_FORGET} ORDER BY user_id LIMIT :most")  # noqa: S608
_TAKE = text(f"SELECT 1 FROM people WHERE user_id = :user_id AND {_TO_FORGET} FOR UPDATE SKIP LOCKED")  # noqa: S608


_PARKED = table("parked", column("id"))
# Candidates only. Python checks the content, because a payload may not be JSON.
_PARKED_NAMING = text(
    "SELECT id, topic, key, payload FROM parked WHERE (topic = :topic AND key = :user) "
    "OR position(convert_to(:user, 'UTF8') IN payload) > 0"
)
_FREE = text(
    "DELETE FROM parked_keys WHERE NOT EXISTS (SELECT FROM parked WHERE parked.consumer = parked_keys.consumer "
    "AND parked.topic = parked_keys.topic AND parked.key = parked_keys.key)"
)


async def run_erasures(database: Database, piece: Piece, acknowledgement: type[ErasureAcknowledged]) -> bool:
    """Run one batch for each erased person. Returns True if any batch ran. A failure does not block other
    people. People locked by another replica are skipped."""
    async with database.reading() as session:
        waiting = list((await session.execute(_WAITING, {"most": AT_ONCE})).scalars())
    worked = False
    for user_id in waiting:
        try:
            async with database.transaction() as session:
                if (await session.execute(_TAKE, {"user_id": user_id})).first() is None:
                    continue
                if not await piece(session, user_id):
                    event = acknowledgement(user_id=user_id, forgotten_at=await clock.now(session))
                    await finish_erasure(session, event)
            worked = True
        except Exception:  # A failure must not delay other people.
            if not await database.answers():
                raise
            log.exception("forgetting_failed", user_id=user_id)
    return worked


def erasure_job(
    piece: Piece, acknowledgement: type[ErasureAcknowledged]
) -> Callable[[FastAPI], Awaitable[None]]:

    async def keep_forgetting(app: FastAPI) -> None:
        while True:
            more = False
            with turn(app, "keep_forgetting"):
                more = await run_erasures(app.state.database, piece, acknowledgement)
            await asyncio.sleep(0 if more else LOOK_SECONDS)

    return keep_forgetting


async def finish_erasure(session: AsyncSession, acknowledgement: ErasureAcknowledged) -> None:
    """Erase the data that every service stores, and publish the acknowledgement. Call after the service's own
    data is erased."""
    user_id = acknowledgement.user_id
    await mark_erased(session, user_id)
    await forget_keys(session, user_id)
    await _delete_parked(session, user_id)
    first = (PEOPLE.c.user_id == user_id) & PEOPLE.c.forgotten_at.is_(None)
    marked = update(PEOPLE).where(first).values(forgotten_at=acknowledgement.forgotten_at)
    if (await session.execute(marked.returning(PEOPLE.c.user_id))).first() is not None:
        await outbox.record(session, acknowledgement, version=1)


async def _delete_parked(session: AsyncSession, user_id: int) -> None:
    about = {"topic": UserErased.topic, "user": str(user_id)}
    for parked in (await session.execute(_PARKED_NAMING, about)).all():
        own = parked.topic == UserErased.topic and parked.key == str(user_id)
        if own or _writer_of(parked.payload) == user_id:
            await session.execute(delete(_PARKED).where(_PARKED.c.id == parked.id))
    await session.execute(_FREE)


def _writer_of(payload: bytes | None) -> int | None:
    """Returns the author of an event's text, or None for unknown events, which an operator has to check."""
    try:
        return Envelope.model_validate_json(payload or b"").event().writer
    except (ValueError, KeyError):
        return None
