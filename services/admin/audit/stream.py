"""Public events as they happen: read once from the record for all who follow them, and from it again for
those who come back."""

import asyncio
import contextlib
import time
from bisect import bisect_right
from collections.abc import AsyncGenerator, AsyncIterator, Callable

from fastapi.sse import ServerSentEvent

from libs.kit.db.database import Database
from services.admin.audit import queries
from services.admin.audit.rules import PublicEvent, Wishes, public_event
from services.admin.audit.schemas import EventOut
from services.admin.audit.stream_places import StreamPlaces

READ_AT_ONCE, MOST_KEPT = 1_000, 5_000
# Entries of the record, of all kinds, that one who comes back is told again: hours on a busy day.
MOST_REPLAYED = 200_000
# How many read of the past at a time, and their pause after each piece.
MOST_READING, PAUSE_SECONDS = 2, 0.02
# Then its client comes back, before its token expires.
LONGEST_SECONDS = 540.0
# How often a waiting stream asks whether its token was revoked.
REVOCATION_CHECK_SECONDS = 2.0
# Entries that were passed over until the client is told its place again.
UNTOLD = 2_000
RETRY_MS = 1_000


class Tail:
    """The newest public events, and who follows them."""

    def __init__(self, database: Database, places: StreamPlaces) -> None:
        self._database, self.places = database, places
        self.events: list[PublicEvent] = []
        # Every public event after `_kept_after` up to `newest` is among them.
        self._kept_after = self.newest = 0
        self._began = False
        self._news = asyncio.Event()
        self.wanted = asyncio.Event()
        self._of_the_past = asyncio.Semaphore(MOST_READING)

    @contextlib.asynccontextmanager
    async def place_for(self, user_id: int) -> AsyncIterator[None]:
        """Keep one of the places for a person's stream."""
        lease = await self.places.take(user_id)
        self.wanted.set()
        try:
            yield
        finally:
            try:
                await self.places.give_back(lease)
            finally:
                if not self.places.any_taken:
                    self.wanted.clear()

    async def read(self) -> int:
        """Read what is new in the record; return how many entries."""
        if not self._began:
            await self._begin()
        async with self._database.reading() as session:
            found = await queries.list_entries_after(session, self.newest, READ_AT_ONCE)
        if found:
            self.events += [event for event in map(_public, found) if event is not None]
            self.newest = found[-1].known_id
            self._let_go()
            news, self._news = self._news, asyncio.Event()
            news.set()
        return len(found)

    async def _begin(self) -> None:
        async with self._database.reading() as session:
            _, newest = await queries.get_ends(session)
        if not self._began:
            self._kept_after = self.newest = newest
            self._began = True

    def _let_go(self) -> None:
        if len(self.events) > 2 * MOST_KEPT:
            del self.events[:-MOST_KEPT]
            self._kept_after = self.events[0].place - 1

    async def follow(
        self, after: int | None, wishes: Wishes, is_revoked: Callable[[], bool]
    ) -> AsyncGenerator[ServerSentEvent]:
        """Yield what happens after a place in the record, or from now on, until it is time to begin anew or
        the reader's token is revoked."""
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
            # This process may know less than the one before: nothing is new then, and it waits too.
            is_caught_up, place = reached <= place, max(reached, place)
            if place - sent_place >= UNTOLD:
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
        """Return the place itself, or another one where what lies between cannot be told."""
        async with self._database.reading() as session:
            oldest, newest = await queries.get_ends(session)
        if after is None or after > newest:  # a restore may have lost what was told
            return newest
        return max(after, oldest - 1, newest - MOST_REPLAYED)

    async def _after(self, place: int) -> tuple[list[PublicEvent], int]:
        """Return the next events after a place, and the place that was reached."""
        if place >= self._kept_after:
            begin = bisect_right(self.events, place, key=lambda event: event.place)
            return self.events[begin:], self.newest
        async with self._of_the_past:
            async with self._database.reading() as session:
                found = await queries.list_entries_after(session, place, READ_AT_ONCE)
            # Others have their turn between two pieces, however little of them is wished for.
            await asyncio.sleep(PAUSE_SECONDS)
        if not found:
            return [], place
        return [event for event in map(_public, found) if event is not None], found[-1].known_id


def _public(entry: queries.RecordedFact) -> PublicEvent | None:
    return public_event(entry.known_id, entry.type, entry.happened_at, entry.data)


def _frame(event: PublicEvent) -> ServerSentEvent:
    data = EventOut(type=event.kind, time=event.at, data=event.data)
    return ServerSentEvent(id=str(event.place), event=event.kind, data=data.model_dump(mode="json"))
