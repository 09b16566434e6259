"""The Socket.IO dialect: Engine.IO 4 packets over WebSocket with Socket.IO 5 packets inside."""

import json
import re
from typing import Any
from urllib.parse import parse_qs

from gateway.live.codec import (
    Call,
    Goodbye,
    Incoming,
    MalformedFrame,
    Opened,
    Say,
    client_id_of,
    join_members,
)
from gateway.live.framing import text_frame

PING_SECONDS, PONG_SECONDS = 25, 20
MAX_PAYLOAD = 65536

# Packet types of Engine.IO, then of Socket.IO.
_CLOSE, _PING, _PONG, _MESSAGE, _UPGRADE, _NOOP = "1", "2", "3", "4", "5", "6"
_CONNECT, _DISCONNECT, _EVENT, _ACK = "0", "1", "2", "3"

_PACKET = re.compile(r"(?P<kind>[0-6])(?:(?P<space>/[^,]*),)?(?P<ack>\d{1,9})?(?P<body>.*)", re.DOTALL)


class EngineCodec:
    """A Socket.IO connection. The CONNECT packet opens the session."""

    dialect = "socket.io"
    ping = text_frame(_PING)

    def __init__(self, session_id: str) -> None:
        self._session_id = session_id
        self.open = False

    def greeting(self) -> str | None:
        terms = {
            "sid": self._session_id,
            "upgrades": [],
            "pingInterval": PING_SECONDS * 1000,
            "pingTimeout": PONG_SECONDS * 1000,
            "maxPayload": MAX_PAYLOAD,
        }
        return "0" + json.dumps(terms)

    def parse(self, text: str) -> Incoming:
        kind, rest = text[:1], text[1:]
        if kind == _MESSAGE:
            return self._read_message(rest)
        if kind in (_PONG, _NOOP):
            return None
        if kind == _PING:
            return Say(_PONG + rest)
        if kind == _CLOSE:
            return Goodbye()
        raise MalformedFrame("not an Engine.IO packet")

    def opened(self) -> list[str]:
        self.open = True
        return [f'40{{"sid":{json.dumps(self._session_id)}}}']

    def refused(self, body: str) -> str | None:
        refusal = json.loads(body)
        return "44" + json.dumps({"message": refusal["message"], "data": refusal})

    def event(self, name: str, body: str) -> str:
        return f"42[{json.dumps(name)},{body}]"

    def reply(self, call: Call, name: str, body: str) -> list[str]:
        if call.client_id is not None:
            body = join_members(f'"id":{json.dumps(call.client_id)}', body)
        texts = [self.event(name, body)]
        if call.acknowledge is not None:
            typed = join_members(f'"type":{json.dumps(name)}', body)
            texts.append(f"43{call.acknowledge}[{typed}]")
        return texts

    def _read_message(self, text: str) -> Incoming:
        packet = _PACKET.fullmatch(text)
        if packet is None or packet["kind"] in "456":
            raise MalformedFrame("not a Socket.IO packet that a client may send here")
        kind, space, body = packet["kind"], packet["space"] or "/", packet["body"]
        if space != "/" and kind == _CONNECT:
            return Say(f"44{space}," + json.dumps({"message": "Invalid namespace"}))
        if space != "/":
            raise MalformedFrame("not a namespace of ours")
        if kind == _CONNECT:
            return self._read_connect(body)
        if kind == _DISCONNECT:
            return Goodbye()
        if not self.open:
            raise MalformedFrame("commands come after CONNECT")
        return _read_event(body, packet["ack"]) if kind == _EVENT else None

    def _read_connect(self, body: str) -> Opened:
        if self.open:
            raise MalformedFrame("already connected")
        brought = _json(body) if body else {}
        token = brought.get("token") if isinstance(brought, dict) else None
        if token is not None and not isinstance(token, str):
            raise MalformedFrame("token must be text")
        return Opened(token or None)


def _read_event(body: str, acknowledge: str | None) -> Call:
    parts = _json(body)
    if not isinstance(parts, list) or not 1 <= len(parts) <= 2 or not isinstance(parts[0], str):
        raise MalformedFrame("an event is a name and one object")
    fields = parts[1] if len(parts) == 2 and parts[1] is not None else {}
    if not isinstance(fields, dict):
        raise MalformedFrame("an event is a name and one object")
    client_id = client_id_of(fields.pop("id", None))
    return Call(parts[0], fields, client_id, int(acknowledge) if acknowledge else None)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise MalformedFrame("not JSON") from fault


def refusal_of(query: str, upgrading: bool) -> dict[str, Any] | None:
    """The error of a refused Engine.IO handshake, in the format of engine.io, or None."""
    asked = parse_qs(query, keep_blank_values=True)
    if asked.get("EIO") != ["4"]:
        return {"code": 5, "message": "Unsupported protocol version"}
    if asked.get("transport") != ["websocket"]:
        return {"code": 0, "message": "Transport unknown", "context": {"supported": ["websocket"]}}
    if not upgrading or "sid" in asked:
        return {"code": 3, "message": "Bad request"}
    return None
