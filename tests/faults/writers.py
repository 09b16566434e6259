"""People who write over live connections during failures."""

import asyncio
import json
import random
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.faults.people import GIVE_UP, Person
from tests.faults.platform import Platform
from tests.faults.threads import Line, SentMessage
from tests.faults.watchers import PACE, PASSING

# The share of turns that mark messages as read.
READS = 0.2
TABS = 3
ANSWERED_WITHIN = 3.0
A_PAGE = 100


@dataclass
class Talk:
    platform: Platform
    http: aiohttp.ClientSession
    pair: tuple[Person, Person]
    sent: list[SentMessage] = field(default_factory=list)
    marks: dict[int, int] = field(default_factory=dict)
    tabs: list["Tab"] = field(default_factory=list)
    stopping: bool = False
    unanswered: int = 0

    def __post_init__(self) -> None:
        self.marks = {person.id: 0 for person in self.pair}
        one, other = self.pair
        self.tabs = [Tab(self, me, them) for me, them in ((one, other), (other, one)) for _ in range(TABS)]

    def acknowledged(self, since: float = 0.0) -> int:
        return sum(bool(item.seqs) and item.began >= since for item in self.sent)

    async def stored_lines(self) -> list[Line]:
        low, high = sorted(person.id for person in self.pair)
        query = (
            "SELECT m.seq, m.id, m.sender_id, m.content AS words FROM messaging.messages m "
            "JOIN messaging.conversations c ON c.id = m.conversation_id "
            "WHERE c.low_id = $1 AND c.high_id = $2 ORDER BY m.seq"
        )
        return [Line(**row) for row in await self.platform.rows(query, low, high)]

    async def fetched(self, reader: Person) -> list[Line]:
        (tab, *_) = (item for item in self.tabs if item.person is reader)
        return await tab.changed_after(0)

    async def unread(self) -> dict[int, int]:
        counts = {}
        for person in self.pair:
            async with self.http.get("/api/messages/unread-count", headers=person.headers) as answer:
                assert answer.status == 200, await answer.text()
                counts[person.id] = (await answer.json())["count"]
        return counts


class Tab:
    def __init__(self, talk: Talk, person: Person, other: Person) -> None:
        self.talk, self.person, self.other = talk, person, other
        self.lines: dict[int, Line] = {}
        self._ws: ClientConnection | None = None
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._behind, self._connected = asyncio.Event(), asyncio.Event()

    @property
    def screen(self) -> list[Line]:
        return [self.lines[seq] for seq in sorted(self.lines)]

    @property
    def is_connected(self) -> bool:
        return self._connected.is_set()

    def cut(self) -> None:
        if self._ws is not None:
            self._ws.transport.abort()
        self._connected.clear()

    async def stay(self) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(self._catch_up())
            group.create_task(self._listen())

    async def call(self, name: str, key: str, **fields: Any) -> dict[str, Any] | None:
        answered = self._answers[key] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                await self._connected.wait()
                ws = self._ws
                assert ws is not None
                await ws.send(json.dumps({"type": name, "id": key} | fields))
                frame: dict[str, Any] = await answered
                return frame
        except (OSError, TimeoutError, WebSocketException):
            return None
        finally:
            self._answers.pop(key, None)

    async def changed_after(self, seq: int) -> list[Line]:
        found: list[Line] = []
        path = f"/api/messages/conversation/{self.other.id}"
        while True:
            query = {"after": str(found[-1].seq if found else seq), "limit": str(A_PAGE)}
            async with self.talk.http.get(path, params=query, headers=self.person.headers) as answer:
                if answer.status in PASSING:
                    raise aiohttp.ClientError(answer.status)
                assert answer.status == 200, await answer.text()
                page = [_line(item) for item in await answer.json()]
            found += page
            if len(page) < A_PAGE:
                return found

    async def _listen(self) -> None:
        token = self.person.headers["Authorization"].removeprefix("Bearer ")
        while True:
            try:
                address = f"ws://{self.talk.platform.gateway_address}/ws"
                async with connect(address, open_timeout=2, close_timeout=1) as ws:
                    await ws.send(json.dumps({"type": "auth", "token": token}))
                    async for text in ws:
                        self._take(ws, json.loads(text))
            except (OSError, TimeoutError, WebSocketException):
                pass
            self._ws = None
            self._connected.clear()
            for answered in self._answers.values():
                if not answered.done():
                    answered.set_exception(TimeoutError())
            await asyncio.sleep(PACE)

    def _take(self, ws: ClientConnection, frame: dict[str, Any]) -> None:
        if frame["type"] == "auth_success":
            self._ws = ws
            self._connected.set()
            self._behind.set()  # Messages may have been missed.
        answered = self._answers.get(frame.get("id", ""))
        if answered is not None and not answered.done():
            answered.set_result(frame)
        message = frame.get("message")
        if isinstance(message, dict) and {message["senderId"], message["receiverId"]} == {
            self.person.id,
            self.other.id,
        }:
            self._show(_line(message))

    def _show(self, line: Line) -> None:
        self.lines[line.seq] = line
        if len(self.lines) != max(self.lines):
            self._behind.set()

    async def _catch_up(self) -> None:
        while True:
            await self._behind.wait()
            self._behind.clear()
            known = next(n for n in range(len(self.lines) + 1) if n + 1 not in self.lines)
            try:
                for line in await self.changed_after(known):
                    self.lines[line.seq] = line
            except (aiohttp.ClientError, OSError, TimeoutError):
                await asyncio.sleep(PACE)
                self._behind.set()


async def write(talk: Talk, tab: Tab) -> None:
    number = 0
    while not talk.stopping:
        if random.random() < READS and (theirs := _newest_of_other(tab)) is not None:
            await _mark(talk, tab, theirs)
        else:
            number += 1
            await _say(talk, tab, f"{tab.person.name} {uuid.uuid4().hex[:8]} {number}")
        await asyncio.sleep(PACE)


async def _say(talk: Talk, tab: Tab, words: str) -> None:
    """An unknown outcome is sent again and must give the same response."""
    key, began, doubtful, seqs = uuid.uuid4().hex, time.monotonic(), False, set[int]()
    while time.monotonic() < began + GIVE_UP:
        frame = await tab.call("send_message", key, receiverId=tab.other.id, content=words, clientId=key)
        if frame is None or frame["type"] == "error":
            assert frame is None or frame["code"] in ("unavailable", "outcome_unknown"), frame
            doubtful = True
            talk.unanswered += 1
            await asyncio.sleep(PACE)
            continue
        seqs.add(frame["message"]["seq"])
        if not doubtful:
            break
        doubtful = False
    talk.sent.append(SentMessage(tab.person.id, words, began, time.monotonic(), frozenset(seqs)))


async def _mark(talk: Talk, tab: Tab, newest: Line) -> None:
    while True:
        frame = await tab.call("mark_read", uuid.uuid4().hex, messageId=newest.id)
        if frame is not None and frame["type"] == "messages_read":
            talk.marks[tab.person.id] = max(talk.marks[tab.person.id], newest.seq)
            return
        assert frame is None or frame["code"] in ("unavailable", "outcome_unknown"), frame
        talk.unanswered += 1
        await asyncio.sleep(PACE)


def _newest_of_other(tab: Tab) -> Line | None:
    theirs = [line for line in tab.lines.values() if line.sender_id == tab.other.id]
    return max(theirs, key=lambda line: line.seq, default=None)


def _line(message: dict[str, Any]) -> Line:
    return Line(message["seq"], message["id"], message["senderId"], message["content"])
