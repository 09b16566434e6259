"""The short way of the usual bid: past the framework, straight to the desk where bids queue.

Whatever is odd about a bid (no token, no JSON, a key that is none) takes the long way, through the route of the same
address, which refuses it in words: so nothing is decided in two places."""

import re
import time
from typing import Any

import structlog
from fastapi import FastAPI, Request
from opentelemetry.trace import SpanKind
from pydantic import ValidationError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from libs.kit import telemetry
from libs.kit.access import active_user
from libs.kit.errors import DomainError, answer
from libs.kit.idempotency import check_key
from libs.kit.requests import note
from services.auction.domain import bids
from services.auction.schemas import BidIn
from services.auction.service.bidding import CREATED, Asked
from services.auction.service.sequencer import Sequencer

_ADDRESS = re.compile(r"/api/auctions/([1-9][0-9]{0,17})/bids")
ROUTE = "/api/auctions/{auction_id}/bids"
MOST_BYTES = 4096


class BidDoor:
    """Outermost of all that wraps the service."""

    def __init__(self, app: ASGIApp, *, service: FastAPI) -> None:
        self._app, self._service = app, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _ADDRESS.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if found is None or not _is_short_json(headers := dict(scope["headers"])):
            await self._app(scope, receive, send)
            return
        body, said = await _whole(receive)
        began = time.perf_counter()
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(service="auction")
        request_id = telemetry.begin_request(headers.get(b"x-request-id", b"").decode("latin-1"))
        parent = headers.get(b"traceparent", b"").decode("latin-1") or None
        with telemetry.span(f"POST {ROUTE}", parent, SpanKind.SERVER):
            asked = await self._usual(scope, headers, int(found[1]), body)
            if asked is not None:
                status = await self._place(asked, request_id, scope, receive, send)
                note("auction", "POST", ROUTE, status, time.perf_counter() - began)
        if asked is None:
            await self._app(scope, _again(said, receive), send)

    async def _usual(self, scope: Scope, headers: dict[bytes, bytes], auction_id: int, body: bytes) -> Asked | None:
        """The bid, when there is nothing odd about it."""
        key = headers.get(b"idempotency-key")
        try:
            scope["app"] = self._service
            user = await active_user(Request(scope))
            form = BidIn.model_validate_json(body)
            if form.user_id is not None and form.user_id != user.user_id:
                return None
            if key is not None:
                check_key(key.decode("latin-1"))
            offer = bids.offer_of(user.user_id, form.amount, form.max_amount)
        except (DomainError, ValidationError):
            return None
        return Asked(user, auction_id, offer, None if key is None else key.decode("latin-1"))

    async def _place(self, asked: Asked, request_id: str, scope: Scope, receive: Receive, send: Send) -> int:
        sequencer: Sequencer = self._service.state.sequencer
        named = (b"x-request-id", request_id.encode())
        try:
            placed = await sequencer.place(asked)
        except DomainError as refusal:
            response = answer(refusal)
            response.raw_headers.append(named)
            await response(scope, receive, send)
            return refusal.status
        head = [(b"content-type", b"application/json"), (b"content-length", str(len(placed)).encode()), named]
        await send({"type": "http.response.start", "status": CREATED, "headers": head})
        await send({"type": "http.response.body", "body": placed})
        return CREATED


def _is_short_json(headers: dict[bytes, bytes]) -> bool:
    length = headers.get(b"content-length", b"")
    short = length.isdigit() and int(length) <= MOST_BYTES
    return short and headers.get(b"content-type", b"").split(b";")[0] == b"application/json"


async def _whole(receive: Receive) -> tuple[bytes, list[Message]]:
    """The body, and the messages it came in, for whoever has to read it again."""
    said: list[Message] = []
    while not said or (said[-1]["type"] == "http.request" and said[-1].get("more_body")):
        said.append(await receive())
    return b"".join(message.get("body", b"") for message in said), said


def _again(said: list[Message], receive: Receive) -> Receive:
    left = iter(said)

    async def replay() -> Any:
        return next(left, None) or await receive()

    return replay
