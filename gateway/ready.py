"""An answer whose bytes are there already: they are written as they are, without building a head again."""

import time
from email.utils import formatdate

from aiohttp import HttpVersion11
from aiohttp.abc import AbstractStreamWriter
from aiohttp.web import BaseRequest, Response
from multidict import CIMultiDict

from gateway.visit import Visit

_MOST_WAITING = 256 * 1024


def head_of(headers: CIMultiDict[str], length: int) -> bytes:
    """The head of a 200, up to the lines that differ from visit to visit."""
    lines = ["HTTP/1.1 200 OK", *(f"{name}: {value}" for name, value in headers.items()), f"Content-Length: {length}"]
    return "\r\n".join(lines).encode()


def can_be_sent_ready(visit: Visit) -> bool:
    """Only to a client that stays on the line and reads: everybody else goes the long way."""
    request = visit.request
    transport = request.transport
    return (
        request.version == HttpVersion11
        and request.keep_alive
        and visit.method == "GET"
        and transport is not None
        and transport.get_write_buffer_size() < _MOST_WAITING
    )


class Ready(Response):
    """A whole answer as bytes; it counts as begun, so that nobody adds a header to it."""

    def __init__(self, head: bytes, body: bytes, visit: Visit) -> None:
        super().__init__()
        own = "".join(f"\r\n{name}: {value}" for name, value in visit.answer_headers.items())
        last = f"{own}\r\nX-Request-Id: {visit.request_id}\r\nDate: {_date(int(time.time()))}\r\n\r\n"
        self._bytes = b"".join((head, last.encode(), body))
        self._keep_alive = True
        self._eof_sent = True

    async def prepare(self, request: BaseRequest) -> AbstractStreamWriter | None:
        """Write it all."""
        if request.transport is None:
            raise ConnectionResetError("the client has gone")
        request.transport.write(self._bytes)
        return None

    async def write_eof(self, data: bytes = b"") -> None:
        """Nothing is left to write."""


_last: tuple[int, str] = (0, "")


def _date(now: int) -> str:
    global _last
    if _last[0] != now:
        _last = now, formatdate(now, usegmt=True)
    return _last[1]
