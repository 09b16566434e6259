"""An operator cannot overwrite a change that they have not seen."""

from datetime import timedelta
from typing import get_args

from libs.contracts.events.admin import SettingName
from libs.contracts.rules import RULES, RuleName
from libs.kit.errors import DomainError, InvalidInput


class SettingMoved(DomainError):
    code = "setting_changed"
    message = "This was changed in the meantime. Please look at it again."


SETTING_NAMES: tuple[SettingName, ...] = get_args(SettingName)
SETTING_STEPS_KEPT = timedelta(days=400)


def is_setting_change(
    is_on: bool, changes: int, *, wished: bool, seen: int, staff_id: int, last_by: int | None
) -> bool:
    """Returns False if nothing changes. Raises SettingMoved if someone else changed the setting after it was
    read. Idempotent for the same person."""
    if seen != changes and not (wished == is_on and staff_id == last_by):
        raise SettingMoved
    return wished != is_on


RULE_STEPS_KEPT = timedelta(days=400)


def is_rule_change(
    name: RuleName, value: int, changes: int, *, wished: int, seen: int, staff_id: int, last_by: int | None
) -> bool:
    """Returns False if nothing changes. Raises if the value is out of bounds, or if someone else changed the
    rule after it was read. Idempotent for the same person."""
    rule = RULES[name]
    if not rule.allows(wished):
        raise InvalidInput.field("value", f"Must be between {rule.least} and {rule.most}")
    if seen != changes and not (wished == value and staff_id == last_by):
        raise SettingMoved
    return wished != value
