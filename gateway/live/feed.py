"""Reads the live topics and turns events into frames and closed connections."""

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import structlog
from aiokafka import AIOKafkaConsumer, TopicPartition
from aiokafka.errors import KafkaError
from pydantic import ValidationError

from gateway import metrics
from gateway.http.authentication import Authenticator
from gateway.http.cache import MicroCache
from gateway.http.table import LISTINGS
from gateway.live.hub import Hub
from gateway.live.messages import MessageFrames
from gateway.live.pace import Pace
from gateway.live.pairs import Pairs
from gateway.live.staff_work import StaffWork
from libs.contracts import registry  # noqa: F401 - every fact can be read
from libs.contracts.events.auction import AuctionExtended, AuctionFact, BidPlaced
from libs.contracts.events.auth import UserFact, UserSessionEnded, UserSessionsRevoked
from libs.contracts.events.catalog import ListingFact, ProductRemoved, ProductSold
from libs.contracts.events.messaging import MessageChanged, MessageSent, PersonBlocked
from libs.contracts.fact import Envelope, Fact
from libs.contracts.frames import frames_of
from libs.contracts.rooms import auction_room
from libs.contracts.topics import SUBSCRIPTIONS
from libs.kit.events.broker import client_options
from libs.kit.process import telemetry

log = structlog.get_logger(__name__)

USERS = "wangi.users"
LIVE_TOPICS = SUBSCRIPTIONS["gateway"]
# Longer than an access token lives, so that a new replica knows all revocations.
_LOOK_BACK_SECONDS = 15 * 60


class Feed:
    def __init__(
        self,
        hub: Hub,
        authenticator: Authenticator,
        cache: MicroCache,
        messages: MessageFrames,
        pairs: Pairs,
    ) -> None:
        self._hub, self._authenticator, self._cache, self._messages = hub, authenticator, cache, messages
        self._pairs = pairs
        self._pace, self._staff_work = Pace(hub), StaffWork(hub)

    async def follow(self, facts: AsyncIterator[bytes]) -> None:
        """Apply events as they arrive. A failing event is logged and skipped."""
        async for value in facts:
            try:
                self.apply(value)
            except Exception:
                metrics.FACTS_FAILED.inc()
                log.exception("fact_not_applied")

    def apply(self, value: bytes) -> None:
        """Events unknown to this build are ignored."""
        try:
            envelope = Envelope.model_validate_json(value)
            fact = envelope.fact()
        except (ValidationError, KeyError) as fault:
            if not isinstance(fault, KeyError):
                log.warning("fact_not_understood")
            return
        self._sign_out(fact)
        if isinstance(fact, UserFact):
            self._cache.forget(f"seller-{fact.user_id}")
        if isinstance(fact, AuctionFact):
            for path in _pages_of(fact):
                self._cache.forget(path)  # Before the frame, because its receiver may read again at once.
        if isinstance(fact, (ListingFact, ProductRemoved, ProductSold)):
            self._cache.forget(f"/api/products/{fact.product_id}")
            self._cache.forget(LISTINGS)
        self._hear_talk(fact)
        self._staff_work.hear(fact)
        if isinstance(fact, BidPlaced | AuctionExtended) and not self._hub.watched(
            auction_room(fact.auction_id)
        ):
            return  # Most auctions have no watchers most of the time.
        if isinstance(fact, BidPlaced):
            metrics.FRESHNESS.observe((datetime.now(UTC) - envelope.time).total_seconds())
        for frame in frames_of(envelope, fact):
            with telemetry.span(f"live {frame.name}", parent=envelope.traceparent):
                self._pace.publish(frame)

    def _hear_talk(self, fact: Fact) -> None:
        if isinstance(fact, MessageSent | MessageChanged):
            self._messages.hear(fact)
        if isinstance(fact, MessageSent):
            self._pairs.wrote(fact.sender_id, fact.receiver_id)
        if isinstance(fact, PersonBlocked):
            self._pairs.forget(fact.blocker_id, fact.blocked_id)

    def _sign_out(self, fact: Fact) -> None:
        if isinstance(fact, UserSessionsRevoked):
            self._authenticator.revoke(fact.user_id, fact.epoch)
            self._hub.revoke(fact.user_id, fact.epoch)
        if isinstance(fact, UserSessionEnded):
            self._authenticator.end_session(fact.session)
            self._hub.end_session(fact.user_id, fact.session)


def _pages_of(fact: AuctionFact) -> list[str]:
    product_id = getattr(fact, "product_id", None)
    pages = [f"/api/auctions/{fact.key}"]
    return (
        pages
        if product_id is None
        else [*pages, f"/api/auctions/product/{product_id}", f"/api/products/{product_id}"]
    )


class KafkaFacts:
    """The live topics from now on, without a consumer group: every replica reads everything."""

    def __init__(self, bootstrap: str, topics: tuple[str, ...] = LIVE_TOPICS) -> None:
        self._bootstrap, self._topics = bootstrap, topics
        self._next: dict[TopicPartition, int] = {}
        self.in_place = asyncio.Event()
        # Once it has caught up, a replica knows all revocations. It stays ready when the broker goes away.
        self.begun = False

    @property
    def ready(self) -> bool:
        return self.in_place.is_set()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yields events as they are published. Waits for an unavailable broker without skipping any."""
        pause = 0.5
        while True:
            try:
                async for value in self.read():
                    pause = 0.5
                    yield value
            except (KafkaError, OSError) as away:
                log.warning("live_topics_away", error=type(away).__name__)
            finally:
                self.in_place.clear()  # Not connected now, however it ended.
            await asyncio.sleep(pause)
            pause = min(pause * 2, 5.0)

    async def read(self) -> AsyncIterator[bytes]:
        """Yield events from one connection to the broker, starting where the last one ended."""
        consumer = AIOKafkaConsumer(
            *self._topics,
            **client_options(self._bootstrap),
            group_id=None,
            enable_auto_commit=False,
            auto_offset_reset="latest",
            fetch_max_wait_ms=500,
            metadata_max_age_ms=30_000,
        )
        try:
            await consumer.start()
            await self._take_places(consumer)
            self.in_place.set()
            self.begun = True
            while True:
                batches = await consumer.getmany(timeout_ms=1000, max_records=500)
                for partition, records in batches.items():
                    for record in records:
                        self._next[partition] = record.offset + 1
                        if record.value is not None:
                            yield record.value
        finally:
            await consumer.stop()

    async def _take_places(self, consumer: AIOKafkaConsumer) -> None:
        places = consumer.assignment()
        self._next |= await _starts(consumer, [place for place in places if place not in self._next])
        for place in places:
            consumer.seek(place, self._next[place])


async def _starts(consumer: AIOKafkaConsumer, places: list[TopicPartition]) -> dict[TopicPartition, int]:
    """From now on. Session events from a little earlier, so that a new replica knows revocations."""
    if not places:
        return {}
    ends: dict[TopicPartition, int] = await consumer.end_offsets(places)
    since = int((time.time() - _LOOK_BACK_SECONDS) * 1000)
    people = {place: since for place in places if place.topic == USERS}
    earlier = await consumer.offsets_for_times(people) if people else {}
    return ends | {place: found.offset for place, found in earlier.items() if found is not None}
