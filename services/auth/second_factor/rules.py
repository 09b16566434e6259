"""Codes of a second factor: six digits that change every half minute, and ten codes for the day the phone is
lost."""

from datetime import datetime
from hmac import compare_digest

import pyotp

from libs.kit.http.errors import DomainError


class TwoFactorRequired(DomainError):
    """The password is right; now the code."""

    status = 403
    code = "two_factor_required"
    message = "Enter the code from your authenticator app."

    def __init__(self) -> None:
        super().__init__(methods=["totp", "recovery_code"])


class InvalidCode(DomainError):
    """A code of the second factor that is wrong, old or used."""

    status = 401
    code = "invalid_code"
    message = "This code is not valid."


class SecondFactorOff(DomainError):
    """There is nothing to confirm, to turn off or to make codes for."""

    code = "second_factor_off"
    message = "Two-factor sign-in is not set up."


class SecondFactorOn(DomainError):
    """It is on already; turning it on once more would replace the secret without the old one being asked
    for."""

    code = "second_factor_on"
    message = "Two-factor sign-in is on already."


STEP_SECONDS = 30


# A phone's clock may be half a minute off, either way.
AROUND = (0, -1, 1)


RECOVERY_CODES = 10


# Without those that are taken for one another on paper: 0 and o, 1 and i and l.
RECOVERY_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


RECOVERY_LENGTH = 10


def step_of(now: datetime) -> int:
    return int(now.timestamp()) // STEP_SECONDS


def fitting_step(secret: str, code: str, now: datetime, last_step: int | None) -> int | None:
    """Return the half minute the digits belong to, or None. One of a step that was used, or of one before it,
    never fits: a code seen over the shoulder is used already."""
    digits = code.replace(" ", "")
    if len(digits) != 6 or not (digits.isascii() and digits.isdigit()):
        return None
    totp, fitting = pyotp.TOTP(secret), None
    for step in (step_of(now) + off for off in AROUND):
        fits = step >= 0 and compare_digest(totp.generate_otp(step), digits)
        if fits and (last_step is None or step > last_step):
            fitting = step
    return fitting


def uri_of(secret: str, username: str) -> str:
    return pyotp.TOTP(secret).provisioning_uri(name=username, issuer_name="Wangi")


def recovery_code(numbers: bytes) -> str:
    """Return a code for paper, made of random numbers: two groups of five. Call with ten numbers below the
    alphabet's 31."""
    letters = "".join(RECOVERY_LETTERS[number] for number in numbers)
    return f"{letters[:5]}-{letters[5:]}"


def plain_recovery_code(code: str) -> str | None:
    """Return it as it is compared: typed with or without hyphen, spaces or capitals; None if it cannot be
    one."""
    letters = code.replace("-", "").replace(" ", "").lower()
    return letters if len(letters) == RECOVERY_LENGTH and set(letters) <= set(RECOVERY_LETTERS) else None
