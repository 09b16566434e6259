"""Errors of the live endpoint, and errors forwarded from services."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from libs.kit.errors import DomainError, NotFound, Unavailable

# The socket's error message if a purchase step fails or gets no response.
ACTION_NOT_SENT = "Failed to send action message."


class UnknownCommand(DomainError):
    status = 404
    code = "unknown_command"
    message = "There is no such command."


class Refused(DomainError):
    """An error of a service, forwarded unchanged."""

    code = "refused"
    message = "This was refused."

    def __init__(self, body: dict[str, Any]) -> None:
        super().__init__(body["message"])
        self.body = body


class NotYourself(DomainError):
    """The frame contains another person's id than the token."""

    status = 403
    code = "forbidden"
    message = "You are signed in as somebody else."


def refusal_of(body: Any) -> dict[str, Any]:
    """A service's error without HTTP-only parts."""
    match body:
        case {"message": str(message), "code": str(code)}:
            details = body.get("details")
            return {"message": message, "code": code, "details": details if isinstance(details, dict) else {}}
    raise NotFound


@contextmanager
def failing_with(words: str) -> Iterator[None]:
    """Replace the message of an `Unavailable` error. The code stays the same."""
    try:
        yield
    except Unavailable as fault:
        raise type(fault)(words) from fault
