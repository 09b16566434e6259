"""What of the merged OpenAPI document the clients of integrators are written from: the routes that a key may
call, the stream of events apart, and their types."""

import json
from typing import Any

from gateway.openapi import COMMITTED

Schema = dict[str, Any]


def contract_of_keys() -> tuple[list[tuple[str, str, Schema]], dict[str, Schema]]:
    """Return the routes that a key may call, by path and method, and the types of what goes in and out."""
    document = json.loads(COMMITTED.read_text(encoding="utf-8"))
    routes = [
        (path, method, operation)
        for path, operations in sorted(document["paths"].items())
        for method, operation in sorted(operations.items())
        if scope_of(operation) and not _is_stream(operation)
    ]
    schemas = document["components"]["schemas"]
    used = _used([operation for _, _, operation in routes], schemas)
    return routes, {name: schemas[name] for name in sorted(used)}


def scope_of(operation: Schema) -> str | None:
    """Return the scope with which a key may call it; None for what no key may."""
    return next((one["apiKey"][0] for one in operation.get("security", []) if "apiKey" in one), None)


def _is_stream(operation: Schema) -> bool:
    """Return whether it answers for minutes: such a one is followed, not called."""
    return "text/event-stream" in operation["responses"].get("200", {}).get("content", {})


def _used(found: Any, schemas: dict[str, Schema]) -> set[str]:
    names = set[str]()
    waiting = [found]
    while waiting:
        match waiting.pop():
            case {"multipart/form-data": _}:
                continue  # files are given as they are
            case {"$ref": str(reference)}:
                name = reference.rpartition("/")[2]
                if name not in names:
                    names.add(name)
                    waiting.append(schemas[name])
            case dict() as parts:
                waiting += parts.values()
            case list() as parts:
                waiting += parts
    return names


def versioned(path: str) -> str:
    return path if path.startswith("/api/v1/") else "/api/v1/" + path.removeprefix("/api/")


def ending(operation: Schema) -> str:
    """Return until when a deprecated route is served; nothing of one that stays."""
    if not operation.get("deprecated"):
        return ""
    return f" Deprecated: served until {operation['x-sunset']}, use `{operation['x-instead']}`."


def sentence(text: str, otherwise: str) -> str:
    words = " ".join(text.split()).replace("\\", "").replace('"', "'")
    return words or f"{otherwise}."
