"""The rules of saved searches."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

MOST_SEARCHES = 20
# A listing older than this is news to nobody, so it need not be known who was told of it.
HITS_KEPT = timedelta(days=180)
MOST_NAMED = 10
LONGEST_NAME = 100


def name_of(wanted: Mapping[str, Any]) -> str:
    """Return the name of a search that nobody named: what it looks for."""
    words = [str(wanted["search"])] if wanted.get("search") else []
    words += [str(brand) for brand in wanted.get("brand") or []]
    words += [str(state) for state in wanted.get("state") or []]
    if wanted.get("maxPrice"):
        words.append(f"up to RM {wanted['maxPrice']:g}")
    return ", ".join(words)[:LONGEST_NAME] or "My search"
