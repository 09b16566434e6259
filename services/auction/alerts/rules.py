from collections.abc import Collection
from datetime import timedelta

# The minimum time between two notifications of a person about one auction.
APART = timedelta(minutes=1)
# If an auction has more bidders than this, only the latest bidders are notified.
MOST_NOTIFIED = 1_000


def decide_outbid(since: Collection[int], led_before: int | None, leads: int | None) -> list[int]:
    return sorted({one for one in (*since, led_before) if one is not None and one != leads})
