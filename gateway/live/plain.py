"""The plain dialect: frames are JSON objects `{"type": name, "id"?: clientId, ...fields}`."""

import json
from typing import Any

from gateway.live.codec import Call, Incoming, MalformedFrame, client_id_of, join_members
from gateway.live.framing import PING


class PlainCodec:
    dialect = "plain"
    ping = PING
    open = True

    def greeting(self) -> str | None:
        return None

    def parse(self, text: str) -> Incoming:
        fields = _object(text)
        name = fields.pop("type", None)
        if not isinstance(name, str):
            raise MalformedFrame("type must name a command")
        return Call(name, fields, client_id_of(fields.pop("id", None)))

    def opened(self) -> list[str]:
        return []

    def refused(self, body: str) -> str | None:
        return self.event("error", body)

    def event(self, name: str, body: str) -> str:
        return join_members(f'"type":{json.dumps(name)}', body)

    def reply(self, call: Call, name: str, body: str) -> list[str]:
        if call.client_id is None:
            return [self.event(name, body)]
        return [join_members(f'"type":{json.dumps(name)},"id":{json.dumps(call.client_id)}', body)]


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise MalformedFrame("not JSON") from fault
    if not isinstance(value, dict):
        raise MalformedFrame("not a JSON object")
    return value
