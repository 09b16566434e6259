"""Hands a request to the service the table names and its answer back, in streams, with clean headers."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import aiohttp
from aiohttp.web import BaseRequest, Response, StreamResponse
from multidict import CIMultiDict
from yarl import URL

from gateway import hygiene
from gateway.answers import BadGateway, GatewayTimeout
from gateway.table import Row
from gateway.trace import traceparent_of
from gateway.upstreams import Upstream, Upstreams
from gateway.visit import Visit
from libs.kit.errors import TooLarge

HELD_WHOLE = 1024 * 1024
"""Answers of a known length up to this are read whole, so that they can be compressed and kept."""
_SMALL_BODY = 64 * 1024
_BODILESS = frozenset({"GET", "HEAD", "OPTIONS"})

Dress = Callable[[CIMultiDict[str], Visit], None]


@dataclass(slots=True)
class Whole:
    """An answer that has been read whole."""

    status: int
    headers: CIMultiDict[str]
    body: bytes


class Proxy:
    """The way from a visit to a service and back."""

    def __init__(self, upstreams: Upstreams, dress: Dress) -> None:
        self._upstreams, self._dress = upstreams, dress

    async def forward(self, visit: Visit, row: Row) -> Whole | StreamResponse:
        """The service's answer: whole when it is short, else already on its way to the client."""
        upstream = self._upstreams[row.service]
        body = await _body_of(visit.request, row.body_limit)
        async with upstream.slot(row.deadline):
            response = await self._begin(upstream, visit, row, body)
            try:
                return await self._finish(response, visit, row)
            finally:
                response.release()

    async def _begin(
        self, upstream: Upstream, visit: Visit, row: Row, body: bytes | AsyncIterator[bytes] | None
    ) -> aiohttp.ClientResponse:
        url = URL(upstream.address + visit.target, encoded=True)
        try:
            async with asyncio.timeout(row.deadline):
                response = await upstream.session.request(
                    visit.method, url, headers=_headers_for_service(visit), data=body, allow_redirects=False
                )
        except TimeoutError as slow:
            upstream.breaker.failed()
            raise GatewayTimeout from slow
        except (aiohttp.ClientError, OSError) as away:
            if isinstance(away.__cause__, TooLarge):
                raise away.__cause__ from None
            upstream.breaker.failed()
            raise BadGateway from away
        upstream.breaker.succeeded()
        return response

    async def _finish(self, response: aiohttp.ClientResponse, visit: Visit, row: Row) -> Whole | StreamResponse:
        headers = hygiene.for_client(response.headers)
        length = response.content_length
        if visit.method == "HEAD" or (length is not None and length <= HELD_WHOLE):
            return Whole(response.status, headers, await _read_whole(response, row))
        return await self._stream(response, headers, visit, row)

    async def _stream(
        self, response: aiohttp.ClientResponse, headers: CIMultiDict[str], visit: Visit, row: Row
    ) -> StreamResponse:
        self._dress(headers, visit)
        answer = StreamResponse(status=response.status, headers=headers)
        await answer.prepare(visit.request)
        try:
            while chunk := await asyncio.wait_for(response.content.readany(), row.deadline):
                await answer.write(chunk)
        except (aiohttp.ClientError, TimeoutError, OSError):
            # Half an answer is out: only a broken connection tells the client that it is not whole.
            response.close()
            if visit.request.transport is not None:
                visit.request.transport.abort()
            return answer
        await answer.write_eof()
        return answer


async def _read_whole(response: aiohttp.ClientResponse, row: Row) -> bytes:
    try:
        async with asyncio.timeout(row.deadline):
            return await response.read()
    except TimeoutError as slow:
        response.close()
        raise GatewayTimeout from slow
    except aiohttp.ClientError as broken:
        raise BadGateway from broken


def as_response(whole: Whole) -> Response:
    """A whole answer as the server sends it."""
    return Response(status=whole.status, headers=whole.headers, body=whole.body or None)


def _headers_for_service(visit: Visit) -> CIMultiDict[str]:
    request = visit.request
    headers = hygiene.for_service(request.headers)
    headers["X-Request-Id"] = visit.request_id
    headers["traceparent"] = traceparent_of(request)
    headers["X-Forwarded-For"] = request.remote or ""
    headers["X-Forwarded-Host"] = request.host
    headers["X-Forwarded-Proto"] = request.scheme
    if visit.method in _BODILESS:
        headers.popall("Content-Length", None)
    return headers


async def _body_of(request: BaseRequest, limit: int) -> bytes | AsyncIterator[bytes] | None:
    """What the client sends: small bodies whole (a slow sender then holds no place), large ones as a stream."""
    if not request.body_exists or request.method in _BODILESS:
        return None
    length = request.content_length
    if length is not None and length > limit:
        raise TooLarge
    if request.headers.get("Expect", "").lower() == "100-continue":
        await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        request.writer.output_size = 0
    stream = _limited(request, limit)
    if length is not None and length <= _SMALL_BODY:
        return b"".join([chunk async for chunk in stream])
    return stream


async def _limited(request: BaseRequest, limit: int) -> AsyncIterator[bytes]:
    seen = 0
    while chunk := await request.content.readany():
        seen += len(chunk)
        if seen > limit:
            raise TooLarge
        yield chunk
