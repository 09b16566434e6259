"""The rules of keeping an eye on something."""

from datetime import datetime, timedelta

MOST_FAVOURITES = 1_000
MOST_TOLD = 1_000
# How often those who keep an eye on a listing hear that it costs less.
DROPS_APART = timedelta(days=1)


def is_drop_told(price: int, now: datetime, *, lowest: int | None, told_at: datetime | None) -> bool:
    """Whether a drop to this price is told, where they were told of `lowest` before: only what is cheaper than ever is
    news, and not again and again."""
    if lowest is None or told_at is None:
        return True
    return price < lowest and now - told_at >= DROPS_APART
