"""Subscriptions are declared with FastStream and handled in our own transaction (decision 0001). A single
event goes through FastStream's `process_message`. A batch goes directly to its handler."""

import itertools
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Annotated, Any, TypeVar

from aiokafka import ConsumerRecord
from faststream import AckPolicy, Context
from faststream.kafka import KafkaBroker, KafkaMessage, KafkaRouter
from faststream.kafka.subscriber.usecase import BatchSubscriber
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts import registry  # noqa: F401 - every event can be read
from libs.contracts.event import Envelope, Event
from libs.kit.process import telemetry

# The session of the transaction that writes the inbox row. A handler must not commit it.
Session = Annotated[AsyncSession, Context("session")]
Listener = Callable[[Any, AsyncSession], Awaitable[None]]
BatchHandler = Callable[[Sequence[Any], AsyncSession], Awaitable[None]]
F = TypeVar("F", bound=Event)


class carries:  # noqa: N801 - reads as a word of the declaration
    """Selects messages by event type. With `newest_counts`, the handler receives only the newest waiting
    event of each key."""

    def __init__(self, *kinds: type[Event], newest_counts: bool = False) -> None:
        self.kinds, self.newest_counts = kinds, newest_counts

    async def __call__(self, message: KafkaMessage) -> bool:
        body: Any = await message.decode()
        return isinstance(body[0] if isinstance(body, list) else body, self.kinds)


async def read_events(message: KafkaMessage) -> Event | list[Event]:
    """The decoder of every router."""
    if isinstance(message.body, list):
        return [_envelope_of(body).event() for body in message.body]
    return _envelope_of(message.body).event()


def _envelope_of(body: Any) -> Envelope:
    return body if isinstance(body, Envelope) else Envelope.model_validate_json(body)


class Subscriptions:
    def __init__(self, *routers: KafkaRouter) -> None:
        self.broker = KafkaBroker(logger=None)
        self.singles: dict[str, Any] = {}
        self.batches: dict[str, BatchHandler] = {}
        # Receives all envelopes of its topics in batches, including unknown types.
        self.everything: BatchHandler | None = None
        self.listeners: dict[str, list[Listener]] = {}
        # Events that are handled even if an earlier event of their key is parked.
        self.last_words: set[str] = set()
        # Events of which only the newest per key is handled.
        self.newest_counts: set[str] = set()
        self.topics: set[str] = set()
        for router in routers:
            self.broker.include_router(router)
        self.broker._setup_logger()  # `connect` would do this too, but would also open a connection.
        for subscriber in self.broker.subscribers:
            # `start` would do this too, but would also start to consume.
            subscriber._build_fastdepends_model()
            self._take_in(subscriber)

    def _take_in(self, subscriber: Any) -> None:
        if subscriber.ack_policy is not AckPolicy.MANUAL:
            raise TypeError(f"{subscriber.calls.name} would be acknowledged without its transaction")
        is_batch = isinstance(subscriber, BatchSubscriber)
        self.topics.update(topic.name for topic in subscriber.topics)
        for call in subscriber.calls:
            if not isinstance(call.filter, carries):
                if not is_batch or self.everything is not None:
                    raise TypeError(f"{call.name} does not declare its events")
                self.everything = call.handler
                continue
            for kind in call.filter.kinds:
                self._handled_by(kind, subscriber, call.handler if is_batch else None)
            if call.filter.newest_counts:
                self.newest_counts.update(kind.type_name() for kind in call.filter.kinds)

    def _handled_by(self, kind: type[Event], subscriber: Any, handler: BatchHandler | None) -> None:
        name = kind.type_name()
        if name in self.singles or name in self.batches:
            raise TypeError(f"{kind.__name__} has a handler already")
        if kind.topic not in {topic.name for topic in subscriber.topics}:
            raise TypeError(f"{kind.__name__} never comes on the topic of its subscriber")
        if handler is None:
            self.singles[name] = subscriber
        else:
            self.batches[name] = handler

    def also(self, kind: type[F], listener: Callable[[F, AsyncSession], Awaitable[None]]) -> None:
        """Adds a handler that runs before the other handlers, in the same transaction."""
        listening = self.listeners.setdefault(kind.type_name(), [])
        if listener not in listening:
            listening.append(listener)
        self.topics.add(kind.topic)

    def wants(self, type_name: str) -> bool:
        return self._is_handled(type_name) or type_name in self.listeners or self.everything is not None

    def may_wait_for_others(self, type_name: str) -> bool:
        """False for events whose handlers may be slow or take locks."""
        written_down = self.everything is not None and not self._is_handled(type_name)
        is_quick = type_name in self.newest_counts or type_name in self.batches
        return (written_down or is_quick or not self.wants(type_name)) and type_name not in self.listeners

    def _is_handled(self, type_name: str) -> bool:
        return type_name in self.singles or type_name in self.batches

    async def dispatch(self, envelope: Envelope, session: AsyncSession) -> None:
        """Raises LookupError if the event has no handler."""
        if not self.wants(envelope.type):
            raise LookupError(f"no handler for {envelope.type}")
        await self.dispatch_all([envelope], session)
        if self.everything is not None:
            await self.everything([envelope], session)

    async def dispatch_all(self, envelopes: Sequence[Envelope], session: AsyncSession) -> None:
        """Handles envelopes in order. Types without a handler are skipped."""
        for kind, some in itertools.groupby(envelopes, key=lambda one: one.type):
            if handler := self.batches.get(kind):
                await self._dispatch_batch(handler, list(some), session)
                continue
            for envelope in some:
                if kind in self.singles or kind in self.listeners:
                    await self._dispatch_single(envelope, session)

    async def _dispatch_single(self, envelope: Envelope, session: AsyncSession) -> None:
        with telemetry.span(f"handle {envelope.type}", envelope.traceparent):
            await self._dispatch_listeners([envelope], session)
            if subscriber := self.singles.get(envelope.type):
                with self.broker.context.scope("session", session):
                    await subscriber.process_message(_record_of(envelope))

    async def _dispatch_batch(
        self, handler: BatchHandler, envelopes: Sequence[Envelope], session: AsyncSession
    ) -> None:
        """Passes the events to the listeners one by one, then to the handler. The batch uses the trace of its
        first event."""
        with telemetry.span(f"handle {envelopes[0].type}", envelopes[0].traceparent):
            await self._dispatch_listeners(envelopes, session)
            await handler([envelope.event() for envelope in envelopes], session)

    async def _dispatch_listeners(self, envelopes: Iterable[Envelope], session: AsyncSession) -> None:
        for envelope in envelopes:
            for listener in self.listeners.get(envelope.type, ()):
                await listener(envelope.event(), session)


def _record_of(envelope: Envelope) -> Any:
    return ConsumerRecord("", 0, 0, 0, 0, None, envelope, None, 0, 0, ())
