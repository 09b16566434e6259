"""Serves unchanged lists from a cache, without running FastAPI."""

import contextlib
import time

import structlog
from fastapi import FastAPI
from opentelemetry.trace import SpanKind
from starlette.types import ASGIApp, Receive, Scope, Send

from libs.kit.errors import DomainError
from libs.kit.http.requests import record_request
from libs.kit.process import telemetry
from services.catalog.search.answers import Answer
from services.catalog.search.index.service import ListingIndex

PATH = "/api/products"


class CachedListMiddleware:
    """All other requests go to the route, which stores its response in the cache."""

    def __init__(self, app: ASGIApp, *, service: FastAPI) -> None:
        self._app, self._service = app, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == PATH and scope["method"] == "GET":
            began = time.perf_counter()
            index: ListingIndex = self._service.state.index
            with contextlib.suppress(DomainError):  # The route returns an error for invalid filters.
                await index.current()
                kept = index.answers.get(scope["query_string"], index.state)
                if kept is not None:
                    await _send(kept, dict(scope["headers"]), send, began)
                    return
        await self._app(scope, receive, send)


async def _send(kept: Answer, headers: dict[bytes, bytes], send: Send, began: float) -> None:
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(service="catalog")
    request_id = telemetry.begin_request(headers.get(b"x-request-id", b"").decode("latin-1"))
    parent = headers.get(b"traceparent", b"").decode("latin-1") or None
    with telemetry.span(f"GET {PATH}", parent, SpanKind.SERVER):
        own = (b"x-request-id", request_id.encode())
        await send({"type": "http.response.start", "status": 200, "headers": [*kept.headers, own]})
        await send({"type": "http.response.body", "body": kept.body})
        record_request("catalog", "GET", PATH, 200, time.perf_counter() - began)
