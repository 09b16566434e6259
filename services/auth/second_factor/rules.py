from datetime import datetime
from hmac import compare_digest

import pyotp

from libs.kit.errors import DomainError


class TwoFactorRequired(DomainError):
    """The password is correct, but a second factor is required."""

    status = 403
    code = "two_factor_required"
    message = "Enter the code from your authenticator app."

    def __init__(self) -> None:
        super().__init__(methods=["totp", "recovery_code"])


class InvalidCode(DomainError):
    status = 401
    code = "invalid_code"
    message = "This code is not valid."


class SecondFactorOff(DomainError):
    code = "second_factor_off"
    message = "Two-factor sign-in is not set up."


class SecondFactorOn(DomainError):
    """Two-step sign-in is already on. Setting it up again would replace the secret without a current code."""

    code = "second_factor_on"
    message = "Two-factor sign-in is on already."


STEP_SECONDS = 30


# Codes of the previous and next step are accepted, because a phone's clock may be 30 seconds off.
AROUND = (0, -1, 1)


RECOVERY_CODES = 10


# Excludes characters that look alike on paper: 0 and o, 1, i and l.
RECOVERY_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


RECOVERY_LENGTH = 10


def step_of(now: datetime) -> int:
    return int(now.timestamp()) // STEP_SECONDS


def fitting_step(secret: str, code: str, now: datetime, last_step: int | None) -> int | None:
    """Returns the time step of the code, or None if the code is wrong. Refuses the last used step and earlier
    steps, so that an observed code cannot be reused."""
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
    """Expects ten random numbers below 31, the size of the alphabet."""
    letters = "".join(RECOVERY_LETTERS[number] for number in numbers)
    return f"{letters[:5]}-{letters[5:]}"


def plain_recovery_code(code: str) -> str | None:
    """Removes hyphens and spaces and converts to lower case. Returns None if the text cannot be a recovery
    code."""
    letters = code.replace("-", "").replace(" ", "").lower()
    return letters if len(letters) == RECOVERY_LENGTH and set(letters) <= set(RECOVERY_LETTERS) else None
