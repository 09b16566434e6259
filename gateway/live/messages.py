"""New and changed messages for the people who are connected here.

A message that was sent through this replica is shown as soon as messaging has answered. Of all others a fact
comes, which has no words, so messaging is asked for them."""

import asyncio
import json
from collections import OrderedDict, deque
from typing import Any

import structlog

from gateway import metrics
from gateway.edge.batches import CallBatcher
from gateway.edge.services import ServiceClient
from gateway.edge.trace import new_traceparent
from gateway.edge.upstreams import Upstreams
from gateway.live.hub import Hub
from libs.contracts.events.messaging import MessageChanged, MessageSent
from libs.contracts.messages import PATH, SubmittedMessage
from libs.contracts.rooms import user_room
from libs.kit.http.errors import DomainError, OutcomeUnknown, Unavailable
from libs.kit.process import telemetry

log = structlog.get_logger(__name__)

# Asked for in one call; while it is under way the next ones gather.
AT_ONCE = 100
# More than that wait only while messaging is away; clients see the gap in `seq` and ask over HTTP.
MOST_WAITING = 10_000
PAUSES = (0.2, 0.6, 1.8)
# Messages shown before their fact has come; the fact of an older one would show it again, which is harmless.
MOST_SHOWN = 10_000
# A longer message goes alone.
MOST_BYTES = 4_096


class MessageFrames:
    """Sends each message to the open connections of its two people, as each of them may see it."""

    def __init__(self, hub: Hub, services: ServiceClient) -> None:
        self._hub, self._services = hub, services
        self._waiting: deque[MessageSent | MessageChanged] = deque(maxlen=MOST_WAITING)
        self._heard = asyncio.Event()
        self._shown: OrderedDict[int, None] = OrderedDict()

    def show(self, sent: dict[str, Any], received: dict[str, Any]) -> None:
        """Show a message that was sent just now, as its sender and as its receiver sees it."""
        self._shown[int(sent["id"])] = None
        if len(self._shown) > MOST_SHOWN:
            self._shown.popitem(last=False)
        self._publish(int(sent["senderId"]), "message_sent", sent)
        self._publish(int(sent["receiverId"]), "new_message", received)

    def hear(self, fact: MessageSent | MessageChanged) -> None:
        """Take a message up if one of its people is connected here and has not been shown it."""
        if isinstance(fact, MessageSent) and fact.message_id in self._shown:
            del self._shown[fact.message_id]
        elif self._viewers(fact):
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
                    self._publish(viewer, _name(fact, viewer), message)

    async def _asked(self, path: str) -> list[dict[str, Any]]:
        for pause in PAUSES:
            try:
                return list(await self._services.asked("messaging", path))
            except DomainError:
                await asyncio.sleep(pause)
        return list(await self._services.asked("messaging", path))

    def _publish(self, viewer: int, name: str, message: dict[str, Any]) -> None:
        body = json.dumps({"message": message}, ensure_ascii=False, separators=(",", ":"))
        self._hub.publish(user_room(viewer), name, body)

    def _viewers(self, fact: MessageSent | MessageChanged) -> list[int]:
        people = (fact.sender_id, fact.receiver_id)
        return [person for person in people if self._hub.watched(user_room(person))]


def _name(fact: MessageSent | MessageChanged, viewer: int) -> str:
    if isinstance(fact, MessageChanged):
        return "message_changed"
    return "message_sent" if viewer == fact.sender_id else "new_message"


class MessageSender:
    """Sends the ordinary messages of sockets, together with others, and shows them."""

    def __init__(self, upstreams: Upstreams, secret: str, frames: MessageFrames) -> None:
        self._calls: CallBatcher[SubmittedMessage] = CallBatcher(
            upstreams, secret, "messaging", PATH, most_bytes=MOST_BYTES
        )
        self._frames = frames

    async def send(self, body: dict[str, Any], token: str, key: str | None) -> dict[str, Any] | None:
        """Return the message as its sender sees it; None for one that must go to the ordinary route."""
        call = SubmittedMessage(json.dumps(body), token, key, telemetry.request_id(), new_traceparent())
        answer = await self._calls.place(call)
        if answer is None:
            return None
        if answer.status != 201:
            raise Unavailable if json.loads(answer.body).get("code") == Unavailable.code else OutcomeUnknown
        shown = json.loads(answer.body)
        self._frames.show(shown["sent"], shown["received"])
        sent: dict[str, Any] = shown["sent"]
        return sent
