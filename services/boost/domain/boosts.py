"""The rules of time: how a boost is extended (U34), and what the rest of one is worth (U37)."""

from datetime import datetime, timedelta

HOUR = timedelta(hours=1)
# So long before its end a seller is told of it; not of a boost that is no longer than that.
WARNED_BEFORE = timedelta(days=1)


def extended(now: datetime, until: datetime | None, hours: int) -> tuple[datetime, datetime]:
    """Return from when until when a boost of so many hours runs: behind the one that runs already."""
    begin = max(now, until) if until is not None else now
    return begin, begin + hours * HOUR


def rest_of(amount: int, starts_at: datetime, ends_at: datetime, now: datetime) -> int:
    """Return what the time that is left of a boost is worth, in whole sen, never more than was paid."""
    whole = ends_at - starts_at
    left = ends_at - max(starts_at, now)
    if whole <= timedelta() or left <= timedelta():
        return 0
    return amount * (left // timedelta(microseconds=1)) // (whole // timedelta(microseconds=1))
