"""The endpoint `/ws`: admits connections and handles their frames."""

import secrets
import time

import structlog
from aiohttp import WSMessage, WSMsgType
from aiohttp.web import Response, StreamResponse, WebSocketResponse

from gateway.http.authentication import Authenticator, bearer_token
from gateway.http.context import RequestContext
from gateway.http.limits import Limiter
from gateway.http.responses import BadRequest, as_json
from gateway.http.security import Security
from gateway.http.table import OPEN
from gateway.live import engineio
from gateway.live.codec import Call, Codec, Goodbye, MalformedFrame, Opened, Say
from gateway.live.commands import Commands
from gateway.live.framing import pong_frame
from gateway.live.hub import Hub
from gateway.live.plain import PlainCodec
from gateway.live.socket import NOT_TEXT, POLICY, TOO_BIG, Allowance, Socket
from gateway.live.socket import as_json as json_text
from gateway.settings import GatewaySettings
from libs.kit.errors import DomainError, Forbidden, RateLimited, TooLarge, Unavailable
from libs.kit.security.tokens import Identity

log = structlog.get_logger(__name__)

_GUEST_FRAME = 4096
_MAX_STRIKES = 20
_TOO_FAST = {"message": RateLimited.message, "code": RateLimited.code, "details": {}}


class LiveEndpoint:
    def __init__(
        self,
        hub: Hub,
        commands: Commands,
        authenticator: Authenticator,
        limiter: Limiter,
        security: Security,
        settings: GatewaySettings,
    ) -> None:
        self._hub, self._commands, self._authenticator = hub, commands, authenticator
        self._limiter, self._security, self._settings = limiter, security, settings
        self._factor = limiter.factor

    async def serve(self, context: RequestContext) -> StreamResponse:
        if (refused := self._refuse(context)) is not None:
            return refused
        await self._limiter.count_call(OPEN, context, context.person)
        identity = await self._brought(context)
        self._check_room_for(context, identity)
        ws = WebSocketResponse(
            autoping=False, autoclose=True, compress=False, max_msg_size=engineio.MAX_PAYLOAD, timeout=2.0
        )
        ws.headers.update({"Server": "wangi", "X-Request-Id": context.request_id})
        await ws.prepare(context.request)
        socket = self._socket(ws, context)
        self._hub.add(socket)
        try:
            await self._attend(socket, ws, identity)
        finally:
            self._hub.forget(socket)
            await socket.wait_for_close()
        return ws

    def _refuse(self, context: RequestContext) -> Response | None:
        upgrading = (
            context.method == "GET" and context.request.headers.get("Upgrade", "").lower() == "websocket"
        )
        if _speaks_engineio(context):
            refusal = engineio.refusal_of(context.query, upgrading)
            if refusal is not None:
                return as_json(refusal, 400)
        elif not upgrading:
            raise BadRequest("This address is for WebSocket connections.")
        origin = context.request.headers.get("Origin")
        if origin is not None and not self._security.knows(origin, context.request):
            raise Forbidden
        return None

    async def _brought(self, context: RequestContext) -> Identity | None:
        token = bearer_token(context.request)
        return None if token is None else await self._authenticator.identify(token)

    def _check_room_for(self, context: RequestContext, identity: Identity | None) -> None:
        if self._hub.draining or len(self._hub.sockets) >= self._settings.max_sockets:
            raise Unavailable
        most = self._settings.guest_sockets_per_network * self._factor
        if identity is not None:
            self._commands.check_room_for(identity)
        elif self._hub.guests_of(context.network) >= most or self._is_full_for_guests():
            raise RateLimited(retryAfter=10)

    def _is_full_for_guests(self) -> bool:
        """The last quarter is reserved for signed-in people, so that guests from many networks cannot keep
        bidders out."""
        return len(self._hub.sockets) >= self._settings.max_sockets * 3 // 4

    def _socket(self, ws: WebSocketResponse, context: RequestContext) -> Socket:
        transport = context.request.transport
        if transport is None:
            raise ConnectionError("the client has gone")
        codec: Codec = (
            engineio.EngineCodec(secrets.token_hex(10)) if _speaks_engineio(context) else PlainCodec()
        )
        return Socket(ws, transport, codec, context)

    async def _attend(self, socket: Socket, ws: WebSocketResponse, identity: Identity | None) -> None:
        if (greeting := socket.codec.greeting()) is not None:
            socket.send(greeting)
        if socket.codec.open:
            await self._opened(socket, identity.token if identity else None)
        allowance, strikes = Allowance(5 * self._factor, 20 * self._factor), 0
        async for message in ws:
            socket.received_at = time.monotonic()
            if not allowance.take():
                strikes += 1
                socket.send_event("error", _TOO_FAST)
                if strikes > _MAX_STRIKES:
                    socket.close(POLICY, "too fast")
                continue
            if socket.closing or not await self._handle_message(socket, message, identity):
                break
        socket.close(1000, "bye")

    async def _handle_message(self, socket: Socket, message: WSMessage, identity: Identity | None) -> bool:
        """Handle a message before the next is read, so that replies have the order of the requests."""
        if message.type is WSMsgType.PING:
            socket.send_framed(pong_frame(message.data))
        elif message.type is WSMsgType.BINARY:
            socket.close(NOT_TEXT, "text only")
        elif message.type is WSMsgType.TEXT:
            if socket.identity is None and len(message.data) > _GUEST_FRAME:
                socket.send_event(
                    "error", {"message": TooLarge.message, "code": TooLarge.code, "details": {}}
                )
                socket.close(TOO_BIG, "too large")
                return False
            return await self._understand(socket, message.data, identity)
        return True

    async def _understand(self, socket: Socket, text: str, identity: Identity | None) -> bool:
        try:
            frame = socket.codec.parse(text)
        except MalformedFrame as fault:
            return self._refuse_frame(socket, str(fault))
        if isinstance(frame, Call):
            await self._commands.run(socket, frame)
        elif isinstance(frame, Opened):
            return await self._opened(socket, frame.token or (identity.token if identity else None))
        elif isinstance(frame, Say):
            socket.send(frame.text)
        return not isinstance(frame, Goodbye)

    def _refuse_frame(self, socket: Socket, reason: str) -> bool:
        if not socket.codec.open:
            socket.close(POLICY, "not understood")
            return False
        details = {"reason": reason}
        socket.send_event(
            "error", {"message": BadRequest.message, "code": BadRequest.code, "details": details}
        )
        return True

    async def _opened(self, socket: Socket, token: str | None) -> bool:
        """Confirm the session. An invalid token is reported, and the client can reconnect with another
        token."""
        signed_in = None
        if token is not None:
            try:
                signed_in = await self._commands.sign_in(socket, token)
            except DomainError as refusal:
                body = {"message": str(refusal), "code": refusal.code, "details": refusal.details}
                if (text := socket.codec.refused(json_text(body))) is not None:
                    socket.send(text)
                return True
        for text in socket.codec.opened():
            socket.send(text)
        socket.send_event("connected", {})
        if signed_in is not None:
            socket.send_event("auth_success", signed_in)
        return True


def _speaks_engineio(context: RequestContext) -> bool:
    return "EIO=" in context.query
