from typing import Any

from sqlalchemy import text

from libs.contracts.event import Envelope
from libs.kit.db.database import Database
from libs.kit.events.subscribing import Subscriptions

_LIST = text(
    "SELECT topic, key, count(*) AS waiting, min(parked_at) AS since, "
    "(array_agg(cause ORDER BY id))[1] AS cause FROM parked GROUP BY topic, key ORDER BY since"
)
_OF_KEY = text("SELECT * FROM parked WHERE topic = :topic AND key = :key ORDER BY id")
_NEXT = text("SELECT * FROM parked WHERE topic = :topic AND key = :key ORDER BY id LIMIT 1 FOR UPDATE")
_DELETE = text("DELETE FROM parked WHERE id = :id")
_FREE = text("DELETE FROM parked_keys WHERE topic = :topic AND key = :key")
_LOCK = text("SELECT 1 FROM parked_keys WHERE topic = :topic AND key = :key FOR UPDATE")


class DeadLetters:
    def __init__(self, database: Database, subscriptions: Subscriptions) -> None:
        self._database, self._subscriptions = database, subscriptions

    async def overview(self) -> list[dict[str, Any]]:
        async with self._database.reading() as session:
            return [dict(row) for row in (await session.execute(_LIST)).mappings()]

    async def show(self, topic: str, key: str) -> list[dict[str, Any]]:
        async with self._database.reading() as session:
            rows = (await session.execute(_OF_KEY, {"topic": topic, "key": key})).mappings()
            return [dict(row) for row in rows]

    async def replay(self, topic: str, key: str) -> int:
        """Handles the parked messages in order until one fails. Releases the key if all succeed. Returns the
        number of handled messages."""
        done = 0
        while await self._replay_next(topic, key):
            done += 1
        return done

    async def discard(self, topic: str, key: str) -> int:
        """Deletes the parked messages and releases the key. Returns the number of messages."""
        where = {"topic": topic, "key": key}
        async with self._database.transaction() as session:
            await session.execute(_LOCK, where)
            rows = (await session.execute(_OF_KEY, where)).mappings().all()
            for row in rows:
                await session.execute(_DELETE, {"id": row["id"]})
            await session.execute(_FREE, where)
        return len(rows)

    async def _replay_next(self, topic: str, key: str) -> bool:
        where = {"topic": topic, "key": key}
        async with self._database.transaction() as session:
            await session.execute(_LOCK, where)  # Blocks other messages of this key until the commit.
            row = (await session.execute(_NEXT, where)).mappings().one_or_none()
            if row is None:
                await session.execute(_FREE, where)
                return False
            await self._subscriptions.dispatch(Envelope.model_validate_json(row["payload"]), session)
            await session.execute(_DELETE, {"id": row["id"]})
            return True
