"""TLS for clients, with certificates that are renewed on disk, as in a mounted Secret."""

import ssl
from pathlib import Path
from typing import Any

import structlog

log = structlog.get_logger(__name__)


class CertificateFiles(ssl.SSLContext):
    """Checks the files at each new connection, because a Kafka client keeps its context as long as it
    runs."""

    _files: tuple[str | None, str | None, str | None]
    _read_as: list[tuple[int, int]]
    _latest: ssl.SSLContext

    @classmethod
    def from_paths(
        cls, authority: str | None, certificate: str | None, key: str | None
    ) -> "CertificateFiles":
        """Also checks the server's hostname. Trusts the system's authorities if `authority` is None."""
        made = cls(ssl.PROTOCOL_TLS_CLIENT)
        made._files = authority, certificate, key
        made._read()
        return made

    def wrap_bio(self, *args: Any, **options: Any) -> ssl.SSLObject:
        try:
            if self._marks() != self._read_as:
                self._read()
        except OSError as fault:
            # The files are being replaced, so the previous certificates remain in use.
            log.warning("certificates_not_read", cause=repr(fault)[:200])
        return self._latest.wrap_bio(*args, **options)

    def _marks(self) -> list[tuple[int, int]]:
        found = [Path(file).stat() for file in self._files if file is not None]
        return [(item.st_mtime_ns, item.st_ino) for item in found]

    def _read(self) -> None:
        """Creates a new context each time, because an existing context cannot stop trusting an authority."""
        marks = self._marks()
        authority, certificate, key = self._files
        latest = ssl.create_default_context(cafile=authority)
        if certificate is not None:
            latest.load_cert_chain(certificate, key)
        self._latest, self._read_as = latest, marks
