"""The message queue: while some messages are being written, those that come meanwhile become the next batch.

There is no timer: a lone message goes at once. The database decides what is right, by the conversation's
version, so a second replica changes nothing."""

import asyncio
import time
from collections import deque
from collections.abc import Sequence

import structlog

from libs.contracts import messages
from libs.kit.db.database import Database
from libs.kit.db.direct import KeptConnection, is_refused_by_database
from libs.kit.http.errors import DomainError, OutcomeUnknown, Unavailable
from libs.kit.media.signing import Signer
from services.messaging.service import message_batches
from services.messaging.service.message_batches import SavedMessage, Submission
from services.messaging.service.views import message_out

log = structlog.get_logger(__name__)

MOST_AT_ONCE = 128
# Beyond so many waiting messages the next is refused at once: its answer would come too late.
MOST_WAITING = 4_096

Answer = bytes | DomainError | None


class MessageQueue:
    """Takes messages and answers each when it is committed."""

    def __init__(self, database: Database, secret: str) -> None:
        self._connection, self._secret = KeptConnection(database), secret
        self._waiting: deque[tuple[Submission, asyncio.Future[Answer]]] = deque()
        self._work: asyncio.Task[None] | None = None

    async def send(self, submission: Submission) -> bytes | None:
        """Return the message as its two people see it; None for one that is not ordinary, which was not
        sent."""
        if len(self._waiting) >= MOST_WAITING:
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
            batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_AT_ONCE))]
            answers = await self._answers([submission for submission, _ in batch])
            for (_, answered), answer in zip(batch, answers, strict=True):
                if not answered.done():  # else its client has gone
                    answered.set_result(answer)

    async def _answers(self, submissions: Sequence[Submission]) -> Sequence[Answer]:
        try:
            async with self._connection.statements() as connection:
                written = await message_batches.write(connection, submissions)
        except Exception as fault:
            cause = fault.__cause__ if isinstance(fault, DomainError) else fault
            if is_refused_by_database(cause):
                return [None] * len(submissions)  # each alone: what one of them broke is not the others'
            # Whether they stand is not known; the same client ids again are harmless.
            log.exception("messages_of_unknown_fate", messages=len(submissions))
            return [OutcomeUnknown() for _ in submissions]
        signer = Signer(self._secret, time.time())
        return [None if one is None else _encode_message(one, signer) for one in written]


def _encode_message(written: SavedMessage, signer: Signer) -> bytes:
    message, parts = written.message, written.parts
    sent, received = (
        message_out(message, viewer, parts, signer).model_dump_json(by_alias=True)
        for viewer in (message.sender_id, message.receiver_id)
    )
    return messages.encode_two_views(sent, received)
