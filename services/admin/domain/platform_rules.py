"""The rules of the platform as an operator moves them: within bounds, and never over another's change."""

from datetime import timedelta

from libs.contracts.rules import RULES, RuleName
from libs.kit.http.errors import InvalidInput
from services.admin.domain.refusals_settings import SettingMoved

STEPS_KEPT = timedelta(days=400)


def is_a_change(
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
