import asyncio
import functools
import json
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from deploy.local.stack import start_stack
from tests.support.newcomer import newcomer

SIZES, ROUNDS = (1_000, 5_000), 3
TARGETS = {"5000_last_ms": 1000.0, "refused": 0}


def run() -> dict[str, Any]:
    """The gateway has no limits per address."""
    with start_stack() as servers, servers.platform(WANGI_DEMO="0", WANGI_RELAXED_LIMITS="1") as ports:
        auction = asyncio.run(_an_auction(ports.base_url, ports.url("mail")))
        measured: dict[str, Any] = {"refused": 0}
        for clients in SIZES:
            rounds = [_joined(ports.base_url, auction, clients) for _ in range(ROUNDS)]
            for name in ("p50_ms", "p99_ms", "last_ms"):
                measured[f"{clients}_{name}"] = round(sorted(item[name] for item in rounds)[ROUNDS // 2], 1)
            measured["refused"] += sum(item["refused"] for item in rounds)
    for name, value in measured.items():
        print(f"{name:16} {value:>10}   " + (f"target {TARGETS[name]}" if name in TARGETS else ""))
    return {"targets": TARGETS, "measured": measured}


async def _an_auction(base: str, mail: str) -> int:
    async with aiohttp.ClientSession() as http:
        seller = await newcomer(http, base, mail, "joins")
        ends = (datetime.now(UTC) + timedelta(days=1)).isoformat()
        body = {
            "name": "Bench",
            "brand": "Bench",
            "description": "For the bench only.",
            "categoryId": 1,
            "volume": 50,
        }
        terms = {"listingType": "auction", "auction": {"startingPrice": 1, "bidIncrement": 1, "endsAt": ends}}
        headers = {"Authorization": f"Bearer {seller['token']}"}
        async with http.post(f"{base}/api/products", json=body | terms, headers=headers) as answer:
            auction = int((await answer.json())["auction"]["id"])
        async with http.get(f"{base}/api/auctions/{auction}") as answer:
            assert answer.status == 200
        return auction


def _joined(base: str, auction: int, clients: int) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-m", "bench.joins", base, str(auction), str(clients)],
        stdout=subprocess.PIPE, check=True, cwd=Path(__file__).parents[1],
    )  # fmt: skip
    result: dict[str, float] = json.loads(done.stdout)
    return result


class _Visitor(asyncio.Protocol):
    def __init__(self, host: str, auction: int) -> None:
        self._host, self._auction, self._buffer = host, auction, b""
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: d2FuZ2ktYmVuY2gta2V5cw==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.ready.done() and b'"connected"' in self._buffer:
            self.ready.set_result(None)
        if not self.answered.done() and (b'"resync"' in self._buffer or b'"error"' in self._buffer):
            self.answered.set_result(b'"resync"' in self._buffer)

    def connection_lost(self, exc: Exception | None) -> None:
        for waiting in (self.ready, self.answered):
            if not waiting.done():
                waiting.set_exception(ConnectionError("cut off"))

    def join(self) -> None:
        """A mask of zeros is valid."""
        text = json.dumps({"type": "joinAuction", "auctionId": self._auction}).encode()
        self.transport.write(b"\x81" + bytes([0x80 | len(text)]) + b"\0\0\0\0" + text)


def _protocol_of(visitor: _Visitor) -> _Visitor:
    return visitor


async def join(base: str, auction: int, clients: int) -> dict[str, float]:
    address, loop = urlsplit(base), asyncio.get_running_loop()
    visitors = [_Visitor(address.netloc, auction) for _ in range(clients)]
    for visitor in visitors:
        await loop.create_connection(
            functools.partial(_protocol_of, visitor), str(address.hostname), address.port or 80
        )
        await visitor.ready
    waits = list[float]()
    began = time.perf_counter()
    for visitor in visitors:
        visitor.answered.add_done_callback(lambda _: waits.append((time.perf_counter() - began) * 1000))
        visitor.join()
    answers = await asyncio.gather(*(visitor.answered for visitor in visitors))
    waits.sort()
    for visitor in visitors:
        visitor.transport.close()
    return {"p50_ms": waits[clients // 2], "p99_ms": waits[int(clients * 0.99)], "last_ms": waits[-1],
            "refused": sum(not item for item in answers)}  # fmt: skip


if __name__ == "__main__":
    print(json.dumps(asyncio.run(join(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))))
