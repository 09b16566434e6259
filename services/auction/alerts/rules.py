from collections.abc import Collection
from datetime import timedelta

# Between two notifications of a person about an auction.
APART = timedelta(minutes=1)
# Of more bidders, only the latest are notified.
MAX_NOTIFIED = 1_000


def decide_outbid(since: Collection[int], led_before: int | None, leads: int | None) -> list[int]:
    return sorted({item for item in (*since, led_before) if item is not None and item != leads})
