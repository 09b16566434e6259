"""aiohttp's HTTP server, with our error format for unparsable requests."""

import asyncio
import json
from typing import Any

from aiohttp.web import BaseRequest, Response, Server, StreamResponse
from aiohttp.web_protocol import RequestHandler

from gateway.http.responses import BadRequest
from libs.kit.http.error_responses import body_of
from libs.kit.process import telemetry

_FIRST_HEAD_SECONDS = 15.0


class _Connection(RequestHandler):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Limits the time until a new connection sends its first request head."""
        super().connection_made(transport)
        self._loop.call_later(_FIRST_HEAD_SECONDS, self._leave_if_silent)

    def _leave_if_silent(self) -> None:
        if self._request_count == 0:
            self.force_close()

    def handle_error(
        self,
        request: BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> StreamResponse:
        """Refuse malformed HTTP without echoing it, and close the connection."""
        if request.writer.output_size > 0:
            raise ConnectionError("an answer is already under way")
        telemetry.begin_request(None)
        body = json.dumps(body_of(BadRequest())).encode()
        headers = {"Server": "wangi", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
        answer = Response(
            status=min(status, 499), body=body, headers=headers, content_type="application/json"
        )
        answer.force_close()
        return answer


class GatewayServer(Server):
    def __call__(self) -> RequestHandler:
        return _Connection(self, loop=self._loop, **self._kwargs)


def gateway_server(handle: Any) -> GatewayServer:
    return GatewayServer(
        handle,
        access_log=None,
        keepalive_timeout=60.0,
        max_line_size=8190,
        max_field_size=8190,
        lingering_time=2.0,
        auto_decompress=False,
    )
