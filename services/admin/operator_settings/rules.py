"""The rules of the platform as an operator moves them: within bounds, and never over another's change."""

from datetime import timedelta
from typing import get_args

from libs.contracts.events.admin import SettingName
from libs.contracts.rules import RULES, RuleName
from libs.kit.http.errors import DomainError, InvalidInput


class SettingMoved(DomainError):
    """Another of staff changed it after it was looked at."""

    code = "setting_changed"
    message = "This was changed in the meantime. Please look at it again."


SETTING_NAMES: tuple[SettingName, ...] = get_args(SettingName)
SETTING_STEPS_KEPT = timedelta(days=400)


def is_setting_change(
    is_on: bool, changes: int, *, wished: bool, seen: int, staff_id: int, last_by: int | None
) -> bool:
    """Return whether a wish changes anything; raise where another changed it after it was looked at.

    The same wish once more by the same person changes nothing."""
    if seen != changes and not (wished == is_on and staff_id == last_by):
        raise SettingMoved
    return wished != is_on


RULE_STEPS_KEPT = timedelta(days=400)


def is_rule_change(
    name: RuleName, value: int, changes: int, *, wished: int, seen: int, staff_id: int, last_by: int | None
) -> bool:
    """Return whether a wish changes anything; raise where it is out of bounds, or where another changed the
    rule after it was looked at.

    The same wish once more by the same person changes nothing."""
    rule = RULES[name]
    if not rule.allows(wished):
        raise InvalidInput.field("value", f"Must be between {rule.least} and {rule.most}")
    if seen != changes and not (wished == value and staff_id == last_by):
        raise SettingMoved
    return wished != value
