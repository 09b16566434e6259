"""A small load generator on kept connections."""

import argparse
import asyncio
import json
import time
from functools import partial
from typing import cast

import uvloop


class Client(asyncio.Protocol):
    """Repeats one request and checks the length of the response."""

    def __init__(self, request: bytes, expected: int, until: float) -> None:
        self._request, self._expected, self._until = request, expected, until
        self.done, self.wrong = 0, 0
        self.times: list[float] = []
        self.finished: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._got, self._head, self._sent = b"", -1, 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._ask()

    def data_received(self, data: bytes) -> None:
        self._got = self._got + data if self._got else data
        if self._head < 0:
            self._head = self._got.find(b"\r\n\r\n")
        if self._head >= 0 and not self._got.startswith(b"HTTP/1.1 200"):
            self._transport.abort()  # A lost connection counts as wrong.
        elif self._head >= 0 and len(self._got) >= self._head + 4 + self._expected:
            self._finish_answer()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.finished.done():
            self.wrong += 1
            self.finished.set_result(None)

    def _ask(self) -> None:
        self._got, self._head, self._sent = b"", -1, time.perf_counter()
        self._transport.write(self._request)

    def _finish_answer(self) -> None:
        self.times.append(time.perf_counter() - self._sent)
        whole = len(self._got) == self._head + 4 + self._expected
        if whole:
            self.done += 1
        else:
            self.wrong += 1
        if time.perf_counter() < self._until:
            self._ask()
        else:
            self.finished.set_result(None)
            self._transport.close()


async def load(port: int, path: str, expected: int, connections: int, seconds: float) -> dict[str, float]:
    """Returns the number of responses and their times."""
    loop = asyncio.get_running_loop()
    begun = time.perf_counter()
    clients = []
    for number in range(connections):
        # Each connection has another network, so that rate limits do not count.
        headers = f"Host: localhost\r\nAccept: */*\r\nX-Forwarded-For: 10.0.{number}.7"
        request = f"GET {path} HTTP/1.1\r\n{headers}\r\n\r\n".encode()
        _, client = await loop.create_connection(
            partial(Client, request, expected, begun + seconds), "127.0.0.1", port
        )
        clients.append(client)
    await asyncio.gather(*(client.finished for client in clients))
    took = time.perf_counter() - begun
    times = sorted(t for client in clients for t in client.times)
    done = sum(client.done for client in clients)
    return {
        "done": done,
        "wrong": sum(client.wrong for client in clients),
        "rps": done / took,
        "p50_ms": times[len(times) // 2] * 1000,
        "p99_ms": times[int(len(times) * 0.99)] * 1000,
    }


def main() -> None:
    """Shares no event loop with the server."""
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("path")
    parser.add_argument("expected", type=int)
    parser.add_argument("--connections", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=2.0)
    asked = parser.parse_args()
    result = uvloop.run(load(asked.port, asked.path, asked.expected, asked.connections, asked.seconds))
    print(json.dumps(result))


if __name__ == "__main__":
    main()
