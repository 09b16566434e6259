"""The rules of favourites."""

from datetime import datetime, timedelta

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
