"""Watchers of the live room and readers of the page, during failures."""

import asyncio
import json
import time
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import aiohttp
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.faults.ends import Screen

if TYPE_CHECKING:
    from tests.faults.people import Play

# After these the outcome is unknown.
PASSING = frozenset({502, 503, 504})
PACE = 0.03
_BOOTED = time.time() - time.monotonic()


def on_our_clock(moment: datetime | str) -> float:
    parsed = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return parsed.timestamp() - _BOOTED


def sen(ringgit: float) -> int:
    return round(ringgit * 100)


@dataclass
class Watcher:
    play: "Play"
    screen: Screen = field(default_factory=Screen)
    sights: list[tuple[int, int]] = field(default_factory=list)
    last_seen: int = 0
    skipped: list[tuple[int, int]] = field(default_factory=list)
    received_at: dict[int, float] = field(default_factory=dict)

    async def watch(self) -> None:
        """Stay in the live room and reconnect, until cancelled."""
        while True:
            try:
                async with connect(f"ws://{self.play.platform.gateway_address}/ws", open_timeout=2) as ws:
                    await ws.send(json.dumps({"type": "joinAuction", "auctionId": self.play.auction_id}))
                    await self._sit(ws)
            except (OSError, TimeoutError, WebSocketException):
                pass
            await asyncio.sleep(PACE)

    async def _sit(self, ws: ClientConnection) -> None:
        entered, newest = False, 0
        async for text in ws:
            frame = json.loads(text)
            if frame["type"] == "error":
                return
            if frame["type"] not in ("newBid", "auctionExtended", "auctionEnded", "resync"):
                continue
            first = frame.get("fromSeq") or frame["seq"]  # A busy room combines frames.
            if entered and first > newest + 1:
                self.skipped.append((newest, first))
            entered = entered or frame["type"] == "resync"
            # Before the room's position is known, earlier frames may be missing.
            missed = first > self.screen.seq + (0 if frame["type"] == "resync" else 1)
            if missed and not await self._ask_again():
                return
            self._record(frame)
            # A bid may arrive before the room's position.
            newest = max(newest, frame["seq"])
            self.last_seen = max(self.last_seen, newest if entered else 0)

    def _record(self, frame: dict[str, Any]) -> None:
        seq, changed = frame["seq"], dict[str, Any]()
        if frame["type"] == "newBid":
            figures = frame["auction"]
            self.sights.append((seq, sen(figures["currentBid"])))
            self.received_at.setdefault(sen(figures["currentBid"]), time.monotonic())
            changed = {"price": sen(figures["currentBid"]), "ends_at": on_our_clock(figures["endsAt"])}
        elif frame["type"] == "auctionExtended":
            changed = {"ends_at": on_our_clock(frame["endsAt"])}
        elif frame["type"] == "auctionEnded":
            changed = {"outcome": frame["outcome"], "winner_id": frame["winnerId"]}
            self.play.outcomes.add(frame["outcome"])
        if changed and seq >= self.screen.seq:
            self.screen = replace(self.screen, seq=seq, **changed)

    async def _ask_again(self) -> bool:
        """As a client does if the room is ahead."""
        page = await loaded(self.play)
        if page is not None and page["seq"] >= self.screen.seq:
            self.screen = screen_of(page)
        return page is not None


def screen_of(page: dict[str, Any]) -> Screen:
    price, end = sen(page["currentBid"] or 0), on_our_clock(page["endsAt"])
    return Screen(page["seq"], price, end, page["outcome"], page["winnerId"])


async def loaded(play: "Play") -> dict[str, Any] | None:
    try:
        async with play.http.get(f"/api/auctions/{play.auction_id}") as answer:
            if answer.status in PASSING:
                return None
            assert answer.status == 200, f"{answer.status}: {await answer.text()}"
            page: dict[str, Any] = await answer.json()
    except (aiohttp.ClientError, OSError, TimeoutError):
        return None
    if page["outcome"] is not None:
        play.outcomes.add(page["outcome"])
    return page


async def read(play: "Play") -> None:
    while True:
        page = await loaded(play)
        if page is not None:
            play.prices.append(sen(page["currentBid"] or 0))
        await asyncio.sleep(PACE)
