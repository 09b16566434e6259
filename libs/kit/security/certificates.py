"""TLS of a client whose certificates are exchanged under it, as a mounted Secret is."""

import ssl
from pathlib import Path
from typing import Any


class CertificateFiles(ssl.SSLContext):
    """Begins each connection with what its files hold then: a client keeps one context for as long as it
    lives, and authorities are renewed while it does."""

    _files: tuple[str | None, str | None, str | None]
    _read_at: list[int]
    _latest: ssl.SSLContext

    @classmethod
    def of(cls, authority: str | None, certificate: str | None, key: str | None) -> "CertificateFiles":
        """Return a context that checks the server's name; without an authority the machine's own are
        trusted."""
        made = cls(ssl.PROTOCOL_TLS_CLIENT)
        made._files = authority, certificate, key
        made._read()
        return made

    def wrap_bio(self, *args: Any, **options: Any) -> ssl.SSLObject:
        """Begin a connection of asyncio."""
        if self._changed_at() != self._read_at:
            self._read()
        return self._latest.wrap_bio(*args, **options)

    def _changed_at(self) -> list[int]:
        return [Path(file).stat().st_mtime_ns for file in self._files if file is not None]

    def _read(self) -> None:
        """Make a new context: one that has trusted an authority cannot forget it."""
        changed_at = self._changed_at()
        authority, certificate, key = self._files
        latest = ssl.create_default_context(cafile=authority)
        if certificate is not None:
            latest.load_cert_chain(certificate, key)
        # Only now: files that are half written raise, and are read again for the next connection.
        self._latest, self._read_at = latest, changed_at
