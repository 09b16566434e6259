"""An API key consists of a prefix that secret scanners know, 256 random bits, and a checksum."""

import hashlib
import re
import secrets
import zlib
from typing import Final

PREFIX: Final = "wangi_"
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_RANDOM, _CHECK = 43, 6
_FORM = re.compile(r"wangi_[0-9A-Za-z]{49}")
# Lists show the first characters, so that the owner can recognise the key. They reveal 24 of 256 bits.
SHOWN = len(PREFIX) + 4
# A session id, so that tokens of a key can be revoked like those of a sign-in.
_SESSION = re.compile(r"key-([1-9][0-9]{0,18})-[1-9][0-9]{0,9}")


def new_api_key() -> str:
    word = PREFIX + _in_base_62(int.from_bytes(secrets.token_bytes(32)), _RANDOM)
    return word + _checksum(word)


def is_api_key(word: str) -> bool:
    """Checks only form and checksum. The key may not exist."""
    if _FORM.fullmatch(word) is None:
        return False
    return _checksum(word[:-_CHECK]) == word[-_CHECK:]


def api_key_hash(word: str) -> bytes:
    """A fast hash is enough, because 256 random bits cannot be guessed."""
    return hashlib.sha256(word.encode()).digest()


def session_of_key(key_id: int, generation: int) -> str:
    """Returns the session id for tokens of a key. Each secret of the key has its own session id."""
    return f"key-{key_id}-{generation}"


def key_in_session(session_id: str) -> str | None:
    """Returns the key's id, or None for a session that a person started by signing in."""
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
