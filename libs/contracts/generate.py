"""Generates the JSON Schemas, AsyncAPI 3 and the web app's frame types."""

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from libs.contracts.event import Envelope, Event
from libs.contracts.examples import example_of
from libs.contracts.frame_names import CLIENT_FRAMES, SERVER_FRAMES
from libs.contracts.live import FrameModel
from libs.contracts.registry import EVENTS
from libs.contracts.topics import EVENT_TOPICS

__all__ = [
    "FRAMES", "asyncapi", "generated_files", "frame_example", "frame_schema", "frame_types", "schema_of", "write_files",
]  # fmt: skip

SCHEMAS = "libs/contracts/schemas"
TYPES = "frontend/src/generated/live.ts"


def write_files(root: Path) -> list[Path]:
    paths = []
    for name, content in generated_files().items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        paths.append(path)
    return paths


def generated_files() -> dict[str, str]:
    """Returns every generated file by path. A test compares the committed files."""
    made = {f"{SCHEMAS}/{name}.json": _json(schema_of(event)) for name, event in sorted(EVENTS.items())}
    made[f"{SCHEMAS}/envelope.json"] = _json(Envelope.model_json_schema())
    made[f"{SCHEMAS}/asyncapi.json"] = _json(asyncapi())
    made[TYPES] = frame_types()
    return made


def schema_of(event: type[Event]) -> dict[str, Any]:
    return {"$id": f"urn:wangi:schema:{event.type_name()}"} | event.model_json_schema(by_alias=True)


def asyncapi() -> dict[str, Any]:
    messages = {name: _message(name, event) for name, event in sorted(EVENTS.items())}
    frames = {
        f"{side}.{name}": _frame_message(name, frame, side)
        for side, named in FRAMES.items()
        for name, frame in named.items()
    }
    channels = {topic.name: _channel(topic.name, topic.key) for topic in EVENT_TOPICS} | {
        "live": _live_channel()
    }
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Wangi events", "version": "1.0.0", "description": _ABOUT},
        "defaultContentType": "application/json",
        "channels": channels,
        "operations": _operations(),
        "components": {"messages": messages | frames},
    }


_ABOUT = (
    "Events on Kafka are CloudEvents 1.0 in structured JSON mode plus `version`, gapless per key; they hold ids and "
    "public events only. The live channel is the WebSocket at `/ws`."
)


def _channel(topic: str, key: str) -> dict[str, Any]:
    own = [name for name, event in sorted(EVENTS.items()) if event.topic == topic]
    return {
        "address": topic,
        "description": f"Ordered by key: {key}.",
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in own},
    }


def _live_channel() -> dict[str, Any]:
    names = [f"{side}.{name}" for side, named in FRAMES.items() for name in named]
    return {
        "address": "/ws",
        "description": "One JSON object a frame: `type` names it, its fields stand beside.",
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in names},
    }


def _operations() -> dict[str, Any]:
    sent = {
        f"publish.{t.name}": {"action": "send", "channel": {"$ref": f"#/channels/{t.name}"}}
        for t in EVENT_TOPICS
    }
    return sent | {
        f"live.{side}": {
            "action": action,
            "channel": {"$ref": "#/channels/live"},
            "messages": [{"$ref": f"#/channels/live/messages/{side}.{name}"} for name in FRAMES[side]],
        }
        for side, action in (("client", "receive"), ("server", "send"))
    }


def _message(name: str, event: type[Event]) -> dict[str, Any]:
    return {
        "name": name,
        "title": event.__name__,
        "summary": _first_sentence(event),
        "payload": schema_of(event),
    }


def _frame_message(name: str, frame: type[FrameModel], side: str) -> dict[str, Any]:
    return {
        "name": name, "title": name, "summary": _first_sentence(frame), "payload": frame_schema(name, frame),
        "examples": [{"payload": frame_example(name, frame, side)}],
    }  # fmt: skip


def frame_schema(name: str, frame: type[FrameModel]) -> dict[str, Any]:
    """The JSON Schema of a frame on the wire, including its type and the optional client id."""
    # Validation mode, because fields with a default may be missing on the wire.
    schema = frame.model_json_schema(by_alias=True, mode="validation")
    wire = {"type": {"const": name, "type": "string"}, "id": _ID}
    schema["properties"] = wire | schema.get("properties", {})
    schema["required"] = ["type", *schema.get("required", ())]
    return schema


def frame_example(name: str, frame: type[FrameModel], side: str) -> dict[str, Any]:
    """A frame with a value in each field. Client frames have an id, to show how replies refer to it."""
    schema = frame_schema(name, frame)
    made: dict[str, Any] = example_of(schema, schema.get("$defs", {}))
    del made["id"]
    return made | ({"id": "c7"} if side == "client" else {})


# By sender. Two frame names are used by both senders, with different fields.
FRAMES: dict[str, dict[str, type[FrameModel]]] = {"client": CLIENT_FRAMES, "server": SERVER_FRAMES}
_ID = {
    "anyOf": [{"type": "string", "maxLength": 64}, {"type": "integer", "minimum": 0, "maximum": 2**53}],
    "description": "chosen by the client; the reply to the command has the same id",
}


def _first_sentence(model: type[BaseModel]) -> str:
    text = " ".join((model.__doc__ or "").split())
    return text.partition(". ")[0].removesuffix(".") + "."


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def frame_types() -> str:
    models: list[tuple[type[BaseModel], JsonSchemaMode]] = [
        *((frame, "validation") for frame in CLIENT_FRAMES.values()),
        *((frame, "serialization") for frame in SERVER_FRAMES.values()),
    ]
    _, top = models_json_schema(models, by_alias=True)
    parts = [_HEAD]
    parts += [_interface(_name(name), schema) for name, schema in sorted(top["$defs"].items())]
    parts += [_map("ClientFrames", CLIENT_FRAMES), _map("ServerFrames", SERVER_FRAMES)]
    return "\n".join(parts)


_HEAD = """// Generated from libs/contracts/live.py by `wangi contracts`; never edited.

/** A command may carry an id; the reply to it carries the same. */
export interface Reply {
  id?: string | number;
}
"""


def _name(model: str) -> str:
    """The name of the type in TypeScript, where `Error` is already taken."""
    return "LiveError" if model == "ErrorOut" else model.removesuffix("Out")


def _interface(name: str, schema: dict[str, Any]) -> str:
    required = set(schema.get("required", ()))
    fields = [
        f"  {field}{'' if field in required else '?'}: {_type(part)};"
        for field, part in schema.get("properties", {}).items()
    ]
    if not fields:
        return f"export type {name} = Record<string, never>;\n"
    return f"export interface {name} {{\n" + "\n".join(fields) + "\n}\n"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return _name(str(schema["$ref"]).rsplit("/", 1)[-1])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(part) for part in schema["anyOf"]))
    if schema.get("type") == "array":
        return f"Array<{_type(schema['items'])}>"
    names = {
        "integer": "number",
        "number": "number",
        "string": "string",
        "boolean": "boolean",
        "null": "null",
    }
    return names.get(str(schema.get("type")), "Record<string, unknown>")


def _map(name: str, frames: dict[str, Any]) -> str:
    lines = [f"  {frame}: {_name(model.__name__)} & Reply;" for frame, model in frames.items()]
    return f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"
