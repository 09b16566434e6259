"""The rules of saved searches."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from libs.kit.http.errors import DomainError

MOST_SEARCHES = 20
HITS_KEPT = timedelta(days=180)
"""A listing older than this is news to nobody, so it need not be known who was told of it."""
MOST_NAMED = 10
LONGEST_NAME = 100


class TooManySearches(DomainError):
    """Twenty are kept for one person."""

    status = 409
    code = "too_many_searches"
    message = "You can save up to 20 searches"


def name_of(wanted: Mapping[str, Any]) -> str:
    """What a search is called if nobody named it: what it looks for."""
    words = [str(wanted["search"])] if wanted.get("search") else []
    words += [str(brand) for brand in wanted.get("brand") or []]
    words += [str(state) for state in wanted.get("state") or []]
    if wanted.get("maxPrice"):
        words.append(f"up to RM {wanted['maxPrice']:g}")
    return ", ".join(words)[:LONGEST_NAME] or "My search"
