"""API keys as text: 256 random bits behind a name that scanners know, and a checksum."""

import hashlib
import re
import secrets
import zlib
from typing import Final

PREFIX: Final = "wangi_"
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_RANDOM, _CHECK = 43, 6
_FORM = re.compile(r"wangi_[0-9A-Za-z]{49}")
# So much of a key its owner is shown in lists, to know which one it is: 24 of the 256 bits.
SHOWN = len(PREFIX) + 4
# Sessions of keys are called so, that their tokens can be made void like those of a sign-in.
_SESSION = re.compile(r"key-([1-9][0-9]{0,18})-[1-9][0-9]{0,9}")


def new_api_key() -> str:
    """Return a key that no one has."""
    word = PREFIX + _in_base_62(int.from_bytes(secrets.token_bytes(32)), _RANDOM)
    return word + _checksum(word)


def is_api_key(word: str) -> bool:
    """Return whether a word has the form of a key and its checksum; it may still be one that no one has."""
    if _FORM.fullmatch(word) is None:
        return False
    return _checksum(word[:-_CHECK]) == word[-_CHECK:]


def api_key_hash(word: str) -> bytes:
    """Return what is stored of a key. A fast hash is enough: no one guesses 256 random bits."""
    return hashlib.sha256(word.encode()).digest()


def session_of_key(key_id: int, generation: int) -> str:
    """Return the name of the session whose tokens a key is exchanged for; each secret has its own."""
    return f"key-{key_id}-{generation}"


def key_in_session(session_id: str) -> str | None:
    """Return the id of the key behind a session; None for one that a person began by signing in."""
    found = _SESSION.fullmatch(session_id)
    return found[1] if found else None


def _checksum(word: str) -> str:
    return _in_base_62(zlib.crc32(word.encode()), _CHECK)


def _in_base_62(number: int, length: int) -> str:
    letters = ""
    for _ in range(length):
        number, digit = divmod(number, len(_DIGITS))
        letters = _DIGITS[digit] + letters
    return letters
