"""Keeps the index in memory true to the tables: it reads what was touched since, as often as somebody looks."""

import asyncio
import gc
import time
import zlib
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit import clock
from libs.kit.db import Database
from services.catalog.domain.index import Index
from services.catalog.domain.shelf import Page, Position, Wanted
from services.catalog.queries import shelf

PART = 1_000
MANY = 10_000
"""More changes than this at one look (somebody has loaded a whole shop): everything is read anew, which takes less.
Until that is done, some seconds, what was known before is shown."""
FRESH_SECONDS = 0.1
"""How long another replica's commit may stay unseen; one's own is seen at once."""
MOST_CARDS_BYTES = 24 * 1024 * 1024
CARD_SECONDS = 600.0
"""A card is made anew when anything it shows has changed, and after this time in any case."""
_OVERHEAD = 250


class Stock:
    """What is for sale, in memory, with the ready cards of what was shown lately."""

    def __init__(self, database: Database) -> None:
        self.index = Index()
        self.cards = Cards()
        self.database = database
        self._horizon = "0"
        self._seen: set[shelf.Touch] = set()
        """What was read at the last look already: an old open transaction must not make it read again each time."""
        self._looked_at = 0.0
        self._written = False
        self._turn = asyncio.Lock()
        self._renewal: asyncio.Task[None] | None = None
        database.after_commit.append(self._heard)

    def _heard(self, session: AsyncSession) -> None:
        self._written = True

    async def load(self) -> None:
        """Read everything once, before the first question; other work goes on between the parts."""
        index = Index()
        began = time.monotonic()
        async with self.database.reading() as session:
            horizon = await shelf.horizon(session)
            seen = await shelf.touched_since(session, horizon)  # while an old transaction is open, these come again
            last: int | None = 0
            while last is not None:
                entries, last = await shelf.for_sale(session, last, PART)
                index.load(entries)
        index.loaded()
        self.index, self._horizon, self._seen, self._looked_at = index, horizon, seen, began
        self.cards = Cards(self.cards.turn + 1)
        # A hundred thousand listings stay until they are sold: looking through them for rubbish stops everybody.
        gc.collect()
        gc.freeze()

    async def current(self) -> Index:
        """The index as of now. Many who ask at once share one look at the tables."""
        if self._is_stale():
            async with self._turn:
                if self._is_stale():
                    await self._catch_up()
        self.index.turn_to(clock.about_now())
        return self.index

    async def up_to_date(self) -> Index:
        """The index with everything that was committed before this call, by whomever, however long it takes to read."""
        while True:
            if self._renewal is not None:
                await asyncio.wait([self._renewal])
            self._written = True
            index = await self.current()
            if self._renewal is None or self._renewal.done():
                return index

    def _is_stale(self) -> bool:
        if self._renewal is not None and not self._renewal.done():
            return False
        return self._written or time.monotonic() - self._looked_at > FRESH_SECONDS

    async def _catch_up(self) -> None:
        self._written = False
        began = time.monotonic()
        try:
            async with self.database.reading() as session:
                horizon = await shelf.horizon(session)
                touched = await shelf.touched_since(session, self._horizon)
                news = touched - self._seen
                # How often it was looked at and kept stands on the card alone.
                for touch in news:
                    self.cards.forget(touch.product_id)
                fresh = sorted({touch.product_id for touch in news if touch.what != "count"})
                if len(fresh) > MANY:
                    self._renewal = asyncio.create_task(self.load())
                    return
                self.cards.turn += bool(news)
                for start in range(0, len(fresh), PART):
                    await self._read_again(session, fresh[start : start + PART])
        except BaseException:
            self._written = True
            raise
        self._horizon, self._seen, self._looked_at = horizon, touched, began

    async def _read_again(self, session: AsyncSession, ids: list[int]) -> None:
        entries = {entry.id: entry for entry in await shelf.entries_of(session, ids)}
        for product_id in ids:
            if product_id in entries:
                self.index.put(entries[product_id])
            else:
                self.index.drop(product_id)

    async def page(
        self, wanted: Wanted, sort: str, *, limit: int, after: Position | None = None, skip: int = 0
    ) -> Page:
        """What is for sale, from memory; what is sold, from the tables."""
        if wanted.status == "sold":
            async with self.database.reading() as session:
                now = clock.about_now()
                return await shelf.page(session, wanted, sort, now, limit=limit, after=after, skip=skip)
        return (await self.current()).page(wanted, sort, limit=limit, after=after, skip=skip)


class Cards:
    """Cards as they are sent, by listing, packed small; the oldest go when there are too many."""

    def __init__(self, turn: int = 0) -> None:
        self.turn = turn
        """Rises whenever something changed: a card that was read before is not kept after."""
        self._held: dict[int, tuple[bytes, float, datetime | None]] = {}
        self._bytes = 0
        self._sample = b""
        """One card; all others are packed by what differs from it."""

    def get(self, product_id: int) -> bytes | None:
        """A card that is still true."""
        held = self._held.get(product_id)
        if held is None:
            return None
        packed, made, until = held
        if time.monotonic() - made > CARD_SECONDS or (until is not None and until <= clock.about_now()):
            self.forget(product_id)
            return None
        return zlib.decompressobj(-15, self._sample).decompress(packed)

    def put(self, product_id: int, card: bytes, until: datetime | None, turn: int) -> None:
        """Keep a card; `until` is when it stops being true by itself (an auction's end, a boost's end)."""
        if turn != self.turn:
            return
        self.forget(product_id)
        self._sample = self._sample or card
        packer = zlib.compressobj(1, zlib.DEFLATED, -15, 8, zlib.Z_DEFAULT_STRATEGY, self._sample)
        packed = packer.compress(card) + packer.flush()
        self._held[product_id] = (packed, time.monotonic(), until)
        self._bytes += len(packed) + _OVERHEAD
        while self._bytes > MOST_CARDS_BYTES:
            self.forget(next(iter(self._held)))

    def forget(self, product_id: int) -> None:
        """This listing has changed."""
        held = self._held.pop(product_id, None)
        self._bytes -= len(held[0]) + _OVERHEAD if held else 0
