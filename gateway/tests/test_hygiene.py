"""Requests that two parsers could read in two ways, sent byte by byte."""

import pytest

from gateway.tests.house import House

GOOD = "GET /api/images/a HTTP/1.1\r\nHost: x\r\n"
LOGIN = "POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\n"


@pytest.mark.parametrize(
    "request_text",
    [
        LOGIN + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        LOGIN + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
        LOGIN + "Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
        LOGIN + "Content-Length: 4\r\nContent-Length: 4\r\n\r\nabcd",
        LOGIN + "Content-Length: +4\r\n\r\nabcd",
        LOGIN + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        LOGIN + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        LOGIN + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        GOOD + "Host: y\r\n\r\n",
        "GET /api/images/a HTTP/1.1\r\n\r\n",
        GOOD + "X-Fold: a\r\n b\r\n\r\n",
        GOOD + "X-Bad\x00: a\r\n\r\n",
        GOOD + "X-Bad: a\rb\r\n\r\n",
        "GET http://evil.example/api/images/a HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/images/../../internal/auctions/1/room HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/images/%2e%2e/x HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/images/%2E/x HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/images%2f..%2finternal HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/images\\..\\internal HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET //internal/auctions/1/room HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api//images/a HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/images/%zz HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/images/%00 HTTP/1.1\r\nHost: x\r\n\r\n",
        "TRACE /api/images/a HTTP/1.1\r\nHost: x\r\n\r\n",
        "CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
        "hello\r\n\r\n",
        GOOD + "X-Long: " + "a" * 20_000 + "\r\n\r\n",
    ],
)  # fmt: skip
async def test_what_could_be_read_in_two_ways_is_refused_and_the_connection_closed(
    house: House, request_text: str
) -> None:
    smuggled = "GET /api/images/smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
    status, got = await house.raw(request_text + smuggled)
    assert 400 <= status < 500
    assert house.services.seen == []
    assert b"Traceback" not in got
    assert b"aiohttp" not in got
    assert got.count(b"HTTP/1.1 ") <= 1


async def test_pipelined_requests_are_answered_in_order(house: House) -> None:
    text = "".join(f"GET /api/images/{n} HTTP/1.1\r\nHost: x\r\n\r\n" for n in range(5))
    _, got = await house.raw(text)
    places = [got.index(f'/api/images/{n}"'.encode()) for n in range(5)]
    assert places == sorted(places)
