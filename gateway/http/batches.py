"""Calls of one kind travel together: while some are under way, those that come meanwhile become the next.

None waits for others, and a lone call goes at once. Each keeps its own token, key, trace and answer; what is
not ordinary about one is found out by the service, and it then goes alone to its ordinary route."""

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

# So many under way at once: one that keeps the service waiting does not keep the others.
MOST_CALLS = 6
MOST_TOGETHER = 256
MOST_WAITING = 4096
# A call that says more is not ordinary, and goes alone.
MOST_BYTES, MOST_KEY = 1024, 128
_DEADLINE = 5.0


class CallBatcher(Generic[Call]):
    """Calls that wait for the next batch to one address of one service."""

    def __init__(
        self, upstreams: Upstreams, secret: str, service: str, path: str, *, most_bytes: int = MOST_BYTES
    ) -> None:
        self._upstreams, self._secret, self._service, self._path = upstreams, secret, service, path
        self._most_bytes = most_bytes
        self._waiting: deque[tuple[Call, asyncio.Future[BatchAnswer | None]]] = deque()
        self.calls: set[asyncio.Task[None]] = set()

    async def place(self, sent: Call) -> BatchAnswer | None:
        """Return the answer to a call; None for one that is not ordinary: nothing was done, and it may go
        alone."""
        if len(sent.body.encode()) > self._most_bytes or len(sent.key or "") > MOST_KEY:
            return None  # else one who says much could make a call too long for all who are in it
        if not (sent.key or "").isascii():
            return None  # a header may hold bytes that no JSON can carry
        if len(self._waiting) >= MOST_WAITING:
            raise Unavailable
        answered: asyncio.Future[BatchAnswer | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((sent, answered))
        if len(self.calls) < MOST_CALLS:
            self.calls.add(asyncio.create_task(self._run()))
        return await answered

    async def _run(self) -> None:
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_TOGETHER))]
            answers = await self._answers([sent for sent, _ in batch])
            for (_, answered), placed in zip(batch, answers, strict=True):
                if answered.done():  # its client has gone
                    continue
                if isinstance(placed, Unavailable):
                    answered.set_exception(placed)
                else:
                    answered.set_result(placed)
        # In the same step as the last look: the next call finds the place free.
        self.calls.discard(cast("asyncio.Task[None]", asyncio.current_task()))

    async def _answers(self, calls: list[Call]) -> Sequence[BatchAnswer | Unavailable | None]:
        """Return each call's answer, whatever happens: none waits for a batch that has ended."""
        try:
            return await self._ask(calls)
        except Unavailable as refusal:
            return [type(refusal)() for _ in calls]
        except Exception:
            log.exception("batch_failed", path=self._path, calls=len(calls))
            return [OutcomeUnknown() for _ in calls]

    async def _ask(self, calls: list[Call]) -> list[BatchAnswer | None]:
        """Make one request for all; whether one that broke off was heard is unknown, so none of it is sent
        again."""
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
        if 400 <= answer.status < 500:  # refused as a whole, before anything was done
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
