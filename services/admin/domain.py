"""The rules of moderation: what the record keeps of a fact."""

import re
from typing import Any

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]{8,15}(Z|[+-]\d\d:\d\d)")


def recordable(data: dict[str, Any], words: frozenset[str] | None) -> dict[str, Any]:
    """A fact's data without the words somebody wrote; of a fact this build does not know only what is surely none."""
    if words is None:
        return {name: value for name, value in data.items() if _no_words(value)}
    return {name: value for name, value in data.items() if name not in words}


def _no_words(value: Any) -> bool:
    if isinstance(value, list):
        return all(_no_words(part) for part in value)
    if isinstance(value, str):
        return MOMENT.fullmatch(value) is not None
    return not isinstance(value, dict)
