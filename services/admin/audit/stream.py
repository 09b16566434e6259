"""Reads public events once for all connected clients. Clients that resume read older events again."""

import asyncio
import contextlib
import time
from bisect import bisect_right
from collections.abc import AsyncGenerator, AsyncIterator, Callable

from fastapi.sse import ServerSentEvent

from libs.kit.db.database import Database
from services.admin.audit import queries
from services.admin.audit.rules import PublicEvent, Wishes, public_event
from services.admin.audit.schemas import StreamEventOut
from services.admin.audit.stream_places import StreamPlaces

READ_AT_ONCE, MAX_KEPT = 1_000, 5_000
# Maximum number of entries replayed to a client that resumes. Covers hours of a busy day.
MAX_REPLAYED = 200_000
# Maximum number of streams that replay at the same time, and the pause after each batch.
MAX_READING, PAUSE_SECONDS = 2, 0.02
# Ends a stream before its token expires, so that the client reconnects.
LONGEST_SECONDS = 540.0
# How often an idle stream checks for a revoked token.
REVOCATION_CHECK_SECONDS = 2.0
# After this many entries that the filters skip, the client gets its new position.
SKIPPED_BEFORE_PLACE = 2_000
RETRY_MS = 1_000


class Tail:
    def __init__(self, database: Database, places: StreamPlaces) -> None:
        self._database, self.places = database, places
        self.events: list[PublicEvent] = []
        # `events` contains every public event after `_kept_after`, up to `newest`.
        self._kept_after = self.newest = 0
        self._began = False
        self._news = asyncio.Event()
        self.wanted = asyncio.Event()
        self._of_the_past = asyncio.Semaphore(MAX_READING)

    @contextlib.asynccontextmanager
    async def place_for(self, user_id: int) -> AsyncIterator[None]:
        lease = await self.places.take_place(user_id)
        self.wanted.set()
        try:
            yield
        finally:
            try:
                await self.places.release_place(lease)
            finally:
                if not self.places.any_taken:
                    self.wanted.clear()

    async def poll(self) -> int:
        if not self._began:
            await self._begin()
        async with self._database.reading() as session:
            entries = await queries.list_entries_after(session, self.newest, READ_AT_ONCE)
        if entries:
            self.events += [event for event in map(_public, entries) if event is not None]
            self.newest = entries[-1].known_id
            self._let_go()
            news, self._news = self._news, asyncio.Event()
            news.set()
        return len(entries)

    async def _begin(self) -> None:
        async with self._database.reading() as session:
            _, newest = await queries.get_ends(session)
        if not self._began:
            self._kept_after = self.newest = newest
            self._began = True

    def _let_go(self) -> None:
        if len(self.events) > 2 * MAX_KEPT:
            del self.events[:-MAX_KEPT]
            self._kept_after = self.events[0].place - 1

    async def follow(
        self, after: int | None, wishes: Wishes, is_revoked: Callable[[], bool]
    ) -> AsyncGenerator[ServerSentEvent]:
        """Streams events after a position, or from now on. Ends after nine minutes or when the token is
        revoked."""
        if not self._began:
            await self._begin()
        place, until = await self._where_to_begin(after), time.monotonic() + LONGEST_SECONDS
        yield ServerSentEvent(retry=RETRY_MS, id=str(place) if after is None else None, comment="wangi")
        if after is not None and place != after:
            yield ServerSentEvent(event="gap", id=str(place), data={"after": place})
        sent_place = place
        while not is_revoked():
            news = self._news
            events, reached = await self._after(place)
            for event in events:
                if wishes.include(event):
                    yield _frame(event)
                    sent_place = event.place
            # This process may be behind the process that the client used before. It then has nothing new and
            # also waits.
            is_caught_up, place = reached <= place, max(reached, place)
            if place - sent_place >= SKIPPED_BEFORE_PLACE:
                yield ServerSentEvent(id=str(place))
                sent_place = place
            left = until - time.monotonic()
            if left <= 0:
                return
            if is_caught_up:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(min(left, REVOCATION_CHECK_SECONDS)):
                        await news.wait()

    async def _where_to_begin(self, after: int | None) -> int:
        """Returns a later position than `after` if events in between can no longer be replayed."""
        async with self._database.reading() as session:
            oldest, newest = await queries.get_ends(session)
        if after is None or after > newest:  # A restore may have lost events that were already sent.
            return newest
        return max(after, oldest - 1, newest - MAX_REPLAYED)

    async def _after(self, place: int) -> tuple[list[PublicEvent], int]:
        if place >= self._kept_after:
            begin = bisect_right(self.events, place, key=lambda event: event.place)
            return self.events[begin:], self.newest
        async with self._of_the_past:
            async with self._database.reading() as session:
                entries = await queries.list_entries_after(session, place, READ_AT_ONCE)
            # Lets other streams run, even if the filters match few events.
            await asyncio.sleep(PAUSE_SECONDS)
        if not entries:
            return [], place
        return [event for event in map(_public, entries) if event is not None], entries[-1].known_id


def _public(entry: queries.RecordedEvent) -> PublicEvent | None:
    return public_event(entry.known_id, entry.type, entry.happened_at, entry.data)


def _frame(event: PublicEvent) -> ServerSentEvent:
    data = StreamEventOut(type=event.kind, time=event.at, data=event.data)
    return ServerSentEvent(id=str(event.place), event=event.kind, data=data.model_dump(mode="json"))
