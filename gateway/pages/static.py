"""The built web app, read once and served from memory. The app itself routes unknown pages."""

import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from aiohttp.web import Response
from multidict import CIMultiDict

from gateway.http import compression
from gateway.http.cache import is_unchanged
from gateway.http.context import RequestContext
from gateway.pages.first_screens import DRAWINGS

_HASHED = re.compile(r"^/assets/.+-[A-Za-z0-9_-]{7,16}\.\w+$")
_EMPTY = b'<div id="root"></div>'
_BUILT_HEAD = re.compile(rb'<meta name="description"[^<>]*>\s*<title>[^<]*</title>')
_NOT_PAGES = ("/api/", "/internal/", "/ws", "/.well-known/", "/assets/")
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json",
          ".woff2": "font/woff2", ".avif": "image/avif", ".webp": "image/webp"}  # fmt: skip


@dataclass(frozen=True)
class File:
    body: bytes
    packed: bytes | None
    kind: str
    etag: str
    rule: str


@dataclass(frozen=True)
class Page:
    body: bytes
    packed: bytes
    kind: str
    status: int

    def response(self, context: RequestContext) -> Response:
        headers = CIMultiDict({"Content-Type": self.kind, "Cache-Control": "no-cache"})
        compression.add_vary(headers, "Accept-Language", "Accept-Encoding")
        if context.takes_gzip:
            compression.mark_gzipped(headers)
        return Response(
            body=self.packed if context.takes_gzip else self.body, headers=headers, status=self.status
        )


class WebApp:
    def __init__(self, folder: Path | None) -> None:
        self._files: dict[str, File] = {}
        if folder is not None and folder.is_dir():
            for path in sorted(folder.rglob("*")):
                if path.is_file() and path.suffix not in (".gz", ".br", ".map") and path.name != DRAWINGS:
                    self._files["/" + path.relative_to(folder).as_posix()] = _read(path, folder)

    def answer(self, context: RequestContext) -> Response | None:
        """Returns a file, or the app's HTML if a browser opens a page of the app, or None."""
        if context.method not in ("GET", "HEAD"):
            return None
        page = self._files.get("/index.html")
        file = page if context.path == "/" else self._files.get(context.path)
        if file is None and context.navigates and not context.path.startswith(_NOT_PAGES):
            file = page
        if file is None:
            return None
        return _plain(file, context)

    def page(self, head: str, status: int, language: str, drawn: str) -> Page | None:
        """The app's HTML with a head and a prerendered screen."""
        page = self._files.get("/index.html")
        if page is None:
            return None
        body = _BUILT_HEAD.sub(lambda _: head.encode(), page.body, count=1)
        if drawn:
            body = body.replace(_EMPTY, f'<div id="root">{drawn}</div>'.encode(), 1)
            body = body.replace(
                b'<html lang="en-MY">', f'<html lang="{language}-MY" data-drawn="whole">'.encode(), 1
            )
        return Page(body, compression.compress_body(body, 4), page.kind, status)


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
    elif compression.is_text(kind):
        # Compressed once at the highest level.
        squeezed = compression.compress_body(body, 9)
        packed = squeezed if len(squeezed) < len(body) else None
    rule = (
        "public, max-age=31536000, immutable" if _HASHED.match(name) else "public, max-age=0, must-revalidate"
    )
    return File(body, packed, kind, f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"', rule)


def _plain(file: File, context: RequestContext) -> Response:
    headers = CIMultiDict({"Cache-Control": file.rule, "ETag": file.etag, "Vary": "Accept-Encoding"})
    if is_unchanged(file.etag, context):
        return Response(status=304, headers=headers)
    headers["Content-Type"] = file.kind
    if file.packed is not None and context.takes_gzip:
        compression.mark_gzipped(headers)
        return Response(body=file.packed, headers=headers)
    return Response(body=file.body, headers=headers)
