import asyncio
import json
import secrets
import time
from typing import Any

from aiohttp.web import WebSocketResponse

from gateway import metrics
from gateway.http.context import RequestContext
from gateway.live.codec import Call, Codec
from gateway.live.framing import text_frame
from libs.kit.security.tokens import Identity

# Maximum number of bytes buffered for a slow reader, who is disconnected above this size.
MAX_WAITING = 1024 * 1024
# Above this buffer size, passing events are skipped.
LAGGING = 64 * 1024

GOING_AWAY, TOO_BIG, TRY_LATER, RESTART, POLICY, NOT_TEXT = 1001, 1009, 1013, 1012, 1008, 1003


class Allowance:
    """Rate limit for frames with a burst allowance."""

    def __init__(self, per_second: float, reserve: float) -> None:
        self._per_second, self._reserve = per_second, reserve
        self._left, self._counted = reserve, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._left = min(self._reserve, self._left + (now - self._counted) * self._per_second)
        self._counted = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Socket:
    def __init__(
        self, ws: WebSocketResponse, transport: asyncio.Transport, codec: Codec, context: RequestContext
    ) -> None:
        self.id = secrets.token_hex(8)
        self.codec = codec
        self.network, self.neighbours, self.address_name = (
            context.network,
            context.neighbours,
            context.address_name,
        )
        self.identity: Identity | None = None
        self.rooms: set[str] = set()
        self.opened_at = self.received_at = self.pinged_at = time.monotonic()
        self.closing = False
        self._ws, self._transport = ws, transport
        self._farewell: asyncio.Task[Any] | None = None

    @property
    def person(self) -> str | None:
        return f"user:{self.identity.user_id}" if self.identity else None

    @property
    def lags(self) -> bool:
        return self._transport.get_write_buffer_size() > LAGGING

    def send_framed(self, framed: bytes) -> None:
        """Send an encoded frame without waiting. Readers that cannot keep up are disconnected."""
        if self.closing or self._transport.is_closing():
            return
        self._transport.write(framed)
        if self._transport.get_write_buffer_size() > MAX_WAITING:
            self.close(TRY_LATER, "too slow")

    def send(self, text: str) -> None:
        metrics.FRAMES.inc()
        self.send_framed(text_frame(text))

    def send_event(self, name: str, payload: dict[str, Any]) -> None:
        self.send(self.codec.event(name, as_json(payload)))

    def answer(self, call: Call, name: str, payload: dict[str, Any] | str) -> None:
        body = payload if isinstance(payload, str) else as_json(payload)
        texts = self.codec.reply(call, name, body)
        metrics.FRAMES.inc(len(texts))
        self.send_framed(b"".join(map(text_frame, texts)))

    def close(self, code: int, reason: str) -> None:
        if self.closing:
            return
        self.closing = True
        metrics.DROPPED.labels(reason).inc()
        farewell = self._ws.close(code=code, message=reason.encode(), drain=False)
        self._farewell = asyncio.get_running_loop().create_task(farewell)

    async def wait_for_close(self) -> None:
        if self._farewell is not None:
            await asyncio.gather(self._farewell, return_exceptions=True)


def as_json(payload: Any) -> str:
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
