"""The rules of telling bidders: who was outbid, how often one person hears of it, and of how many it is told."""

from collections.abc import Collection
from datetime import timedelta

# One person is told of one auction at most so often, however fast the others bid.
APART = timedelta(minutes=1)
# Of an auction with more bidders than this, those who bid last are told.
MOST_TOLD = 1_000


def outbid(since: Collection[int], led_before: int | None, leads: int | None) -> list[int]:
    """Who led or bid since the last look and does not lead now; whoever did neither has been told already."""
    return sorted({one for one in (*since, led_before) if one is not None and one != leads})
