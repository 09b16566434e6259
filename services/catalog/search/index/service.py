"""Synchronises the in-memory index with the tables by reading the rows written since the last read."""

import asyncio
import gc
import time
import zlib
from collections.abc import Sequence
from datetime import datetime

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.errors import Unavailable
from libs.kit.process import clock
from services.catalog.search import queries as search_queries
from services.catalog.search.answers import Answers
from services.catalog.search.filters import Filters, Page, Position
from services.catalog.search.index.rules import Index

log = structlog.get_logger(__name__)


PAGE, PART, FEW, NEWEST, ALL = 20_000, 500, 50, 200, 2**63 - 1


# If a read finds more changes, for example after an import, they are applied in parts in the background, so
# that readers do not wait.
MANY = 500


# How long a commit of another replica may stay invisible.
FRESH_SECONDS = 0.05


MAX_CARDS_BYTES = 24 * 1024 * 1024


# Cards are rendered again after a change, and after this time in any case.
CARD_SECONDS = 600.0


_OVERHEAD = 250


class ListingIndex:
    """Also caches rendered cards of recently shown listings."""

    def __init__(self, database: Database) -> None:
        self.index = Index()
        self.cards = Cards()
        self.answers = Answers()
        self.database = database
        self.seen = search_queries.ReadPosition("0", ())
        self.looked_at = 0.0
        # Number of commits by this replica, and how many of them the last completed read includes.
        self.writes = self.writes_seen = 0
        self.look_under_way: asyncio.Task[None] | None = None
        self.growth: asyncio.Task[None] | None = None
        self._writing = asyncio.Lock()
        self._waiting: tuple[search_queries.ReadPosition, int] | None = None
        self._reached = ALL
        database.after_commit.append(self._count_write)

    def _count_write(self, session: AsyncSession) -> None:
        self.writes += 1

    async def load(self) -> None:
        index = Index()
        began = time.monotonic()
        # A full garbage collection would block all requests, so only objects created since the last part are
        # collected.
        gc.disable()
        try:
            async with self.database.transaction() as session:
                seen = await search_queries.get_snapshot(session)
                async for entries in search_queries.stream_for_sale(session, PART):
                    for _ in index.put_many(entries):
                        await asyncio.sleep(0)
                    gc.collect(1)
        finally:
            gc.freeze()
            gc.enable()
        self.index, self.seen, self.looked_at = index, seen, began
        self.cards = Cards(self.cards.turn + 1)

    @property
    def state(self) -> object:
        """Changes whenever a response may change."""
        return self.cards.turn, self.index.changes

    async def current(self) -> Index:
        """Concurrent callers share a read of the tables."""
        # The first read may have started before this call. The second read has not.
        for _ in range(2):
            if not self._is_stale():
                break
            await asyncio.shield(self._looking())
        if time.monotonic() - self.looked_at > FRESH_SECONDS / 2:
            self._looking()  # Refreshes in the background, so that later callers do not wait.
        self.index.turn_to(clock.about_now())
        return self.index

    def _looking(self) -> asyncio.Task[None]:
        if self.look_under_way is None or self.look_under_way.done():
            self.look_under_way = asyncio.create_task(self._catch_up())
            self.look_under_way.add_done_callback(self._looked)
        return self.look_under_way

    def _looked(self, look: asyncio.Task[None]) -> None:
        if self.look_under_way is look:
            self.look_under_way = None
        if not look.cancelled():
            look.exception()  # Marks the exception as retrieved, because callers receive it.

    async def up_to_date(self) -> Index:
        """The returned index includes everything committed before this call, however long the read takes."""
        while True:
            if self.growth is not None:
                await asyncio.wait([self.growth])
            self.writes += 1
            index = await self.current()
            if self.growth is None or self.growth.done():
                return index

    def _is_stale(self) -> bool:
        return self.writes_seen != self.writes or time.monotonic() - self.looked_at > FRESH_SECONDS

    async def _catch_up(self) -> None:
        # Taken before the read but stored afterwards, so that readers wait until the read is complete.
        began, writes = time.monotonic(), self.writes
        async with self.database.reading() as session:
            seen = await search_queries.get_snapshot(session)
            news = await search_queries.list_touched_since(session, self.seen, MANY + 1)
            if len(news) > MANY:
                self._grow_from(self.seen)
                newest = await search_queries.list_newest(session, self.seen, NEWEST)
                await self._read_again(session, newest)  # Includes what was committed just before the query.
            else:
                # Views and favourites appear only on the card.
                for touch in news:
                    self.cards.forget(touch.product_id)
                fresh = sorted({touch.product_id for touch in news if touch.what != "count"})
                self.cards.turn += bool(news)
                await self._read_again(session, fresh)
        self.seen, self.looked_at, self.writes_seen = seen, began, writes

    def _grow_from(self, seen: search_queries.ReadPosition) -> None:
        self.cards = Cards(self.cards.turn + 1)
        if self.growth is None or self.growth.done():
            self._waiting = (seen, ALL)
            self.growth = asyncio.create_task(self._grow())
            self.growth.add_done_callback(self._grown)
        else:
            # The walk by ids still reaches everything beyond its position. Only ids up to that position must
            # be walked again.
            since, upto = self._waiting or (seen, 0)
            self._waiting = since, max(upto, self._reached)

    async def _grow(self) -> None:
        while self._waiting is not None:
            (seen, upto), self._waiting, last = self._waiting, None, 0
            while True:
                try:
                    self._reached = ALL  # Unknown while ids are being read.
                    async with self.database.reading() as session:
                        ids = await search_queries.list_touches_after(session, seen, last, upto, PAGE)
                    self._reached = ids[-1] if ids else upto
                    for start in range(0, len(ids), PART):
                        await self._grow_by(ids[start : start + PART])
                except (Unavailable, OSError) as away:
                    log.warning("the catalogue waits to be read", cause=repr(away))
                    await asyncio.sleep(1)
                    continue
                if len(ids) < PAGE:
                    break
                last = ids[-1]

    async def _grow_by(self, ids: list[int]) -> None:
        async with self._writing, self.database.reading() as session:
            await self._take_in(session, ids)
            for product_id in ids:
                self.cards.forget(product_id)
            self.cards.turn += 1

    def _grown(self, growth: asyncio.Task[None]) -> None:
        if growth.cancelled() or growth.exception() is None:
            return
        log.error("the catalogue was not read to its end", cause=repr(growth.exception()))
        self.seen = search_queries.ReadPosition("0", ())  # The next read starts from the beginning.

    async def _read_again(self, session: AsyncSession, ids: list[int]) -> None:
        async with self._writing:
            await self._take_in(session, ids)

    async def _take_in(self, session: AsyncSession, ids: list[int]) -> None:
        """Call while nothing else writes to the index."""
        if not ids:
            return
        entries = await search_queries.get_entries(session, ids)
        if len(entries) > FEW:
            for _ in self.index.put_many(entries):
                await asyncio.sleep(0)
        else:
            for entry in entries:
                self.index.put(entry)
        gone = set(ids) - {entry.id for entry in entries}
        if len(gone) > FEW:
            for _ in self.index.drop_many(gone):
                await asyncio.sleep(0)
        else:
            for product_id in gone:
                self.index.drop(product_id)

    async def page(
        self, filters: Filters, sort: str, *, limit: int, after: Position | None = None, skip: int = 0
    ) -> Page:
        """Listings for sale are read from memory. Sold listings are read from the tables."""
        if filters.status == "sold":
            async with self.database.reading() as session:
                now = clock.about_now()
                return await search_queries.list_page(
                    session, filters, sort, now, limit=limit, after=after, skip=skip
                )
        return (await self.current()).page(filters, sort, limit=limit, after=after, skip=skip)


class Cards:
    """Cards are compressed. A full cache drops the oldest cards."""

    def __init__(self, turn: int = 0) -> None:
        # A card that was read before a change is not stored.
        self.turn = turn
        self._cards: dict[int, tuple[bytes, float, datetime | None]] = {}
        self._bytes = 0
        # Other cards are compressed relative to this card.
        self._sample = b""

    def get(self, product_id: int) -> bytes | None:
        card = self._cards.get(product_id)
        if card is None:
            return None
        packed, made, until = card
        if time.monotonic() - made > CARD_SECONDS or (until is not None and until <= clock.about_now()):
            self.forget(product_id)
            return None
        return zlib.decompressobj(-15, self._sample).decompress(packed)

    def until(self, product_ids: Sequence[int]) -> datetime | None:
        """Returns the earliest expiry of the cards, or the current time if a card is not cached."""
        cards = [self._cards.get(product_id) for product_id in product_ids]
        if any(card is None for card in cards):
            return clock.about_now()
        return min((card[2] for card in cards if card is not None and card[2] is not None), default=None)

    def put(self, product_id: int, card: bytes, until: datetime | None, turn: int) -> None:
        """`until` is the time at which the card expires, at the end of an auction or boost."""
        if turn != self.turn:
            return
        self.forget(product_id)
        self._sample = self._sample or card
        packer = zlib.compressobj(1, zlib.DEFLATED, -15, 8, zlib.Z_DEFAULT_STRATEGY, self._sample)
        packed = packer.compress(card) + packer.flush()
        self._cards[product_id] = (packed, time.monotonic(), until)
        self._bytes += len(packed) + _OVERHEAD
        while self._bytes > MAX_CARDS_BYTES:
            self.forget(next(iter(self._cards)))

    def forget(self, product_id: int) -> None:
        card = self._cards.pop(product_id, None)
        self._bytes -= len(card[0]) + _OVERHEAD if card else 0
