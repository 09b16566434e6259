from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from libs.kit.errors import DomainError


class TooManyFavourites(DomainError):
    status = 409
    code = "too_many_favourites"
    message = "You have 1,000 favorites. Please remove some first."


class TooManySearches(DomainError):
    status = 409
    code = "too_many_searches"
    message = "You have saved as many searches as one person may. Delete one first."

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


MAX_FAVOURITES = 1_000


MAX_NOTIFIED = 1_000


DROPS_APART = timedelta(days=1)


def is_drop_published(
    price: int, now: datetime, *, lowest: int | None, published_at: datetime | None
) -> bool:
    """True if the price is below every published price and enough time has passed since the last published
    drop."""
    if lowest is None or published_at is None:
        return True
    return price < lowest and now - published_at >= DROPS_APART


# Older listings are never published as new matches.
HITS_KEPT = timedelta(days=180)


MAX_NAMED = 10


LONGEST_NAME = 100


def name_of(filters: Mapping[str, Any]) -> str:
    words = [str(filters["search"])] if filters.get("search") else []
    words += [str(brand) for brand in filters.get("brand") or []]
    words += [str(state) for state in filters.get("state") or []]
    if filters.get("maxPrice"):
        words.append(f"up to RM {filters['maxPrice']:g}")
    return ", ".join(words)[:LONGEST_NAME] or "My search"
