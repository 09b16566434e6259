"""Messages that arrive during a write form the next batch."""

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

import structlog

from libs.contracts import messages
from libs.contracts.event import Event
from libs.kit.db.database import Database
from libs.kit.db.direct import DirectConnection, KeptConnection, is_refused_by_database
from libs.kit.errors import DomainError, OutcomeUnknown, Unavailable
from libs.kit.media.signing import Signer
from libs.kit.process import buggify, telemetry
from libs.kit.security.tokens import Identity
from libs.marketplace.people import is_stranger, refusal_of
from services.messaging.conversations.rules import words_of
from services.messaging.conversations.views import Parts, message_out
from services.messaging.messages import queries
from services.messaging.messages.queries import BatchState, NewMessage, NewSide, SeenConversation, terms_of
from services.messaging.messages.rules import warnings_of
from services.messaging.messages.service import Draft, message_sent

# After this many attempts, messages of a busy conversation use the ordinary route, which locks the
# conversation.
ROUNDS = 3


@dataclass(frozen=True)
class Submission:
    sender: Identity
    draft: Draft
    # The event belongs to the trace of the request, not to the trace of the batch.
    traceparent: str | None = field(default_factory=telemetry.traceparent, compare=False)

    @property
    def pair(self) -> tuple[int, int]:
        one, other = self.sender.user_id, self.draft.receiver_id
        return min(one, other), max(one, other)

    @property
    def client_id(self) -> tuple[int, str]:
        return self.sender.user_id, self.draft.client_id or ""


@dataclass(frozen=True)
class SavedMessage:
    message: NewMessage
    parts: Parts


async def write_batch(
    connection: DirectConnection, submissions: Sequence[Submission]
) -> list[SavedMessage | None]:
    """Returns the results in order. The result is None if a message needs the ordinary route."""
    answers: list[SavedMessage | None] = [None] * len(submissions)
    waiting = list(range(len(submissions)))
    for _ in range(ROUNDS):
        some = [submissions[place] for place in waiting]
        seen = await queries.read_batch_state(
            connection,
            {item.pair for item in some},
            [item.client_id for item in some],
            {item.draft.product_id for item in some if item.draft.product_id is not None},
        )
        batch = _Batch(seen)
        for place in waiting:
            batch.add(place, submissions[place])
        if not batch.messages:
            break
        buggify.point("before-outbox-insert")
        written = await queries.save_batch(
            connection, seen, list(batch.conversations.values()), list(batch.messages.values()),
            list(batch.sides.values()), batch.events,
        )  # fmt: skip
        buggify.point("after-outbox-insert")
        parts = Parts()
        parts.people.update(seen.people)
        parts.products.update(seen.products)
        waiting = []
        for place, (message, _terms) in batch.messages.items():
            if message.conversation_id in written:
                answers[place] = SavedMessage(message, parts)
            else:
                waiting.append(place)
        if not waiting:
            break
    return answers


class _Batch:
    def __init__(self, seen: BatchState) -> None:
        self._seen, self._ids = seen, iter(seen.ids)
        self._client_ids = set(seen.client_ids)
        self.messages: dict[int, tuple[NewMessage, list[str]]] = {}
        self.conversations: dict[int, SeenConversation] = {}
        self.sides: dict[tuple[int, int], NewSide] = {}
        self.events: list[tuple[Event, int, str | None]] = []

    def add(self, place: int, submission: Submission) -> None:
        if not self._is_ordinary(submission):
            return
        seen, draft, sender_id = self._seen, submission.draft, submission.sender.user_id
        self._client_ids.add(submission.client_id)
        before = seen.conversations[submission.pair]
        before = self.conversations.get(before.id, before)
        conversation = before._replace(seq=before.seq + 1, version=before.version + 1)
        theirs = self.sides.get((before.id, draft.receiver_id))
        received = theirs.received if theirs else seen.received[before.id, draft.receiver_id]
        message = NewMessage(
            known_id=next(self._ids), conversation_id=before.id, seq=conversation.seq, place=received + 1,
            sender_id=sender_id, receiver_id=draft.receiver_id, content=draft.content,
            product_id=draft.product_id, client_id=draft.client_id, warnings=warnings_of(draft.content),
            created_at=seen.at,
        )  # fmt: skip
        terms = terms_of((sender_id, draft.receiver_id), words_of(draft.content))
        self.messages[place] = message, terms
        self.conversations[before.id] = conversation
        self._change_sides(message)
        is_muted = (before.id, draft.receiver_id) in seen.muted
        event = message_sent(message, is_muted=is_muted)
        self.events.append((event, conversation.version, submission.traceparent))

    def _is_ordinary(self, submission: Submission) -> bool:
        draft, seen = submission.draft, self._seen
        sender, receiver = seen.people.get(submission.sender.user_id), seen.people.get(draft.receiver_id)
        if sender is None or receiver is None or sender is receiver or is_stranger(sender):
            return False
        pair = sender.user_id, receiver.user_id
        return (
            refusal_of(submission.sender, sender) is None
            and receiver.account_status == "active"
            and not {pair, pair[::-1]} & seen.blocks
            and submission.pair in seen.conversations
            and draft.client_id is not None
            and submission.client_id not in self._client_ids
            and draft.content.strip() != ""
            and (draft.product_id is None or draft.product_id in seen.products)
            and draft.reply_to_id is None
            and draft.file is None
        )

    def _change_sides(self, message: NewMessage) -> None:
        for user_id in (message.sender_id, message.receiver_id):
            key = message.conversation_id, user_id
            before = self.sides.get(key)
            received = before.received if before else self._seen.received[key]
            self.sides[key] = NewSide(
                *key,
                received=message.place if user_id == message.receiver_id else received,
                last_message_id=message.known_id,
                last_at=message.created_at,
                product_id=message.product_id or (before.product_id if before else None),
                has_written=user_id == message.sender_id or (before is not None and before.has_written),
            )


log = structlog.get_logger(__name__)


MAX_AT_ONCE = 128


# Above this length messages are refused, because the response would come too late.
MAX_WAITING = 4_096


Answer = bytes | DomainError | None


class MessageQueue:
    def __init__(self, database: Database, secret: str) -> None:
        self._connection, self._secret = KeptConnection(database), secret
        self._waiting: deque[tuple[Submission, asyncio.Future[Answer]]] = deque()
        self._work: asyncio.Task[None] | None = None

    async def send(self, submission: Submission) -> bytes | None:
        """Returns after the message is committed. Returns None if the message needs the ordinary route and
        was not sent."""
        if len(self._waiting) >= MAX_WAITING:
            raise Unavailable
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((submission, answered))
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._run())
        answer = await answered
        if isinstance(answer, DomainError):
            raise answer
        return answer

    async def _run(self) -> None:
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), MAX_AT_ONCE))]
            answers = await self._answers([submission for submission, _ in batch])
            for (_, answered), answer in zip(batch, answers, strict=True):
                if not answered.done():  # The client may have disconnected.
                    answered.set_result(answer)

    async def _answers(self, submissions: Sequence[Submission]) -> Sequence[Answer]:
        try:
            async with self._connection.statements() as connection:
                written = await write_batch(connection, submissions)
        except Exception as fault:
            cause = fault.__cause__ if isinstance(fault, DomainError) else fault
            if is_refused_by_database(cause):
                return [None] * len(submissions)  # Retried singly, because one bad message fails the batch.
            # The commit may have succeeded. Retrying with the same client ids is safe.
            log.exception("messages_of_unknown_fate", messages=len(submissions))
            return [OutcomeUnknown() for _ in submissions]
        signer = Signer(self._secret, time.time())
        return [None if item is None else _encode_message(item, signer) for item in written]


def _encode_message(written: SavedMessage, signer: Signer) -> bytes:
    message, parts = written.message, written.parts
    sent, received = (
        message_out(message, viewer, parts, signer).model_dump_json(by_alias=True)
        for viewer in (message.sender_id, message.receiver_id)
    )
    return messages.encode_two_views(sent, received)
