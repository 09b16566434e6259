import contextlib
import json
import re

from aiohttp.web import BaseRequest, StreamResponse
from multidict import CIMultiDict

from gateway.http.batches import CallBatcher
from gateway.http.context import RequestContext
from gateway.http.proxy import BufferedAnswer, Proxy, body_of
from gateway.http.table import Row
from gateway.http.trace import new_traceparent, traceparent_of
from gateway.http.upstreams import Upstreams
from libs.contracts.bids import PATH, SubmittedBid
from libs.kit.process import telemetry

_ADDRESS = re.compile(r"/api/auctions/([1-9][0-9]{0,17})/bids")


class Bids(CallBatcher[SubmittedBid]):
    """Bids from HTTP and from sockets share batches."""

    def __init__(self, upstreams: Upstreams, secret: str) -> None:
        super().__init__(upstreams, secret, "auction", PATH)


class BidWay:
    def __init__(self, bids: Bids, proxy: Proxy) -> None:
        self.bids, self._proxy = bids, proxy

    async def forward(self, context: RequestContext, row: Row) -> BufferedAnswer | StreamResponse:
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
            if (placed := await self.bids.place(sent)) is not None:
                return BufferedAnswer(
                    placed.status, CIMultiDict({"Content-Type": "application/json"}), placed.body
                )
        return await self._proxy.forward(context, row, body)


def _is_usual(request: BaseRequest) -> bool:
    headers, length = request.headers, request.content_length
    written = length is not None and length > 0  # `place` checks the length, also for sockets.
    plain = headers.get("Content-Type") == "application/json" and "Content-Encoding" not in headers
    return written and plain and len(headers.getall("Idempotency-Key", ())) <= 1


def sent_by_socket(auction_id: int, bid: dict[str, object], token: str, key: str | None) -> SubmittedBid:
    """Returns a bid from a socket, with a new trace."""
    return SubmittedBid(auction_id, json.dumps(bid), token, key, telemetry.request_id(), new_traceparent())
