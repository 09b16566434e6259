"""Metrics of delivery times, defined in docs/operations/objectives.md."""

from prometheus_client import Histogram
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database

_WAITS = Histogram(
    "delivery_wait_seconds",
    "Time until a mail was accepted, a webhook was first sent, or a notification was stored",
    ["way"],
    buckets=(1, 5, 15, 60, 300, 3600),
)


MAIL, WEBHOOK, _NOTIFICATION = (_WAITS.labels(way) for way in ("mail", "webhook", "notice"))


_WRITTEN = "waits of notifications"


def count_notification(session: AsyncSession, seconds: float) -> None:
    session.info.setdefault(_WRITTEN, []).append(seconds)


def count_committed(database: Database) -> None:
    database.after_commit.append(_on_commit)


def _on_commit(session: AsyncSession) -> None:
    for seconds in session.info.pop(_WRITTEN, ()):
        _NOTIFICATION.observe(seconds)
