import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from gateway.http.connections import Answer, AnswerTimeout, Pool, Unreachable

Script = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def _service(*scripts: Script) -> AsyncIterator[Pool]:
    waiting = list(scripts)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await waiting.pop(0)(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    pool = Pool(f"http://127.0.0.1:{port}", connect_seconds=1, keep_seconds=30)
    async with server, asyncio.timeout(5):
        yield pool
        pool.close()


def _says(*answers: bytes) -> Script:
    async def script(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for answer in answers:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
        await writer.drain()

    return script


async def _read(answer: Answer) -> bytes:
    body = await answer.read()
    answer.release()
    return body


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"


async def test_connection_carries_consecutive_requests() -> None:
    async with _service(_says(OK, OK, OK)) as pool:
        for _ in range(3):
            assert await _read(await pool.request("GET", "/", [], None, 3.0)) == b"hi"


@pytest.mark.parametrize(
    ("answer", "body"),
    [
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n3\r\n ho\r\n0\r\n\r\n", b"hi ho"),
        (b"HTTP/1.1 200 OK\r\n\r\nuntil the end", b"until the end"),
        (b"HTTP/1.0 200 OK\r\n\r\nold", b"old"),
        (b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + OK, b"hi"),
        (b"HTTP/1.1 204 No Content\r\n\r\n", b""),
        (b"HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n", b""),
    ],
)
async def test_every_body_framing_is_understood(answer: bytes, body: bytes) -> None:
    async with _service(_says(answer)) as pool:
        assert await _read(await pool.request("GET", "/", [], None, 3.0)) == body


async def test_head_response_has_length_and_no_body() -> None:
    async with _service(_says(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", OK)) as pool:
        answer = await pool.request("HEAD", "/", [], None, 3.0)
        assert (answer.length, await _read(answer)) == (9, b"")
        assert await _read(await pool.request("GET", "/", [], None, 3.0)) == b"hi"


async def test_closed_connection_retries_reads_but_not_changes() -> None:
    for method, body, again in (("GET", None, True), ("POST", b"{}", False)):
        async with _service(_says(OK), _says(OK)) as pool:
            answer = await pool.request("GET", "/", [], None, 3.0)
            await answer.read()
            pool.take_back(answer.connection)
            answer.connection.is_lost = False  # As if the disconnect had not been noticed yet.
            if again:
                assert await _read(await pool.request(method, "/", [], body, 3.0)) == b"hi"
            else:
                with pytest.raises(Unreachable):
                    await pool.request(method, "/", [], body, 3.0)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"nonsense\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Le",
    ],
)
async def test_non_http_answer_is_an_error(answer: bytes) -> None:
    async with _service(_says(answer)) as pool:
        with pytest.raises(Unreachable):
            await _read(await pool.request("GET", "/", [], None, 3.0))


async def test_truncated_answer_is_never_passed_as_complete() -> None:
    for half in (b"Content-Length: 9\r\n\r\nhalf", b"Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"):
        async with _service(_says(b"HTTP/1.1 200 OK\r\n" + half)) as pool:
            answer = await pool.request("GET", "/", [], None, 3.0)
            with pytest.raises(Unreachable):
                await answer.read()
            answer.release()


async def test_early_answer_ends_the_upload() -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 1
            yield b"x" * 65536

    refused = b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n"

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(refused)
        while await reader.read(65536):
            pass

    async with _service(refuse) as pool:
        answer = await pool.request("POST", "/", [], endless(), 3.0)
        assert answer.status == 413
        answer.release()
    assert sent < 10_000


async def test_line_break_in_header_is_never_forwarded() -> None:
    async with _service() as pool:
        for name, value in (("X-A", "b\r\nX-C: d"), ("X-A", "b\nX-C: d"), ("X-A\r", "b")):
            with pytest.raises(ValueError, match="line break"):
                await pool.request("GET", "/", [(name, value)], None, 3.0)


async def test_content_length_is_sent_once_and_correctly() -> None:
    heads: list[bytes] = []

    async def script(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            heads.append(await reader.readuntil(b"\r\n\r\n"))
            if b"Content-Length: 4" in heads[-1]:
                await reader.readexactly(4)
            writer.write(OK)

    async def pieces() -> AsyncIterator[bytes]:
        yield b"ab"
        yield b"cd"

    false = [("content-length", "40"), ("Transfer-Encoding", "chunked")]
    async with _service(script) as pool:
        for method, body, length in (("GET", None, None), ("POST", b"abcd", None), ("POST", pieces(), 4)):
            assert await _read(await pool.request(method, "/", false, body, 3.0, length=length)) == b"hi"
        assert await _read(await pool.request("DELETE", "/", false, None, 3.0)) == b"hi"
    lengths = [
        [line for line in head.lower().split(b"\r\n") if b"-length" in line or b"-enc" in line]
        for head in heads
    ]
    assert lengths == [[], [b"content-length: 4"], [b"content-length: 4"], [b"content-length: 0"]]


async def test_service_that_stops_reading_times_out() -> None:
    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield b"x" * 65536

    async def deaf(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(1)

    async with _service(deaf) as pool:
        with pytest.raises(AnswerTimeout):
            await pool.request("POST", "/", [], endless(), 0.1)


async def test_refused_connection_fails_at_once() -> None:
    pool = Pool("http://127.0.0.1:1", connect_seconds=1, keep_seconds=1)
    with pytest.raises(Unreachable):
        await pool.request("GET", "/", [], None, 3.0)


async def test_service_that_does_not_answer_times_out() -> None:
    async def sleep(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()

    async with _service(sleep) as pool:
        with pytest.raises(AnswerTimeout):
            await pool.request("GET", "/", [], None, 0.05)
