from datetime import timedelta

from libs.kit.errors import DomainError


class TooManyPasskeys(DomainError):
    code = "too_many_passkeys"
    message = "You have 20 passkeys already. Remove one first."


class PasskeyKnown(DomainError):
    code = "passkey_known"
    message = "This passkey was added already."


class PasskeyNotAdded(DomainError):
    status = 422
    code = "passkey_not_added"
    message = "The passkey could not be added. Please try again."


class PasskeyRefused(DomainError):
    status = 401
    code = "passkey_refused"
    message = "This passkey could not be used. Try again, or sign in another way."


ANSWER_WITHIN = timedelta(minutes=5)


MAX_PASSKEYS = 20


LONGEST_NAME = 64


def check_passkey_name(name: str) -> str:
    name = name.strip()
    if len(name) > LONGEST_NAME:
        raise ValueError("Name must be 64 characters or less")
    if not name.isprintable():
        raise ValueError("Name must be a single line of text")
    return name or "Passkey"
