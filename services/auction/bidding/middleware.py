"""Passes ordinary bids to the bid queue without FastAPI. All other bids, such as those without a token or
with invalid JSON, go to the FastAPI route of the same path, so that each rule exists only once. The gateway
sends many bids in one request, one per line. Each has its own token, key, trace and response."""

import asyncio
import re
import time
from collections.abc import Awaitable
from typing import Any

import structlog
from fastapi import FastAPI
from opentelemetry.trace import SpanKind
from pydantic import ValidationError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from libs.contracts.batches import MEDIA_TYPE, BatchAnswer, decode_calls, encode_answers
from libs.contracts.bids import PATH, SubmittedBid
from libs.kit.errors import DomainError, Unavailable
from libs.kit.http.access import is_internal
from libs.kit.http.error_responses import refusal_response
from libs.kit.http.idempotency import check_key
from libs.kit.http.requests import record_request
from libs.kit.process import telemetry
from libs.marketplace.access import active_bearer
from services.auction.bidding import rules
from services.auction.bidding.batches import BidRequest
from services.auction.bidding.queries import CREATED
from services.auction.bidding.schemas import BidIn
from services.auction.bidding.sequencer import Sequencer

log = structlog.get_logger(__name__)

_ADDRESS = re.compile(r"/api/auctions/([1-9][0-9]{0,17})/bids")
ROUTE = "/api/auctions/{auction_id}/bids"
MAX_BYTES = 4096
# Delays the log line and metric, so that bidders need not wait for them.
_AFTER_THE_ANSWER = 0.001
MAX_BYTES_AT_ONCE = 2 * 1024 * 1024


class BidMiddleware:
    def __init__(self, app: ASGIApp, *, service: FastAPI) -> None:
        self._app, self._service = app, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "POST":
            headers = dict(scope["headers"])
            if (found := _ADDRESS.fullmatch(scope["path"])) and _is_json(headers, MAX_BYTES):
                await self._one(int(found[1]), headers, scope, receive, send)
                return
            if scope["path"] == PATH and self._is_internal(headers):
                await self._many(receive, send)
                return
        await self._app(scope, receive, send)

    async def _one(
        self, auction_id: int, headers: dict[bytes, bytes], scope: Scope, receive: Receive, send: Send
    ) -> None:
        body, messages = await _whole(receive)
        scheme, _, token = _text(headers, b"authorization").partition(" ")
        placed, text = None, _utf8(body)
        if scheme.lower() == "bearer" and token and text is not None:
            key = _text(headers, b"idempotency-key") if b"idempotency-key" in headers else None
            trace, request_id = _text(headers, b"traceparent"), _text(headers, b"x-request-id")
            sent = SubmittedBid(auction_id, text, token.strip(), key, request_id, trace or None)
            placed = await self.decide(sent)
        if placed is None:
            await self._app(scope, _again(messages, receive), send)
            return
        status, content = placed
        await _send(
            send, status, content, b"application/json", (b"x-request-id", telemetry.request_id().encode())
        )

    async def _many(self, receive: Receive, send: Send) -> None:
        body, _ = await _whole(receive)
        sent = decode_calls(SubmittedBid, body)
        if len(sent) == 1:  # A single bid needs no task.
            answers = [await _outcome(self.decide(sent[0]))]
        else:
            answers = await asyncio.gather(*(_outcome(self.decide(item)) for item in sent))
        await _send(send, 200, encode_answers(map(_answer_or_none, answers)), MEDIA_TYPE.encode())

    async def decide(self, sent: SubmittedBid) -> BatchAnswer | None:
        """Records span, metric and log line as for any request. Returns None if the bid must go to the
        route."""
        began = time.perf_counter()
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(service="auction")
        telemetry.begin_request(sent.request_id)
        with telemetry.span(f"POST {ROUTE}", sent.traceparent, SpanKind.SERVER):
            asked = await self.ordinary(sent)
            if asked is None:
                return None
            sequencer: Sequencer = self._service.state.sequencer
            try:
                status, content = CREATED, await sequencer.place(asked)
            except DomainError as refusal:
                status, content = refusal.status, bytes(refusal_response(refusal).body)
            took = time.perf_counter() - began
            asyncio.get_running_loop().call_later(
                _AFTER_THE_ANSWER, record_request, "auction", "POST", ROUTE, status, took
            )
            return BatchAnswer(status, content)

    async def ordinary(self, sent: SubmittedBid) -> BidRequest | None:
        try:
            user = await active_bearer(self._service, sent.token)
            form = BidIn.model_validate_json(sent.body)
            if form.user_id is not None and form.user_id != user.user_id:
                return None
            if sent.key is not None:
                check_key(sent.key)
            offer = rules.offer_of(user.user_id, form.amount, form.max_amount)
        except (DomainError, ValidationError):
            return None
        return BidRequest(user, sent.auction_id, offer, sent.key)

    def _is_internal(self, headers: dict[bytes, bytes]) -> bool:
        length = _text(headers, b"content-length")
        fits = length.isdigit() and int(length) <= MAX_BYTES_AT_ONCE
        return fits and is_internal(self._service, _text(headers, b"x-internal-secret"))


async def _send(send: Send, status: int, body: bytes, kind: bytes, *more: tuple[bytes, bytes]) -> None:
    head = [(b"content-type", kind), (b"content-length", str(len(body)).encode()), *more]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})


async def _outcome(placing: Awaitable[BatchAnswer | None]) -> BatchAnswer | Exception | None:
    try:
        return await placing
    except Exception as fault:
        return fault


def _answer_or_none(outcome: BatchAnswer | Exception | None) -> BatchAnswer | None:
    if not isinstance(outcome, Exception):
        return outcome
    log.error("bid_failed", exc_info=outcome)  # A failed bid must not fail the others.
    return BatchAnswer(Unavailable.status, bytes(refusal_response(Unavailable()).body))


def _utf8(body: bytes) -> str | None:
    try:
        return body.decode()
    except UnicodeDecodeError:
        return None


def _text(headers: dict[bytes, bytes], name: bytes) -> str:
    return headers.get(name, b"").decode("latin-1")


def _is_json(headers: dict[bytes, bytes], most: int) -> bool:
    length = _text(headers, b"content-length")
    short = length.isdigit() and int(length) <= most
    return short and _text(headers, b"content-type").split(";")[0] == "application/json"


async def _whole(receive: Receive) -> tuple[bytes, list[Message]]:
    messages: list[Message] = []
    while not messages or (messages[-1]["type"] == "http.request" and messages[-1].get("more_body")):
        messages.append(await receive())
    return b"".join(message.get("body", b"") for message in messages), messages


def _again(messages: list[Message], receive: Receive) -> Receive:
    left = iter(messages)

    async def replay() -> Any:
        return next(left, None) or await receive()

    return replay
