"""Bidders who behave as good clients during failures."""

import asyncio
import json
import random
import secrets
import time
import uuid
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import tests.support.newcomer
from tests.faults.history import Attempt, Outcome, Terms
from tests.faults.platform import Platform
from tests.faults.watchers import PACE, PASSING, Watcher, sen

TERMS = Terms(start=100_00, increment=1_00)
GIVE_UP = 60.0
WATCHERS = 4
# The share of bids with a maximum.
A_MAXIMUM = 0.3
# Above the bid.
HIGHEST = 5_00


@dataclass(frozen=True)
class Person:
    id: int
    name: str
    headers: dict[str, str]
    by_socket: bool = False


@dataclass
class Play:
    platform: Platform
    http: aiohttp.ClientSession
    auction_id: int
    attempts: list[Attempt] = field(default_factory=list)
    watchers: list[Watcher] = field(default_factory=list)
    prices: list[int] = field(default_factory=list)
    # Every outcome that was shown.
    outcomes: set[str] = field(default_factory=set)
    minimum: int = TERMS.start + TERMS.increment
    # The newest confirmed bid and its bidder. The leader does not bid against themselves (U21).
    leader: tuple[int, int] = (0, 0)
    unanswered: int = 0
    stopping: bool = False

    def __post_init__(self) -> None:
        self.watchers = [Watcher(self) for _ in range(WATCHERS)]

    def accepted(self, since: float = 0.0) -> list[Attempt]:
        return [
            attempt for attempt in self.attempts if attempt.outcome == "accepted" and attempt.began >= since
        ]

    def receipt_times(self, since: float) -> list[float]:
        prices = [item.amount for item in self.accepted(since)]
        alone = [
            [watcher.received_at[price] for price in prices if price in watcher.received_at]
            for watcher in self.watchers
        ]
        return [max(min(moments) for moments in alone)] if all(alone) else []


async def newcomer(http: aiohttp.ClientSession, mail: str, name: str, *, by_socket: bool = False) -> Person:
    account = await tests.support.newcomer.newcomer(http, "", mail, name)
    return Person(account["user"]["id"], name, _bearer(account), by_socket)


async def signed_in_again(http: aiohttp.ClientSession, person: Person) -> Person:
    """A fresh token, for plays that outlast one."""
    return replace(person, headers=_bearer(await tests.support.newcomer.signed_in(http, "", person.name)))


def _bearer(account: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {account['token']}"}


async def listed(http: aiohttp.ClientSession, seller: Person, ends_in: timedelta = timedelta(hours=2)) -> int:
    terms = {
        "startingPrice": TERMS.start / 100,
        "bidIncrement": TERMS.increment / 100,
        "endsAt": (datetime.now(UTC) + ends_in).isoformat(),
    }
    bottle = {"name": "Oud", "brand": "Wangi", "description": "Little used.", "categoryId": 2, "volume": 50}
    listing = bottle | {"listingType": "auction", "auction": terms}
    headers = seller.headers | {"Idempotency-Key": secrets.token_hex(8)}
    while True:
        async with http.post("/api/products", json=listing, headers=headers) as answer:
            assert answer.status in PASSING | {201}, await answer.text()
            if answer.status == 201:
                auction_id: int = (await answer.json())["auction"]["id"]
                break
        await asyncio.sleep(PACE)
    async with http.get(f"/api/auctions/{auction_id}") as page:
        assert page.status == 200, await page.text()
    return auction_id


async def bid(play: Play, person: Person) -> None:
    """The extra sen identify the bid."""
    line = Line(play, person) if person.by_socket else None
    while not play.stopping:
        if play.leader[1] != person.id:
            amount = play.minimum + random.randrange(100)
            most = amount + random.randrange(1, HIGHEST) if random.random() < A_MAXIMUM else None
            attempt = await _attempt(play, person, Offer(amount, most), line)
            play.attempts += [attempt] if attempt else []
            if attempt and attempt.outcome == "ended":
                break
        await asyncio.sleep(PACE)
    if line is not None:
        await line.close()


@dataclass(frozen=True)
class Offer:
    amount: int
    most: int | None = None

    @property
    def form(self) -> dict[str, float]:
        return {"amount": self.amount / 100} | ({"maxAmount": self.most / 100} if self.most else {})


class Line:
    """A live connection that reconnects."""

    def __init__(self, play: Play, person: Person) -> None:
        self._play, self._person = play, person
        self._ws: ClientConnection | None = None

    async def say(self, key: str, offer: Offer) -> dict[str, Any] | None:
        try:
            async with asyncio.timeout(5):
                ws = self._ws = self._ws or await self._opened()
                form = {"auctionId": self._play.auction_id} | offer.form
                await ws.send(json.dumps({"type": "placeBid", "id": key} | form))
                while True:
                    frame: dict[str, Any] = json.loads(await ws.recv())
                    if frame.get("id") == key:
                        return None if frame.get("code") == "unavailable" else frame
        except (OSError, TimeoutError, WebSocketException):
            await self.close()
            self._play.unanswered += 1
            return None

    async def close(self) -> None:
        ws, self._ws = self._ws, None
        if ws is not None:
            await ws.close()

    async def _opened(self) -> ClientConnection:
        ws = await connect(f"ws://{self._play.platform.gateway_address}/ws", open_timeout=2, close_timeout=1)
        await ws.send(json.dumps({"type": "auth", "token": self._person.headers["Authorization"][7:]}))
        return ws


async def _attempt(play: Play, person: Person, offer: Offer, line: Line | None) -> Attempt | None:
    """An unknown outcome is sent once more. None if the person already led."""
    key, began, doubtful = uuid.uuid4().hex, time.monotonic(), False
    # The same key has the same response over HTTP and the live connection.
    spoken = await line.say(key, offer) if line is not None else None
    while (answer := await _send(play, person, key, offer)) is None and time.monotonic() < began + GIVE_UP:
        doubtful = True
    attempt = Attempt(person.id, offer.amount, began, time.monotonic(), "unknown", most=offer.most)
    if answer is None:
        return attempt
    body = json.loads(answer[1])
    if spoken is not None and spoken["type"] == "bidAccepted" and body.get("bid") != spoken["bid"]:
        # Accepted but forgotten: the checker reports it as lost.
        return replace(attempt, outcome="accepted")
    if answer[0] == 409:
        return _refused(play, attempt, body)
    again = await _send(play, person, key, offer) if doubtful else None
    answers = frozenset(text for _, text in (answer, again or answer))
    figures = body["auction"]
    play.minimum = max(play.minimum, sen(figures["minimumBid"]))
    play.leader = max(play.leader, (figures["bidCount"], figures["currentBidderId"]))
    outcome: Outcome = "raised" if body["result"] == "raised" else "accepted"
    return replace(attempt, outcome=outcome, seq=figures["bidCount"], answers=answers)


def _refused(play: Play, attempt: Attempt, body: dict[str, Any]) -> Attempt | None:
    if body["code"] == "maximum_not_raised":
        return None
    if body["code"] == "auction_ended":
        return replace(attempt, outcome="ended")
    assert body["code"] == "bid_too_low", body
    minimum = sen(body["details"]["minimum"])
    play.minimum = max(play.minimum, minimum)
    return replace(attempt, outcome="too low", minimum=minimum)


async def _send(play: Play, person: Person, key: str, offer: Offer) -> tuple[int, str] | None:
    try:
        headers = person.headers | {"Idempotency-Key": key}
        path = f"/api/auctions/{play.auction_id}/bids"
        async with play.http.post(path, json=offer.form, headers=headers) as answer:
            text = await answer.text()
            if answer.status not in PASSING:
                assert answer.status in (201, 409), f"{answer.status}: {text}"
                return answer.status, text
    except (aiohttp.ClientError, OSError, TimeoutError):
        pass
    play.unanswered += 1
    await asyncio.sleep(PACE)
    return None
