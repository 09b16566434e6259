"""Merges the contracts of the six services. Component names and tags contain the service."""

import json
from pathlib import Path
from typing import Any

from gateway.http.scopes import scope_of
from gateway.http.table import Row, Table
from libs.contracts.examples import example_in_address, example_of
from libs.kit.http.error_responses import ErrorBody

COMMITTED = Path(__file__).with_name("openapi.json")
# All services share one error format, including where FastAPI would describe its own.
_SHARED = {"ErrorBody": "ErrorBody", "HTTPValidationError": "ErrorBody"}
_METHODS = ("get", "post", "put", "patch", "delete")


def as_text(document: dict[str, Any]) -> str:
    return json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def merge_documents(documents: dict[str, dict[str, Any]]) -> dict[str, Any]:
    table, whole = Table(), _empty()
    for service, document in documents.items():
        whole["tags"].append(
            {"name": service, "description": document.get("info", {}).get("description", "")}
        )
        for path, operations in document.get("paths", {}).items():
            kept = _reachable(table, service, path, operations)
            if kept:
                whole["paths"].setdefault(path, {}).update(_renamed(kept, service))
        for name, schema in document.get("components", {}).get("schemas", {}).items():
            whole["components"]["schemas"][_prefixed(service, name)] = _renamed(schema, service)
    whole["components"]["schemas"]["ErrorBody"] = ErrorBody.model_json_schema()
    _drop_unused(whole)
    _give_examples(whole)
    return whole


def _empty() -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Wangi",
            "version": "1",
            "description": "A marketplace for pre-owned perfumes in Malaysia. Every path stands under `/api/v1` too.",
        },
        "tags": [],
        "paths": {},
        "components": {
            "schemas": {},
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
                "apiKey": {
                    "type": "http",
                    "scheme": "bearer",
                    "bearerFormat": "wangi_",
                    "description": "A key of the account's settings, with the scope that the operation names. "
                    "Operations that do not name it are never for keys.",
                },
            },
        },
    }


def _reachable(table: Table, service: str, path: str, operations: dict[str, Any]) -> dict[str, Any]:
    """Operations that the gateway forwards to this service. Excludes `/internal`, health and metrics."""
    kept: dict[str, Any] = {}
    for method, operation in operations.items():
        row = table.find(path, method.upper()) if method in _METHODS else ()
        if isinstance(row, Row) and row.service == service:
            kept[method] = _published(operation, row, service, method, path)
    return kept


def _published(operation: dict[str, Any], row: Row, service: str, method: str, path: str) -> dict[str, Any]:
    published = {
        **operation,
        "tags": [service],
        "operationId": f"{service}_{_operation_name(operation, method, path)}",
    }
    published.pop("security", None)
    security: list[dict[str, list[str]]] = [{"bearer": []}] if row.who != "anyone" else []
    if scope := scope_of(method.upper(), _call_of(path)):
        security = [*(security or [{}]), {"apiKey": [scope]}]
    return published | ({"security": security} if security else {})


def _call_of(path: str) -> str:
    return "/".join("1" if part.startswith("{") else part for part in path.split("/"))


def _operation_name(operation: dict[str, Any], method: str, path: str) -> str:
    return str(operation.get("operationId") or f"{method}{path}").replace("/", "_")


def _prefixed(service: str, name: str) -> str:
    return _SHARED.get(name, f"{service.capitalize()}{name}")


def _renamed(value: Any, service: str) -> Any:
    if isinstance(value, dict):
        return {
            key: _reference(service, v) if key == "$ref" else _renamed(v, service) for key, v in value.items()
        }
    if isinstance(value, list):
        return [_renamed(item, service) for item in value]
    return value


def _reference(service: str, reference: str) -> str:
    head, _, name = reference.rpartition("/")
    return f"{head}/{_prefixed(service, name)}"


def _give_examples(whole: dict[str, Any]) -> None:
    """Add examples for successful responses and path parameters. Request bodies have their own examples."""
    models = whole["components"]["schemas"]
    for operations in whole["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] in ("path", "query") and parameter.get("required"):
                    parameter.setdefault("example", example_in_address(parameter))
            for status, answer in operation["responses"].items():
                content = answer.get("content", {}).get("application/json")
                if content and status.startswith("2"):
                    content.setdefault("example", example_of(content["schema"], models))


def _drop_unused(whole: dict[str, Any]) -> None:
    schemas = whole["components"]["schemas"]
    used: set[str] = set()
    fresh = _names_in(whole["paths"])
    while fresh:
        used |= fresh
        fresh = {name for known in fresh for name in _names_in(schemas.get(known, {}))} - used
    whole["components"]["schemas"] = {name: schemas[name] for name in sorted(schemas) if name in used}


def _names_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        here = {value["$ref"].rpartition("/")[2]} if isinstance(value.get("$ref"), str) else set()
        return here.union(*(_names_in(item) for item in value.values()))
    if isinstance(value, list):
        return set().union(*(_names_in(item) for item in value))
    return set()
