"""Bids travel together: while one call is under way, those that come meanwhile become the next.

No bid waits for others, and a lone bid goes at once. Each keeps its own token, key, trace and answer; what
is odd about one is found out by the auction service, and it then goes the usual way by itself."""

import asyncio
import contextlib
import json
import re
from collections import deque
from collections.abc import Sequence
from typing import cast

import structlog
from aiohttp.web import BaseRequest, StreamResponse
from multidict import CIMultiDict

from gateway.edge.connections import NotSent, Unreachable
from gateway.edge.context import RequestContext
from gateway.edge.proxy import BufferedAnswer, Proxy, body_of
from gateway.edge.table import Row
from gateway.edge.trace import new_traceparent, traceparent_of
from gateway.edge.upstreams import Upstreams
from libs.contracts.bids import (
    MEDIA_TYPE,
    PATH,
    BidAnswer,
    SubmittedBid,
    decode_answers,
    encode_bids,
)
from libs.kit.http.errors import OutcomeUnknown, Unavailable
from libs.kit.process import telemetry

log = structlog.get_logger(__name__)

MOST_CALLS = 6
"""So many calls under way at once: an auction that keeps one of them waiting does not keep the others."""
MOST_TOGETHER = 256
MOST_WAITING = 4096
MOST_BYTES, MOST_KEY = 1024, 128
"""A bid that says more is odd, and goes alone."""
_DEADLINE = 5.0
_ADDRESS = re.compile(r"/api/auctions/([1-9][0-9]{0,17})/bids")


class Bids:
    """Where bids of all doors wait for the next call."""

    def __init__(self, upstreams: Upstreams, secret: str) -> None:
        self._upstreams, self._secret = upstreams, secret
        self._waiting: deque[tuple[SubmittedBid, asyncio.Future[BidAnswer | None]]] = deque()
        self._calls: set[asyncio.Task[None]] = set()

    async def place(self, sent: SubmittedBid) -> BidAnswer | None:
        """The answer to a bid; None for one that is odd: nothing was done, and it may go the usual way."""
        if len(sent.body.encode()) > MOST_BYTES or len(sent.key or "") > MOST_KEY:
            return None  # else one who says much could make a call too long for all who are in it
        if not (sent.key or "").isascii():
            return None  # a header may hold bytes that no JSON can carry
        if len(self._waiting) >= MOST_WAITING:
            raise Unavailable
        answered: asyncio.Future[BidAnswer | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((sent, answered))
        if len(self._calls) < MOST_CALLS:
            self._calls.add(asyncio.create_task(self._run()))
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
        # In the same step as the last look: the next bid finds the place free.
        self._calls.discard(cast("asyncio.Task[None]", asyncio.current_task()))

    async def _answers(self, bids: list[SubmittedBid]) -> Sequence[BidAnswer | Unavailable | None]:
        """Return each bid's answer, whatever happens: none waits for a call that has ended."""
        try:
            return await self._ask(bids)
        except Unavailable as refusal:
            return [type(refusal)() for _ in bids]
        except Exception:
            log.exception("bids_failed", bids=len(bids))
            return [OutcomeUnknown() for _ in bids]

    async def _ask(self, bids: list[SubmittedBid]) -> list[BidAnswer | None]:
        """Make one call for all; whether a call that broke off was heard is unknown, so none of it is sent
        again."""
        upstream = self._upstreams["auction"]
        headers = [("X-Internal-Secret", self._secret), ("Content-Type", MEDIA_TYPE)]
        body = encode_bids(bids)
        await upstream.enter(_DEADLINE)
        try:
            async with asyncio.timeout(_DEADLINE):
                answer = await upstream.pool.request("POST", PATH, headers, body, _DEADLINE)
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
        if 400 <= answer.status < 500:  # refused as a whole, before anybody bid
            raise Unavailable
        if answer.status != 200:
            raise OutcomeUnknown
        try:
            answers = decode_answers(response_body)
        except ValueError as garbled:
            raise OutcomeUnknown from garbled
        if len(answers) != len(bids):
            raise OutcomeUnknown
        return answers


class BidWay:
    """The way of a bid that comes over HTTP: together with others when it is a usual one, else as everything
    goes."""

    def __init__(self, bids: Bids, proxy: Proxy) -> None:
        self._bids, self._proxy = bids, proxy

    async def forward(self, context: RequestContext, row: Row) -> BufferedAnswer | StreamResponse:
        """The service's answer."""
        found = _ADDRESS.fullmatch(context.target)
        if found is None or context.identity is None or not _is_usual(context.request):
            return await self._proxy.forward(context, row)
        body = await body_of(context.request, row)
        assert isinstance(body, bytes)
        with contextlib.suppress(UnicodeDecodeError):
            trace = context.traceparent or traceparent_of(context.request)
            key = context.request.headers.get("Idempotency-Key")
            sent = SubmittedBid(
                int(found[1]), body.decode(), context.identity.token, key, context.request_id, trace
            )
            if (placed := await self._bids.place(sent)) is not None:
                return BufferedAnswer(
                    placed.status, CIMultiDict({"Content-Type": "application/json"}), placed.body
                )
        return await self._proxy.forward(context, row, body)


def _is_usual(request: BaseRequest) -> bool:
    headers, length = request.headers, request.content_length
    written = length is not None and length > 0  # how much it may be is asked of all doors, in `place`
    plain = headers.get("Content-Type") == "application/json" and "Content-Encoding" not in headers
    return written and plain and len(headers.getall("Idempotency-Key", ())) <= 1


def sent_by_socket(auction_id: int, bid: dict[str, object], token: str, key: str | None) -> SubmittedBid:
    """A bid of a live connection; each is a trace of its own."""
    return SubmittedBid(auction_id, json.dumps(bid), token, key, telemetry.request_id(), new_traceparent())
