"""`@on(BidPlaced)`: what a service does when it hears a fact, declared beside the function that does it."""

import itertools
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.fact import Envelope, Fact
from libs.kit import telemetry

Handler = Callable[[Any, AsyncSession], Awaitable[None]]
F = TypeVar("F", bound=Fact)


class Subscriptions:
    """The facts one service listens to: type name to handler."""

    def __init__(self) -> None:
        self.handlers: dict[str, Handler] = {}
        self.listeners: dict[str, list[Handler]] = {}
        self.last_words: set[str] = set()
        """Facts after which nothing earlier about their key matters: they do not wait behind a parked one."""
        self.newest_counts: set[str] = set()
        """Facts that say how things stand: of several of one key only the newest needs to be heard."""
        self.together: set[str] = set()
        """Facts that come in crowds: their handlers take those that wait as one."""
        self.topics: set[str] = set()
        self.everything: Callable[[Sequence[Envelope], AsyncSession], Awaitable[None]] | None = None

    def on(
        self, kind: type[F], *, newest_counts: bool = False
    ) -> Callable[[Callable[[F, AsyncSession], Awaitable[None]]], Handler]:
        """Declare a handler; it runs in the transaction that also remembers the event, and never commits. With
        `newest_counts` it only keeps how things stand: where many facts wait, it hears the newest of each key."""

        def declare(handler: Callable[[F, AsyncSession], Awaitable[None]]) -> Handler:
            if newest_counts:
                self.newest_counts.add(kind.type_name())
            return self._handled_by(kind, handler)

        return declare

    def on_many(
        self, kind: type[F], *, newest_counts: bool = False
    ) -> Callable[[Callable[[Sequence[F], AsyncSession], Awaitable[None]]], Handler]:
        """Declare a handler of what comes in crowds: it is handed those that wait as one, so that a thousand are no
        thousand times the same questions; with `newest_counts` the newest of each key. It must be quick, and fails
        with its neighbours."""

        def declare(handler: Callable[[Sequence[F], AsyncSession], Awaitable[None]]) -> Handler:
            if newest_counts:
                self.newest_counts.add(kind.type_name())
            self.together.add(kind.type_name())
            return self._handled_by(kind, handler)

        return declare

    def _handled_by(self, kind: type[Fact], handler: Handler) -> Handler:
        if kind.type_name() in self.handlers:
            raise TypeError(f"{kind.__name__} has a handler already")
        self.handlers[kind.type_name()] = handler
        self.topics.add(kind.topic)
        return handler

    def also(self, kind: type[F], listener: Callable[[F, AsyncSession], Awaitable[None]]) -> None:
        """For the kit: listen beside the service's own handler, before it and in the same transaction."""
        listening = self.listeners.setdefault(kind.type_name(), [])
        if listener not in listening:
            listening.append(listener)
        self.topics.add(kind.topic)

    def on_everything(
        self, *topics: str
    ) -> Callable[[Callable[[Sequence[Envelope], AsyncSession], Awaitable[None]]], Handler]:
        """Declare a handler for all envelopes of these topics, known to this build or not (an audit log); where many
        wait it is given several at once."""

        def declare(handler: Callable[[Sequence[Envelope], AsyncSession], Awaitable[None]]) -> Handler:
            self.everything = handler
            self.topics.update(topics)
            return handler

        return declare

    def wants(self, type_name: str) -> bool:
        """Whether anyone here listens to this type."""
        return type_name in self.handlers or type_name in self.listeners or self.everything is not None

    def may_wait_for_others(self, type_name: str) -> bool:
        """Whether a fact may share its transaction with its neighbours: nobody wants it, it is only written down, or
        its handler said so. All others are handled alone: a handler may take its time and its locks."""
        written_down = self.everything is not None and type_name not in self.handlers
        quick = written_down or type_name in self.newest_counts | self.together or not self.wants(type_name)
        return quick and type_name not in self.listeners

    async def tell(self, envelope: Envelope, session: AsyncSession) -> None:
        """Hand an envelope to whoever listens; that nobody does is a mistake of the caller."""
        if not self.wants(envelope.type):
            raise LookupError(f"nobody here listens to {envelope.type}")
        await self.tell_handlers([envelope], session)
        if self.everything is not None:
            await self.everything([envelope], session)

    async def tell_handlers(self, envelopes: Sequence[Envelope], session: AsyncSession) -> None:
        """Hand envelopes, in order, to those who listen to their kinds, if anybody does."""
        for kind, some in itertools.groupby(envelopes, key=lambda one: one.type):
            if kind in self.together:
                await self._tell_many(list(some), session)
                continue
            for envelope in some:
                await self._tell_one(envelope, session)

    async def _tell_one(self, envelope: Envelope, session: AsyncSession) -> None:
        handlers = [*self.listeners.get(envelope.type, ()), *filter(None, [self.handlers.get(envelope.type)])]
        if handlers:
            with telemetry.span(f"handle {envelope.type}", envelope.traceparent):
                for handler in handlers:
                    await handler(envelope.fact(), session)

    async def _tell_many(self, envelopes: Sequence[Envelope], session: AsyncSession) -> None:
        """As one, and to the kit, which comes first, one by one; what it does belongs to the trace of the first."""
        with telemetry.span(f"handle {envelopes[0].type}", envelopes[0].traceparent):
            for listener, one in itertools.product(self.listeners.get(envelopes[0].type, ()), envelopes):
                await listener(one.fact(), session)
            await self.handlers[envelopes[0].type]([one.fact() for one in envelopes], session)
