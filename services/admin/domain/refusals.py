"""What admin refuses, and why."""

from libs.kit.http.errors import DomainError


class CaseOver(DomainError):
    """It was decided already."""

    code = "case_over"
    message = "This case has been decided."


class NeedsAnother(DomainError):
    """An appeal is decided by a person who did not decide before."""

    code = "needs_another"
    message = "Another member of staff has to decide this appeal."


class AppealedAlready(DomainError):
    """A decision is appealed once, in words that stay."""

    code = "appealed_already"
    message = "You have appealed this decision already."


class AppealTooLate(DomainError):
    """The time for an appeal is over."""

    code = "appeal_too_late"
    message = "The time to appeal this decision is over."


class SettingMoved(DomainError):
    """Another of staff changed it after it was looked at."""

    code = "setting_changed"
    message = "This was changed in the meantime. Please look at it again."


class OwnCase(DomainError):
    """No one decides about themself."""

    code = "own_case"
    message = "You cannot decide a case about yourself."


class WrongDecision(DomainError):
    """A decision that this kind of case does not have, or not in this state."""

    status = 422
    code = "wrong_decision"
    message = "This case cannot be decided like that."
