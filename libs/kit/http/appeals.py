"""What is refused of an appeal, wherever a decision lies."""

from libs.kit.http.errors import DomainError


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
