"""Consumes the live topics and turns events into frames and closed connections."""

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
from libs.contracts import registry  # noqa: F401 - every event can be read
from libs.contracts.event import Envelope, Event
from libs.contracts.events.auction import AuctionEvent, AuctionExtended, BidPlaced
from libs.contracts.events.auth import UserEvent, UserSessionEnded, UserSessionsRevoked
from libs.contracts.events.catalog import ListingEvent, ProductRemoved, ProductSold
from libs.contracts.events.messaging import MessageChanged, MessageSent, PersonBlocked
from libs.contracts.frames import frames_of
from libs.contracts.rooms import auction_room
from libs.contracts.topics import SUBSCRIPTIONS
from libs.kit.events.broker import client_options
from libs.kit.process import telemetry

log = structlog.get_logger(__name__)

USERS = "wangi.users"
LIVE_TOPICS = SUBSCRIPTIONS["gateway"]
# Longer than an access token is valid, so that a new replica knows all revocations.
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

    async def follow(self, events: AsyncIterator[bytes]) -> None:
        """Apply events as they arrive. Failing events are logged and skipped."""
        async for value in events:
            try:
                self.apply(value)
            except Exception:
                metrics.EVENTS_FAILED.inc()
                log.exception("event_not_applied")

    def apply(self, value: bytes) -> None:
        """Ignores events that this build does not know."""
        try:
            envelope = Envelope.model_validate_json(value)
            event = envelope.event()
        except (ValidationError, KeyError) as fault:
            if not isinstance(fault, KeyError):
                log.warning("event_not_understood")
            return
        self._sign_out(event)
        if isinstance(event, UserEvent):
            self._cache.forget(f"seller-{event.user_id}")
        if isinstance(event, AuctionEvent):
            for path in _pages_of(event):
                self._cache.forget(path)  # Before the frame, because receivers may fetch again.
        if isinstance(event, (ListingEvent, ProductRemoved, ProductSold)):
            self._cache.forget(f"/api/products/{event.product_id}")
            self._cache.forget(LISTINGS)
        self._deliver_message(event)
        self._staff_work.deliver(event)
        if isinstance(event, BidPlaced | AuctionExtended) and not self._hub.watched(
            auction_room(event.auction_id)
        ):
            return  # Most auctions have no watchers most of the time.
        if isinstance(event, BidPlaced):
            metrics.FRESHNESS.observe((datetime.now(UTC) - envelope.time).total_seconds())
        for frame in frames_of(envelope, event):
            with telemetry.span(f"live {frame.name}", parent=envelope.traceparent):
                self._pace.publish(frame)

    def _deliver_message(self, event: Event) -> None:
        if isinstance(event, MessageSent | MessageChanged):
            self._messages.deliver(event)
        if isinstance(event, MessageSent):
            self._pairs.note_message(event.sender_id, event.receiver_id)
        if isinstance(event, PersonBlocked):
            self._pairs.forget(event.blocker_id, event.blocked_id)

    def _sign_out(self, event: Event) -> None:
        if isinstance(event, UserSessionsRevoked):
            self._authenticator.revoke(event.user_id, event.epoch)
            self._hub.revoke(event.user_id, event.epoch)
        if isinstance(event, UserSessionEnded):
            self._authenticator.end_session(event.session)
            self._hub.end_session(event.user_id, event.session)


def _pages_of(event: AuctionEvent) -> list[str]:
    product_id = getattr(event, "product_id", None)
    pages = [f"/api/auctions/{event.key}"]
    return (
        pages
        if product_id is None
        else [*pages, f"/api/auctions/product/{product_id}", f"/api/products/{product_id}"]
    )


class KafkaEvents:
    """The live topics from now on, without a consumer group, because every replica needs every event."""

    def __init__(self, bootstrap: str, topics: tuple[str, ...] = LIVE_TOPICS) -> None:
        self._bootstrap, self._topics = bootstrap, topics
        self._next: dict[TopicPartition, int] = {}
        self.in_place = asyncio.Event()
        # True after the first catch-up, when the replica knows all revocations. Stays true if the broker
        # becomes unavailable.
        self.begun = False

    @property
    def ready(self) -> bool:
        return self.in_place.is_set()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yields events as they are published. While the broker is unavailable this waits, and no event is
        skipped."""
        pause = 0.5
        while True:
            try:
                async for value in self.stream():
                    pause = 0.5
                    yield value
            except (KafkaError, OSError) as away:
                log.warning("live_topics_away", error=type(away).__name__)
            finally:
                self.in_place.clear()  # Not connected, whatever the reason.
            await asyncio.sleep(pause)
            pause = min(pause * 2, 5.0)

    async def stream(self) -> AsyncIterator[bytes]:
        """Yield events from one connection to the broker, starting where the previous connection ended."""
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
    """Start offsets: the current end, and slightly earlier for user events, so that a new replica knows
    revocations."""
    if not places:
        return {}
    ends: dict[TopicPartition, int] = await consumer.end_offsets(places)
    since = int((time.time() - _LOOK_BACK_SECONDS) * 1000)
    people = {place: since for place in places if place.topic == USERS}
    earlier = await consumer.offsets_for_times(people) if people else {}
    return ends | {place: found.offset for place, found in earlier.items() if found is not None}
