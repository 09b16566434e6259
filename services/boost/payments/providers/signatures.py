"""The X Signature covers all fields of a bill. The checksum covers only the values of a payout."""

import hashlib
import hmac
from collections.abc import Iterable

SIGNATURE = "x_signature"
Fields = Iterable[tuple[str, str]]


def source_of(fields: Fields) -> str:
    """The text to sign: each `key` followed by its `value`, sorted in lower case and joined with `|`. Sorting
    by key alone would give a different order, because `_` sorts before lower-case letters and after
    upper-case letters."""
    return "|".join(sorted((f"{key}{value}" for key, value in fields), key=str.lower))


def sign(key: str, fields: Fields) -> str:
    return hmac.new(key.encode(), source_of(fields).encode(), hashlib.sha256).hexdigest()


def is_signed(key: str, fields: Fields, signature: str) -> bool:
    return hmac.compare_digest(sign(key, fields).encode(), signature.encode("utf-8", "backslashreplace"))


def checksum(key: str, values: Iterable[str]) -> str:
    """HMAC-SHA512 of the values without their keys (API v5)."""
    return hmac.new(key.encode(), "".join(values).encode(), hashlib.sha512).hexdigest()
