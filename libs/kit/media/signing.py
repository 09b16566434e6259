"""Signed URLs of private files, because an `<img>` element sends no token."""

import hashlib
import hmac

GOOD_FOR_SECONDS = 15 * 60


class Signer:
    """Each purpose has its own key."""

    def __init__(self, secret: str, now: float, purpose: str = "message files") -> None:
        self._key, self._now = hashlib.sha256(f"{purpose} {secret}".encode()).digest(), now

    def address(self, token: str, viewer_id: int, path: str = "/api/message-files") -> str:
        # The end is rounded up, so that the URL and its cache entry stay the same for up to 15 minutes.
        until = (int(self._now) // GOOD_FOR_SECONDS + 2) * GOOD_FOR_SECONDS
        return f"{path}/{token}?for={viewer_id}&until={until}&mac={self._mac(token, viewer_id, until)}"

    def fits(self, token: str, viewer_id: int, until: int, mac: str) -> bool:
        return until > self._now and hmac.compare_digest(self._mac(token, viewer_id, until), mac)

    def _mac(self, token: str, viewer_id: int, until: int) -> str:
        words = f"{token} {viewer_id} {until}".encode()
        return hmac.new(self._key, words, hashlib.sha256).hexdigest()[:32]
