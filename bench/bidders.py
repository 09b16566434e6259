"""Lean bidders in a separate process, so that the platform is measured and not the client. Reads a line of
JSON and prints one."""

import asyncio
import functools
import itertools
import json
import random
import sys
import time
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

# Until all are connected.
GATHERING_SECONDS = 1.0


class Market:
    """The next price of each auction, the schedule, and the outcomes."""

    def __init__(self, task: dict[str, Any]) -> None:
        self.prices = dict.fromkeys(task["auctions"], task["first"])
        self.auctions: list[int] = task["auctions"]
        self.pause = 1 / task["a_second"] if task.get("a_second") else 0.0
        self.bidders: int = task["bidders"]
        self.began = time.perf_counter() + (GATHERING_SECONDS if self.pause else 0)
        self.until = self.began + task["seconds"]
        self.outcomes: Counter[str] = Counter()
        self.waits: list[float] = []

    def turn(self, bidder: int, number: int) -> float | None:
        """When the bidder's bid with this number is due. None after the end."""
        at = self.began + (number * self.bidders + bidder) * self.pause if self.pause else time.perf_counter()
        return at if at < self.until else None

    def next_bid(self) -> tuple[int, float]:
        auction = self.auctions[0] if len(self.auctions) == 1 else random.choice(self.auctions)
        self.prices[auction] += 1.0
        return auction, self.prices[auction]

    def note_answer(self, began: float, result: str) -> None:
        self.waits.append((time.perf_counter() - began) * 1000)
        self.outcomes[result] += 1


class Bidder(asyncio.Protocol):
    """With two tokens, two people outbid each other."""

    def __init__(self, market: Market, number: int, tokens: list[str], host: str) -> None:
        self._market, self._tokens, self._host = market, itertools.cycle(tokens), host
        self._number, self._bids = number, 0
        self._buffer = b""
        self._began = 0.0
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.greet()

    def connection_lost(self, exc: Exception | None) -> None:
        """A bid without a response has no outcome."""
        if not self.done.done():
            self.done.set_exception(ConnectionError("cut off"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while (message := self.take()) is not None:
            self.receive(message)

    def bid(self) -> None:
        turn = self._market.turn(self._number, self._bids)
        if turn is None:
            self.done.set_result(None)
            self._transport.close()
            return
        self._began, self._bids = turn, self._bids + 1
        if (early := turn - time.perf_counter()) > 0:
            asyncio.get_running_loop().call_later(early, self._place)
        else:
            self._place()

    def _place(self) -> None:
        self._transport.write(self.encode_bid(*self._market.next_bid()))

    def note(self, result: str) -> None:
        self._market.note_answer(self._began, result)
        self.bid()

    def greet(self) -> None:
        raise NotImplementedError

    def take(self) -> bytes | None:
        raise NotImplementedError

    def receive(self, message: bytes) -> None:
        raise NotImplementedError

    def encode_bid(self, auction: int, amount: float) -> bytes:
        raise NotImplementedError


class HttpBidder(Bidder):
    """Bids by POST over a kept connection."""

    path = "/api/auctions/{}/bids"

    def greet(self) -> None:
        self._head = f"Host: {self._host}\r\nContent-Type: application/json\r\n"
        self.bid()

    def encode_bid(self, auction: int, amount: float) -> bytes:
        body = b'{"amount":%d}' % int(amount)
        who = f"Authorization: Bearer {next(self._tokens)}\r\nContent-Length: {len(body)}\r\n\r\n"
        return f"POST {self.path.format(auction)} HTTP/1.1\r\n{self._head}{who}".encode() + body

    def take(self) -> bytes | None:
        """The status and body of a response."""
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return None
        head = self._buffer[:end].lower()
        at = head.index(b"content-length:") + 15
        length = int(head[at : head.find(b"\r", at) if head.find(b"\r", at) > 0 else None])
        if len(self._buffer) < end + 4 + length:
            return None
        message, self._buffer = self._buffer[: end + 4 + length], self._buffer[end + 4 + length :]
        return message

    def receive(self, message: bytes) -> None:
        status = message[9:12]
        if status == b"201":
            self.note(
                next(
                    (result for result in RESULTS if b'"result":"%s"' % result.encode() in message), "leading"
                )
            )
        elif status == b"409":
            self.note("refused")
        else:
            self.done.set_exception(RuntimeError(message.decode()[:500]))


class BookBidder(HttpBidder):
    path = "/auctions/{}/bids"


class SocketBidder(Bidder):
    """Bids over a plain JSON socket. Joins no room and ignores notifications."""

    _opened = False

    def greet(self) -> None:
        """Send the upgrade, then the token."""
        self._transport.write(
            f"GET /ws HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: d2FuZ2ktYmVuY2gta2V5cw==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def encode_bid(self, auction: int, amount: float) -> bytes:
        return masked(b'{"type":"placeBid","auctionId":%d,"amount":%d}' % (auction, int(amount)))

    def take(self) -> bytes | None:
        if not self._opened:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return None
            if b" 101 " not in head[:20]:
                raise RuntimeError(head.decode())
            self._opened, self._buffer = True, rest
        if len(self._buffer) < 2:
            return None
        start, length = 2, self._buffer[1]
        if length == 126:
            start, length = 4, int.from_bytes(self._buffer[2:4], "big")
        if len(self._buffer) < start + length:
            return None
        text, self._buffer = self._buffer[start : start + length], self._buffer[start + length :]
        return text

    def receive(self, message: bytes) -> None:
        """Greetings come before responses."""
        kind = json.loads(message)
        if kind["type"] == "connected":
            self._transport.write(masked(json.dumps({"type": "auth", "token": next(self._tokens)}).encode()))
        elif kind["type"] == "auth_success":
            self.bid()
        elif kind["type"] == "bidAccepted":
            self.note(kind["result"])
        elif kind["type"] == "error" and kind["code"] == "bid_too_low":
            self.note("refused")
        elif kind["type"] == "error":
            self.done.set_exception(RuntimeError(message.decode()[:500]))


def masked(text: bytes) -> bytes:
    """A client's frame. A mask of zeros is valid."""
    size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + size + b"\0\0\0\0" + text


RESULTS = ("outbid", "raised")
DIALECTS = {"http": HttpBidder, "baseline": BookBidder, "socket": SocketBidder}


def _protocol_of(bidder: Bidder) -> Bidder:
    return bidder


async def bid_away(task: dict[str, Any]) -> dict[str, Any]:
    address = urlsplit(task["address"])
    market = Market(task)
    loop, kind = asyncio.get_running_loop(), DIALECTS[task["dialect"]]
    bidders: list[Bidder] = []
    for n in range(task["bidders"]):
        bidder = kind(market, n, task["tokens"][n :: task["bidders"]], address.netloc)
        bidders.append(bidder)
        await loop.create_connection(functools.partial(_protocol_of, bidder), address.hostname, address.port)
    await asyncio.gather(*(bidder.done for bidder in bidders))
    took, waits = time.perf_counter() - market.began, sorted(market.waits)
    accepted = market.outcomes["leading"] + market.outcomes["outbid"]  # A raised maximum is not a bid.
    return {
        "accepted_per_second": accepted / took,
        "answered_per_second": market.outcomes.total() / took,
        "p50_ms": waits[len(waits) // 2],
        "p99_ms": waits[int(len(waits) * 0.99)],
        "accepted": accepted,
        "outcomes": dict(market.outcomes),
        "highest": max(market.prices.values()),
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(bid_away(json.loads(sys.stdin.read())))))
