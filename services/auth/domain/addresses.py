"""Changing the address of an account: how long the change can be undone, and what an undo takes back."""

from datetime import datetime, timedelta

UNDO_WITHIN = timedelta(days=7)
# A further change would push the first one out of what can be undone, so it is refused.
MOST_UNDOS = 5
_BEFORE = timedelta(days=1)


def suspect_since(changed_at: datetime) -> datetime:
    """Return since when ways in that were added may be the work of the one who changed the address."""
    return changed_at - _BEFORE
