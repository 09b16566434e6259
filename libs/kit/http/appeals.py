"""The refusals of appeals, in all services."""

from libs.kit.http.errors import DomainError


class NeedsAnother(DomainError):
    """An appeal must be decided by a person who did not take part in the first decision."""

    code = "needs_another"
    message = "Another member of staff has to decide this appeal."


class AppealedAlready(DomainError):
    """A decision can be appealed once."""

    code = "appealed_already"
    message = "You have appealed this decision already."


class AppealTooLate(DomainError):
    """The time to appeal is over."""

    code = "appeal_too_late"
    message = "The time to appeal this decision is over."
