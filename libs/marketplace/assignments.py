"""Assigns an object to a member of staff for half an hour. Other staff cannot decide it meanwhile."""

from datetime import datetime, timedelta
from typing import Any, ClassVar, Protocol

from libs.kit.errors import DomainError

CLAIMED_FOR = timedelta(minutes=30)


class CaseTaken(DomainError):
    """Another member of staff has the assignment until `details.until`."""

    code = "case_taken"
    message: ClassVar[str] = "Another member of staff looks at this case."

    def __init__(self, by: int, until: datetime) -> None:
        super().__init__(by=by, until=until.isoformat())


class Claimable(Protocol):
    claimed_by: int | None
    claimed_until: datetime | None


def is_claimed(until: datetime | None, now: datetime) -> bool:
    return until is not None and until > now


def holder_of(row: Claimable, now: datetime) -> int | None:
    return row.claimed_by if is_claimed(row.claimed_until, now) else None


def check_free(row: Claimable, staff_id: int, now: datetime) -> None:
    if holder_of(row, now) not in (None, staff_id):
        assert row.claimed_by is not None
        assert row.claimed_until is not None
        raise CaseTaken(row.claimed_by, row.claimed_until)


def take_assignment(row: Claimable, staff_id: int, now: datetime) -> datetime | None:
    """Returns the expiry, or None if this person already has the assignment. Call with the row locked."""
    check_free(row, staff_id, now)
    if holder_of(row, now) == staff_id:
        return None
    row.claimed_by, row.claimed_until = staff_id, now + CLAIMED_FOR
    return row.claimed_until


def release_assignment(row: Claimable, staff_id: int, now: datetime) -> bool:
    """Returns False if this person has no assignment. Raises if another person has it. Call with the row
    locked."""
    check_free(row, staff_id, now)
    was_theirs = holder_of(row, now) == staff_id
    if was_theirs:
        clear_assignment(row)
    return was_theirs


def as_dict(row: Claimable) -> dict[str, Any]:
    """The assignment in the format of staff change events."""
    return {"claimedBy": row.claimed_by, "claimedUntil": row.claimed_until}


def clear_assignment(row: Claimable) -> None:
    row.claimed_by = row.claimed_until = None
