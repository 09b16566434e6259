"""The door of `/ws`: who may open a connection, and what happens with each frame until it ends."""

import secrets
import time

import structlog
from aiohttp import WSMessage, WSMsgType
from aiohttp.web import Response, StreamResponse, WebSocketResponse

from gateway.answers import BadRequest, as_json
from gateway.doorman import Doorman, bearer
from gateway.limits import Limiter
from gateway.live import engineio
from gateway.live.codec import Call, Codec, Garbled, Left, Opened, Say
from gateway.live.commands import Commands
from gateway.live.framing import pong_frame
from gateway.live.hub import Hub
from gateway.live.plain import PlainCodec
from gateway.live.socket import NOT_TEXT, POLICY, TOO_BIG, Allowance, Socket
from gateway.live.socket import as_json as json_text
from gateway.security import Security
from gateway.settings import GatewaySettings
from gateway.table import OPEN
from gateway.visit import Visit
from libs.kit.http.errors import DomainError, Forbidden, RateLimited, TooLarge, Unavailable
from libs.kit.security.tokens import Identity

log = structlog.get_logger(__name__)

_GUEST_FRAME = 4096
_MOST_STRIKES = 20
_TOO_FAST = {"message": RateLimited.message, "code": RateLimited.code, "details": {}}


class LiveDoor:
    """Opens live connections and listens to them."""

    def __init__(
        self,
        hub: Hub,
        commands: Commands,
        doorman: Doorman,
        limiter: Limiter,
        security: Security,
        settings: GatewaySettings,
    ) -> None:
        self._hub, self._commands, self._doorman = hub, commands, doorman
        self._limiter, self._security, self._settings = limiter, security, settings
        self._factor = limiter.factor

    async def welcome(self, visit: Visit) -> StreamResponse:
        """Open a connection and stay with it to its end."""
        if (refused := self._refuse(visit)) is not None:
            return refused
        await self._limiter.count_visit(OPEN, visit, visit.person)
        identity = await self._brought(visit)
        self._check_room_for(visit, identity)
        ws = WebSocketResponse(
            autoping=False, autoclose=True, compress=False, max_msg_size=engineio.MAX_PAYLOAD, timeout=2.0
        )
        ws.headers.update({"Server": "wangi", "X-Request-Id": visit.request_id})
        await ws.prepare(visit.request)
        socket = self._socket(ws, visit)
        self._hub.add(socket)
        try:
            await self._attend(socket, ws, identity)
        finally:
            self._hub.forget(socket)
            await socket.gone()
        return ws

    def _refuse(self, visit: Visit) -> Response | None:
        upgrading = visit.method == "GET" and visit.request.headers.get("Upgrade", "").lower() == "websocket"
        if _speaks_engineio(visit):
            refusal = engineio.refusal_of(visit.query, upgrading)
            if refusal is not None:
                return as_json(refusal, 400)
        elif not upgrading:
            raise BadRequest("This address is for WebSocket connections.")
        origin = visit.request.headers.get("Origin")
        if origin is not None and not self._security.knows(origin, visit.request):
            raise Forbidden
        return None

    async def _brought(self, visit: Visit) -> Identity | None:
        token = bearer(visit.request)
        return None if token is None else await self._doorman.identify(token)

    def _check_room_for(self, visit: Visit, identity: Identity | None) -> None:
        if self._hub.draining or len(self._hub.sockets) >= self._settings.max_sockets:
            raise Unavailable
        most = self._settings.guest_sockets_per_network * self._factor
        if identity is not None:
            self._commands.check_room_for(identity)
        elif self._hub.guests_of(visit.network) >= most or self._is_full_for_guests():
            raise RateLimited(retryAfter=10)

    def _is_full_for_guests(self) -> bool:
        """The last quarter is for people with a name: guests from many networks keep no bidder out."""
        return len(self._hub.sockets) >= self._settings.max_sockets * 3 // 4

    def _socket(self, ws: WebSocketResponse, visit: Visit) -> Socket:
        transport = visit.request.transport
        if transport is None:
            raise ConnectionError("the client has gone")
        codec: Codec = engineio.EngineCodec(secrets.token_hex(10)) if _speaks_engineio(visit) else PlainCodec()
        return Socket(ws, transport, codec, visit)

    async def _attend(self, socket: Socket, ws: WebSocketResponse, identity: Identity | None) -> None:
        if (greeting := socket.codec.greeting()) is not None:
            socket.say(greeting)
        if socket.codec.open:
            await self._opened(socket, identity.token if identity else None)
        allowance, strikes = Allowance(5 * self._factor, 20 * self._factor), 0
        async for message in ws:
            socket.heard_at = time.monotonic()
            if not allowance.take():
                strikes += 1
                socket.tell("error", _TOO_FAST)
                if strikes > _MOST_STRIKES:
                    socket.close(POLICY, "too fast")
                continue
            if socket.closing or not await self._hear(socket, message, identity):
                break
        socket.close(1000, "bye")

    async def _hear(self, socket: Socket, message: WSMessage, identity: Identity | None) -> bool:
        """Handle one message before the next is read, so that answers come in the order of the questions."""
        if message.type is WSMsgType.PING:
            socket.write(pong_frame(message.data))
        elif message.type is WSMsgType.BINARY:
            socket.close(NOT_TEXT, "text only")
        elif message.type is WSMsgType.TEXT:
            if socket.identity is None and len(message.data) > _GUEST_FRAME:
                socket.tell("error", {"message": TooLarge.message, "code": TooLarge.code, "details": {}})
                socket.close(TOO_BIG, "too large")
                return False
            return await self._understand(socket, message.data, identity)
        return True

    async def _understand(self, socket: Socket, text: str, identity: Identity | None) -> bool:
        try:
            heard = socket.codec.read(text)
        except Garbled as odd:
            return self._garbled(socket, str(odd))
        if isinstance(heard, Call):
            await self._commands.run(socket, heard)
        elif isinstance(heard, Opened):
            return await self._opened(socket, heard.token or (identity.token if identity else None))
        elif isinstance(heard, Say):
            socket.say(heard.text)
        return not isinstance(heard, Left)

    def _garbled(self, socket: Socket, reason: str) -> bool:
        if not socket.codec.open:
            socket.close(POLICY, "not understood")
            return False
        details = {"reason": reason}
        socket.tell("error", {"message": BadRequest.message, "code": BadRequest.code, "details": details})
        return True

    async def _opened(self, socket: Socket, token: str | None) -> bool:
        """Confirm the session; a token that is no good any more is told, and the client may come again with another."""
        signed_in = None
        if token is not None:
            try:
                signed_in = await self._commands.sign_in(socket, token)
            except DomainError as refusal:
                body = {"message": str(refusal), "code": refusal.code, "details": refusal.details}
                if (text := socket.codec.refused(json_text(body))) is not None:
                    socket.say(text)
                return True
        for text in socket.codec.opened():
            socket.say(text)
        socket.tell("connected", {})
        if signed_in is not None:
            socket.tell("auth_success", signed_in)
        return True


def _speaks_engineio(visit: Visit) -> bool:
    return "EIO=" in visit.query
