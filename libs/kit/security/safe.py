"""Encrypts stored secrets and derives keys, all from one root secret."""

import hashlib
import hmac
import os
from collections.abc import Sequence
from typing import Any

_NONCE = 12


class SealBroken(Exception):
    """The bytes were changed, or were encrypted for another purpose or with another secret."""


class Safe:
    """Each purpose has its own key. During a rotation, the first root secret encrypts and the others are
    still accepted."""

    def __init__(self, root_secret: str, *also: str) -> None:
        if not root_secret or not all(also):
            raise ValueError("a safe needs a root secret")
        self._roots = [
            hashlib.sha256(b"wangi safe 1:" + item.encode()).digest() for item in (root_secret, *also)
        ]
        self._ciphers: dict[tuple[int, str], Any] = {}
        self._kept: dict[str, list[bytes]] = {}

    def seal(self, content: bytes, purpose: str) -> bytes:
        """The result is different each time."""
        nonce = os.urandom(_NONCE)
        return nonce + bytes(self._cipher(0, purpose).encrypt(nonce, content, purpose.encode()))

    def open(self, sealed: bytes, purpose: str) -> bytes:
        """Raises SealBroken unless `seal` was called with the same purpose."""
        for which in range(len(self._roots)):
            content = self._opened(which, sealed, purpose)
            if content is not None:
                return content
        raise SealBroken(purpose)

    def is_current(self, sealed: bytes, purpose: str) -> bool:
        """True if the first root secret decrypts the bytes."""
        return self._opened(0, sealed, purpose) is not None

    def derive(self, purpose: str, message: str) -> str:
        """Returns a deterministic value that reveals nothing about the root secret."""
        return self.derivations(purpose, message)[0]

    def derivations(self, purpose: str, message: str) -> list[str]:
        """Returns a value for each accepted root secret and key, newest first."""
        keys = [*self.keys(purpose), *self._kept.get(purpose, ())]
        return [hmac.new(key, message.encode(), hashlib.sha256).hexdigest() for key in keys]

    def keys(self, purpose: str) -> list[bytes]:
        """Returns the keys of all root secrets, newest first."""
        return [_key(root, "derive:" + purpose) for root in self._roots]

    def accept_keys(self, purpose: str, keys: Sequence[bytes]) -> None:
        self._kept[purpose] = list(keys)

    def _opened(self, which: int, sealed: bytes, purpose: str) -> bytes | None:
        from cryptography.exceptions import InvalidTag

        try:
            return bytes(
                self._cipher(which, purpose).decrypt(sealed[:_NONCE], sealed[_NONCE:], purpose.encode())
            )
        except (InvalidTag, ValueError):
            return None

    def _cipher(self, which: int, purpose: str) -> Any:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        if (which, purpose) not in self._ciphers:
            self._ciphers[which, purpose] = AESGCM(_key(self._roots[which], "seal:" + purpose))
        return self._ciphers[which, purpose]


def _key(root: bytes, label: str) -> bytes:
    """HKDF-SHA256 (RFC 5869). Only expands, because the root is already uniform."""
    return hmac.new(root, label.encode() + b"\x01", hashlib.sha256).digest()
