"""The outermost middleware: request id, trace, log line, metrics and body limit."""

import time
from collections import defaultdict
from typing import Any

import structlog
from opentelemetry.trace import SpanKind
from prometheus_client import Histogram
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from libs.kit.errors import DomainError, InvalidInput, NotFound, TooLarge
from libs.kit.http.error_responses import refusal_response
from libs.kit.process import telemetry

log = structlog.get_logger(__name__)
QUIET = frozenset({"/healthz", "/readyz", "/metrics"})
DURATION = Histogram(
    "http_request_seconds",
    "Time to answer",
    ["service", "method", "route", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)


def p95_ms(service: str) -> float | None:
    """Estimates the 95th percentile since the process started. The precision is limited by the buckets."""
    counts = defaultdict[float, float](float)
    for sample in next(iter(DURATION.collect())).samples:
        if sample.name.endswith("_bucket") and sample.labels["service"] == service:
            counts[float(sample.labels["le"])] += sample.value
    wanted, below, under = 0.95 * counts[float("inf")], 0.0, 0.0
    for limit in sorted(counts):
        if counts[limit] >= wanted > 0:
            share = (wanted - under) / (counts[limit] - under or 1)
            return round(1000 * (below if limit == float("inf") else below + share * (limit - below)), 1)
        below, under = limit, counts[limit]
    return None


class RequestFrame:
    def __init__(self, app: ASGIApp, *, service: str) -> None:
        self._app, self._service = app, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in QUIET:
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(service=self._service)
        request_id = telemetry.begin_request(headers.get(b"x-request-id", b"").decode("latin-1"))
        parent = headers.get(b"traceparent", b"").decode("latin-1") or None
        with telemetry.span(f"{scope['method']} {scope['path']}", parent, SpanKind.SERVER):
            await self._answer(scope, receive, send, headers, request_id)

    async def _answer(
        self, scope: Scope, receive: Receive, send: Send, headers: dict[bytes, bytes], request_id: str
    ) -> None:
        began, seen = time.perf_counter(), {"status": 0}
        limit: int = scope["app"].state.settings.body_limit_bytes

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                seen["status"] = message["status"]
                message["headers"] = [*message.get("headers", []), (b"x-request-id", request_id.encode())]
            await send(message)

        try:
            length = headers.get(b"content-length", b"0")
            if (refusal := _about_nul(scope)) is not None:
                await refusal_response(refusal)(scope, receive, send_with_id)
            elif length.isdigit() and int(length) <= limit:
                await self._app(scope, self._count_bytes(receive, limit), send_with_id)
            else:
                await refusal_response(TooLarge())(scope, receive, send_with_id)
        finally:
            self._note(scope, seen["status"] or 500, time.perf_counter() - began)

    def _count_bytes(self, receive: Receive, limit: int) -> Receive:
        taken = 0

        async def count() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > limit:
                raise HTTPException(
                    TooLarge.status, TooLarge.message
                )  # FastAPI passes no other exception through.
            return message

        return count

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route: Any = scope.get("route")
        path = getattr(route, "path", "unmatched")
        record_request(self._service, scope["method"], path, status, seconds)


def record_request(service: str, method: str, route: str, status: int, seconds: float) -> None:
    DURATION.labels(service, method, route, status).observe(seconds)
    log.info("answered", method=method, route=route, status=status, ms=round(seconds * 1000, 2))


def _about_nul(scope: Scope) -> DomainError | None:
    """Returns an error for NUL in the URL, because no table can store NUL. Models refuse NUL in bodies."""
    if "\0" in scope["path"]:
        return NotFound()
    if b"%00" in scope["query_string"] or b"\0" in scope["query_string"]:
        return InvalidInput.field("query", "Text must not hold control characters.")
    return None
