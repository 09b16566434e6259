"""From a bid to another person's screen: commit, relay, Kafka, gateway, socket."""

import asyncio
import itertools
import json
import statistics
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp

from deploy.local.ports import Ports
from deploy.local.stack import start_stack
from tests.support.newcomer import newcomer

BIDDERS, AUCTIONS, A_SECOND, SECONDS = 10, 10, 50, 12.0
_prices = itertools.count(11)


def run() -> dict[str, dict[str, float]]:
    """The delay counts from sending, from the decision just before the commit, and from the bidder's
    response."""
    with start_stack() as servers, servers.platform(WANGI_DEMO="0", WANGI_RELAXED_LIMITS="1") as ports:
        return asyncio.run(_measure(ports))


class Watched:
    """Prices only rise, so a frame shows every bid up to its price."""

    def __init__(self) -> None:
        self.sent: dict[tuple[int, int], float] = {}
        self.decided: dict[tuple[int, int], float] = {}
        self.answered: dict[tuple[int, int], float] = {}
        self.shown: dict[tuple[int, int], float] = {}

    def show(self, auction: int, price: int) -> None:
        now = time.perf_counter()
        for bid in [
            bid for bid in self.sent.keys() - self.shown.keys() if bid[0] == auction and bid[1] <= price
        ]:
            self.shown[bid] = now

    async def until_all_are_shown(self) -> None:
        for _ in range(500):
            if self.answered and self.answered.keys() <= self.shown.keys():
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"accepted and not shown: {sorted(self.answered.keys() - self.shown.keys())}")

    def figures(self) -> dict[str, float]:
        result: dict[str, float] = {}
        for name, since in (
            ("after_answer", self.answered),
            ("after_decision", self.decided),
            ("after_bid", self.sent),
        ):
            waits = sorted((self.shown[bid] - since[bid]) * 1000 for bid in self.answered)
            result[f"{name}_p50_ms"] = round(statistics.median(waits), 2)
            result[f"{name}_p99_ms"] = round(waits[int(len(waits) * 0.99)], 2)
        return result | {"bids": float(len(self.answered))}


async def _measure(ports: Ports) -> dict[str, dict[str, float]]:
    gateway, mail = ports.base_url, ports.url("mail")
    async with aiohttp.ClientSession() as http:
        seller = (await newcomer(http, gateway, mail, "screenseller"))["token"]
        tokens = [(await newcomer(http, gateway, mail, f"screen{n}"))["token"] for n in range(BIDDERS)]
        auctions = [await _an_auction(http, gateway, seller) for _ in range(AUCTIONS)]
        bidders = [await _connect(http, gateway, token) for token in tokens]
        watcher = await _connect(http, gateway, None)
        for auction in auctions:
            await watcher.send_json({"type": "joinAuction", "auctionId": auction})
            assert (await watcher.receive_json())["type"] == "resync"
        cells = {}
        await _bids(bidders, watcher, auctions, 6.0)  # Warm-up.
        for name, some in (("to_screen", auctions), ("to_screen_one_hot_auction", auctions[:1])):
            cells[name] = (await _bids(bidders, watcher, some, SECONDS)).figures()
            print(
                f"{name:26}",
                "  ".join(f"{figure} {value}" for figure, value in cells[name].items()),
                flush=True,
            )
    return cells


async def _an_auction(http: aiohttp.ClientSession, gateway: str, seller: str) -> int:
    ends = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    body = {
        "name": "Bench",
        "brand": "Bench",
        "description": "For the bench only.",
        "categoryId": 1,
        "volume": 50,
    }
    terms = {"listingType": "auction", "auction": {"startingPrice": 1, "bidIncrement": 1, "endsAt": ends}}
    headers = {"Authorization": f"Bearer {seller}"}
    async with http.post(f"{gateway}/api/products", json=body | terms, headers=headers) as answer:
        auction = int((await answer.json())["auction"]["id"])
    async with http.get(f"{gateway}/api/auctions/{auction}") as answer:
        assert answer.status == 200
    return auction


async def _connect(
    http: aiohttp.ClientSession, gateway: str, token: str | None
) -> aiohttp.ClientWebSocketResponse:
    socket = await http.ws_connect(f"{gateway}/ws", origin=gateway)
    await socket.receive_json(timeout=5)
    if token is not None:
        await socket.send_json({"type": "auth", "token": token})
        assert (await socket.receive_json(timeout=5))["type"] == "auth_success"
    return socket


async def _bids(
    bidders: list[aiohttp.ClientWebSocketResponse],
    watcher: aiohttp.ClientWebSocketResponse,
    auctions: list[int],
    seconds: float,
) -> Watched:
    watched = Watched()
    looking = asyncio.create_task(_look(watcher, watched))
    answering = [asyncio.create_task(_receive(bidder, watched)) for bidder in bidders]
    began, count = time.perf_counter(), int(seconds * A_SECOND)
    for n in range(count):
        if (wait := began + n / A_SECOND - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        bid = auctions[n % len(auctions)], next(_prices)
        watched.sent[bid] = time.perf_counter()
        # Different people in turn, so that nobody raises their own bid.
        await bidders[n // len(auctions) % len(bidders)].send_json(
            {"type": "placeBid", "auctionId": bid[0], "amount": bid[1]}
        )
    await asyncio.sleep(0.5)
    await watched.until_all_are_shown()
    for task in (looking, *answering):
        task.cancel()
    await asyncio.gather(looking, *answering, return_exceptions=True)
    return watched


async def _receive(bidder: aiohttp.ClientWebSocketResponse, watched: Watched) -> None:
    while True:
        frame: dict[str, Any] = json.loads(await bidder.receive_str())
        if frame["type"] == "bidAccepted":
            bid = frame["auctionId"], int(frame["bid"]["amount"])
            if bid in watched.sent:  # Otherwise the bid belongs to the warm-up.
                watched.answered[bid] = now = time.perf_counter()
                watched.decided[bid] = now - (
                    time.time() - datetime.fromisoformat(frame["bid"]["placedAt"]).timestamp()
                )
        else:
            assert frame["type"] == "notice" or frame["code"] == "bid_too_low", frame


async def _look(watcher: aiohttp.ClientWebSocketResponse, watched: Watched) -> None:
    while True:
        frame: dict[str, Any] = json.loads(await watcher.receive_str())
        if frame["type"] == "newBid":
            watched.show(frame["auctionId"], int(frame["auction"]["currentBid"]))
