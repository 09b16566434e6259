import gzip
from array import array
from bisect import bisect_left
from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from libs.kit.errors import InvalidInput

SHORTEST, LONGEST = 8, 128


COMMON = Path(__file__).parents[1] / "data" / "common-passwords.txt.gz"


# Shorter local parts, as in a@b.my, occur in nearly every password.
SHORTEST_NAME = 3


# A password reset removes sign-in methods added during this time, because an intruder may have added them.
SUSPECT_FOR = timedelta(days=30)


def suspect_since(now: datetime) -> datetime:
    return now - SUSPECT_FOR


def check_new_password(password: str, *, username: str, email: str) -> str:
    """Raises ValueError for a weak password. Existing passwords are not checked."""
    if len(password) < SHORTEST:
        raise ValueError("Password must be at least 8 characters")
    if len(password) > LONGEST:
        raise ValueError("Password must be 128 characters or less")
    if is_common(password):
        raise ValueError("This password is too common. Choose another one.")
    if _reveals_the_name(password, username, email.partition("@")[0]):
        raise ValueError("Password must not contain your username or e-mail address.")
    return password


def refuse_weak_password(password: str, *, username: str, email: str, field: str = "password") -> None:
    try:
        check_new_password(password, username=username, email=email)
    except ValueError as reason:
        raise InvalidInput.field(field, str(reason)) from reason


def is_common(password: str) -> bool:
    known, print_ = common_passwords(), _print_of(password)
    place = bisect_left(known, print_)
    return place < len(known) and known[place] == print_


def _reveals_the_name(password: str, *names: str) -> bool:
    folded = password.casefold()
    return any(len(name) >= SHORTEST_NAME and name.casefold() in folded for name in names)


@lru_cache(maxsize=1)
def common_passwords() -> "array[int]":
    """Returns sorted 64-bit hashes. They need 70 KB, a tenth of a set of strings."""
    words = gzip.decompress(COMMON.read_bytes()).decode().strip().split("\n")
    return array("Q", sorted(_print_of(word) for word in words))


def _print_of(password: str) -> int:
    return int.from_bytes(
        blake2b(password.casefold().encode(errors="surrogatepass"), digest_size=8).digest(), "big"
    )
