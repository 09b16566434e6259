"""Batches calls of one kind. Calls that arrive while others are in flight become the next batch. A single
call is sent immediately. Each call has its own token, key, trace and response. If the service finds that a
call is unusual, that call is sent alone to its ordinary route."""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Generic, cast

import structlog

from gateway.http.connections import NotSent, Unreachable
from gateway.http.upstreams import Upstreams
from libs.contracts.batches import MEDIA_TYPE, BatchAnswer, Call, decode_answers, encode_calls
from libs.kit.errors import OutcomeUnknown, Unavailable

log = structlog.get_logger(__name__)

# Maximum number of concurrent batches. One slow batch does not delay the others.
MAX_CALLS = 6
MAX_TOGETHER = 256
MAX_WAITING = 4096
# Larger calls are sent alone.
MAX_BYTES, MAX_KEY = 1024, 128
_DEADLINE = 5.0


class CallBatcher(Generic[Call]):
    def __init__(
        self, upstreams: Upstreams, secret: str, service: str, path: str, *, most_bytes: int = MAX_BYTES
    ) -> None:
        self._upstreams, self._secret, self._service, self._path = upstreams, secret, service, path
        self._most_bytes = most_bytes
        self._waiting: deque[tuple[Call, asyncio.Future[BatchAnswer | None]]] = deque()
        self.calls: set[asyncio.Task[None]] = set()

    async def place(self, sent: Call) -> BatchAnswer | None:
        """Returns None if the call is unusual. Nothing was done then, and the call can be sent alone."""
        if len(sent.body.encode()) > self._most_bytes or len(sent.key or "") > MAX_KEY:
            return None  # Could make the batch too large.
        if not (sent.key or "").isascii():
            return None  # JSON cannot represent every byte of a header.
        if len(self._waiting) >= MAX_WAITING:
            raise Unavailable
        answered: asyncio.Future[BatchAnswer | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((sent, answered))
        if len(self.calls) < MAX_CALLS:
            self.calls.add(asyncio.create_task(self._run()))
        return await answered

    async def _run(self) -> None:
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), MAX_TOGETHER))]
            answers = await self._answers([sent for sent, _ in batch])
            for (_, answered), placed in zip(batch, answers, strict=True):
                if answered.done():  # The client has disconnected.
                    continue
                if isinstance(placed, Unavailable):
                    answered.set_exception(placed)
                else:
                    answered.set_result(placed)
        # Before the next `await`, so that the next call finds the slot free.
        self.calls.discard(cast("asyncio.Task[None]", asyncio.current_task()))

    async def _answers(self, calls: list[Call]) -> Sequence[BatchAnswer | Unavailable | None]:
        """Always returns a result per call, so that no caller waits for a batch that has ended."""
        try:
            return await self._ask(calls)
        except Unavailable as refusal:
            return [type(refusal)() for _ in calls]
        except Exception:
            log.exception("batch_failed", path=self._path, calls=len(calls))
            return [OutcomeUnknown() for _ in calls]

    async def _ask(self, calls: list[Call]) -> list[BatchAnswer | None]:
        """Send one request for all calls. The request is never repeated, because a failed request may have
        been processed."""
        upstream = self._upstreams[self._service]
        headers = [("X-Internal-Secret", self._secret), ("Content-Type", MEDIA_TYPE)]
        body = encode_calls(calls)
        await upstream.enter(_DEADLINE)
        try:
            async with asyncio.timeout(_DEADLINE):
                answer = await upstream.pool.request("POST", self._path, headers, body, _DEADLINE)
                try:
                    response_body = await answer.read()
                finally:
                    answer.release()
        except NotSent as away:
            upstream.breaker.failed()
            raise Unavailable from away
        except (Unreachable, TimeoutError) as away:
            upstream.breaker.failed()
            raise OutcomeUnknown from away
        finally:
            upstream.leave()
        upstream.breaker.succeeded()
        if 400 <= answer.status < 500:  # The batch was refused before anything was done.
            raise Unavailable
        if answer.status != 200:
            raise OutcomeUnknown
        try:
            answers = decode_answers(response_body)
        except ValueError as garbled:
            raise OutcomeUnknown from garbled
        if len(answers) != len(calls):
            raise OutcomeUnknown
        return answers
