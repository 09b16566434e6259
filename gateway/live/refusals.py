"""Refusals of the live edge's own, and those of services as they are passed on."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from libs.kit.errors import DomainError, NotFound, Unavailable

# What a socket is told of a step of a purchase that did not go, or of which no answer came.
ACTION_NOT_SENT = "Failed to send action message."


class UnknownCommand(DomainError):
    """No command of that name."""

    status = 404
    code = "unknown_command"
    message = "There is no such command."


class Refused(DomainError):
    """A service refused; its words are passed on as they are."""

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
    """Return what a service has refused, without what is meant for HTTP alone."""
    match body:
        case {"message": str(message), "code": str(code)}:
            details = body.get("details")
            return {"message": message, "code": code, "details": details if isinstance(details, dict) else {}}
    raise NotFound


@contextmanager
def told_as(words: str) -> Iterator[None]:
    """Say a fault of a service in these words; its code stays."""
    try:
        yield
    except Unavailable as fault:
        raise type(fault)(words) from fault
