"""Marks on the cookies of browsers, by which auth and the gateway know their own."""

import hashlib
import hmac

# The kinds of marked words.
REFRESH, DEVICE = "refresh", "device"


class CookieMarks:
    """Marks on what browsers keep for us: whatever lacks one was never ours, and costs no look into a table.
    The first key marks; the others fit too, while one is exchanged."""

    def __init__(self, *keys: bytes) -> None:
        self._keys = keys

    def marked(self, kind: str, word: str) -> str:
        return self.all_marked(kind, word)[0]

    def all_marked(self, kind: str, word: str) -> list[str]:
        """Return the same by each key, the newest first."""
        return [f"{word}.{_mark(key, kind, word)}" for key in self._keys]

    def word_in(self, kind: str, marked: str) -> str | None:
        """Return the word, if the mark is ours and of this kind."""
        if not marked.isascii():  # a header may hold any byte
            return None
        word, _, mark = marked.rpartition(".")
        fits = [hmac.compare_digest(mark.encode(), _mark(key, kind, word).encode()) for key in self._keys]
        return word if word and any(fits) else None


def _mark(key: bytes, kind: str, word: str) -> str:
    return hmac.new(key, f"{kind}:{word}".encode(), hashlib.sha256).hexdigest()[:32]
