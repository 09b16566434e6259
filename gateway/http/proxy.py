"""Forwards requests to services and streams the responses back, with sanitized headers."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from aiohttp.web import BaseRequest, Response, StreamResponse
from multidict import CIMultiDict

from gateway.http import sanitizing
from gateway.http.connections import Answer, AnswerTimeout, NotSent, Unreachable
from gateway.http.context import RequestContext
from gateway.http.request_head import Body, Headers
from gateway.http.responses import BadGateway, GatewayTimeout, TooSlow
from gateway.http.table import KIB, Row
from gateway.http.trace import traceparent_of
from gateway.http.upstreams import Upstream, Upstreams
from libs.kit.errors import READING, TooLarge, lost_answer

# Responses up to this size are buffered, so that they can be compressed and cached.
MAX_BUFFERED = 1024 * 1024
_SMALL_BODY = 64 * KIB
# Routes with at most this body limit buffer bodies of unknown length.
_SMALL_LIMIT = 256 * KIB
_EMPTY = frozenset({204, 304})
_NEVER_WITH_KEYS = frozenset({"authorization", "cookie", "wangi-proof"})

FinishHeaders = Callable[[CIMultiDict[str], RequestContext], None]


@dataclass(slots=True)
class BufferedAnswer:
    """A response that was read completely. `about` contains the subjects that the service's header names,
    such as `seller-7`."""

    status: int
    headers: CIMultiDict[str]
    body: bytes
    about: tuple[str, ...] = ()


class Proxy:
    def __init__(self, upstreams: Upstreams, finish_headers: FinishHeaders) -> None:
        self._upstreams, self._finish_headers = upstreams, finish_headers

    async def forward(
        self, context: RequestContext, row: Row, body: Body = None
    ) -> BufferedAnswer | StreamResponse:
        """Short responses are returned complete. Long responses are already being streamed to the client.
        Pass `body` if it was already read from the request."""
        upstream = self._upstreams[row.service]
        body = await body_of(context.request, row) if body is None else body
        upload = body is not None and not isinstance(body, bytes)
        await upstream.enter(row.deadline, upload=upload)
        with contextlib.ExitStack() as place:
            place.callback(upstream.leave, upload=upload)
            answer = await self._begin(upstream, context, row, body)
            if _is_event_stream(answer):  # A stream lasts for minutes and must not occupy a slot.
                place.close()
            try:
                return await self._finish(answer, context, row)
            finally:
                answer.release()

    async def _begin(self, upstream: Upstream, context: RequestContext, row: Row, body: Body) -> Answer:
        headers, length = _headers_for_service(context), context.request.content_length
        try:
            answer = await upstream.pool.request(
                context.method, context.target, headers, body, row.deadline, length=length
            )
        except NotSent as away:
            upstream.breaker.failed()
            raise BadGateway from away
        except AnswerTimeout as slow:
            upstream.breaker.failed()
            raise lost_answer(context.method, GatewayTimeout) from slow
        except Unreachable as away:
            upstream.breaker.failed()
            raise lost_answer(context.method, BadGateway) from away
        upstream.breaker.succeeded()
        return answer

    async def _finish(
        self, answer: Answer, context: RequestContext, row: Row
    ) -> BufferedAnswer | StreamResponse:
        headers = sanitizing.for_client(answer.headers)
        length = answer.length
        if (
            context.method == "HEAD"
            or answer.status in _EMPTY
            or (length is not None and length <= MAX_BUFFERED)
        ):
            return BufferedAnswer(
                answer.status, headers, await _read_whole(answer, context, row), _about(answer)
            )
        return await self._stream(answer, headers, context, row)

    async def _stream(
        self, answer: Answer, headers: CIMultiDict[str], context: RequestContext, row: Row
    ) -> StreamResponse:
        self._finish_headers(headers, context)
        response = StreamResponse(status=answer.status, headers=headers)
        await response.prepare(context.request)
        try:
            while chunk := await asyncio.wait_for(answer.chunk(), row.deadline):
                await asyncio.wait_for(response.write(chunk), row.deadline)
        except (Unreachable, TimeoutError, OSError):
            # Part of the response was sent. Only an aborted connection shows the client that it is
            # incomplete.
            if context.request.transport is not None:
                context.request.transport.abort()
            return response
        await response.write_eof()
        return response


def _is_event_stream(answer: Answer) -> bool:
    named = (value for name, value in answer.headers if name.lower() == "content-type")
    return next(named, "").startswith("text/event-stream")


def _about(answer: Answer) -> tuple[str, ...]:
    return tuple(
        part for name, value in answer.headers if name.lower() == "surrogate-key" for part in value.split()
    )


async def _read_whole(answer: Answer, context: RequestContext, row: Row) -> bytes:
    try:
        if answer.arrived:
            return await answer.read()
        async with asyncio.timeout(row.deadline):
            return await answer.read()
    except TimeoutError as slow:
        raise lost_answer(context.method, GatewayTimeout) from slow
    except Unreachable as broken:
        raise lost_answer(context.method, BadGateway) from broken


def as_response(whole: BufferedAnswer) -> Response:
    return Response(status=whole.status, headers=whole.headers, body=whole.body or None)


def _headers_for_service(context: RequestContext) -> Headers:
    request = context.request
    headers = sanitizing.for_service(request.headers)
    if context.by_key:
        headers = _with_token_for_key(headers, context)
    headers += [
        ("X-Request-Id", context.request_id),
        ("traceparent", context.traceparent or traceparent_of(request)),
        ("X-Forwarded-For", context.address),
        ("X-Forwarded-Host", request.host),
        ("X-Forwarded-Proto", request.scheme),
    ]
    return headers


def _with_token_for_key(headers: list[tuple[str, str]], context: RequestContext) -> list[tuple[str, str]]:
    clean = [(name, value) for name, value in headers if name.lower() not in _NEVER_WITH_KEYS]
    return (
        clean if context.identity is None else [*clean, ("Authorization", f"Bearer {context.identity.token}")]
    )


async def body_of(request: BaseRequest, row: Row) -> Body:
    """Small bodies are buffered, so that a slow sender cannot occupy a slot. Large bodies are streamed."""
    if not request.body_exists or request.method in READING:
        return None
    length = request.content_length
    if length is not None and length > row.body_limit:
        raise TooLarge
    if request.headers.get("Expect", "").lower() == "100-continue":
        await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        request.writer.output_size = 0
    stream = _limited(request, row.body_limit, row.deadline)
    if row.body_limit <= _SMALL_LIMIT or (length is not None and length <= _SMALL_BODY):
        return b"".join([chunk async for chunk in stream])
    return stream


async def _limited(request: BaseRequest, limit: int, patience: float) -> AsyncIterator[bytes]:
    """The body as it arrives. `patience` limits the total time spent waiting for the sender."""
    now, seen = asyncio.get_running_loop().time, 0
    while True:
        since = now()
        try:
            async with asyncio.timeout(patience):
                chunk = await request.content.readany()
        except TimeoutError as slow:
            raise TooSlow from slow
        patience -= now() - since
        if not chunk:
            return
        seen += len(chunk)
        if seen > limit:
            raise TooLarge
        yield chunk
