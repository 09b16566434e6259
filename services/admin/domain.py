"""The rules of moderation: what the record keeps of a fact, and how long what visitors do is kept."""

import re
from datetime import datetime, timedelta
from typing import Any

EVENTS_KEPT = timedelta(days=90)
# Anybody may send events; what comes beyond this is dropped, so that they can fill neither disk nor
# dashboard.
MOST_EVENTS_A_DAY = 200_000

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]{8,15}(Z|[+-]\d\d:\d\d)")


def recordable(data: dict[str, Any], words: frozenset[str] | None) -> dict[str, Any]:
    """Return a fact's data without the text that a person wrote; of an unknown fact only what surely is no
    such text."""
    if words is None:
        return {name: value for name, value in data.items() if _no_words(value)}
    return {name: value for name, value in data.items() if name not in words}


def _no_words(value: Any) -> bool:
    if isinstance(value, list):
        return all(_no_words(part) for part in value)
    if isinstance(value, str):
        return MOMENT.fullmatch(value) is not None
    return not isinstance(value, dict)


def believable(at: datetime, now: datetime) -> datetime:
    """Return a visitor's moment, or the present one when their clock is far off."""
    return at if timedelta(hours=-1) <= now - at <= timedelta(days=1) else now
