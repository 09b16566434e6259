"""The bid slice, over HTTP and over the socket, against the textbook service in the same run."""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import asyncpg

from bench.gateway import _free_port
from deploy.local.ports import Ports
from deploy.local.stack import Stack, stack
from libs.kit.testing import KEY, token_for
from tests.support.newcomer import newcomer

ROUNDS, SECONDS, CLIENTS = 3, 3.0, 256
Bid = Callable[[int, float], Awaitable[str]]
"""Says what became of a bid: `leading`, `outbid` at once, only a maximum `raised`, or `refused`."""


def run() -> dict[str, Any]:
    """One hot auction, 256 bidders who each bid the next price; accepted bids per second, medians of rounds."""
    with (
        stack() as servers,
        servers.house(WANGI_DEMO="0", WANGI_RELAXED_LIMITS="1") as ports,
        _textbook(servers) as book,
    ):
        return asyncio.run(_measure(servers, ports, book))


@contextmanager
def _textbook(servers: Stack) -> Iterator[str]:
    port, url = _free_port(), servers.admin_url.rsplit("/", 1)[0] + "/postgres"
    told = os.environ | {"DATABASE_URL": url, "PUBLIC_KEY": json.dumps(KEY.as_dict(private=False))}
    command = [sys.executable, "-m", "uvicorn", "bench.textbook.app:app", "--port", str(port), "--no-access-log"]
    process = subprocess.Popen([*command, "--log-level", "warning"], env=told)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


async def _measure(servers: Stack, ports: Ports, book: str) -> dict[str, Any]:
    gateway, service = ports.base_url, ports.url("auction")
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as http:
        tokens = await _people(http, gateway, ports.url("mail"))
        book_id = await _prepare_textbook(http, book)
        rounds: dict[str, list[dict[str, float]]] = {"textbook": [], "http": [], "gateway": [], "socket": []}
        for _ in range(ROUNDS):
            rounds["textbook"].append(await _load(_http_bid(http, f"{book}/auctions/{book_id}/bids", _book_tokens())))
            for name, base in (("http", service), ("gateway", gateway)):
                auction = await _an_auction(http, gateway, tokens[-1])
                path = f"{base}/api/auctions/{auction}/bids"
                rounds[name].append(await _checked(servers, auction, _http_bid(http, path, tokens)))
            auction = await _an_auction(http, gateway, tokens[-1])
            sockets = await _sockets(http, gateway, tokens)
            rounds["socket"].append(await _checked(servers, auction, _socket_bid(sockets, auction)))
            await asyncio.gather(*(socket.close() for socket in sockets))
    return _report(rounds)


async def _people(http: aiohttp.ClientSession, gateway: str, mail: str) -> list[str]:
    """Bidders, and a seller at the end; registered, verified and signed in at the door."""
    return [(await newcomer(http, gateway, mail, f"bench{n}"))["token"] for n in range(CLIENTS + 1)]


def _book_tokens() -> list[str]:
    return [token_for(n + 2) for n in range(CLIENTS)]


async def _prepare_textbook(http: aiohttp.ClientSession, book: str) -> int:
    for _ in range(100):
        try:
            async with http.post(f"{book}/prepare") as answer:
                return int(await answer.text())
        except aiohttp.ClientError:
            await asyncio.sleep(0.1)
    raise RuntimeError("the textbook service did not start")


async def _an_auction(http: aiohttp.ClientSession, gateway: str, seller: str) -> int:
    ends = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    body = {"name": "Bench", "brand": "Bench", "description": "For the bench only.", "categoryId": 1, "volume": 50}
    terms = {"listingType": "auction", "auction": {"startingPrice": 1, "bidIncrement": 1, "endsAt": ends}}
    headers = {"Authorization": f"Bearer {seller}"}
    async with http.post(f"{gateway}/api/products", json=body | terms, headers=headers) as answer:
        auction = int((await answer.json())["auction"]["id"])
    async with http.get(f"{gateway}/api/auctions/{auction}") as answer:
        assert answer.status == 200
    return auction


def _http_bid(http: aiohttp.ClientSession, path: str, tokens: list[str]) -> Bid:
    async def bid(client: int, amount: float) -> str:
        headers = {"Authorization": f"Bearer {tokens[client]}"}
        async with http.post(path, json={"amount": amount}, headers=headers) as answer:
            told = await answer.json()
            assert answer.status in (201, 409), answer.status
            return str(told.get("result", "leading")) if answer.status == 201 else "refused"

    return bid


async def _sockets(
    http: aiohttp.ClientSession, gateway: str, tokens: list[str]
) -> list[aiohttp.ClientWebSocketResponse]:
    """Bidders who watch nothing: what is measured is the way of their own bid."""
    sockets = []
    for token in tokens[:CLIENTS]:
        socket = await http.ws_connect(f"{gateway}/ws", origin=gateway)
        await socket.receive_json(timeout=5)
        await socket.send_json({"type": "auth", "token": token})
        assert (await socket.receive_json(timeout=5))["type"] == "auth_success"
        sockets.append(socket)
    return sockets


def _socket_bid(sockets: list[aiohttp.ClientWebSocketResponse], auction: int) -> Bid:
    async def bid(client: int, amount: float) -> str:
        await sockets[client].send_json({"type": "placeBid", "auctionId": auction, "amount": amount})
        answer = await sockets[client].receive_json(timeout=10)
        assert answer["type"] == "bidAccepted" or answer["code"] == "bid_too_low", answer
        return str(answer["result"]) if answer["type"] == "bidAccepted" else "refused"

    return bid


async def _load(bid: Bid) -> dict[str, float]:
    """Every client bids the next price again and again."""
    price, said, waits = 20.0 + _spent(), Counter[str](), []
    until = time.perf_counter() + SECONDS

    async def client(number: int) -> None:
        nonlocal price
        while time.perf_counter() < until:
            price += 1.0
            began = time.perf_counter()
            said[await bid(number, price)] += 1
            waits.append((time.perf_counter() - began) * 1000)

    began = time.perf_counter()
    await asyncio.gather(*(client(number) for number in range(CLIENTS)))
    took, ordered = time.perf_counter() - began, sorted(waits)
    _spent.high = price  # type: ignore[attr-defined]
    return {
        "accepted_per_second": said.total() / took - said["refused"] / took,
        "answered_per_second": len(waits) / took,
        "p50_ms": statistics.median(waits),
        "p99_ms": ordered[int(len(ordered) * 0.99)],
        "stored": float(said["leading"] + said["outbid"]),
    }


def _spent() -> float:
    """Prices only rise, also from round to round."""
    return float(getattr(_spent, "high", 0.0))


async def _checked(servers: Stack, auction: int, bid: Bid) -> dict[str, float]:
    """The figures, if and only if every bid that was answered as taken is stored, in a gapless, rising sequence."""
    figures = await _load(bid)
    owner = await asyncpg.connect(servers.database_urls["auction"])
    rows = await owner.fetch(
        "SELECT seq, amount, is_auto FROM auction.bids WHERE auction_id = $1 ORDER BY seq", auction
    )
    await owner.close()
    assert sum(not row["is_auto"] for row in rows) == figures["stored"], "a bid is lost, or a refused one stored"
    assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
    assert all(later["amount"] >= earlier["amount"] for earlier, later in zip(rows, rows[1:], strict=False))
    return figures


def _report(rounds: dict[str, list[dict[str, float]]]) -> dict[str, Any]:
    cells = {
        name: {figure: round(statistics.median(one[figure] for one in some), 1) for figure in some[0]}
        for name, some in rounds.items()
    }
    book = cells["textbook"]["accepted_per_second"]
    for cell in cells.values():
        cell["vs_textbook"] = round(cell["accepted_per_second"] / book, 2)
    for name, cell in cells.items():
        print(f"{name:10}", "  ".join(f"{figure} {value}" for figure, value in cell.items()))
    return cells
