import hashlib
import hmac

REFRESH, DEVICE = "refresh", "device"


class CookieMarks:
    """Signs cookie values, so that forged cookies are refused without a query. The first key signs. The
    others are accepted during a rotation."""

    def __init__(self, *keys: bytes) -> None:
        self._keys = keys

    def marked(self, kind: str, word: str) -> str:
        return self.all_marked(kind, word)[0]

    def all_marked(self, kind: str, word: str) -> list[str]:
        """Returns the value signed with each key, newest key first."""
        return [f"{word}.{_mark(key, kind, word)}" for key in self._keys]

    def word_in(self, kind: str, marked: str) -> str | None:
        """Returns the value if signature and kind are valid, otherwise None."""
        if not marked.isascii():  # A header may contain any byte.
            return None
        word, _, mark = marked.rpartition(".")
        fits = [hmac.compare_digest(mark.encode(), _mark(key, kind, word).encode()) for key in self._keys]
        return word if word and any(fits) else None


def _mark(key: bytes, kind: str, word: str) -> str:
    return hmac.new(key, f"{kind}:{word}".encode(), hashlib.sha256).hexdigest()[:32]
