"""How late money goes out, as the objectives count it (docs/operations/objectives.md)."""

from datetime import datetime

from prometheus_client import Gauge, Histogram

from services.boost.models.payouts import Payout

PURCHASES = Histogram(
    "boost_purchase_late_seconds",
    "Time from the deadline of a protected purchase to the step that it brings",
    buckets=(1, 5, 15, 60, 300, 3600),
)
PAYOUTS = Histogram(
    "boost_payout_late_seconds",
    "Time from when a payout is first due until the provider has taken it",
    buckets=(1, 5, 15, 60, 300, 3600),
)
OLDEST = Gauge(
    "boost_oldest_payout_seconds", "Time since the oldest payout is due that the provider has not taken yet"
)


def keep_due(row: Payout, now: datetime) -> None:
    """Keep since when a payout is to be sent. Call with it locked, before its next look is set."""
    if row.ref is None:
        row.due_since = row.due_since or row.unanswered_since or row.due_at or now


def end_wait(row: Payout) -> datetime | None:
    """Return since when a payout was due that the provider has from now on; nothing of one that it had."""
    # A build from before `due_since` leaves it as it is.
    since, row.due_since = row.due_since, None
    return since if row.ref is None else None


def count_taken(since: datetime | None, now: datetime) -> None:
    """Count a payout that the provider has taken, once that is committed."""
    if since is not None:
        PAYOUTS.observe((now - since).total_seconds())


def measure_oldest(since: datetime | None, now: datetime) -> None:
    """Show how long the oldest payout waits."""
    OLDEST.set(0 if since is None else (now - since).total_seconds())
