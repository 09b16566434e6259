"""Generates `.env.example` from the settings classes."""

import importlib
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from libs.contracts.services import SERVICES
from libs.marketplace.settings import Settings

PATH = Path(__file__).resolve().parents[1] / ".env.example"
_HEAD = """\
# Every setting with its default, made from the settings classes by `wangi env`.
# What is a secret has no value here: an empty one is refused, `wangi secrets` makes them.
"""


def text() -> str:
    """Shared settings come first, then the settings of each service."""
    parts = [_HEAD, "\n# All processes\n", *_lines(Settings, set())]
    shared = set(Settings.model_fields)
    for name in (*SERVICES, "gateway"):
        kind = _settings_of(name)
        lines = _lines(kind, shared)
        parts += [f"\n# {name}\n", *lines] if lines else []
    return "".join(parts)


def write() -> Path:
    PATH.write_text(text())
    return PATH


def _settings_of(name: str) -> type[Settings]:
    module = importlib.import_module("gateway.settings" if name == "gateway" else f"services.{name}.settings")
    kind: type[Settings] = getattr(module, f"{name.capitalize()}Settings")
    return kind


def _lines(kind: type[Settings], without: set[str]) -> list[str]:
    fields = {name: field for name, field in kind.model_fields.items() if name not in without}
    return [_line(name, field.get_default(call_default_factory=True)) for name, field in fields.items()]


def _line(name: str, value: Any) -> str:
    line = f"{name.upper()}={_default_text(value)}\n"
    return f"# {line}" if name.endswith(("_secret", "_secret_also")) else line


def _default_text(value: Any) -> str:
    if value is None or isinstance(value, SecretStr):
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)
