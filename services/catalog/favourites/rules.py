"""How many favourites and saved searches a person has, and what they are told of."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from libs.kit.http.errors import DomainError


class TooManyFavourites(DomainError):
    """A thousand are kept for one person."""

    status = 409
    code = "too_many_favourites"
    message = "You have 1,000 favorites. Please remove some first."


class TooManySearches(DomainError):
    """A person keeps as many as an operator lets them."""

    status = 409
    code = "too_many_searches"
    message = "You have saved as many searches as one person may. Delete one first."

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


MOST_FAVOURITES = 1_000


MOST_NOTIFIED = 1_000


# How often those who keep an eye on a listing hear that it costs less.
DROPS_APART = timedelta(days=1)


def is_drop_published(price: int, now: datetime, *, lowest: int | None, told_at: datetime | None) -> bool:
    """Return whether a drop to this price is published: only one below every price told before, and not too
    often."""
    if lowest is None or told_at is None:
        return True
    return price < lowest and now - told_at >= DROPS_APART


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
