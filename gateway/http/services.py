"""Calls that the gateway itself makes to services."""

import asyncio
import json
from typing import Any

from gateway.http.connections import NotSent, Unreachable
from gateway.http.trace import new_traceparent
from gateway.http.upstreams import Upstream, Upstreams
from libs.kit.errors import NotFound, OutcomeUnknown, Unavailable, lost_answer
from libs.kit.http.client import Answer
from libs.kit.process import telemetry

_DEADLINE = 5.0


class ServiceClient:
    def __init__(self, upstreams: Upstreams, secret: str) -> None:
        self._upstreams, self._secret = upstreams, secret

    async def auction_room(self, auction_id: int) -> dict[str, Any]:
        """The state of an auction's room. Raises `NotFound` if there is no such room."""
        headers = {"X-Internal-Secret": self._secret}
        answer = await self._call("auction", "GET", f"/internal/auctions/{auction_id}/room", headers)
        if answer.status != 200:
            raise NotFound if answer.status == 404 else Unavailable
        try:
            place = {name: answer.body[name] for name in ("auctionId", "seq", "epoch")}
            # Older builds of auction send fewer fields.
            return place | {
                name: answer.body[name] for name in ("serverNow", "bidCount") if name in answer.body
            }
        except (KeyError, TypeError) as fault:
            raise Unavailable from fault

    async def auction_rooms(self, auction_ids: list[int]) -> dict[int, dict[str, Any]]:
        """The states of open rooms. Empty if the service refuses the query. The rooms are then queried
        separately, so that one invalid id does not affect the other rooms."""
        path = f"/internal/rooms?ids={','.join(map(str, auction_ids))}"
        answer = await self._call("auction", "GET", path, {"X-Internal-Secret": self._secret})
        if 400 <= answer.status < 500:
            return {}
        if answer.status != 200:
            raise Unavailable
        try:
            about = {"epoch": answer.body["epoch"], "serverNow": answer.body["serverNow"]}
            bids = answer.body.get("bidCounts", {})
            return {
                int(room): {"auctionId": int(room), "seq": seq}
                | ({"bidCount": bids[room]} if room in bids else {})
                | about
                for room, seq in answer.body["rooms"].items()
            }
        except (AttributeError, KeyError, TypeError, ValueError) as fault:
            raise Unavailable from fault

    async def get_internal(self, service: str, path: str) -> Any:
        """Raises `NotFound` for a 404, and `Unavailable` for any other failure."""
        answer = await self.internal_answer(service, path)
        if answer.status != 200:
            raise NotFound if answer.status == 404 else Unavailable
        return answer.body

    async def internal_answer(self, service: str, path: str) -> Answer:
        """Also returns 4xx responses. Raises `Unavailable` for a 5xx."""
        return await self._call(service, "GET", path, {"X-Internal-Secret": self._secret})

    async def ask_internal(self, service: str, path: str, body: dict[str, Any]) -> Answer:
        """Query a service with a body. The route must not change anything."""
        try:
            return await self._call(service, "POST", path, {"X-Internal-Secret": self._secret}, body)
        except OutcomeUnknown as lost:
            raise Unavailable from lost

    async def get_public(self, service: str, path: str) -> Answer:
        return await self._call(service, "GET", path, {})

    async def place_bid(self, auction_id: int, bid: dict[str, Any], token: str, key: str | None) -> Answer:
        headers = {"Authorization": f"Bearer {token}"}
        if key is not None:
            headers["Idempotency-Key"] = key
        return await self._call("auction", "POST", f"/api/auctions/{auction_id}/bids", headers, bid)

    async def ask_as(
        self, token: str, service: str, method: str, path: str, body: dict[str, Any] | None = None
    ) -> Answer:
        return await self._call(service, method, path, {"Authorization": f"Bearer {token}"}, body)

    async def _call(
        self,
        service: str,
        method: str,
        path: str,
        headers: dict[str, str],
        body: dict[str, Any] | None = None,
    ) -> Answer:
        upstream = self._upstreams[service]
        headers |= {"X-Request-Id": telemetry.request_id(), "traceparent": new_traceparent()}
        sent = None if body is None else json.dumps(body).encode()
        if sent is not None:
            headers["Content-Type"] = "application/json"
        try:
            async with asyncio.timeout(_DEADLINE):
                answer = await _call_upstream(upstream, method, path, headers, sent)
        except NotSent as away:
            upstream.breaker.failed()
            raise Unavailable from away
        except (Unreachable, TimeoutError) as away:
            upstream.breaker.failed()
            raise lost_answer(method) from away
        upstream.breaker.succeeded()
        if answer.status >= 500:
            code = answer.body.get("code") if isinstance(answer.body, dict) else None
            raise Unavailable if code == Unavailable.code else lost_answer(method)
        return answer


async def _call_upstream(
    upstream: Upstream, method: str, path: str, headers: dict[str, str], body: bytes | None
) -> Answer:
    await upstream.enter(_DEADLINE)
    try:
        answer = await upstream.pool.request(method, path, headers.items(), body, _DEADLINE)
        try:
            return Answer(answer.status, _json(await answer.read()))
        finally:
            answer.release()
    finally:
        upstream.leave()


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError as fault:
        raise Unreachable("not JSON") from fault
