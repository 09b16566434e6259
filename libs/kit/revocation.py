"""Whose tokens are void: a small table in each service, fed by Kafka (sure) and Redis (fast)."""

import asyncio
import contextlib
import time

import structlog
from prometheus_client import Gauge
from redis.asyncio import Redis
from redis.exceptions import RedisError
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import UserSessionsRevoked
from libs.kit.db import Database
from libs.kit.errors import Unavailable
from libs.kit.subscribing import Subscriptions

log = structlog.get_logger(__name__)

CHANNEL = "wangi:revocations"
FOLLOW_SECONDS = 3.0
AGE = Gauge("revocation_feed_age_seconds", "Seconds since a revocation feed was last heard")

_KEEP = text(
    "INSERT INTO revocations (user_id, epoch, revoked_at) VALUES (:user_id, :epoch, :revoked_at) "
    "ON CONFLICT (user_id) DO UPDATE SET epoch = GREATEST(revocations.epoch, excluded.epoch), "
    "revoked_at = GREATEST(revocations.revoked_at, excluded.revoked_at)"
)


class Revocations:
    """What this process knows about void tokens, and how lately it has heard."""

    def __init__(self, patience_seconds: float = 60.0) -> None:
        self._epochs: dict[int, int] = {}
        self.patience = patience_seconds
        self._heard = time.monotonic()

    def heard(self) -> None:
        """A feed has proved to be alive."""
        self._heard = time.monotonic()

    def raise_epoch(self, user_id: int, epoch: int) -> None:
        """Tokens of this user below `epoch` are void from now on."""
        self._epochs[user_id] = max(epoch, self._epochs.get(user_id, 0))

    def is_void(self, user_id: int, epoch: int) -> bool:
        """Whether a token with this epoch has been revoked."""
        return epoch < self._epochs.get(user_id, 0)

    @property
    def stale(self) -> bool:
        """Nobody has told us anything for so long that a write must be refused rather than guessed."""
        age = time.monotonic() - self._heard
        AGE.set(age)
        return age > self.patience

    async def load(self, database: Database) -> None:
        """Remember what the table holds, at start."""
        await self._read(database)
        self.heard()

    async def follow(self, database: Database) -> None:
        """Every few seconds, what another replica of this service has heard and written down, until cancelled."""
        while True:
            await asyncio.sleep(FOLLOW_SECONDS)
            with contextlib.suppress(Unavailable, OSError):
                await self._read(database)

    def hear(self, subscriptions: Subscriptions) -> None:
        """Let the service's consumer tell us."""
        subscriptions.also(UserSessionsRevoked, self._told)

    async def _told(self, fact: UserSessionsRevoked, session: AsyncSession) -> None:
        await self.keep(session, fact)

    async def _read(self, database: Database) -> None:
        async with database.reading() as session:
            for user_id, epoch in (await session.execute(text("SELECT user_id, epoch FROM revocations"))).all():
                self.raise_epoch(user_id, epoch)

    async def keep(self, session: AsyncSession, fact: UserSessionsRevoked) -> None:
        """The sure way: the fact from Kafka into this service's own table."""
        await session.execute(_KEEP, {"user_id": fact.user_id, "epoch": fact.epoch, "revoked_at": fact.revoked_at})
        self.raise_epoch(fact.user_id, fact.epoch)

    async def listen(self, redis: Redis) -> None:
        """The fast way: hints over Redis, until cancelled; a Redis that is away is simply silent."""
        while True:
            try:
                async with redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    await self._hear(pubsub)
            except (RedisError, OSError) as away:
                log.warning("the fast revocation feed is away", cause=repr(away))
            await asyncio.sleep(1)

    async def _hear(self, pubsub: object) -> None:
        asked = 0.0
        while True:
            if time.monotonic() - asked > 10:
                asked = time.monotonic()
                await pubsub.ping()  # type: ignore[attr-defined]
            message = await pubsub.get_message(timeout=5)  # type: ignore[attr-defined]
            if message is None:
                continue
            self.heard()
            if message["type"] == "message":
                with contextlib.suppress(ValueError):
                    user_id, epoch = message["data"].decode().split(":")
                    self.raise_epoch(int(user_id), int(epoch))


async def announce(redis: Redis, user_id: int, epoch: int) -> None:
    """Tell every process at once; losing this hint loses nothing, Kafka tells it again."""
    with contextlib.suppress(RedisError, OSError):
        await redis.publish(CHANNEL, f"{user_id}:{epoch}")
