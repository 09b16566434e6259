"""People who bid, watch and read while things die around them; each behaves as a good client does."""

import asyncio
import json
import random
import time
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import tests.support.newcomer
from tests.faults.history import Attempt, Terms
from tests.faults.house import House

TERMS = Terms(start=100_00, increment=1_00)
PASSING = frozenset({502, 503, 504})
"""Answers after which nobody knows whether the bid is in."""
GIVE_UP = 15.0
PACE = 0.03


@dataclass(frozen=True)
class Person:
    """Somebody who is signed in; some bid over a live connection first."""

    id: int
    headers: dict[str, str]
    by_socket: bool = False


@dataclass
class Play:
    """One auction and everything that people did and saw."""

    house: House
    http: aiohttp.ClientSession
    auction_id: int
    attempts: list[Attempt] = field(default_factory=list)
    sights: list[tuple[int, int]] = field(default_factory=list)
    prices: list[int] = field(default_factory=list)
    last_seen: int = 0
    skipped: list[tuple[int, int]] = field(default_factory=list)
    heard_at: dict[int, float] = field(default_factory=dict)
    minimum: int = TERMS.start + TERMS.increment
    leader: tuple[int, int] = (0, 0)
    """The newest bid that was answered, and whose it is: whoever leads does not bid against themself (U21)."""
    unanswered: int = 0
    stopping: bool = False

    def accepted(self, since: float = 0.0) -> list[Attempt]:
        """The bids that were begun since then and accepted."""
        return [one for one in self.attempts if one.outcome == "accepted" and one.began >= since]

    def heard(self, since: float) -> list[float]:
        """The moments at which the watcher heard, live, of the bids that were begun since then."""
        versions = [(one.seq or 0) + 1 for one in self.accepted(since)]
        return [self.heard_at[version] for version in versions if version in self.heard_at]


async def newcomer(http: aiohttp.ClientSession, mail: str, name: str, *, by_socket: bool = False) -> Person:
    """Somebody who registered at the door and opened the mail."""
    told = await tests.support.newcomer.newcomer(http, "", mail, name)
    return Person(told["user"]["id"], {"Authorization": f"Bearer {told['token']}"}, by_socket)


async def listed(http: aiohttp.ClientSession, seller: Person) -> int:
    """List a perfume as an auction; the auction's id, once its page is there."""
    terms = {
        "startingPrice": TERMS.start / 100,
        "bidIncrement": TERMS.increment / 100,
        "endsAt": (datetime.now(UTC) + timedelta(hours=2)).isoformat(),
    }
    bottle = {"name": "Oud", "brand": "Wangi", "description": "Little used.", "categoryId": 2, "volume": 50}
    listing = bottle | {"listingType": "auction", "auction": terms}
    async with http.post("/api/products", json=listing, headers=seller.headers) as answer:
        assert answer.status == 201, await answer.text()
        auction_id: int = (await answer.json())["auction"]["id"]
    async with http.get(f"/api/auctions/{auction_id}") as page:
        assert page.status == 200, await page.text()
    return auction_id


async def bid(play: Play, person: Person) -> None:
    """Bid the lowest price and a few sen until the play stops; the sen make an amount one's own."""
    line = Line(play, person) if person.by_socket else None
    while not play.stopping:
        if play.leader[1] != person.id:
            attempt = await _attempt(play, person, play.minimum + random.randrange(100), line)
            play.attempts += [attempt] if attempt else []
        await asyncio.sleep(PACE)
    if line is not None:
        await line.close()


class Line:
    """Somebody's live connection, opened when it is needed and again when it has ended."""

    def __init__(self, play: Play, person: Person) -> None:
        self._play, self._person = play, person
        self._ws: ClientConnection | None = None

    async def say(self, key: str, amount: int) -> dict[str, Any] | None:
        """Bid; the answer, or None when its fate is unknown."""
        try:
            async with asyncio.timeout(5):
                ws = self._ws = self._ws or await self._opened()
                told = {"auctionId": self._play.auction_id, "amount": amount / 100}
                await ws.send(json.dumps({"type": "placeBid", "id": key} | told))
                while True:
                    frame: dict[str, Any] = json.loads(await ws.recv())
                    if frame.get("id") == key:
                        return None if frame.get("code") == "unavailable" else frame
        except (OSError, TimeoutError, WebSocketException):
            await self.close()
            self._play.unanswered += 1
            return None

    async def close(self) -> None:
        """No more of it."""
        ws, self._ws = self._ws, None
        if ws is not None:
            await ws.close()

    async def _opened(self) -> ClientConnection:
        ws = await connect(f"ws://{self._play.house.door}/ws", open_timeout=2, close_timeout=1)
        await ws.send(json.dumps({"type": "auth", "token": self._person.headers["Authorization"][7:]}))
        return ws


async def _attempt(play: Play, person: Person, amount: int, line: Line | None) -> Attempt | None:
    """Send a bid until there is an answer, always under the same key; one that was unknown is sent once more. None when
    it turned out that the person led already, which is no bid."""
    key, began, doubtful = uuid.uuid4().hex, time.monotonic(), False
    # What was said over the live connection is asked again over HTTP: the same key has the same answer at every door.
    spoken = await line.say(key, amount) if line is not None else None
    while (answer := await _send(play, person, key, amount)) is None and time.monotonic() < began + GIVE_UP:
        doubtful = True
    ended = time.monotonic()
    if answer is None:
        return Attempt(person.id, amount, began, ended, "unknown")
    told = json.loads(answer[1])
    if told.get("code") == "maximum_not_raised" or told.get("result") == "raised":
        return None
    if spoken is not None and spoken["type"] == "bidAccepted":
        assert told.get("bid") == spoken["bid"], (spoken, told)
    if answer[0] == 409:
        assert told["code"] == "bid_too_low", told
        play.minimum = max(play.minimum, _sen(told["details"]["minimum"]))
        return Attempt(person.id, amount, began, ended, "too low", minimum=_sen(told["details"]["minimum"]))
    again = await _send(play, person, key, amount) if doubtful else None
    answers = frozenset(text for _, text in (answer, again or answer))
    play.minimum = max(play.minimum, _sen(told["auction"]["minimumBid"]))
    play.leader = max(play.leader, (told["auction"]["bidCount"], person.id))
    return Attempt(person.id, amount, began, ended, "accepted", seq=told["auction"]["bidCount"], answers=answers)


async def _send(play: Play, person: Person, key: str, amount: int) -> tuple[int, str] | None:
    """One request; None when its fate is unknown, after a breath."""
    try:
        headers = person.headers | {"Idempotency-Key": key}
        path = f"/api/auctions/{play.auction_id}/bids"
        async with play.http.post(path, json={"amount": amount / 100}, headers=headers) as answer:
            text = await answer.text()
            if answer.status not in PASSING:
                assert answer.status in (201, 409), f"{answer.status}: {text}"
                return answer.status, text
    except (aiohttp.ClientError, OSError, TimeoutError):
        pass
    play.unanswered += 1
    await asyncio.sleep(PACE)
    return None


async def watch(play: Play) -> None:
    """Sit in the live room, and come again whenever the connection ends; until cancelled."""
    while True:
        try:
            async with connect(f"ws://{play.house.door}/ws", open_timeout=2) as ws:
                await ws.send(json.dumps({"type": "joinAuction", "auctionId": play.auction_id}))
                await _sit(play, ws)
        except (OSError, TimeoutError, WebSocketException):
            pass
        await asyncio.sleep(PACE)


async def _sit(play: Play, ws: ClientConnection) -> None:
    """Take in frames until the end of the connection, or until it turns out that the room could not be entered."""
    entered, newest = False, 0
    async for text in ws:
        frame = json.loads(text)
        if frame["type"] == "error":
            return
        if frame["type"] == "newBid":
            _saw(play, frame)
            first = frame.get("fromSeq") or frame["seq"]  # a busy room is told of several at once
            if entered and first > newest + 1:
                play.skipped.append((newest, first))
        if frame["type"] in ("newBid", "resync"):
            # A bid may be heard before the answer to the question where the room stands.
            entered, newest = entered or frame["type"] == "resync", max(newest, frame["seq"])
            play.last_seen = max(play.last_seen, newest if entered else 0)


def _saw(play: Play, frame: dict[str, Any]) -> None:
    play.sights.append((frame["seq"], _sen(frame["auction"]["currentBid"])))
    play.heard_at.setdefault(frame["seq"], time.monotonic())


async def read(play: Play) -> None:
    """Load the auction's page again and again as a guest, until cancelled."""
    while True:
        try:
            async with play.http.get(f"/api/auctions/{play.auction_id}") as answer:
                if answer.status == 200:
                    play.prices.append(_sen((await answer.json())["currentBid"] or 0))
                else:
                    assert answer.status in PASSING, f"{answer.status}: {await answer.text()}"
        except (aiohttp.ClientError, OSError, TimeoutError):
            pass
        await asyncio.sleep(PACE)


def _sen(ringgit: float) -> int:
    return round(ringgit * 100)
