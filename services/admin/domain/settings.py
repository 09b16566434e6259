"""The rules of settings: what operators pause, and how long it is kept who did so."""

from datetime import timedelta
from typing import get_args

from libs.contracts.events.admin import SettingName
from services.admin.domain.refusals_settings import SettingMoved

NAMES: tuple[SettingName, ...] = get_args(SettingName)
STEPS_KEPT = timedelta(days=400)


def is_a_change(
    is_on: bool, changes: int, *, wished: bool, seen: int, staff_id: int, last_by: int | None
) -> bool:
    """Return whether a wish changes anything; raise where another changed it after it was looked at.

    The same wish once more by the same person changes nothing."""
    if seen != changes and not (wished == is_on and staff_id == last_by):
        raise SettingMoved
    return wished != is_on
