"""Signatures on browser cookies, by which auth and the gateway recognise their own."""

import hashlib
import hmac

# The kinds of signed values.
REFRESH, DEVICE = "refresh", "device"


class CookieMarks:
    """Signs values for cookies, so that foreign ones are refused without a query. The first key signs. The
    others are accepted too while a key is rotated."""

    def __init__(self, *keys: bytes) -> None:
        self._keys = keys

    def marked(self, kind: str, word: str) -> str:
        return self.all_marked(kind, word)[0]

    def all_marked(self, kind: str, word: str) -> list[str]:
        """The signed value by each key, newest first."""
        return [f"{word}.{_mark(key, kind, word)}" for key in self._keys]

    def word_in(self, kind: str, marked: str) -> str | None:
        """The value, if the signature is ours and of this kind."""
        if not marked.isascii():  # A header may contain any byte.
            return None
        word, _, mark = marked.rpartition(".")
        fits = [hmac.compare_digest(mark.encode(), _mark(key, kind, word).encode()) for key in self._keys]
        return word if word and any(fits) else None


def _mark(key: bytes, kind: str, word: str) -> str:
    return hmac.new(key, f"{kind}:{word}".encode(), hashlib.sha256).hexdigest()[:32]
