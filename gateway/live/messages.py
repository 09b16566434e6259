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
from gateway.live.socket import as_json
from libs.contracts.events.messaging import MessageChanged, MessageSent
from libs.contracts.messages import PATH, ShownMessage, SubmittedMessage, shown_of
from libs.contracts.rooms import user_room
from libs.kit.http.errors import DomainError, OutcomeUnknown, Unavailable
from libs.kit.process import telemetry

log = structlog.get_logger(__name__)

# Asked for in one call; while it is under way the next ones gather.
AT_ONCE = 100
# More than that wait only while messaging is away; browsers read anew what then comes too late for them.
MOST_WAITING = 10_000
PAUSES = (0.2, 0.6, 1.8)
# A question that any messaging that is well answers.
ARE_YOU_THERE = "/internal/messages?ids=1&viewers=1"
# Messages shown before their fact has come, or by it before their answer; an older one would be shown again,
# which is harmless.
MOST_SHOWN = 10_000
# A longer message goes alone.
MOST_BYTES = 4_096


class MessageFrames:
    """Sends each message to the open connections of its two people, as each of them may see it."""

    def __init__(self, hub: Hub, services: ServiceClient) -> None:
        self._hub, self._services = hub, services
        self._waiting: deque[MessageSent | MessageChanged] = deque()
        # Who has not been told of a message, and will not be.
        self._behind: set[int] = set()
        self._heard = asyncio.Event()
        self._shown: OrderedDict[int, None] = OrderedDict()
        self._told: OrderedDict[int, None] = OrderedDict()

    def show(self, shown: ShownMessage) -> str:
        """Show a message that was sent just now to its two people; return the frame of its sender."""
        message_id, frame = int(shown.fields["id"]), _frame(shown.sent)
        if message_id in self._told:
            del self._told[message_id]
            return frame
        _remember(self._shown, message_id)
        # To the receiver first, who waits for it; its sender sees it already.
        self._hub.publish(user_room(int(shown.fields["receiverId"])), "new_message", _frame(shown.received))
        self._hub.publish(user_room(int(shown.fields["senderId"])), "message_sent", frame)
        return frame

    def hear(self, fact: MessageSent | MessageChanged) -> None:
        """Take a message up if one of its people is connected here and has not been shown it."""
        if isinstance(fact, MessageSent) and fact.message_id in self._shown:
            del self._shown[fact.message_id]
        elif self._viewers(fact):
            if len(self._waiting) >= MOST_WAITING:
                self._behind.update(self._viewers(self._waiting.popleft()))
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
                    self._behind.update(viewer for fact in batch for viewer in self._viewers(fact))
                    await self._until_messaging_answers()
                self._notify_who_is_behind()

    async def _until_messaging_answers(self) -> None:
        """Wait until messaging can be read again."""
        while True:
            try:
                await self._services.get_internal("messaging", ARE_YOU_THERE)
                return
            except DomainError:
                await asyncio.sleep(PAUSES[-1])

    def _notify_who_is_behind(self) -> None:
        for person in self._behind:
            self._hub.publish(user_room(person), "messages_resync", "{}")
        self._behind.clear()

    async def _send(self, batch: list[MessageSent | MessageChanged]) -> None:
        ids = ",".join(str(one) for one in sorted({fact.message_id for fact in batch}))
        viewers = ",".join(str(one) for one in sorted({one for fact in batch for one in self._viewers(fact)}))
        if not viewers:
            return
        views = await self._get_rows(f"/internal/messages?ids={ids}&viewers={viewers}")
        shown = {(int(view["viewerId"]), int(view["message"]["id"])): view["message"] for view in views}
        for fact in batch:
            if isinstance(fact, MessageSent):
                if fact.message_id in self._shown:
                    del self._shown[fact.message_id]
                    continue
                _remember(self._told, fact.message_id)
            for viewer in (fact.sender_id, fact.receiver_id):
                message = shown.get((viewer, fact.message_id))
                if message is not None:
                    self._publish(viewer, _name(fact, viewer), message)

    async def _get_rows(self, path: str) -> list[dict[str, Any]]:
        for pause in PAUSES:
            try:
                return list(await self._services.get_internal("messaging", path))
            except DomainError:
                await asyncio.sleep(pause)
        return list(await self._services.get_internal("messaging", path))

    def _publish(self, viewer: int, name: str, message: dict[str, Any]) -> None:
        self._hub.publish(user_room(viewer), name, _frame(as_json(message)))

    def _viewers(self, fact: MessageSent | MessageChanged) -> list[int]:
        people = (fact.sender_id, fact.receiver_id)
        return [person for person in people if self._hub.watched(user_room(person))]


def _remember(some: OrderedDict[int, None], message_id: int) -> None:
    some[message_id] = None
    if len(some) > MOST_SHOWN:
        some.popitem(last=False)


def _frame(message: str) -> str:
    return f'{{"message":{message}}}'


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

    async def send(self, body: dict[str, Any], token: str, key: str | None) -> str | None:
        """Return the answer to the message's sender; None for one that must go to the ordinary route."""
        call = SubmittedMessage(json.dumps(body), token, key, telemetry.request_id(), new_traceparent())
        answer = await self._calls.place(call)
        if answer is None:
            return None
        if answer.status != 201:
            raise Unavailable if json.loads(answer.body).get("code") == Unavailable.code else OutcomeUnknown
        return self._frames.show(shown_of(answer.body))
