"""Generates the TypeScript client from the same contract as the Python client, with the types of streamed
events."""

import json
import re
from pathlib import Path
from typing import Any

from pydantic.alias_generators import to_camel

from services.admin.audit.rules import SHOWN
from tools.client_contract import Schema, contract_of_keys, ending, scope_of, sentence, versioned

FOLDER = Path(__file__).resolve().parents[1] / "clients" / "typescript" / "src"
_PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
_HEAD = "/** {words} Written by `python -m tools.clients`; do not edit. */\n\n"
_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")


def files() -> dict[str, str]:
    routes, schemas = contract_of_keys()
    methods = "\n".join(_method_text(*route) for route in routes)
    types = "".join(_type_text(name, schema) for name, schema in schemas.items())
    imports = 'import { Calls, segment } from "./calls.js";\nimport type * as types from "./types.js";\n'
    words = "Every route that an API key may call, the stream of events apart, by the name it has in the contract."
    shape = f"\n/** {words} */\nexport class Wangi extends Calls {{\n"
    return {
        "types.ts": _HEAD.format(words="What goes in and comes out.") + types.lstrip(),
        "routes.ts": _HEAD.format(words="The routes that a key may call.")
        + imports
        + shape
        + methods
        + "}\n",
        "events.ts": _HEAD.format(words="The events of the stream.") + _events_text(),
    }


def _hint(schema: Schema, before: str = "") -> str:
    """The TypeScript type of a schema. `before` is a prefix for the names of other types."""
    if "$ref" in schema:
        return before + str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_hint(item, before) for item in schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return " | ".join(map(json.dumps, schema.get("enum", [schema.get("const")])))
    if schema.get("type") == "array":
        return f"Array<{_hint(schema.get('items', {}), before)}>"
    if schema.get("type") == "object":
        inner = schema.get("additionalProperties")
        return f"Record<string, {_hint(inner, before) if isinstance(inner, dict) else 'unknown'}>"
    return _PLAIN.get(schema.get("type", ""), "unknown")


def _type_text(name: str, schema: Schema) -> str:
    words = f"\n/** {_comment(schema, name)} */\nexport type {name} = "
    if "properties" not in schema:
        return f"{words}{_hint(schema)};\n"
    needed = set(schema.get("required", ()))
    fields = (
        f"  {_field(field)}{'' if field in needed else '?'}: {_hint(one)};\n"
        for field, one in schema["properties"].items()
    )
    return f"{words}{{\n{''.join(fields)}}};\n"


def _events_text() -> str:
    kinds = ""
    for kind, (event, names) in SHOWN.items():
        schema = event.model_json_schema(by_alias=True)
        needed = set(schema["required"])
        fields = "".join(
            f"    {field}{'' if field in needed else '?'}: {_hint(schema['properties'][field])};\n"
            for field in map(to_camel, names)
        )
        kinds += f"  /** {_comment(schema, kind)} */\n  {kind}: {{\n{fields}  }};\n"
    return f"/** The data of each kind of event; amounts are in sen. */\nexport type EventData = {{\n{kinds}}};\n"


def _method_text(path: str, method: str, operation: Schema) -> str:
    parameters = operation.get("parameters", [])
    inside = [parameter for parameter in parameters if parameter["in"] == "path"]
    query = [parameter for parameter in parameters if parameter["in"] == "query"]
    is_keyed = any(
        parameter["in"] == "header" and parameter["name"] == "Idempotency-Key" for parameter in parameters
    )
    content = operation.get("requestBody", {}).get("content", {})
    takes = [f"{_camel(item['name'])}: {_hint(item['schema'], 'types.')}" for item in inside]
    given = list[str]()
    if "application/json" in content:
        takes.append(f"body: {_hint(content['application/json']['schema'], 'types.')}")
        given.append("body")
    if "multipart/form-data" in content:
        takes.append("form: FormData")
        given.append("form")
    if query:
        needed = any(item.get("required") for item in query)
        fields = "; ".join(_query_field(item) for item in query)
        takes.append(f"query: {{ {fields} }}{'' if needed else ' = {}'}")
        given.append("query")
    if is_keyed:
        takes.append("idempotencyKey?: string")
        given += ["isKeyed: true", "idempotencyKey"]
    call = ", ".join([json.dumps(method.upper()), _address(path, inside), f"{{ {', '.join(given)} }}"])
    return (
        f"  /** {_comment(operation, operation['operationId'])} Scope: `{scope_of(operation)}`.{_mark(operation)} */\n"
        f"  {_camel(operation['operationId'])}({', '.join(takes)}): Promise<{_answer(operation)}> {{\n"
        f"    return this.call({call.replace('{  }', '{}')});\n  }}\n"
    )


def _mark(operation: Schema) -> str:
    return ending(operation).replace(" Deprecated: ", " @deprecated ")


def _answer(operation: Schema) -> str:
    for status, answer in sorted(operation["responses"].items()):
        if status.startswith("2") and (content := answer.get("content", {})):
            return (
                _hint(content["application/json"]["schema"], "types.")
                if "application/json" in content
                else "Blob"
            )
    return "unknown"


def _query_field(parameter: Schema) -> str:
    hint = _hint(parameter["schema"]).replace(" | null", "")
    return f"{_field(parameter['name'])}{'' if parameter.get('required') else '?'}: {hint}"


def _address(path: str, inside: list[Any]) -> str:
    """The TypeScript expression of a path. String parameters are encoded as a single segment."""
    full = versioned(path)
    for item in inside:
        name = _camel(item["name"])
        value = name if _hint(item["schema"]) == "number" else f"segment({name})"
        full = full.replace(f"{{{item['name']}}}", f"${{{value}}}")
    return f"`{full}`" if inside else json.dumps(full)


def _comment(described: Schema, otherwise: str) -> str:
    return sentence(described.get("description", ""), otherwise).replace("*/", "* /")


def _field(name: str) -> str:
    return name if _NAME.fullmatch(name) else json.dumps(name)


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(other[:1].upper() + other[1:] for other in others)
