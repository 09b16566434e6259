"""The live edge's own refusals, and those of services."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from libs.kit.errors import DomainError, NotFound, Unavailable

# The socket's error for a failed or unanswered step of a purchase.
ACTION_NOT_SENT = "Failed to send action message."


class UnknownCommand(DomainError):
    status = 404
    code = "unknown_command"
    message = "There is no such command."


class Refused(DomainError):
    """A refusal of a service, forwarded unchanged."""

    code = "refused"
    message = "This was refused."

    def __init__(self, body: dict[str, Any]) -> None:
        super().__init__(body["message"])
        self.body = body


class NotYourself(DomainError):
    """The frame names another person than the token."""

    status = 403
    code = "forbidden"
    message = "You are signed in as somebody else."


def refusal_of(body: Any) -> dict[str, Any]:
    """A service's refusal without its HTTP-only parts."""
    match body:
        case {"message": str(message), "code": str(code)}:
            details = body.get("details")
            return {"message": message, "code": code, "details": details if isinstance(details, dict) else {}}
    raise NotFound


@contextmanager
def failing_with(words: str) -> Iterator[None]:
    """Report a service's failure with these words. Its code stays."""
    try:
        yield
    except Unavailable as fault:
        raise type(fault)(words) from fault
