"""The built web app, read once and served as ready bytes; unknown pages are the app's own to draw."""

import hashlib
import mimetypes
import re
import secrets
from dataclasses import dataclass
from pathlib import Path

from aiohttp.web import Response
from multidict import CIMultiDict

from gateway import compression
from gateway.cache import unchanged
from gateway.security import Security
from gateway.visit import Visit

NONCE = b"__WANGI_NONCE__"
"""What the build leaves where a page's own style elements carry their nonce."""
_HASHED = re.compile(r"^/assets/.+-[A-Za-z0-9_-]{8,}\.\w+$")
_NOT_PAGES = ("/api/", "/internal/", "/ws", "/.well-known/", "/assets/")
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json",
          ".woff2": "font/woff2", ".avif": "image/avif", ".webp": "image/webp"}  # fmt: skip


@dataclass(frozen=True)
class File:
    """One file of the web app."""

    body: bytes
    packed: bytes | None
    kind: str
    etag: str
    rule: str


class WebApp:
    """The files of a build by their path."""

    def __init__(self, folder: Path | None) -> None:
        self._files: dict[str, File] = {}
        if folder is not None and folder.is_dir():
            for path in sorted(folder.rglob("*")):
                if path.is_file() and path.suffix not in (".gz", ".br", ".map"):
                    self._files["/" + path.relative_to(folder).as_posix()] = _read(path, folder)

    def answer(self, visit: Visit, security: Security) -> Response | None:
        """A file, or the app's page for a browser that opens some address of the app; None for anything else."""
        if visit.method not in ("GET", "HEAD"):
            return None
        page = self._files.get("/index.html")
        file = page if visit.path == "/" else self._files.get(visit.path)
        if file is None and visit.navigates and not visit.path.startswith(_NOT_PAGES):
            file = page
        if file is None:
            return None
        return _page(file, security) if file is page and NONCE in file.body else _plain(file, visit)


def _read(path: Path, folder: Path) -> File:
    body = path.read_bytes()
    name = "/" + path.relative_to(folder).as_posix()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    ready = path.with_name(path.name + ".gz")
    packed = None
    if ready.is_file():
        packed = ready.read_bytes()
    elif compression.worth_it(CIMultiDict({"Content-Type": kind}), len(body)):
        packed = compression.squeeze(body, 6)
    rule = "public, max-age=31536000, immutable" if _HASHED.match(name) else "public, max-age=0, must-revalidate"
    return File(body, packed, kind, f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"', rule)


def _plain(file: File, visit: Visit) -> Response:
    headers = CIMultiDict({"Cache-Control": file.rule, "ETag": file.etag, "Vary": "Accept-Encoding"})
    if unchanged(file.etag, visit):
        return Response(status=304, headers=headers)
    headers["Content-Type"] = file.kind
    if file.packed is not None and visit.takes_gzip:
        compression.mark(headers)
        return Response(body=file.packed, headers=headers)
    return Response(body=file.body, headers=headers)


def _page(file: File, security: Security) -> Response:
    nonce = secrets.token_urlsafe(16)
    headers = {
        "Content-Type": file.kind,
        "Cache-Control": "no-store",
        "Content-Security-Policy": security.page_policy(nonce),
    }
    return Response(body=file.body.replace(NONCE, nonce.encode()), headers=headers)
