from collections.abc import Collection
from datetime import datetime

from libs.kit.errors import DomainError


class Banned(DomainError):
    """Banned people can still sign in and read."""

    status = 403
    code = "banned"
    message = "Your account has been banned."


class Suspended(DomainError):
    """Suspended people can still read. They can trade again after `details.until`."""

    status = 403
    code = "suspended"
    message = "Your account is suspended."

    def __init__(self, until: datetime) -> None:
        written = f"{until.day} {until:%B %Y, %H:%M} UTC"
        super().__init__(f"Your account is suspended until {written}.", until=until.isoformat())


class SecondPersonNeeded(DomainError):
    """The person who made the request cannot approve it."""

    code = "second_person_needed"
    message = "Another member of staff has to agree to this."


class ConflictOfInterest(DomainError):
    """The staff member is a party. Services have subclasses with specific messages."""

    status = 403
    code = "conflict_of_interest"
    message = (
        "You're involved in this, or have an open purchase, sale or auction with this person. "
        "Another member of staff has to handle it."
    )

    @classmethod
    def refuse_party(cls, staff_id: int | None, parties: Collection[int | None]) -> None:
        """`staff_id` is None for the command line."""
        if staff_id is not None and staff_id in parties:
            raise cls


class NeedsAnother(DomainError):
    """An appeal has to be decided by a person who did not take part in the first decision."""

    code = "needs_another"
    message = "Another member of staff has to decide this appeal."


class AppealedAlready(DomainError):
    code = "appealed_already"
    message = "You have appealed this decision already."


class AppealTooLate(DomainError):
    code = "appeal_too_late"
    message = "The time to appeal this decision is over."
