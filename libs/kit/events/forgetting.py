"""Erases a person in batches, each in a short transaction. The last one records the receipt.

The row in `people` says who is to be erased. The handler of an erasure only sets the account status, so it is
quick however much data there is. Reads check the status.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.fact import Receipt
from libs.kit.db.database import Database
from libs.kit.events import people
from libs.kit.process import clock
from libs.kit.process.jobs import turn

log = structlog.get_logger(__name__)

# Erases the next batch of a person's rows. Returns whether there may be more.
Piece = Callable[[AsyncSession, int], Awaitable[bool]]
AT_ONCE = 100
LOOK_SECONDS = 0.5

_TO_FORGET = "standing = 'erased' AND forgotten_at IS NULL"
_WAITING = text(f"SELECT user_id FROM people WHERE {_TO_FORGET} ORDER BY user_id LIMIT :most")  # noqa: S608
_TAKE = text(f"SELECT 1 FROM people WHERE user_id = :user_id AND {_TO_FORGET} FOR UPDATE SKIP LOCKED")  # noqa: S608


async def go_on(database: Database, piece: Piece, receipt: type[Receipt]) -> bool:
    """Run one batch for each erased person. Returns whether anything was done. A failure does not stop the
    others, and people that another replica works on are skipped. The round ends if the database is
    unavailable."""
    async with database.reading() as session:
        waiting = list((await session.execute(_WAITING, {"most": AT_ONCE})).scalars())
    worked = False
    for user_id in waiting:
        try:
            async with database.transaction() as session:
                if (await session.execute(_TAKE, {"user_id": user_id})).first() is None:
                    continue
                if not await piece(session, user_id):
                    fact = receipt(user_id=user_id, forgotten_at=await clock.now(session))
                    await people.forgotten(session, fact)
            worked = True
        except Exception:  # The others must not wait for this person.
            if not await database.answers():
                raise
            log.exception("forgetting_failed", user_id=user_id)
    return worked


def job(piece: Piece, receipt: type[Receipt]) -> Callable[[FastAPI], Awaitable[None]]:
    """Erase people batch by batch, as a job for `create_service`. Retries while the database is
    unavailable."""

    async def keep_forgetting(app: FastAPI) -> None:
        while True:
            more = False
            with turn(app, "keep_forgetting"):
                more = await go_on(app.state.database, piece, receipt)
            await asyncio.sleep(0 if more else LOOK_SECONDS)

    return keep_forgetting
