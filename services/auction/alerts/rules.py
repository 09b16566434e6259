"""The rules of notifying bidders: who was outbid, how often one person is notified, and how many people."""

from collections.abc import Collection
from datetime import timedelta

# The least time between two notifications of one person about one auction, however fast the others bid.
APART = timedelta(minutes=1)
# Of an auction with more bidders than this, those who bid last are notified.
MOST_NOTIFIED = 1_000


def decide_outbid(since: Collection[int], led_before: int | None, leads: int | None) -> list[int]:
    """Return who led or bid since the last look and does not lead now."""
    return sorted({one for one in (*since, led_before) if one is not None and one != leads})
