"""The rules of visits: how much of what visitors do is kept, and for how long."""

from datetime import datetime, timedelta

EVENTS_KEPT = timedelta(days=90)
# Anybody may send events; what comes beyond this is dropped, so that they can fill neither disk nor
# dashboard.
MOST_EVENTS_A_DAY = 200_000


def believable(at: datetime, now: datetime) -> datetime:
    """Return a visitor's moment, or the present one when their clock is far off."""
    return at if timedelta(hours=-1) <= now - at <= timedelta(days=1) else now
