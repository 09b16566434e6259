"""Commands from sockets. Each command calls a service."""

import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlencode

import structlog
from pydantic import ValidationError

from gateway.http.authentication import Authenticator
from gateway.http.bids import Bids, sent_by_socket
from gateway.http.cache import MicroCache
from gateway.http.limits import Limiter
from gateway.http.services import ServiceClient
from gateway.http.table import BID, BROWSE, MISSED, WRITE, Rate
from gateway.live.codec import Call
from gateway.live.hub import Hub
from gateway.live.messages import MessageSender
from gateway.live.presence import Presence
from gateway.live.refusals import (
    ACTION_NOT_SENT,
    NotYourself,
    Refused,
    UnknownCommand,
    failing_with,
    refusal_of,
)
from gateway.live.room_states import RoomStates
from gateway.live.socket import Socket
from gateway.live.typing import Typing
from libs.contracts.frame_names import CLIENT_FRAMES
from libs.contracts.live import (
    AuthIn,
    FrameModel,
    GetConversationIn,
    JoinAuctionIn,
    LeaveAuctionIn,
    MarkReadIn,
    MessagesReadOut,
    PlaceBidIn,
    PresenceIn,
    SendActionMessageIn,
    SendMessageIn,
    TypingIn,
    TypingOut,
)
from libs.contracts.rooms import auction_room, user_room
from libs.kit.errors import (
    DomainError,
    InvalidInput,
    NotFound,
    NotSignedIn,
    OutcomeUnknown,
    RateLimited,
    Unavailable,
)
from libs.kit.http.error_responses import faults_of
from libs.kit.process import telemetry
from libs.kit.security.tokens import Identity

log = structlog.get_logger(__name__)

SIGN_IN_TO_SEND = "You must be logged in to send messages."
SIGN_IN_TO_VIEW = "You must be logged in to view conversations."
GUEST_ROOMS, PERSON_ROOMS = 20, 200
PERSON_SOCKETS = 20
_LONG_ENOUGH = 16
MAX_STATES = 10_000

Reply = tuple[str, dict[str, Any] | str] | None  # A name, with fields or serialised JSON.
Handler = Callable[[Socket, Any, Call], Awaitable[Reply]]


class Commands:
    def __init__(
        self,
        hub: Hub,
        authenticator: Authenticator,
        services: ServiceClient,
        bids: Bids,
        messages: MessageSender,
        typing: Typing,
        presence: Presence,
        limiter: Limiter,
        cache: MicroCache,
    ) -> None:
        self._hub, self._authenticator, self._services, self._bids = hub, authenticator, services, bids
        self._messages, self._typing, self._presence = messages, typing, presence
        self._limiter, self._cache = limiter, cache
        self._rooms = RoomStates(services)
        self._last_states: OrderedDict[int, tuple[int, int]] = OrderedDict()
        self._handlers: dict[str, Handler] = {
            "auth": self._auth,
            "joinAuction": self._join_auction,
            "leaveAuction": self._leave_auction,
            "placeBid": self._place_bid,
            "send_message": self._send_message,
            "send_action_message": self._send_action_message,
            "mark_read": self._mark_read,
            "get_conversation": self._get_conversation,
            "typing": self._typing_frame,
            "presence": self._presence_frame,
        }

    async def run(self, socket: Socket, call: Call) -> None:
        telemetry.begin_request(None)
        try:
            reply = await self._handle(socket, call)
        except Refused as refusal:
            reply = "error", refusal.body
        except DomainError as refusal:
            reply = "error", _body_of(refusal)
        except (AttributeError, LookupError, TypeError, ValueError):
            # This build could not parse the service's response. The client must still get a reply.
            log.exception("command_failed", command=call.name)
            reply = "error", _body_of(OutcomeUnknown())
        if reply is not None:
            socket.answer(call, *reply)

    async def sign_in(self, socket: Socket, token: str) -> dict[str, Any]:
        """Authenticate a connection. The connection stays in its rooms."""
        identity = await self._authenticator.identify(token)
        if socket.identity is None:
            self.check_room_for(identity)
        elif socket.identity.user_id != identity.user_id:
            raise NotYourself
        self._hub.name(socket, identity)
        return {"userId": identity.user_id}

    def check_room_for(self, identity: Identity) -> None:
        if self._hub.connections_of(identity.user_id) >= PERSON_SOCKETS * self._limiter.factor:
            raise RateLimited("You have too many live connections open.", retryAfter=10)

    async def _handle(self, socket: Socket, call: Call) -> Reply:
        handler, frame = self._handlers.get(call.name), CLIENT_FRAMES.get(call.name)
        if handler is None or frame is None:
            raise UnknownCommand
        return await handler(socket, _read(frame, call.fields), call)

    async def _auth(self, socket: Socket, frame: AuthIn, call: Call) -> Reply:
        identity = await self._authenticator.identify(frame.token)
        _agree(frame.user_id, identity)
        return "auth_success", await self.sign_in(socket, frame.token)

    async def _join_auction(self, socket: Socket, frame: JoinAuctionIn, call: Call) -> Reply:
        room = auction_room(frame.auction_id)
        watched = room in socket.rooms
        if not watched and len(socket.rooms) >= (PERSON_ROOMS if socket.identity else GUEST_ROOMS):
            raise RateLimited("You are watching too many auctions at once.")
        # Joined before the query, so that a concurrent bid is seen twice rather than never.
        self._hub.join(socket, room)
        try:
            state = await self._room_state(socket, frame.auction_id)
        except DomainError as refusal:
            if not watched or isinstance(refusal, NotFound):
                self._hub.leave(socket, room)
            raise
        self._notice(frame.auction_id, state)
        return "resync", state

    async def _room_state(self, socket: Socket, auction_id: int) -> dict[str, Any]:
        """The state of the room. A client that asked for many unknown rooms only gets open rooms for a
        while."""
        if (state := await self._rooms.get(auction_id)) is not None:
            return state
        self._limiter.check_call(MISSED, socket, socket.person)
        try:
            return await self._rooms.opened(auction_id)
        except NotFound:
            await self._limiter.count_call(MISSED, socket, socket.person)
            raise

    def _notice(self, auction_id: int, state: dict[str, Any]) -> None:
        """Drop the cached page if the room has a newer state, because its event may not have arrived yet."""
        place = state["epoch"], state["seq"]
        if self._last_states.get(auction_id) != place:
            self._last_states[auction_id] = place
            while len(self._last_states) > MAX_STATES:
                self._last_states.popitem(last=False)
            self._cache.forget(f"/api/auctions/{auction_id}")

    async def _leave_auction(self, socket: Socket, frame: LeaveAuctionIn, call: Call) -> Reply:
        self._hub.leave(socket, auction_room(frame.auction_id))
        return None

    async def _place_bid(self, socket: Socket, frame: PlaceBidIn, call: Call) -> Reply:
        if socket.identity is None:
            raise NotSignedIn
        _agree(frame.user_id, socket.identity)
        await self._limiter.count(BID, user_room(socket.identity.user_id))  # Same limit as over HTTP.
        key = _idempotency_key(socket, call)
        bid = {"amount": frame.amount, "maxAmount": frame.max_amount}
        status, body = await self._placed(frame.auction_id, bid, socket.identity.token, key)
        if status == 201:
            self._cache.forget(f"/api/auctions/{frame.auction_id}")
            answer = {name: body[name] for name in ("bid", "result", "message")}
            return "bidAccepted", {"auctionId": frame.auction_id} | answer
        return "error", refusal_of(body)

    async def _send_message(self, socket: Socket, frame: SendMessageIn, call: Call) -> Reply:
        body = frame.model_dump(by_alias=True, exclude_none=True)
        body.setdefault("clientId", _idempotency_key(socket, call) or token_urlsafe(16))
        identity = await self._allowed(socket, WRITE, SIGN_IN_TO_SEND)
        return "message_sent", await self._messages.send(body, identity.token, body["clientId"])

    async def _send_action_message(self, socket: Socket, frame: SendActionMessageIn, call: Call) -> Reply:
        body = frame.model_dump(by_alias=True)
        with failing_with(ACTION_NOT_SENT):
            identity = await self._allowed(socket, WRITE, SIGN_IN_TO_SEND)
            return "message_sent", await self._messages.store(body, identity.token, "/api/messages/action")

    async def _mark_read(self, socket: Socket, frame: MarkReadIn, call: Call) -> Reply:
        body = frame.model_dump(by_alias=True, exclude_none=True)
        read = await self._ask_messaging(socket, "POST", "/api/messages/read", body)
        return "messages_read", {name: read[name] for name in MessagesReadOut.wire_names()}

    async def _get_conversation(self, socket: Socket, frame: GetConversationIn, call: Call) -> Reply:
        query = urlencode(frame.model_dump(by_alias=True, exclude_none=True, exclude={"user_id"}))
        path = f"/api/messages/conversation/{frame.user_id}?{query}"
        messages = await self._ask_messaging(socket, "GET", path)
        return "conversation", {"userId": frame.user_id, "messages": messages}

    async def _typing_frame(self, socket: Socket, frame: TypingIn, call: Call) -> Reply:
        identity = await self._allowed(socket, BROWSE)
        relayed = TypingOut(user_id=identity.user_id, product_id=frame.product_id, is_typing=frame.is_typing)
        await self._typing.send(frame.user_id, relayed)
        return None

    async def _presence_frame(self, socket: Socket, frame: PresenceIn, call: Call) -> Reply:
        person = (await self._allowed(socket, BROWSE)).user_id
        if not frame.is_active:
            await self._presence.hide(person)
            return None
        if frame.user_id is None:
            raise InvalidInput.field("userId", "Please name the person of the conversation.")
        # Before the response, so that a viewer is always visible as well.
        await self._presence.beat(person)
        return "presence", (await self._presence.get(person, frame.user_id)).model_dump(by_alias=True)

    async def _ask_messaging(
        self, socket: Socket, method: str, path: str, body: dict[str, Any] | None = None
    ) -> Any:
        """Call messaging as the person of this connection, within the HTTP rate limits."""
        identity = await self._allowed(socket, BROWSE if method == "GET" else WRITE, SIGN_IN_TO_VIEW)
        answer = await self._services.ask_as(identity.token, "messaging", method, path, body)
        if answer.status >= 400:
            raise Refused(refusal_of(answer.body))
        return answer.body

    async def _allowed(self, socket: Socket, rate: Rate, to_guests: str | None = None) -> Identity:
        """Count a command and return its sender. Guests get the error `to_guests`."""
        if socket.identity is None:
            raise NotSignedIn(to_guests)
        await self._limiter.count(rate, user_room(socket.identity.user_id))
        return socket.identity

    async def _placed(
        self, auction_id: int, bid: dict[str, Any], token: str, key: str | None
    ) -> tuple[int, Any]:
        """Place a bid in a batch, or alone if the bid is unusual."""
        placed = await self._bids.place(sent_by_socket(auction_id, bid, token, key))
        if placed is None:
            answer = await self._services.place_bid(auction_id, bid, token, key)
            return answer.status, answer.body
        if placed.status >= 500:
            raise Unavailable if json.loads(placed.body).get("code") == Unavailable.code else OutcomeUnknown
        return placed.status, json.loads(placed.body)


def _body_of(refusal: DomainError) -> dict[str, Any]:
    return {"message": str(refusal), "code": refusal.code, "details": refusal.details}


def _read(frame: type[FrameModel], fields: dict[str, Any]) -> FrameModel:
    try:
        return frame.model_validate(fields)
    except ValidationError as fault:
        raise InvalidInput(fields=faults_of(fault.errors(include_input=False), fields)) from None


def _agree(claimed: int | str | None, identity: Identity) -> None:
    if claimed is not None and str(claimed) != str(identity.user_id):
        raise NotYourself


def _idempotency_key(socket: Socket, call: Call) -> str | None:
    """A long client id is assumed to be unique for the person. A short id is only unique within its
    connection."""
    if call.client_id is None:
        return None
    unique = isinstance(call.client_id, str) and len(call.client_id) >= _LONG_ENOUGH
    return str(call.client_id) if unique else f"{socket.id}-{call.client_id}"
