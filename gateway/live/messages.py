"""New and changed messages for the people who are connected to this replica.

A message that was sent through this replica is published as soon as messaging has responded. Events of all
other messages have no text, so the text is queried from messaging. Both ways keep the order of the
conversation."""

import asyncio
import json
from collections import OrderedDict, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import structlog

from gateway import metrics
from gateway.http.batches import CallBatcher
from gateway.http.services import ServiceClient
from gateway.http.trace import new_traceparent
from gateway.http.upstreams import Upstreams
from gateway.live.hub import Hub
from gateway.live.refusals import Refused, refusal_of
from gateway.live.socket import as_json
from libs.contracts.events.messaging import MessageChanged, MessageSent
from libs.contracts.messages import PATH, ShownMessage, SubmittedMessage, shown_of
from libs.contracts.rooms import user_room
from libs.kit.errors import DomainError, NotFound, OutcomeUnknown, Unavailable
from libs.kit.process import telemetry

log = structlog.get_logger(__name__)

# Maximum number of messages per query. Later messages are collected during the query.
AT_ONCE = 100
# The queue only reaches this size while messaging is unavailable. People whose message is dropped must
# resync.
MAX_WAITING = 10_000
PAUSES = (0.2, 0.6, 1.8)
# Any healthy messaging service responds to this query.
ARE_YOU_THERE = "/internal/messages?ids=1&viewers=1"
# Number of ids of published messages to remember. The event of a forgotten message publishes it again, and
# clients ignore repeats.
MAX_PUBLISHED = 50_000
# Number of conversations whose last sequence number is remembered. For other conversations, preceding
# messages are queried from messaging.
MAX_CONVERSATIONS = 20_000
# Time limit for querying missing messages of a conversation, including retries. After this time, sender and
# receiver must resync.
MISSING_SECONDS, MISSING_PAUSE = 1.0, 0.2
# How long a reply waits for earlier messages of the conversation.
ANSWER_SECONDS = 2.0
# Longer messages are sent alone.
MAX_BYTES = 4_096


@dataclass(eq=False, slots=True)
class _Entry:
    """A queued message or change, for sender and receiver."""

    conversation_id: int
    seq: int
    message_id: int
    sender_id: int
    receiver_id: int
    is_new: bool = True
    # Frames by viewer. If None, messaging is queried.
    frames: dict[int, str] | None = None
    # Path of the query for earlier messages that this replica has not seen.
    missing: str | None = None
    is_published: asyncio.Event = field(default_factory=asyncio.Event)


class MessageFrames:
    """Publishes each message to sender and receiver, in the order of the conversation.

    Messages of a conversation are numbered. A message is published immediately if it has the next number and
    no other message of the conversation is queued. Otherwise the message is queued, and the missing messages
    before it are queried from messaging. Events arrive in order and go to the same queue, so if a response
    was lost, the event publishes the message."""

    def __init__(self, hub: Hub, services: ServiceClient) -> None:
        self._hub, self._services = hub, services
        self._queue: deque[_Entry] = deque()
        # The last entry of each conversation that is queued or being queried.
        self._last_queued: dict[int, _Entry] = {}
        self._is_filled = asyncio.Event()
        # People who missed a message and must resync.
        self._behind: set[int] = set()
        self._published: OrderedDict[int, None] = OrderedDict()
        self._last_seqs: OrderedDict[int, int] = OrderedDict()

    async def publish_answered(self, shown: ShownMessage) -> str:
        """Publish a message that messaging has just stored. Returns the frame for the sender."""
        entry = _entry_of(shown.fields)
        frame = _frame(shown.sent)
        # To the receiver first, because the sender already sees the message.
        entry.frames = {entry.receiver_id: _frame(shown.received), entry.sender_id: frame}
        await self._publish_in_order(entry)
        return frame

    async def publish_stored(self, message: dict[str, Any]) -> None:
        await self._publish_in_order(_entry_of(message))

    def deliver(self, event: MessageSent | MessageChanged) -> None:
        """Queue the message of an event if its sender or receiver is connected here. Already published
        messages are skipped."""
        is_new = isinstance(event, MessageSent)
        self._advance(event.conversation_id, event.seq)
        if is_new and event.message_id in self._published:
            return
        place = event.conversation_id, event.seq, event.message_id
        entry = _Entry(*place, event.sender_id, event.receiver_id, is_new)
        if self._viewers(entry):
            self._enqueue(entry)

    async def send(self) -> None:
        while True:
            await self._is_filled.wait()
            self._is_filled.clear()
            while self._queue:
                batch = [self._queue.popleft() for _ in range(min(AT_ONCE, len(self._queue)))]
                try:
                    await self._send(batch)
                except Exception:
                    metrics.EVENTS_FAILED.inc()
                    log.exception("messages_not_sent", count=len(batch))
                    self._behind.update(viewer for entry in batch for viewer in self._viewers(entry))
                    await self._until_messaging_answers()
                finally:
                    for entry in batch:
                        self._dequeue(entry)
                self._notify_who_is_behind()

    async def _publish_in_order(self, entry: _Entry) -> None:
        last = self._advance(entry.conversation_id, entry.seq)
        # Otherwise the message's event or a query for a later message came first, or the message was
        # repeated.
        if last is None or entry.seq > last:
            entry.missing = _missing_before(entry, last)
            if entry.frames and not entry.missing and entry.conversation_id not in self._last_queued:
                self._publish(entry)
            else:
                self._enqueue(entry)
        queued = self._last_queued.get(entry.conversation_id)
        if queued is None:
            return
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await queued.is_published.wait()
        except TimeoutError:
            log.warning("message_not_shown_yet")

    def _advance(self, conversation_id: int, seq: int) -> int | None:
        """Record a sequence number of a conversation. Returns the highest earlier number, if known."""
        last = self._last_seqs.pop(conversation_id, None)
        self._last_seqs[conversation_id] = seq if last is None else max(seq, last)
        if len(self._last_seqs) > MAX_CONVERSATIONS:
            self._last_seqs.popitem(last=False)
        return last

    def _enqueue(self, entry: _Entry) -> None:
        if len(self._queue) >= MAX_WAITING:
            dropped = self._queue.popleft()
            self._behind.update(self._viewers(dropped))
            self._dequeue(dropped)
        self._queue.append(entry)
        self._last_queued[entry.conversation_id] = entry
        self._is_filled.set()

    def _dequeue(self, entry: _Entry) -> None:
        entry.is_published.set()
        if self._last_queued.get(entry.conversation_id) is entry:
            del self._last_queued[entry.conversation_id]

    async def _until_messaging_answers(self) -> None:
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

    async def _send(self, batch: list[_Entry]) -> None:
        viewers = ",".join(map(str, sorted({viewer for entry in batch for viewer in self._viewers(entry)})))
        if not viewers:
            return
        unread = sorted({entry.message_id for entry in batch if entry.frames is None})
        if unread:
            rows = await self._get_rows(
                f"/internal/messages?ids={','.join(map(str, unread))}&viewers={viewers}"
            )
            frames = _frames_of(rows)
            for entry in batch:
                if entry.frames is None:
                    entry.frames = frames.get(entry.message_id)
        conversations: dict[int, list[_Entry]] = {}
        for entry in batch:
            conversations.setdefault(entry.conversation_id, []).append(entry)
        async with asyncio.TaskGroup() as tasks:
            for entries in conversations.values():
                tasks.create_task(self._publish_conversation(entries, viewers))

    async def _publish_conversation(self, entries: list[_Entry], viewers: str) -> None:
        missing = await asyncio.gather(*(self._get_missing(entry, viewers) for entry in entries))
        for entry, earlier in zip(entries, missing, strict=True):
            for message in (*earlier, entry):
                self._publish(message)
            self._dequeue(entry)

    async def _get_missing(self, entry: _Entry, viewers: str) -> list[_Entry]:
        """Query the messages missing before an entry. If this fails, sender and receiver must resync."""
        if entry.missing is None:
            return []
        try:
            async with asyncio.timeout(MISSING_SECONDS):
                return _entries_of(await self._get_missing_rows(f"{entry.missing}&viewers={viewers}"))
        except (DomainError, TimeoutError, AttributeError, LookupError, TypeError, ValueError) as fault:
            log.warning("missing_messages_not_read", conversation_id=entry.conversation_id, fault=repr(fault))
            self._behind.update(self._viewers(entry))
            return []

    async def _get_missing_rows(self, path: str) -> list[dict[str, Any]]:
        """Retries until cancelled while messaging is unavailable. Raises `NotFound` if messaging refuses the
        query, as older builds do."""
        while True:
            try:
                answer = await self._services.internal_answer("messaging", path)
            except DomainError:
                await asyncio.sleep(MISSING_PAUSE)
                continue
            if answer.status != 200:
                raise NotFound
            return list(answer.body)

    async def _get_rows(self, path: str) -> list[dict[str, Any]]:
        for pause in PAUSES:
            try:
                return list(await self._services.get_internal("messaging", path))
            except DomainError:
                await asyncio.sleep(pause)
        return list(await self._services.get_internal("messaging", path))

    def _publish(self, entry: _Entry) -> None:
        if entry.is_new:
            if entry.message_id in self._published:
                return
            self._published[entry.message_id] = None
            if len(self._published) > MAX_PUBLISHED:
                self._published.popitem(last=False)
        for viewer, frame in (entry.frames or {}).items():
            self._hub.publish(user_room(viewer), _name(entry, viewer), frame)

    def _viewers(self, entry: _Entry) -> list[int]:
        people = (entry.sender_id, entry.receiver_id)
        return [person for person in people if self._hub.watched(user_room(person))]


def _entry_of(message: dict[str, Any]) -> _Entry:
    conversation_id, seq, message_id, sender_id, receiver_id = (
        int(message[name]) for name in ("conversationId", "seq", "id", "senderId", "receiverId")
    )
    return _Entry(conversation_id, seq, message_id, sender_id, receiver_id)


def _frames_of(rows: Iterable[dict[str, Any]]) -> dict[int, dict[int, str]]:
    frames: dict[int, dict[int, str]] = {}
    for row in rows:
        message = row["message"]
        frames.setdefault(int(message["id"]), {})[int(row["viewerId"])] = _frame(as_json(message))
    return frames


def _entries_of(rows: list[dict[str, Any]]) -> list[_Entry]:
    frames, entries = _frames_of(rows), {}
    for row in rows:
        entry = _entry_of(row["message"])
        entry.frames = frames[entry.message_id]
        entries[entry.message_id] = entry
    return list(entries.values())


def _missing_before(entry: _Entry, last: int | None) -> str | None:
    """Returns the path of the query for messages between `last` and this entry, or None if none are
    missing."""
    if entry.seq == 1 or (last is not None and entry.seq == last + 1):
        return None
    after = "" if last is None else f"&after={last}"
    return f"/internal/conversations/{entry.conversation_id}/messages?before={entry.seq}{after}"


def _frame(message: str) -> str:
    return f'{{"message":{message}}}'


def _name(entry: _Entry, viewer: int) -> str:
    if not entry.is_new:
        return "message_changed"
    return "message_sent" if viewer == entry.sender_id else "new_message"


class MessageSender:
    def __init__(
        self, upstreams: Upstreams, secret: str, services: ServiceClient, frames: MessageFrames
    ) -> None:
        self._calls: CallBatcher[SubmittedMessage] = CallBatcher(
            upstreams, secret, "messaging", PATH, most_bytes=MAX_BYTES
        )
        self._services, self._frames = services, frames

    async def send(self, body: dict[str, Any], token: str, key: str | None) -> str | dict[str, Any]:
        """Send a text message in a batch or by the ordinary route. Returns the reply to the sender."""
        call = SubmittedMessage(json.dumps(body), token, key, telemetry.request_id(), new_traceparent())
        answer = await self._calls.place(call)
        if answer is None:
            return await self.store(body, token, "/api/messages")
        if answer.status != 201:
            raise Unavailable if json.loads(answer.body).get("code") == Unavailable.code else OutcomeUnknown
        return await self._frames.publish_answered(shown_of(answer.body))

    async def store(self, body: dict[str, Any], token: str, path: str) -> dict[str, Any]:
        """Send a message by the ordinary route. Returns the reply to the sender."""
        answer = await self._services.ask_as(token, "messaging", "POST", path, body)
        if answer.status >= 400:
            raise Refused(refusal_of(answer.body))
        # A repeated message gets a 200. It may be old, and its event has already published it.
        if answer.status == 201:
            await self._frames.publish_stored(answer.body)
        return {"message": answer.body}
