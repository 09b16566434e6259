"""Two thousand watchers in one process, on raw sockets that count frames."""

import argparse
import asyncio
import json
import os
import time
from collections import Counter
from pathlib import Path
from typing import Any, cast

import uvloop

from bench.fanout_parts import AUCTION, bid_event

_TICKS, _MASK = os.sysconf("SC_CLK_TCK"), b"\0\0\0\0"
_OPEN = (
    b"GET %s?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_BID = b'42["newBid'
_JOIN = f'42["joinAuction",{{"auctionId":{AUCTION}}}]'.encode()
# Builds before 24 November 2026 request one room, later builds several. This answers both.
_PLACE = {"auctionId": AUCTION, "seq": 3, "epoch": 1, "serverNow": "2030-01-01T00:00:00Z"}
_ROOM = json.dumps(_PLACE | {"rooms": {str(AUCTION): 3}}).encode()


def _masked(text: bytes) -> bytes:
    """A mask of zeros leaves the text unchanged."""
    return bytes((0x81, 0x80 | len(text))) + _MASK + text


class Clients:
    def __init__(self, size: int) -> None:
        self.size, self.joined, self.frames, self.finals = size, 0, 0, 0
        # The expected number of frames and the last price.
        self.goal, self.last = 0, 0
        self.reached = asyncio.Event()
        self.sent: dict[int, float] = {}
        self.late: Counter[int] = Counter()
        self.same = b""
        self._read: tuple[bytes, int, int] = (b"", 0, 0)

    def price_of_frame(self, text: bytes) -> int:
        """All watchers get the same bytes, so they are parsed once."""
        if self._read[0] != text:
            payload = json.loads(text[2:])[1]
            self.same = b""
            self._read = text, payload.get("fromSeq", payload["seq"]), int(payload["auction"]["currentBid"])
        return self.again()

    def again(self) -> int:
        _, first, price = self._read
        self.frames += 1
        if first in self.sent:
            self.late[int((time.perf_counter() - self.sent[first]) * 10_000)] += 1
        self.finals += price == self.last
        if self.frames == self.goal or self.finals == self.size:
            self.reached.set()
        return price

    async def reach(self, seconds: float) -> None:
        """Wait until all have joined, or received everything."""
        async with asyncio.timeout(seconds):
            await self.reached.wait()
        self.reached.clear()


class Watcher(asyncio.Protocol):
    def __init__(self, clients: Clients, path: bytes) -> None:
        self._clients, self._path, self._got, self._open = clients, path, b"", False
        self.price = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(_OPEN % self._path)

    def data_received(self, data: bytes) -> None:
        if not self._got and data == self._clients.same:
            self.price = self._clients.again()  # The same frame as for the others.
            return
        got = self._got + data if self._got else data
        if not self._open:
            if (end := got.find(b"\r\n\r\n")) < 0:
                self._got = got
                return
            assert got.startswith(b"HTTP/1.1 101"), got[:200]
            got, self._open = got[end + 4 :], True
        place = 0
        while len(got) >= place + 2:
            size, head = got[place + 1], 2
            if size == 126:
                size, head = int.from_bytes(got[place + 2 : place + 4]), 4
            if len(got) < place + head + size:
                break
            self._read_frame(text := got[place + head : place + head + size])
            if place == 0 and len(got) == head + size and text.startswith(_BID):
                self._clients.same = got
            place += head + size
        self._got = got[place:]

    def _read_frame(self, text: bytes) -> None:
        if text.startswith(_BID):
            self.price = self._clients.price_of_frame(text)
        elif text.startswith(b"0{"):
            self.transport.write(_masked(b"40"))
        elif text.startswith(b"40"):
            self.transport.write(_masked(_JOIN))
        elif text.startswith(b'42["resync"'):
            self._clients.joined += 1
            if self._clients.joined == self._clients.size:
                self._clients.reached.set()
        elif text == b"2":
            self.transport.write(_masked(b"3"))


class Room(asyncio.Protocol):
    """Stands in for the auction service's room positions."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(_ROOM)
        self._transport.write((head + _ROOM) * data.count(b"\r\n\r\n"))


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _resident_kb(pid: int) -> int:
    line = next(
        item for item in Path(f"/proc/{pid}/status").read_text().splitlines() if item.startswith("VmRSS")
    )
    return int(line.split()[1])


async def _gather(clients: Clients, port: int, path: bytes) -> list[Watcher]:
    loop = asyncio.get_running_loop()
    watchers: list[Watcher] = []
    while len(watchers) < clients.size:
        some = [loop.create_connection(lambda: Watcher(clients, path), "127.0.0.1", port) for _ in range(50)]
        watchers += [watcher for _, watcher in await asyncio.gather(*some)]
    await clients.reach(60)
    return watchers


async def _rush(clients: Clients, orders: asyncio.StreamWriter, frames: int) -> float:
    """Deliveries a second at full speed."""
    clients.frames, clients.finals, first = 0, -clients.size, clients.last + 1
    clients.last, clients.goal = clients.last + frames, frames * clients.size
    began = time.perf_counter()
    orders.write(f"rush {first} {clients.last + 1}\n".encode())
    await clients.reach(120)
    return clients.frames / (time.perf_counter() - began)


async def _busy(
    clients: Clients, orders: asyncio.StreamWriter, pid: int, rate: int, seconds: float
) -> dict[str, float]:
    """Latency and CPU cost at a fixed rate, and whether all saw the last price."""
    clients.frames = clients.finals = clients.goal = 0
    first, count = clients.last + 1, int(rate * seconds)
    events = [f"{bid_event(first + n)}\n".encode() for n in range(count)]
    clients.last += count
    spent, began = cpu_seconds(pid), time.perf_counter()
    for n, event in enumerate(events):
        if (wait := began + n / rate - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        clients.sent[first + n] = time.perf_counter()
        orders.write(event)
    took, cores = time.perf_counter() - began, cpu_seconds(pid) - spent
    await clients.reach(30)
    waits = sorted(clients.late.elements())
    return {
        "bids_per_second": count / took,
        "shown_p50_ms": waits[len(waits) // 2] / 10,
        "shown_p99_ms": waits[int(len(waits) * 0.99)] / 10,
        "cores": cores / took,
        "frames_per_watcher_per_second": clients.frames / clients.size / took,
    }


async def watch(asked: argparse.Namespace) -> dict[str, Any]:
    loop = asyncio.get_running_loop()
    await loop.create_server(Room, "127.0.0.1", asked.service_port)
    _, orders = await asyncio.open_connection("127.0.0.1", asked.orders_port)
    clients = Clients(asked.watchers)
    before = _resident_kb(asked.pid)
    watchers = await _gather(clients, asked.port, asked.path.encode())
    await asyncio.sleep(0.5)
    figures: dict[str, Any] = {"kb_per_connection": (_resident_kb(asked.pid) - before) / clients.size}
    clients.last = 3
    await _rush(clients, orders, asked.frames // 4)  # Warm-up.
    spent = cpu_seconds(asked.pid)
    figures["deliveries_per_second"] = await _rush(clients, orders, asked.frames)
    figures["cpu_us_per_delivery"] = (cpu_seconds(asked.pid) - spent) / asked.frames / clients.size * 1e6
    if asked.rate:
        figures |= await _busy(clients, orders, asked.pid, asked.rate, asked.seconds)
    assert {watcher.price for watcher in watchers} == {clients.last}, "a watcher has not seen the last price"
    for watcher in watchers:
        watcher.transport.abort()
    return figures


def main() -> None:
    options = argparse.ArgumentParser()
    for name, kind in (
        ("port", int),
        ("orders-port", int),
        ("service-port", int),
        ("pid", int),
        ("frames", int),
    ):
        options.add_argument(f"--{name}", type=kind)
    options.add_argument("--path", default="/ws")
    options.add_argument("--watchers", type=int, default=2000)
    options.add_argument("--rate", type=int, default=0)
    options.add_argument("--seconds", type=float, default=4.0)
    print(json.dumps(uvloop.run(watch(options.parse_args()))))


if __name__ == "__main__":
    main()
