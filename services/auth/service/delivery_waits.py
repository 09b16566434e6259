"""How long people wait for what they are sent, as the objectives count it (docs/operations/objectives.md)."""

from prometheus_client import Histogram

_WAITS = Histogram(
    "delivery_wait_seconds",
    "Time until the mail server took a mail, a webhook was sent for the first time, a notice was written",
    ["way"],
    buckets=(1, 5, 15, 60, 300, 3600),
)
MAIL, WEBHOOK, NOTICE = (_WAITS.labels(way) for way in ("mail", "webhook", "notice"))
