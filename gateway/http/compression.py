"""Gzip for text, compressed once per cached response."""

import asyncio
import zlib

from multidict import CIMultiDict

_TEXT = ("text/", "application/json", "application/javascript", "application/manifest+json", "image/svg+xml")
_LEAST, _INLINE = 1024, 128 * 1024


def worth_it(headers: CIMultiDict[str], size: int) -> bool:
    return size >= _LEAST and "Content-Encoding" not in headers and is_text(headers.get("Content-Type", ""))


def is_text(kind: str) -> bool:
    return kind.startswith(_TEXT)


async def gzip(body: bytes, level: int = 4) -> bytes:
    """Large bodies are compressed in a thread."""
    return (
        compress_body(body, level)
        if len(body) <= _INLINE
        else await asyncio.to_thread(compress_body, body, level)
    )


def compress_body(body: bytes, level: int) -> bytes:
    """Contains no time stamp, so that the same body always gives the same bytes."""
    packer = zlib.compressobj(level, zlib.DEFLATED, 31)
    return packer.compress(body) + packer.flush()


def mark_gzipped(headers: CIMultiDict[str]) -> None:
    headers["Content-Encoding"] = "gzip"
    if (etag := headers.get("ETag")) is not None and not etag.startswith("W/"):
        headers["ETag"] = "W/" + etag


def add_vary(headers: CIMultiDict[str], *names: str) -> None:
    if "Vary" not in headers:
        headers["Vary"] = ", ".join(names)
        return
    known = [part.strip() for part in ",".join(headers.popall("Vary", [])).split(",") if part.strip()]
    lower = {name.lower() for name in known}
    headers["Vary"] = ", ".join([*known, *(name for name in names if name.lower() not in lower)])
