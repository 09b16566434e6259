"""New and changed messages for the people who are connected here: a fact has no words, so messaging is asked
for them."""

import asyncio
import json
from collections import deque
from typing import Any

import structlog

from gateway import metrics
from gateway.edge.services import ServiceClient
from gateway.live.hub import Hub
from libs.contracts.events.messaging import MessageChanged, MessageSent
from libs.contracts.live import user_room
from libs.kit.http.errors import DomainError

log = structlog.get_logger(__name__)

# Asked for in one call; while it is under way the next ones gather.
AT_ONCE = 100
# More than that wait only while messaging is away; clients see the gap in `seq` and ask over HTTP.
MOST_WAITING = 10_000
PAUSES = (0.2, 0.6, 1.8)


class MessageFrames:
    """Sends each message to the open connections of its two people, as each of them may see it."""

    def __init__(self, hub: Hub, services: ServiceClient) -> None:
        self._hub, self._services = hub, services
        self._waiting: deque[MessageSent | MessageChanged] = deque(maxlen=MOST_WAITING)
        self._heard = asyncio.Event()

    def hear(self, fact: MessageSent | MessageChanged) -> None:
        """Take a message up if one of its people is connected here."""
        if self._viewers(fact):
            self._waiting.append(fact)
            self._heard.set()

    async def send(self) -> None:
        """Send what was heard, in its order."""
        while True:
            await self._heard.wait()
            self._heard.clear()
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(AT_ONCE, len(self._waiting)))]
                try:
                    await self._send(batch)
                except Exception:
                    metrics.FACTS_FAILED.inc()
                    log.exception("messages_not_sent", count=len(batch))

    async def _send(self, batch: list[MessageSent | MessageChanged]) -> None:
        ids = ",".join(str(one) for one in sorted({fact.message_id for fact in batch}))
        viewers = ",".join(str(one) for one in sorted({one for fact in batch for one in self._viewers(fact)}))
        if not viewers:
            return
        views = await self._asked(f"/internal/messages?ids={ids}&viewers={viewers}")
        shown = {(int(view["viewerId"]), int(view["message"]["id"])): view["message"] for view in views}
        for fact in batch:
            for viewer in (fact.sender_id, fact.receiver_id):
                message = shown.get((viewer, fact.message_id))
                if message is not None:
                    body = json.dumps({"message": message}, ensure_ascii=False, separators=(",", ":"))
                    self._hub.publish(user_room(viewer), _name(fact, viewer), body)

    async def _asked(self, path: str) -> list[dict[str, Any]]:
        for pause in PAUSES:
            try:
                return list(await self._services.asked("messaging", path))
            except DomainError:
                await asyncio.sleep(pause)
        return list(await self._services.asked("messaging", path))

    def _viewers(self, fact: MessageSent | MessageChanged) -> list[int]:
        people = (fact.sender_id, fact.receiver_id)
        return [person for person in people if self._hub.watched(user_room(person))]


def _name(fact: MessageSent | MessageChanged, viewer: int) -> str:
    if isinstance(fact, MessageChanged):
        return "message_changed"
    return "message_sent" if viewer == fact.sender_id else "new_message"
