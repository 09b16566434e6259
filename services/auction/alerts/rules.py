from collections.abc import Collection
from datetime import timedelta

# The minimum time between two notifications of a person about one auction.
APART = timedelta(minutes=1)
# If an auction has more bidders than this, only the latest bidders are notified.
MOST_NOTIFIED = 1_000


def decide_outbid(since: Collection[int], led_before: int | None, leads: int | None) -> list[int]:
    return sorted({item for item in (*since, led_before) if item is not None and item != leads})
