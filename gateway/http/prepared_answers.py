"""Responses that are written as complete bytes, including the head."""

import time
from email.utils import formatdate
from http import HTTPStatus

from aiohttp import HttpVersion11
from aiohttp.abc import AbstractStreamWriter
from aiohttp.web import BaseRequest, Response
from multidict import CIMultiDict

from gateway.http.context import RequestContext

_BODILESS = (204, 205, 304)
_STATUS_LINES = {
    int(s): f"HTTP/1.1 {int(s)} {s.phrase}" for s in HTTPStatus if s >= 200 and s not in _BODILESS
}
_MAX_WAITING = 256 * 1024


def head_of(headers: CIMultiDict[str], length: int, status: int = 200) -> bytes:
    lines = [_STATUS_LINES[status], f"Content-Length: {length}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode("utf-8", "surrogateescape")


def can_be_sent_prepared(context: RequestContext, status: int) -> bool:
    """True for clients that keep the connection open and read fast enough."""
    request = context.request
    transport = request.transport
    return (
        status in _STATUS_LINES
        and request.version == HttpVersion11
        and request.keep_alive
        and context.method == "GET"
        and transport is not None
        and transport.get_write_buffer_size() < _MAX_WAITING
    )


class PreparedResponse(Response):
    """A complete response as bytes. It counts as started, so that no header can be added."""

    def __init__(self, head: bytes, body: bytes, context: RequestContext, status: int = 200) -> None:
        super().__init__(status=status)
        own = "".join(f"\r\n{name}: {value}" for name, value in context.answer_headers.items())
        last = f"{own}\r\nX-Request-Id: {context.request_id}\r\nDate: {_date(int(time.time()))}\r\n\r\n"
        self._bytes = b"".join((head, last.encode(), body))
        self._keep_alive = True
        self._eof_sent = True

    async def prepare(self, request: BaseRequest) -> AbstractStreamWriter | None:
        if request.transport is None:
            raise ConnectionResetError("the client has gone")
        request.transport.write(self._bytes)
        return None

    async def write_eof(self, data: bytes = b"") -> None: ...


_last: tuple[int, str] = (0, "")


def _date(now: int) -> str:
    global _last
    if _last[0] != now:
        _last = now, formatdate(now, usegmt=True)
    return _last[1]
