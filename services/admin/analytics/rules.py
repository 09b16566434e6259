from datetime import datetime, timedelta

EVENTS_KEPT = timedelta(days=90)
# Anyone may send events. The limit keeps them from filling the disk or skewing the dashboard.
MAX_EVENTS_A_DAY = 200_000


def believable(at: datetime, now: datetime) -> datetime:
    return at if timedelta(hours=-1) <= now - at <= timedelta(days=1) else now
