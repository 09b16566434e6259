"""Staff never acts on an object in which they are a party."""

from collections.abc import Collection

from libs.kit.http.errors import DomainError


class OwnMatter(DomainError):
    """The object is the actor's own. Services have subclasses with their own code and message."""

    status = 403
    code = "own_matter"
    message = "This concerns you. Another member of staff has to handle it."

    @classmethod
    def refuse_party(cls, staff_id: int | None, parties: Collection[int | None]) -> None:
        """Refuse a member of staff who is one of these people. `staff_id` is None for the command line."""
        if staff_id is not None and staff_id in parties:
            raise cls
