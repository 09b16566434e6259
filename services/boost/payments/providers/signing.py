"""What Billplz signs: the X Signature over all fields of a bill, the checksum over values of a payout."""

import hashlib
import hmac
from collections.abc import Iterable

SIGNATURE = "x_signature"
Fields = Iterable[tuple[str, str]]


def source_of(fields: Fields) -> str:
    """Return the text that is signed: `key` directly followed by `value`, sorted, joined with `|`.

    The finished elements are sorted, not the keys, and folded to lower case: `_` stands before lower-case
    letters and after upper-case ones."""
    return "|".join(sorted((f"{key}{value}" for key, value in fields), key=str.lower))


def sign(key: str, fields: Fields) -> str:
    """Return the signature of these fields, in the order in which they are sorted."""
    return hmac.new(key.encode(), source_of(fields).encode(), hashlib.sha256).hexdigest()


def is_signed(key: str, fields: Fields, signature: str) -> bool:
    """Return whether the signature is that of these fields; takes as long whatever it is."""
    return hmac.compare_digest(sign(key, fields).encode(), signature.encode("utf-8", "backslashreplace"))


def checksum(key: str, values: Iterable[str]) -> str:
    """Return the checksum of a payment order, in version 5 of the API: HMAC-SHA512 of the values alone."""
    return hmac.new(key.encode(), "".join(values).encode(), hashlib.sha512).hexdigest()
