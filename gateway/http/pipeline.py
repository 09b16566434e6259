"""Every request passes the same steps in the same order. Every response gets the same headers."""

import time
from collections.abc import Awaitable, Callable

import structlog
from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response, StreamResponse
from multidict import CIMultiDict
from opentelemetry.trace import SpanKind

from gateway import metrics
from gateway.http import compression, sanitizing
from gateway.http.api_keys import ApiKeys, is_meant_as_key
from gateway.http.authentication import Authenticator, bearer_token, check_role
from gateway.http.bids import BidWay
from gateway.http.browsers import Browsers
from gateway.http.cache import CachedAnswer, MicroCache, cache_key, is_unchanged
from gateway.http.context import RequestContext
from gateway.http.endpoints import GatewayEndpoints
from gateway.http.invalidation import CacheInvalidation
from gateway.http.limits import Limiter, client_address
from gateway.http.prepared_answers import PreparedResponse, can_be_sent_prepared, head_of
from gateway.http.proxy import BufferedAnswer, Proxy, as_response
from gateway.http.responses import BadGateway, BadRequest, MethodNotAllowed, as_json, refusal_response
from gateway.http.security import Security
from gateway.http.table import BID, BROWSE, LISTINGS, Row, Table
from gateway.http.trace import traceparent_of
from gateway.pages.app_pages import Pages
from gateway.pages.static import WebApp
from libs.kit.errors import DomainError, NotFound
from libs.kit.http.error_responses import error_body
from libs.kit.process import telemetry

log = structlog.get_logger(__name__)
Live = Callable[[RequestContext], Awaitable[StreamResponse]]


class Edge:
    def __init__(
        self,
        *,
        table: Table,
        proxy: Proxy,
        bid_way: BidWay,
        authenticator: Authenticator,
        api_keys: ApiKeys,
        limiter: Limiter,
        browsers: Browsers,
        security: Security,
        web_app: WebApp,
        pages: Pages,
        own: GatewayEndpoints,
        live: Live,
        trusted_hops: int,
        tracing: bool,
        cache: MicroCache,
        invalidation: CacheInvalidation,
    ) -> None:
        self.table, self._proxy, self._authenticator, self._limiter = table, proxy, authenticator, limiter
        self._security, self._web_app, self._own, self._live = security, web_app, own, live
        self.pages, self.bid_way, self._api_keys = pages, bid_way, api_keys
        self._cache, self._invalidation, self._browsers = cache, invalidation, browsers
        self._trusted_hops, self._tracing = trusted_hops, tracing

    async def handle(self, request: BaseRequest) -> StreamResponse:
        try:
            sanitizing.check_request(request.method, request.raw_path, request.headers)
        except sanitizing.MalformedRequest as fault:
            return self._turn_away(request, str(fault))
        context = RequestContext.from_request(request, client_address(request, self._trusted_hops))
        try:
            answer = await self._traced(context) if self._tracing else await self._answer(context)
        except DomainError as refusal:
            answer = refusal_response(refusal)
        except ConnectionError:
            raise  # The client has disconnected.
        except Exception:
            log.exception("request_failed", path=context.path)
            answer = refusal_response(BadGateway())
        if not answer.prepared:
            self._security.finish_headers(answer.headers, context)
        return answer

    def _turn_away(self, request: BaseRequest, reason: str) -> Response:
        """Refuse the request and close the connection, because the following bytes may not be a request."""
        request_id = telemetry.begin_request(None)
        log.info("malformed_request", reason=reason)
        answer = refusal_response(BadRequest(reason=reason))
        context = RequestContext(request, request.method, "", "", request_id, "")
        self._security.finish_headers(answer.headers, context)
        answer.force_close()
        return answer

    async def _traced(self, context: RequestContext) -> StreamResponse:
        """Respond within a span of the caller's trace. Without a collector, only the header is forwarded."""
        with telemetry.span(
            f"{context.method} {context.path}", traceparent_of(context.request), SpanKind.SERVER
        ):
            context.traceparent = telemetry.traceparent()
            return await self._answer(context)

    async def _answer(self, context: RequestContext) -> StreamResponse:
        self._security.allow_known_origin(context)
        if context.path in ("/ws", "/ws/"):
            return await self._live(context)
        if context.method == hdrs.METH_OPTIONS:
            return self._security.preflight(context)
        row = self.table.find(context.path, context.method)
        if isinstance(row, Row):
            return await self._serve(context, row)
        if self.pages.asks(context):
            await self._limiter.count_call(BROWSE, context, context.person)
        answer = self._own.answer(context) or await self.pages.answer(context)
        answer = answer or self._web_app.answer(context)
        if answer is not None:
            return answer
        if row:
            raise MethodNotAllowed(allowed=row)
        raise NotFound

    async def _serve(self, context: RequestContext, row: Row) -> StreamResponse:
        started = time.perf_counter()
        status = 500
        try:
            answer = await self._pass(context, row)
            status = answer.status
            return answer
        except DomainError as refusal:
            status = refusal.status
            raise
        finally:
            metrics.count_request(row.service, status, time.perf_counter() - started)
            if status >= 502:
                log.warning("service_away", service=row.service, status=status, path=context.path)

    async def _pass(self, context: RequestContext, row: Row) -> StreamResponse:
        await self._learn_caller(context, row)
        if not row.foreign_origin:
            self._security.refuse_foreign_origin(context)
        check_role(row.who, context.identity)
        key = cache_key(context) if row.cached else None
        if row.changes_listings:
            return await self._change_listings(context, row)
        if key is None:
            way = self.bid_way if row.rate is BID else self._proxy
            return await self._prepare_answer(await way.forward(context, row), context)
        answer = await self._cache.get(
            key, lambda: self._proxy.forward(context, row), row.cached_seconds, row.about
        )
        return (
            _cached_response(answer, context)
            if isinstance(answer, CachedAnswer)
            else await self._prepare_answer(answer, context)
        )

    async def _learn_caller(self, context: RequestContext, row: Row) -> None:
        if hdrs.AUTHORIZATION in context.request.headers:
            if is_meant_as_key(token := bearer_token(context.request)):
                return await self._api_keys.admit(context, row, token or "")
            context.identity = await self._authenticator.identify_request(context.request)
        own = self._browsers.name_of_browser(context.request) if row.counts_browsers else context.person
        status = await self._limiter.count_call(row.rate, context, own)
        context.answer_headers.update(status.headers())

    async def _change_listings(self, context: RequestContext, row: Row) -> StreamResponse:
        """Forward a change, and invalidate what guests saw of it on all replicas. Only a 4xx keeps the cache,
        because a change with an unknown outcome may have been made."""
        status = 500
        try:
            answer = await self._proxy.forward(context, row)
            status = answer.status
        except DomainError as refusal:
            status = (
                400 if isinstance(refusal, BadGateway) else refusal.status
            )  # Not sent, or refused by the gateway.
            raise
        finally:
            if not 400 <= status < 500:
                self._invalidation.forget(_changed_by(context))
        return await self._prepare_answer(answer, context)

    async def _prepare_answer(
        self, answer: BufferedAnswer | StreamResponse, context: RequestContext
    ) -> StreamResponse:
        if isinstance(answer, StreamResponse):
            return answer
        if answer.status >= 500 and answer.headers.get("Content-Type", "").startswith("text/"):
            # The service failed without an error body, so the client gets the gateway's error.
            return _refuse_as(answer.status)
        if context.method != hdrs.METH_HEAD and compression.worth_it(answer.headers, len(answer.body)):
            compression.add_vary(answer.headers, "Accept-Encoding")
            if context.takes_gzip:
                compression.mark_gzipped(answer.headers)
                answer.body = await compression.gzip(answer.body)
                answer.headers.popall("Content-Length", None)
        if not can_be_sent_prepared(context, answer.status):
            return as_response(answer)
        self._security.add_policy_headers(answer.headers, context)
        answer.headers.popall("Content-Length", None)
        head = head_of(answer.headers, len(answer.body), answer.status)
        return PreparedResponse(head, answer.body, context, answer.status)


def _changed_by(context: RequestContext) -> list[str]:
    """The cached subjects that a request changes: lists, the listing and its seller's pages."""
    parts = context.path.split("/")
    page = f"/api/{parts[-2]}/{parts[-1]}" if parts[2] == "auctions" else ""
    numbers = [part for part in parts if part.isdecimal()]
    own = [f"seller-{context.identity.user_id}"] if context.identity else []
    return [
        name
        for name in (LISTINGS, page, *own, *(f"/api/products/{number}" for number in numbers[:1]))
        if name
    ]


def _refuse_as(status: int) -> Response:
    return as_json(error_body(BadGateway.message, BadGateway.code), status)


def _cached_response(kept: CachedAnswer, context: RequestContext) -> Response:
    packed = kept.packed if context.takes_gzip else None
    if is_unchanged(kept.etag, context):
        return Response(status=304, headers=_headers_of(kept, packed=packed is not None, unchanged=True))
    if can_be_sent_prepared(context, 200):
        return (
            PreparedResponse(kept.head, kept.body, context)
            if packed is None
            else PreparedResponse(kept.packed_head, packed, context)
        )
    return Response(body=packed or kept.body, headers=_headers_of(kept, packed=packed is not None))


def _headers_of(kept: CachedAnswer, *, packed: bool, unchanged: bool = False) -> CIMultiDict[str]:
    headers = kept.headers.copy()
    if packed:
        compression.mark_gzipped(headers)
    if unchanged:
        headers.popall("Content-Type", None)
        headers.popall("Content-Encoding", None)
    return headers
