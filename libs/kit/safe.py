"""What must not lie readable in a database: sealed bytes and derived words, all from one root secret."""

import hashlib
import hmac
import os
from typing import Any

_NONCE = 12


class SealBroken(Exception):
    """The bytes were sealed for another purpose, with another secret, or were changed."""


class Safe:
    """Seals and derives; each purpose has its own key, so that what is made for one opens nothing of another."""

    def __init__(self, root_secret: str) -> None:
        if not root_secret:
            raise ValueError("a safe needs a root secret")
        self._root = hashlib.sha256(b"wangi safe 1:" + root_secret.encode()).digest()
        self._ciphers: dict[str, Any] = {}

    def seal(self, content: bytes, purpose: str) -> bytes:
        """Encrypt for one purpose; the same content looks different each time."""
        nonce = os.urandom(_NONCE)
        return nonce + bytes(self._cipher(purpose).encrypt(nonce, content, purpose.encode()))

    def open(self, sealed: bytes, purpose: str) -> bytes:
        """Decrypt what `seal` made for the same purpose, or raise `SealBroken`."""
        from cryptography.exceptions import InvalidTag

        try:
            return bytes(self._cipher(purpose).decrypt(sealed[:_NONCE], sealed[_NONCE:], purpose.encode()))
        except (InvalidTag, ValueError) as broken:
            raise SealBroken(purpose) from broken

    def derive(self, purpose: str, message: str) -> str:
        """A word only the owner of the root secret can say: the same for the same message, and telling nothing."""
        return hmac.new(self._key("derive:" + purpose), message.encode(), hashlib.sha256).hexdigest()

    def _cipher(self, purpose: str) -> Any:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        if purpose not in self._ciphers:
            self._ciphers[purpose] = AESGCM(self._key("seal:" + purpose))
        return self._ciphers[purpose]

    def _key(self, label: str) -> bytes:
        """HKDF-SHA256 (RFC 5869) for one block; the root is uniform already, so only its expansion is needed."""
        return hmac.new(self._root, label.encode() + b"\x01", hashlib.sha256).digest()
