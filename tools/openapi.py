"""Generates the API contract of all services."""

import importlib
from pathlib import Path
from typing import Any

from gateway.openapi import COMMITTED, as_text, merge_documents
from libs.contracts.services import SERVICES


def merged_openapi() -> dict[str, Any]:
    documents = {name: importlib.import_module(f"services.{name}.main").app.openapi() for name in SERVICES}
    return merge_documents(documents)


def write(path: Path = COMMITTED) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(as_text(merged_openapi()), encoding="utf-8")
