import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable
from typing import cast
from urllib.parse import urlsplit

import httptools

from gateway.http.request_head import Body, Headers, head_for_service, is_chunked

_MAX_BUFFERED = 256 * 1024


class Unreachable(Exception):
    """The connection failed or was interrupted."""


class NotSent(Unreachable):
    """No connection could be made, so the service has not received the request."""


class AnswerTimeout(Unreachable):
    """The service did not start to respond in time."""


class _Stale(Unreachable):
    """A pooled connection was closed before the response started."""


class Connection(asyncio.Protocol):
    """Handles one exchange at a time."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._parser = httptools.HttpResponseParser(self)
        self.is_lost = False
        self._may_write: asyncio.Future[None] | None = None
        self.used = self.idle = False
        self.idle_since = 0.0
        self._begin("")

    def _begin(self, method: str) -> None:
        self._method, self.status, self.headers = method, 0, cast(Headers, [])
        self.complete, self._keep, self._until_close = False, True, True
        self._chunks: deque[bytes] = deque()
        self._buffered, self._paused = 0, False
        self._head: asyncio.Future[None] | None = None
        self._more: asyncio.Future[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        if self.idle:
            self.close()  # Unexpected bytes outside of an exchange.
            return
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserError:
            self.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost, self._keep = True, False
        if self.status and self._until_close and exc is None:
            self.complete = True
        for waiting in (self._head, self._more, self._may_write):
            _wake(waiting)

    def pause_writing(self) -> None:
        self._may_write = self._loop.create_future()

    def resume_writing(self) -> None:
        _wake(self._may_write)
        self._may_write = None

    def on_header(self, name: bytes, value: bytes) -> None:
        text = name.decode("latin-1")
        if text.lower() in ("content-length", "transfer-encoding"):
            self._until_close = False
        self.headers.append((text, value.decode("utf-8", "surrogateescape")))

    def on_headers_complete(self) -> None:
        status = self._parser.get_status_code()
        if 100 <= status < 200:
            self.headers, self._until_close = [], True
            return
        self.status, self._keep = status, self._parser.should_keep_alive()
        if self._method == "HEAD":
            self.complete = True
        _wake(self._head)

    def on_body(self, data: bytes) -> None:
        self._chunks.append(data)
        self._buffered += len(data)
        if self._buffered > _MAX_BUFFERED and not self._paused:
            self._paused = True
            self._transport.pause_reading()
        _wake(self._more)

    def on_message_complete(self) -> None:
        if self.status:
            self.complete = True
            _wake(self._more)

    @property
    def alive(self) -> bool:
        """True if the connection can be reused for another exchange."""
        return self._keep and self.complete and not self.is_lost and not self._transport.is_closing()

    async def exchange(self, method: str, head: bytes, body: Body, deadline: float, *, chunked: bool) -> None:
        self._parser = httptools.HttpResponseParser(self)
        self._begin(method)
        self.idle = False
        if isinstance(body, bytes):
            self._transport.write(head + body)
        else:
            self._transport.write(head)
            if body is not None:
                await self._send(body, deadline, chunked=chunked)
        if not self.status and not self.is_lost:
            self._head = self._loop.create_future()
            await self._in_time(self._head, deadline)
        if not self.status:
            raise (_Stale if self.used else Unreachable)("closed without an answer")

    async def _in_time(self, waiting: asyncio.Future[None], seconds: float) -> None:
        timer = self._loop.call_later(seconds, _fail, waiting)
        try:
            await waiting
        finally:
            timer.cancel()

    async def _send(self, body: AsyncIterator[bytes], deadline: float, *, chunked: bool) -> None:
        """Send a stream. Only time spent waiting for the service counts towards `deadline`, because the
        source has its own deadline."""
        async for chunk in body:
            if self.status or self.is_lost:
                self._keep = False  # The service responded early, so the rest is not sent.
                return
            self._transport.write(b"%x\r\n%b\r\n" % (len(chunk), chunk) if chunked else chunk)
            if self._may_write is not None:
                since = self._loop.time()
                await self._in_time(self._may_write, deadline)
                deadline -= self._loop.time() - since
        if chunked:
            self._transport.write(b"0\r\n\r\n")

    async def chunk(self) -> bytes:
        """Returns the next part of the body, or empty bytes at the end."""
        while not self._chunks:
            if self.complete:
                return b""
            if self.is_lost:
                raise Unreachable("broke off within an answer")
            self._more = self._loop.create_future()
            await self._more
        data = self._chunks.popleft()
        self._buffered -= len(data)
        if self._paused and self._buffered <= _MAX_BUFFERED // 2 and not self.is_lost:
            self._paused = False
            self._transport.resume_reading()
        return data

    def close(self) -> None:
        self._keep = False
        self._transport.abort()


def _wake(waiting: asyncio.Future[None] | None) -> None:
    if waiting is not None and not waiting.done():
        waiting.set_result(None)


def _fail(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_exception(AnswerTimeout("no answer in time"))


class Answer:
    """A response whose head has arrived. The body can still be read."""

    def __init__(self, connection: Connection, pool: "Pool") -> None:
        self.connection, self._pool = connection, pool
        self.status, self.headers = connection.status, connection.headers

    @property
    def length(self) -> int | None:
        lengths = (value for name, value in self.headers if name.lower() == "content-length")
        content_length = next(lengths, None)
        return int(content_length) if content_length is not None else None

    @property
    def arrived(self) -> bool:
        return self.connection.complete

    async def read(self) -> bytes:
        first = await self.connection.chunk()
        if self.connection.complete and not self.connection._chunks:
            return first
        parts = [first]
        while part := await self.connection.chunk():
            parts.append(part)
        return b"".join(parts)

    async def chunk(self) -> bytes:
        return await self.connection.chunk()

    def release(self) -> None:
        """Return the connection to the pool, or close it if the body was not read completely."""
        self._pool.take_back(self.connection)


class Pool:
    def __init__(self, address: str, *, connect_seconds: float, keep_seconds: float) -> None:
        parts = urlsplit(address)
        self._host, self._secure = parts.hostname or "127.0.0.1", parts.scheme == "https"
        self._port = parts.port or (443 if self._secure else 80)
        self.authority = parts.netloc
        self._connect_seconds, self._keep_seconds = connect_seconds, keep_seconds
        self._idle: list[Connection] = []

    async def request(
        self,
        method: str,
        target: str,
        headers: Iterable[tuple[str, str]],
        body: Body,
        deadline: float,
        *,
        length: int | None = None,
    ) -> Answer:
        """Send a request. A read over a stale connection is retried once. `length` is the length of a
        streamed body."""
        chunked = is_chunked(body, length)
        head = head_for_service(method, target, self.authority, headers, body, length)
        try:
            return await self._exchange(self._take_idle(), method, head, body, deadline, chunked=chunked)
        except _Stale:
            if method not in ("GET", "HEAD") or body is not None:
                raise
            return await self._exchange(None, method, head, body, deadline, chunked=chunked)

    def take_back(self, connection: Connection) -> None:
        if not connection.alive:
            connection.close()
            return
        connection.idle, connection.used = True, True
        connection.idle_since = connection._loop.time()
        self._idle.append(connection)

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def _take_idle(self) -> Connection | None:
        while self._idle:
            connection = self._idle.pop()  # Most recently used, so least likely to be closed.
            if connection.alive and connection._loop.time() - connection.idle_since < self._keep_seconds:
                return connection
            connection.close()
        return None

    async def _exchange(
        self, kept: Connection | None, method: str, head: bytes, body: Body, deadline: float, *, chunked: bool
    ) -> Answer:
        connection = kept or await self._connect()
        try:
            await connection.exchange(method, head, body, deadline, chunked=chunked)
        except BaseException:
            connection.close()
            raise
        return Answer(connection, self)

    async def _connect(self) -> Connection:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._connect_seconds):
                _, connection = await loop.create_connection(
                    Connection, self._host, self._port, ssl=True if self._secure else None
                )
        except (OSError, TimeoutError) as away:
            raise NotSent("cannot connect") from away
        return connection
