"""Writes `.env.example` from the settings classes, so that it never lies."""

import importlib
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from libs.kit.migrate import SERVICES
from libs.kit.settings import Settings

PATH = Path(__file__).resolve().parents[1] / ".env.example"
_HEAD = "# Every setting with its default, made from the settings classes by `wangi env`. Secrets are left empty.\n"


def text() -> str:
    """The file: what all share, then what each part has of its own."""
    parts = [_HEAD, "\n# All processes\n", *_lines(Settings, set())]
    shared = set(Settings.model_fields)
    for name in (*SERVICES, "gateway"):
        kind = _settings_of(name)
        lines = _lines(kind, shared)
        parts += [f"\n# {name}\n", *lines] if lines else []
    return "".join(parts)


def write() -> Path:
    """Write it."""
    PATH.write_text(text())
    return PATH


def _settings_of(name: str) -> type[Settings]:
    module = importlib.import_module("gateway.settings" if name == "gateway" else f"services.{name}.settings")
    kind: type[Settings] = getattr(module, f"{name.capitalize()}Settings")
    return kind


def _lines(kind: type[Settings], without: set[str]) -> list[str]:
    fields = {name: field for name, field in kind.model_fields.items() if name not in without}
    return [
        f"{name.upper()}={_shown(field.get_default(call_default_factory=True))}\n" for name, field in fields.items()
    ]


def _shown(value: Any) -> str:
    if value is None or isinstance(value, SecretStr):
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)
