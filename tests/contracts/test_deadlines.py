"""Each caller waits longer than what it calls: a slow step is then answered, and not refused."""

from gateway.http.table import TABLE
from libs.kit.db.database import LOCK_SECONDS
from libs.kit.http.client import DEADLINE_SECONDS


def test_callers_outwait_the_lock_waits_of_what_they_call() -> None:
    assert LOCK_SECONDS < DEADLINE_SECONDS < min(row.deadline for row in TABLE)
