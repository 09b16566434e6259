"""The part of the OpenAPI document that API clients use: routes for API keys, the event stream, and their
types."""

import json
from typing import Any

from gateway.openapi import COMMITTED

Schema = dict[str, Any]


def contract_of_keys() -> tuple[list[tuple[str, str, Schema]], dict[str, Schema]]:
    """Returns the routes for API keys as path, method and operation, and the schemas that these routes
    use."""
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
    """Returns the scope of the operation, or None if API keys cannot call it."""
    return next((item["apiKey"][0] for item in operation.get("security", []) if "apiKey" in item), None)


def _is_stream(operation: Schema) -> bool:
    """True for an event stream, which clients consume instead of calling it."""
    return "text/event-stream" in operation["responses"].get("200", {}).get("content", {})


def _used(found: Any, schemas: dict[str, Schema]) -> set[str]:
    names = set[str]()
    waiting = [found]
    while waiting:
        match waiting.pop():
            case {"multipart/form-data": _}:
                continue  # Files are passed unchanged.
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
    """The deprecation note of a route. Empty if the route is not deprecated."""
    if not operation.get("deprecated"):
        return ""
    return f" Deprecated: served until {operation['x-sunset']}, use `{operation['x-instead']}`."


def sentence(text: str, otherwise: str) -> str:
    words = " ".join(text.split()).replace("\\", "").replace('"', "'")
    return words or f"{otherwise}."
