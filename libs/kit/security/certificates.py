"""TLS of a client whose certificates are exchanged under it, as a mounted Secret is."""

import ssl
from pathlib import Path
from typing import Any

import structlog

log = structlog.get_logger(__name__)


class CertificateFiles(ssl.SSLContext):
    """Begins each connection with what its files hold then: a client keeps one context for as long as it
    lives, and authorities are renewed while it does."""

    _files: tuple[str | None, str | None, str | None]
    _read_as: list[tuple[int, int]]
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
        try:
            if self._marks() != self._read_as:
                self._read()
        except OSError as fault:  # half written, or gone for a moment: what was read before still holds
            log.warning("certificates_not_read", cause=repr(fault)[:200])
        return self._latest.wrap_bio(*args, **options)

    def _marks(self) -> list[tuple[int, int]]:
        found = [Path(file).stat() for file in self._files if file is not None]
        return [(one.st_mtime_ns, one.st_ino) for one in found]

    def _read(self) -> None:
        """Make a new context: one that has trusted an authority cannot forget it."""
        marks = self._marks()
        authority, certificate, key = self._files
        latest = ssl.create_default_context(cafile=authority)
        if certificate is not None:
            latest.load_cert_chain(certificate, key)
        self._latest, self._read_as = latest, marks
