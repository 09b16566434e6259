"""Passkeys: what one is called, how many there may be, and what is refused."""

from datetime import timedelta

from libs.kit.http.errors import DomainError


class TooManyPasskeys(DomainError):
    """More than anybody has devices."""

    code = "too_many_passkeys"
    message = "You have 20 passkeys already. Remove one first."


class PasskeyKnown(DomainError):
    """This very passkey was added before."""

    code = "passkey_known"
    message = "This passkey was added already."


class PasskeyNotAdded(DomainError):
    """The device's answer does not fit the question, or came too late."""

    status = 422
    code = "passkey_not_added"
    message = "The passkey could not be added. Please try again."


class PasskeyRefused(DomainError):
    """A sign-in by a passkey that is unknown, copied, too late, or of another place."""

    status = 401
    code = "passkey_refused"
    message = "This passkey could not be used. Try again, or sign in another way."


ANSWER_WITHIN = timedelta(minutes=5)


MOST_PASSKEYS = 20


LONGEST_NAME = 64


def check_passkey_name(name: str) -> str:
    """Return what the owner calls it, to know it again: one line, never empty."""
    name = name.strip()
    if len(name) > LONGEST_NAME:
        raise ValueError("Name must be 64 characters or less")
    if not name.isprintable():
        raise ValueError("Name must be a single line of text")
    return name or "Passkey"
