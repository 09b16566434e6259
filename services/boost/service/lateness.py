"""How late money goes out, as the objectives count it (docs/operations/objectives.md)."""

from prometheus_client import Histogram

PURCHASES = Histogram(
    "boost_purchase_late_seconds",
    "Time from the deadline of a protected purchase to the step that it brings",
    buckets=(1, 5, 15, 60, 300, 3600),
)
PAYOUTS = Histogram(
    "boost_payout_late_seconds",
    "Time from when a payout is due until the provider has taken it",
    buckets=(1, 5, 15, 60, 300, 3600),
)
