from collections.abc import Collection
from datetime import timedelta

# Minimum time between two notifications to a person about an auction.
APART = timedelta(minutes=1)
# If an auction has more bidders, only the latest bidders are notified.
MAX_NOTIFIED = 1_000


def decide_outbid(since: Collection[int], led_before: int | None, leads: int | None) -> list[int]:
    return sorted({item for item in (*since, led_before) if item is not None and item != leads})
