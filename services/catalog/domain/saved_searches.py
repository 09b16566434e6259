"""The rules of saved searches."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

# A listing older than this is no news, so the hit of a search that found it need not be kept.
HITS_KEPT = timedelta(days=180)
MOST_NAMED = 10
LONGEST_NAME = 100


def name_of(filters: Mapping[str, Any]) -> str:
    """Return the name of a search that its owner did not name: what it looks for."""
    words = [str(filters["search"])] if filters.get("search") else []
    words += [str(brand) for brand in filters.get("brand") or []]
    words += [str(state) for state in filters.get("state") or []]
    if filters.get("maxPrice"):
        words.append(f"up to RM {filters['maxPrice']:g}")
    return ", ".join(words)[:LONGEST_NAME] or "My search"
