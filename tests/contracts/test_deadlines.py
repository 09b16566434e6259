from gateway.http.table import TABLE
from libs.kit.db.database import LOCK_SECONDS
from libs.kit.http.client import DEADLINE_SECONDS


def test_callers_time_out_after_the_lock_waits_of_callees() -> None:
    assert LOCK_SECONDS < DEADLINE_SECONDS < min(row.deadline for row in TABLE)
