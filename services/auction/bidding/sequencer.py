"""Collects bids into batches. Bids that arrive during a write form the next batch, so that a single bid is
decided at once and a larger batch costs less per bid. Shards only divide the work. The database guarantees
correctness (decision 0017), so replicas can run in parallel."""

import asyncio
import time
from collections import deque
from collections.abc import Sequence

import structlog

from libs.kit.db.database import Database
from libs.kit.db.direct import KeptConnection, is_refused_by_database
from libs.kit.errors import DomainError, OutcomeUnknown, Unavailable
from services.auction.account_removal.service import clear_auction
from services.auction.bidding import queries
from services.auction.bidding.batches import (
    Answer,
    Batch,
    BidRequest,
    Decided,
    Render,
    names_of,
    save_decided,
)
from services.auction.settings import AuctionSettings

log = structlog.get_logger(__name__)

SHARDS = 2
MAX_AT_ONCE = 256
# Must be less than the gateway's timeout.
PATIENCE_SECONDS = 4.0
# If more bids are queued, new bids are refused, because the response would come too late.
MAX_WAITING = 4_096


class Sequencer:
    def __init__(self, database: Database, settings: AuctionSettings, render: Render) -> None:
        self.shards = [Shard(database, settings, render) for _ in range(SHARDS)]

    async def place(self, request: BidRequest) -> bytes:
        answer = await self.shards[request.auction_id % SHARDS].put(request)
        if isinstance(answer, DomainError):
            raise answer
        return answer


class Shard:
    def __init__(self, database: Database, settings: AuctionSettings, render: Render) -> None:
        self.connection, self._settings, self._render = KeptConnection(database), settings, render
        self._database = database
        self._waiting: deque[tuple[BidRequest, asyncio.Future[Answer], float]] = deque()
        self._work: asyncio.Task[None] | None = None

    async def put(self, request: BidRequest) -> Answer:
        if len(self._waiting) >= MAX_WAITING:
            raise Unavailable
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((request, answered, time.monotonic()))
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._run())
        return await answered

    async def _run(self) -> None:
        while self._waiting:
            batch = self._next()
            answers = await self._decided([request for request, _ in batch])
            for (_, answered), answer in zip(batch, answers, strict=True):
                if not answered.done():  # The client may have disconnected.
                    answered.set_result(answer)

    def _next(self) -> list[tuple[BidRequest, asyncio.Future[Answer]]]:
        batch, long_ago = (
            list[tuple[BidRequest, asyncio.Future[Answer]]](),
            time.monotonic() - PATIENCE_SECONDS,
        )
        while self._waiting and len(batch) < MAX_AT_ONCE:
            request, answered, came = self._waiting.popleft()
            if came > long_ago:
                batch.append((request, answered))
            elif not answered.done():
                answered.set_result(Unavailable())
        return batch

    async def _decided(self, requests: Sequence[BidRequest], *, locked: bool = False) -> list[Answer]:
        """Returns the responses after the commit. After a concurrent change, the bids are decided again with
        the auctions locked."""
        if not requests:
            return []
        try:
            return await self.write_batch(requests, locked=locked) or await self._decided(
                requests, locked=True
            )
        except DomainError as refusal:
            return [refusal] * len(requests)
        except _Uncleared as left:
            log.exception("account_removal_not_applied", auctions=left.auction_ids)
            others = [request for request in requests if request.auction_id not in left.auction_ids]
            answers = iter(await self._decided(others, locked=locked))
            return [
                Unavailable() if request.auction_id in left.auction_ids else next(answers)
                for request in requests
            ]
        except _BrokenBatch:
            if len(requests) == 1:
                log.exception("bid_failed", auction_id=requests[0].auction_id)
                return [Unavailable()]
            return [answer for request in requests for answer in await self._decided([request])]
        except Exception:
            log.exception("batch_of_unknown_fate", bids=len(requests))
            return [OutcomeUnknown()] * len(requests)

    async def write_batch(self, requests: Sequence[BidRequest], *, locked: bool) -> list[Answer] | None:
        """Returns None if a concurrent change prevented the write."""
        decided = Decided()
        try:
            async with (
                self.connection.transaction() if locked else self.connection.statements() as connection
            ):
                if locked:
                    await queries.lock_auctions(connection, *names_of(requests))
                answers = await Batch(connection, self._settings, self._render, decided).decide(requests)
                written = await save_decided(connection, decided)
        except DomainError as silence:
            if decided.is_sent and not is_refused_by_database(silence.__cause__):
                raise _UnknownFate from silence
            raise  # Retrying the bids one by one would only take longer.
        except Exception as fault:
            raise (
                _UnknownFate if decided.is_sent and not is_refused_by_database(fault) else _BrokenBatch
            ) from fault
        if decided.uncleared:
            try:
                await clear_auction(self._database, decided.uncleared)
            except Exception as fault:
                raise _Uncleared(decided.uncleared) from fault
            return None
        return answers if written else None


class _BrokenBatch(Exception):
    """A failure before the commit. The bids may be retried one by one."""


class _Uncleared(Exception):
    """Account removals could not be applied, so bids on these auctions cannot be decided."""

    def __init__(self, auction_ids: list[int]) -> None:
        super().__init__(auction_ids)
        self.auction_ids = auction_ids


class _UnknownFate(Exception):
    """The bids may have been written. The database did not respond, or an error occurred after the write was
    sent."""
