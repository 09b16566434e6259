"""The rules of payments: when the provider is asked, and what its word comes to."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

# A bill is asked about at each quarter of its hour and deleted at the end; later it is looked at twice more,
# because a bill that was deleted comes back when it is paid.
ASK_AGAIN = timedelta(minutes=15)
OPEN_FOR = timedelta(minutes=60)
LATER_LOOKS = (timedelta(hours=3), timedelta(hours=26))
AWAY_FOR = timedelta(minutes=1)
# Who began to make a bill and did not end is taken to have died.
MAKING_FOR = timedelta(seconds=30)
MOST_ASKS, ASKS_WITHIN = 15, timedelta(minutes=5)
# By which channel something was paid is asked only while few questions were asked, and not for ever.
MOST_CHANNEL_ASKS, CHANNEL_FOR = 5, timedelta(days=1)
# Beyond so many failures of one order nothing more is told.
MOST_FAILURES_TOLD = 20

Judgement = Literal["paid", "failed", "deleted", "review"]


@dataclass(frozen=True)
class Word:
    """What the provider says of a bill: in a signed callback, or asked by us."""

    outcome: str
    is_ours: bool
    amount: int | None


def judge(word: Word, *, amount: int) -> Judgement | None:
    """Return what the provider's word about a bill of this amount comes to; None: nothing yet."""
    if not word.is_ours or word.amount != amount:
        return "review"
    if word.outcome == "unclear":
        return None
    return "paid" if word.outcome == "paid" else "deleted" if word.outcome == "deleted" else "failed"


def next_look(opened_at: datetime, now: datetime) -> datetime | None:
    """Return when a deleted bill is asked about next."""
    later = [opened_at + span for span in LATER_LOOKS if opened_at + span > now]
    return later[0] if later else None
