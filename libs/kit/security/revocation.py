"""Revoked tokens are stored in two small tables in each service, which Kafka fills reliably. Hints over Redis
are faster. A hint is not trusted. It only makes a process query auth."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import structlog
from prometheus_client import Gauge
from redis.asyncio import Redis
from redis.exceptions import RedisError
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import UserSessionEnded, UserSessionsRevoked, session_mark
from libs.kit.db.database import Database
from libs.kit.errors import DomainError, Unavailable
from libs.kit.events.subscribing import Subscriptions
from libs.kit.security import revocation_tables

log = structlog.get_logger(__name__)

CHANNEL = "wangi:revocations"
PATH = "/internal/revocations"
# Tokens are valid for ten minutes, and clocks may differ by half a minute.
LIFE_SECONDS = 660.0
FOLLOW_SECONDS, TRIM_SECONDS = 3.0, 30.0
ASK_SECONDS, PAUSE_SECONDS = 10.0, 0.5
MAX_REMEMBERED = 500_000
AGE = Gauge("revocation_feed_age_seconds", "Seconds since a revocation feed was last received")

# Requests a path from auth. Raises if there is no response.
Ask = Callable[[str], Awaitable[Any]]


class Revocations:
    def __init__(self, patience_seconds: float = 60.0) -> None:
        self._epochs: dict[int, tuple[int, float]] = {}
        self._sessions: dict[int, float] = {}
        self.patience = patience_seconds
        self.received_at = time.monotonic()
        self._read_to = revocation_tables.Places()
        self._asked_to = ""
        self._trimmed = 0.0

    def note_alive(self) -> None:
        self.received_at = time.monotonic()

    def note_caught_up(self, topics: Collection[str]) -> None:
        """Note that the consumer has no lag on these topics, so that the revocations count as up to date."""
        if UserSessionsRevoked.topic in topics:
            self.note_alive()

    def raise_epoch(self, user_id: int, epoch: int) -> None:
        """Revokes the user's tokens whose epoch is below `epoch`."""
        known, _ = self._epochs.pop(user_id, (0, 0.0))
        self._epochs[user_id] = (max(epoch, known), time.monotonic() + LIFE_SECONDS)

    def end_session(self, user_id: int, session: int) -> None:
        self._sessions.pop(session, None)
        self._sessions[session] = time.monotonic() + LIFE_SECONDS

    def is_void(self, user_id: int, epoch: int) -> bool:
        known = self._epochs.get(user_id)
        return known is not None and epoch < known[0]

    def is_over(self, session_id: str) -> bool:
        return bool(self._sessions) and session_mark(session_id) in self._sessions

    @property
    def stale(self) -> bool:
        """True if writes must be refused, because the last update is too old."""
        age = time.monotonic() - self.received_at
        AGE.set(age)
        return age > self.patience

    def forget_old(self) -> None:
        """Removes entries about expired tokens. If there are too many entries, also removes the oldest."""
        now = time.monotonic()
        while self._epochs and (
            next(iter(self._epochs.values()))[1] <= now or len(self._epochs) > MAX_REMEMBERED
        ):
            del self._epochs[next(iter(self._epochs))]
        while self._sessions and (
            next(iter(self._sessions.values())) <= now or len(self._sessions) > MAX_REMEMBERED
        ):
            del self._sessions[next(iter(self._sessions))]

    async def load(self, database: Database) -> None:
        await self.load_news(database)
        self.note_alive()

    async def follow(self, database: Database) -> None:
        """Polls the rows that other replicas have stored, and trims the tables. Runs until cancelled."""
        while True:
            await asyncio.sleep(FOLLOW_SECONDS)
            with contextlib.suppress(Unavailable, OSError):
                await self.load_news(database)
                if time.monotonic() - self._trimmed > TRIM_SECONDS:
                    self._trimmed = time.monotonic()
                    await revocation_tables.trim(database)
            self.forget_old()

    def subscribe(self, subscriptions: Subscriptions) -> None:
        subscriptions.also(UserSessionsRevoked, self._on_revoked)
        subscriptions.also(UserSessionEnded, self._on_session_ended)

    async def _on_revoked(self, event: UserSessionsRevoked, session: AsyncSession) -> None:
        await self.store_epoch(session, event)

    async def _on_session_ended(self, event: UserSessionEnded, session: AsyncSession) -> None:
        await revocation_tables.keep_session(session, event)
        self.end_session(event.user_id, event.session)

    async def load_news(self, database: Database) -> None:
        async for news in revocation_tables.since(database, self._read_to):
            self.apply_news(news)

    def apply_news(self, news: revocation_tables.News) -> None:
        for user_id, epoch in news.people:
            self.raise_epoch(user_id, epoch)
        for session, user_id in news.sessions:
            self.end_session(user_id, session)

    async def store_epoch(self, session: AsyncSession, event: UserSessionsRevoked) -> None:
        await revocation_tables.keep_epoch(session, event)
        self.raise_epoch(event.user_id, event.epoch)

    async def listen(self, redis: Redis, ask: Ask) -> None:
        """Queries auth after each hint, and at least every ten seconds. Runs until cancelled."""
        hint = asyncio.Event()
        relaying = asyncio.create_task(_relay_hints(redis, hint))
        try:
            while True:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(ASK_SECONDS):
                        await hint.wait()
                hint.clear()
                await self.ask(ask)
                await asyncio.sleep(PAUSE_SECONDS)  # Limits the rate of queries.
        finally:
            relaying.cancel()
            await asyncio.gather(relaying, return_exceptions=True)

    async def ask(self, ask: Ask) -> None:
        """Queries auth for revocations. A response counts as an update. A hint alone does not."""
        try:
            for _ in range(revocation_tables.MAX_PAGES):
                body = await ask(f"{PATH}?since={self._asked_to}" if self._asked_to else PATH)
                self.apply_news(revocation_tables.news_of(body))
                self._asked_to = str(body["until"])
                if not body["more"]:
                    break
            self.note_alive()
        except (DomainError, OSError, KeyError, TypeError, ValueError) as away:
            log.info("auth did not say what is void", cause=repr(away)[:200])


async def _relay_hints(redis: Redis, hint: asyncio.Event) -> None:
    """Sets `hint` for each message, whatever its content. Continues while Redis is unavailable."""
    while True:
        try:
            async with redis.pubsub() as pubsub:
                await pubsub.subscribe(CHANNEL)
                while True:
                    message = await pubsub.get_message(timeout=5)
                    if message is None:
                        await pubsub.ping()
                    elif message["type"] == "message":
                        hint.set()
                        await asyncio.sleep(PAUSE_SECONDS / 10)
        except (RedisError, OSError) as away:
            log.warning("hints of revocations are away", cause=repr(away))
        await asyncio.sleep(1)


async def send_hint(redis: Redis, user_id: int = 0, epoch: int = 0) -> None:
    """Makes every process query auth. Kafka delivers the event anyway. The arguments are for older builds."""
    with contextlib.suppress(RedisError, OSError):
        await redis.publish(CHANNEL, f"{user_id}:{epoch}")
