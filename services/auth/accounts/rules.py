import re
import unicodedata
from collections import Counter
from datetime import datetime, timedelta

from libs.kit.errors import DomainError
from libs.kit.text import normal


class UsernameTaken(DomainError):
    code = "username_taken"
    message = "Username already taken"


class RegistrationPaused(DomainError):
    code = "registration_paused"
    message = "New accounts cannot be made right now. Please try again later."


class InvalidCredentials(DomainError):
    """The account is unknown or the password is wrong. The response does not say which."""

    status = 401
    code = "invalid_credentials"
    message = "Invalid username or password."


class AccountChanged(InvalidCredentials):
    """The account has changed since the credentials were checked."""


class WrongPassword(DomainError):
    status = 401
    code = "invalid_credentials"
    message = "Current password is incorrect."


class TooManyMoves(DomainError):
    code = "too_many_moves"
    message = "You have changed your email address too often this week. Please try again later."


class EmailNotVerified(DomainError):
    """The password is correct, but the email address is not verified."""

    status = 403
    code = "email_not_verified"
    message = "Please verify your email address before you sign in."


class InvalidLink(DomainError):
    status = 400
    code = "invalid_link"
    message = "This link is not valid any more. Ask for a new one."


class UsernameNotFound(DomainError):
    status = 404
    code = "username_not_found"
    message = "Username not found"


USERNAME = re.compile(r"[A-Za-z0-9._-]+")


EMAIL = re.compile(r"[^@\s]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")


RESERVED = frozenset(
    {
        "admin", "administrator", "root", "support", "wangi", "moderator", "system", "guest", "staff", "help",
        "security", "official", "billing", "payments", "postmaster", "abuse", "me", "deleted",
    }
)  # fmt: skip


ERASED_PREFIX = "deleted-"


def check_username(username: str) -> str:
    username = normal("NFKC", username).strip()
    if len(username) < 3:
        raise ValueError("Username must be at least 3 characters")
    if len(username) > 50:
        raise ValueError("Username must be 50 characters or less")
    if not USERNAME.fullmatch(username):
        raise ValueError("Username may contain letters, numbers, dots, underscores and hyphens")
    if _bold_look_of(username) in RESERVED_LOOKS or username.lower().startswith(ERASED_PREFIX):
        raise ValueError("Username already taken")
    return username


def key_of(handle: str) -> str:
    return normal("NFKC", handle).strip().lower()


def look_of(username: str) -> str:
    """Replaces lookalike characters, so that `RM0NEY` equals `rmoney`."""
    drawn = username.translate(str.maketrans("0O1I", "ooll")).lower()
    return drawn.replace("m", "rn").replace("w", "vv")


def _bold_look_of(username: str) -> str:
    return look_of(username).replace("i", "l")


RESERVED_LOOKS = frozenset(_bold_look_of(name) for name in RESERVED)


def check_email(email: str) -> str:
    """Returns the normalised address. Mail goes to this spelling, so that links only reach the owner's
    mailbox."""
    email = normal("NFKC", email).strip()
    if len(email) > 254 or not EMAIL.fullmatch(email) or not email.isprintable():
        raise ValueError("Please enter a valid email address")
    return email


def check_name(name: str, words: str) -> str:
    name = check_line(name, words, 100)
    if not name:
        raise ValueError(f"{words} is required")
    return name


def check_line(line: str, words: str, most: int) -> str:
    line = line.strip()
    if len(line) > most:
        raise ValueError(f"{words} must be {most} characters or less")
    if not line.isprintable():
        raise ValueError(f"{words} must be a single line of text")
    return line


def check_text(words_written: str, words: str, most: int) -> str:
    words_written = words_written.strip()
    if len(words_written) > most:
        raise ValueError(f"{words} must be {most} characters or less")
    if not all(
        character.isprintable() or character in "\n\t" for character in words_written.replace("\r\n", "\n")
    ):
        raise ValueError(f"{words} must be plain text")
    return words_written


# Particles and titles that people and banks write inconsistently.
_NOT_A_NAME = frozenset(
    {
        "bin", "binti", "bt", "bte", "binte", "al", "ap", "anak", "hj", "hjh", "haji", "hajah",
        "hajjah", "dato", "datuk", "datin", "tun", "puan", "pn", "encik", "en", "cik", "tuan", "mr", "mrs", "ms",
        "mdm", "madam", "miss", "dr", "prof", "ir", "ts",
    }
)  # fmt: skip


# Two-word titles whose words are also names.
_TITLES = re.compile(r"\b(tan sri|toh puan|(dato|datuk|datin) (sri|seri|paduka))\b")


_BETWEEN = re.compile(r"\b[asd]/[lpo]\b")


# Maximum number of words in the longer name that are missing from the shorter name.
_MAX_MORE = 2


def is_same_name(one: str, other: str) -> bool:
    """True if both names may belong to the same person. The order of words does not matter. The longer name
    must contain every word of the shorter name and at most two more. A single word only matches a single
    word."""
    shorter, longer = sorted((_words_of(one), _words_of(other)), key=Counter.total)
    few, many = shorter.total(), longer.total()
    return shorter <= longer and many - few <= _MAX_MORE and (few >= 2 or few == many == 1)


def _words_of(name: str) -> Counter[str]:
    marked = normal("NFKD", name).casefold()
    plain = "".join(item for item in marked if not unicodedata.combining(item))
    plain = _BETWEEN.sub(" ", plain)
    plain = "".join(item if item.isalnum() else " " for item in plain.replace("'", "").replace("’", ""))
    words = _TITLES.sub(" ", " ".join(plain.split())).split()
    return Counter(word for word in words if word not in _NOT_A_NAME)


UNDO_WITHIN = timedelta(days=7)


# Further changes are refused, because they would displace the first undo link.
MAX_UNDOS = 5


_SUSPECT_BEFORE = timedelta(days=1)


def suspect_before_change(changed_at: datetime) -> datetime:
    return changed_at - _SUSPECT_BEFORE


# Shorter texts, such as a city name, occur in many addresses.
_MIN_LETTERS = 12


def delivery_word(address: str) -> str | None:
    """Returns the letters and digits of a delivery address, so that different spellings are equal. Returns
    None if the address is too short to identify a place."""
    word = "".join(letter for letter in address.casefold() if letter.isalnum())
    is_exact = len(word) >= _MIN_LETTERS and any(letter.isdigit() for letter in word)
    return word if is_exact else None
