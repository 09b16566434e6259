"""Generates the API clients with `python -m tools.clients`. Tests compare the committed files."""

import keyword
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from tools import clients_typescript
from tools.client_contract import Schema, contract_of_keys, ending, scope_of, sentence, versioned

FOLDER = Path(__file__).resolve().parents[1] / "clients" / "python" / "wangi_client"
_PLAIN = {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "null": "None"}
_HEAD = '"""{words} Written by `python -m tools.clients`; do not edit."""\n\n'


def files() -> dict[str, str]:
    routes, schemas = contract_of_keys()
    types = "".join(_type_text(name, schema) for name, schema in schemas.items())
    methods = "".join(_method_text(*route) for route in routes)
    head = "from typing import Any, Literal, NotRequired, TypedDict\n"
    base = "from typing import Any\n\nfrom wangi_client import types\nfrom wangi_client.calls import Calls, segment\n"
    words = "Every route that an API key may call, the stream of events apart, by the name it has in the contract."
    shape = f'\n\nclass Routes(Calls):\n    """{words}"""\n'
    return {
        "types.py": _in_form(_HEAD.format(words="What goes in and comes out.") + head + types),
        "routes.py": _in_form(_HEAD.format(words="The routes that a key may call.") + base + shape + methods),
    }


def write() -> None:
    for folder, texts in ((FOLDER, files()), (clients_typescript.FOLDER, clients_typescript.files())):
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")


def _in_form(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", "routes.py", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def _hint(schema: Schema, before: str = "") -> str:
    """The type hint for a schema. `before` is a prefix for the names of other types."""
    if "$ref" in schema:
        return before + str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_hint(item, before) for item in schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return f"Literal[{', '.join(map(repr, schema.get('enum', [schema.get('const')])))}]"
    if schema.get("type") == "array":
        return f"list[{_hint(schema.get('items', {}), before)}]"
    if schema.get("type") == "object":
        inner = schema.get("additionalProperties")
        return f"dict[str, {_hint(inner, before) if isinstance(inner, dict) else 'Any'}]"
    return _PLAIN.get(schema.get("type", ""), "Any")


def _type_text(name: str, schema: Schema) -> str:
    words = sentence(schema.get("description", ""), name)
    if "properties" not in schema:
        return f"\n\n# {words}\n{name} = {_hint(schema)}\n"
    needed = set(schema.get("required", ()))
    fields = {
        field: repr(_hint(one) if field in needed else f"NotRequired[{_hint(one)}]")
        for field, one in schema["properties"].items()
    }
    if all(field.isidentifier() and not keyword.iskeyword(field) for field in fields):
        lines = "".join(f"    {field}: {hint}\n" for field, hint in fields.items())
        return f'\n\nclass {name}(TypedDict):\n    """{words}"""\n\n{lines}'
    pairs = ", ".join(f"{field!r}: {hint}" for field, hint in fields.items())
    return f"\n\n# {words}\n{name} = TypedDict({name!r}, {{{pairs}}})\n"


def _method_text(path: str, method: str, operation: Schema) -> str:
    parameters = operation.get("parameters", [])
    inside = [parameter["name"] for parameter in parameters if parameter["in"] == "path"]
    query = {_snake(parameter["name"]): parameter for parameter in parameters if parameter["in"] == "query"}
    is_keyed = any(
        parameter["in"] == "header" and parameter["name"] == "Idempotency-Key" for parameter in parameters
    )
    content = operation.get("requestBody", {}).get("content", {})
    hints = {parameter["name"]: _bare(_hint(parameter["schema"], "types.")) for parameter in parameters}
    takes = ["self", *(f"{name}: {hints[name]}" for name in inside)]
    if "application/json" in content:
        takes.append(f"body: {_bare(_hint(content['application/json']['schema'], 'types.'))}")
    if "multipart/form-data" in content:
        takes.append("files: Any")
    named = [f"{name}: {_optional(hints[one['name']])} = None" for name, one in query.items()]
    named += ["idempotency_key: str | None = None"] if is_keyed else []
    words = [name for name in inside if hints[name] != "int"]
    given = [
        repr(method.upper()),
        _address(path, words),
        *(["body=body"] if "application/json" in content else []),
    ]
    given += ["files=files"] if "files: Any" in takes else []
    pairs = ", ".join(f"{one['name']!r}: {name}" for name, one in query.items())
    given += [f"query={{{pairs}}}"] if query else []
    given += ["is_keyed=True, key=idempotency_key"] if is_keyed else []
    answer = _answer(operation)
    summary = sentence(operation.get("description", ""), operation["operationId"])
    signature = ", ".join([*takes, *(["*", *named] if named else [])])
    return (
        f"\n    def {operation['operationId']}({signature}) -> {answer}:\n"
        f'        """{summary} Scope: `{scope_of(operation)}`.{ending(operation)}"""\n'
        f"        found: {answer} = self.call({', '.join(given)})\n        return found\n"
    )


def _answer(operation: Schema) -> str:
    for status, answer in sorted(operation["responses"].items()):
        if status.startswith("2") and (content := answer.get("content", {}).get("application/json")):
            return _bare(_hint(content["schema"], "types."))
    return "Any"


def _bare(hint: str) -> str:
    """Replaces a literal type by `str`, because literals would be too long in signatures."""
    return "str" if hint.startswith("Literal[") else "str | None" if "Literal[" in hint else hint


def _address(path: str, words: Iterable[str]) -> str:
    """The Python expression of a path. String parameters are encoded as a single segment."""
    full = versioned(path)
    for name in words:
        full = full.replace(f"{{{name}}}", f"{{segment({name})}}")
    return f'f"{full}"' if "{" in full else f'"{full}"'


def _optional(hint: str) -> str:
    return hint if hint.endswith("| None") else f"{hint} | None"


def _snake(name: str) -> str:
    plain = "".join(f"_{item.lower()}" if item.isupper() else item for item in name)
    return plain + "_" if keyword.iskeyword(plain) else plain


if __name__ == "__main__":
    write()
