"""The one door: every request passes the same steps, in the same order, and leaves with the same headers."""

import time
from collections.abc import Awaitable, Callable

import structlog
from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response, StreamResponse
from multidict import CIMultiDict
from opentelemetry.trace import SpanKind

from gateway import compression, hygiene, metrics
from gateway.answers import BadGateway, BadRequest, MethodNotAllowed, as_json, refuse
from gateway.bids import BidWay
from gateway.browsers import Browsers
from gateway.cache import Kept, MicroCache, cache_key, unchanged
from gateway.doorman import Doorman, admit
from gateway.forgetting import Forgetting
from gateway.limits import Limiter, client_address
from gateway.own import Own
from gateway.pages import Pages
from gateway.proxy import Proxy, Whole, as_response
from gateway.ready import Ready, can_be_sent_ready, head_of
from gateway.security import Security
from gateway.static import WebApp
from gateway.table import BID, BROWSE, LISTINGS, Row, Table
from gateway.trace import traceparent_of
from gateway.visit import Visit
from libs.kit.http.errors import DomainError, NotFound, error_body
from libs.kit.process import telemetry

log = structlog.get_logger(__name__)
Live = Callable[[Visit], Awaitable[StreamResponse]]


class Edge:
    """The steps from a request to its answer."""

    def __init__(
        self,
        *,
        table: Table,
        proxy: Proxy,
        bid_way: BidWay,
        doorman: Doorman,
        limiter: Limiter,
        browsers: Browsers,
        security: Security,
        web_app: WebApp,
        pages: Pages,
        own: Own,
        live: Live,
        trusted_hops: int,
        tracing: bool,
        cache: MicroCache,
        forgetting: Forgetting,
    ) -> None:
        self._table, self._proxy, self._doorman, self._limiter = table, proxy, doorman, limiter
        self._security, self._web_app, self._own, self._live = security, web_app, own, live
        self._pages, self._bid_way = pages, bid_way
        self._cache, self._forgetting, self._browsers = cache, forgetting, browsers
        self._trusted_hops, self._tracing = trusted_hops, tracing

    async def handle(self, request: BaseRequest) -> StreamResponse:
        """Answer one request."""
        try:
            hygiene.check(request.method, request.raw_path, request.headers)
        except hygiene.Odd as odd:
            return self._turn_away(request, str(odd))
        visit = Visit.of(request, client_address(request, self._trusted_hops))
        try:
            answer = await self._traced(visit) if self._tracing else await self._answer(visit)
        except DomainError as refusal:
            answer = refuse(refusal)
        except ConnectionError:
            raise  # the client has gone; there is nobody to answer
        except Exception:
            log.exception("request_failed", path=visit.path)
            answer = refuse(BadGateway())
        if not answer.prepared:
            self._security.dress(answer.headers, visit)
        return answer

    def _turn_away(self, request: BaseRequest, reason: str) -> Response:
        """Refuse and close: what follows on this connection cannot be trusted to be a request."""
        request_id = telemetry.begin_request(None)
        log.info("odd_request", reason=reason)
        answer = refuse(BadRequest(reason=reason))
        visit = Visit(request, request.method, "", "", request_id, "")
        self._security.dress(answer.headers, visit)
        answer.force_close()
        return answer

    async def _traced(self, visit: Visit) -> StreamResponse:
        """The same, as a span of the caller's trace; without a collector the header alone is handed on."""
        with telemetry.span(f"{visit.method} {visit.path}", traceparent_of(visit.request), SpanKind.SERVER):
            visit.traceparent = telemetry.traceparent()
            return await self._answer(visit)

    async def _answer(self, visit: Visit) -> StreamResponse:
        self._security.greet(visit)
        if visit.path in ("/ws", "/ws/"):
            return await self._live(visit)
        if visit.method == hdrs.METH_OPTIONS:
            return self._security.preflight(visit)
        row = self._table.find(visit.path, visit.method)
        if isinstance(row, Row):
            return await self._serve(visit, row)
        if self._pages.asks(visit):
            await self._limiter.count_visit(BROWSE, visit, visit.person)
        answer = self._own.answer(visit) or await self._pages.answer(visit)
        answer = answer or self._web_app.answer(visit)
        if answer is not None:
            return answer
        if row:
            raise MethodNotAllowed(allowed=row)
        raise NotFound

    async def _serve(self, visit: Visit, row: Row) -> StreamResponse:
        started = time.perf_counter()
        status = 500
        try:
            answer = await self._pass(visit, row)
            status = answer.status
            return answer
        except DomainError as refusal:
            status = refusal.status
            raise
        finally:
            metrics.seen(row.service, status, time.perf_counter() - started)
            if status >= 502:
                log.warning("service_away", service=row.service, status=status, path=visit.path)

    async def _pass(self, visit: Visit, row: Row) -> StreamResponse:
        if hdrs.AUTHORIZATION in visit.request.headers:
            visit.identity = await self._doorman.identify_request(visit.request)
        own = self._browsers.known(visit.request) if row.counts_browsers else visit.person
        standing = await self._limiter.count_visit(row.rate, visit, own)
        visit.answer_headers.update(standing.headers())
        if not row.foreign_origin:
            self._security.refuse_foreign(visit)
        admit(row.who, visit.identity)
        key = cache_key(visit) if row.cached else None
        if row.changes_listings:
            return await self._change_listings(visit, row)
        if key is None:
            way = self._bid_way if row.rate is BID else self._proxy
            return await self._sent(await way.forward(visit, row), visit)
        answer = await self._cache.get(key, lambda: self._proxy.forward(visit, row), row.cached_seconds, row.about)
        return _kept(answer, visit) if isinstance(answer, Kept) else await self._sent(answer, visit)

    async def _change_listings(self, visit: Visit, row: Row) -> StreamResponse:
        """Forward a change and forget, here and at the other replicas, what guests were shown of it.

        A change whose outcome is not known may have been made, so only a plain refusal leaves the cache as it is."""
        status = 500
        try:
            answer = await self._proxy.forward(visit, row)
            status = answer.status
        except DomainError as refusal:
            status = 400 if isinstance(refusal, BadGateway) else refusal.status  # never reached, or refused by us
            raise
        finally:
            if not 400 <= status < 500:
                self._forgetting.forget(_changed_by(visit))
        return await self._sent(answer, visit)

    async def _sent(self, answer: Whole | StreamResponse, visit: Visit) -> StreamResponse:
        if isinstance(answer, StreamResponse):
            return answer
        if answer.status >= 500 and answer.headers.get("Content-Type", "").startswith("text/"):
            # A service that failed without a word of its own: the client gets our form, never a trace.
            return _refuse_as(answer.status)
        if visit.method != hdrs.METH_HEAD and compression.worth_it(answer.headers, len(answer.body)):
            compression.vary(answer.headers, "Accept-Encoding")
            if visit.takes_gzip:
                compression.mark(answer.headers)
                answer.body = await compression.gzip(answer.body)
                answer.headers.popall("Content-Length", None)
        if not can_be_sent_ready(visit, answer.status):
            return as_response(answer)
        self._security.fit(answer.headers, visit)
        answer.headers.popall("Content-Length", None)
        head = head_of(answer.headers, len(answer.body), answer.status)
        return Ready(head, answer.body, visit, answer.status)


def _changed_by(visit: Visit) -> list[str]:
    """What the cache may hold of the listings that this request changes: lists, its own page, its seller's pages."""
    parts = visit.path.split("/")
    page = f"/api/{parts[-2]}/{parts[-1]}" if parts[2] == "auctions" else ""
    numbers = [part for part in parts if part.isdecimal()]
    own = [f"seller-{visit.identity.user_id}"] if visit.identity else []
    return [name for name in (LISTINGS, page, *own, *(f"/api/products/{number}" for number in numbers[:1])) if name]


def _refuse_as(status: int) -> Response:
    """Our form of refusal under a service's own status."""
    return as_json(error_body(BadGateway.message, BadGateway.code), status)


def _kept(kept: Kept, visit: Visit) -> Response:
    packed = kept.packed if visit.takes_gzip else None
    if unchanged(kept.etag, visit):
        return Response(status=304, headers=_headers_of(kept, packed=packed is not None, unchanged=True))
    if can_be_sent_ready(visit, 200):
        return Ready(kept.head, kept.body, visit) if packed is None else Ready(kept.packed_head, packed, visit)
    return Response(body=packed or kept.body, headers=_headers_of(kept, packed=packed is not None))


def _headers_of(kept: Kept, *, packed: bool, unchanged: bool = False) -> CIMultiDict[str]:
    headers = kept.headers.copy()
    if packed:
        compression.mark(headers)
    if unchanged:
        headers.popall("Content-Type", None)
        headers.popall("Content-Encoding", None)
    return headers
