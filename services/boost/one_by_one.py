from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

import structlog
from prometheus_client import Counter

from libs.kit.db.database import Database

log = structlog.get_logger(__name__)

Row = TypeVar("Row")
FAILED = Counter("boost_rows_failed_total", "Rows that failed and will be retried", ["job"])


async def one_by_one(
    database: Database, job: str, rows: Iterable[Row], work: Callable[[Row], Awaitable[object]]
) -> int:
    """A failed row does not block the other rows. Returns the number of successes. Raises if the database is
    down."""
    done = 0
    for row in rows:
        try:
            await work(row)
            done += 1
        except Exception:
            if not await database.answers():
                raise
            FAILED.labels(job).inc()
            log.exception("row_fails", job=job, row=str(row))
    return done
