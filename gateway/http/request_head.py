"""Writes the head of a request to a service. Body length headers are written only here."""

from collections.abc import AsyncIterator, Iterable

Body = bytes | AsyncIterator[bytes] | None
Headers = list[tuple[str, str]]

_FRAMING = frozenset({"content-length", "transfer-encoding"})
_MAY_HAVE_NO_LENGTH = frozenset({"GET", "HEAD", "OPTIONS"})


def is_chunked(body: Body, length: int | None) -> bool:
    """True if the body is a stream of unknown length, which is sent in chunks."""
    return body is not None and not isinstance(body, bytes) and length is None


def head_for_service(
    method: str,
    target: str,
    authority: str,
    headers: Iterable[tuple[str, str]],
    body: Body,
    length: int | None,
) -> bytes:
    """Replaces body length headers in `headers`."""
    kept = [f"{name}: {value}" for name, value in headers if name.lower() not in _FRAMING]
    lines = [f"{method} {target} HTTP/1.1", f"Host: {authority}", *kept, *_framing(method, body, length)]
    text = "\r\n".join(lines) + "\r\n\r\n"
    if text.count("\n") != len(lines) + 1 or text.count("\r") != len(lines) + 1:
        raise ValueError("a header must not hold a line break")
    return text.encode("utf-8", "surrogateescape")


def _framing(method: str, body: Body, length: int | None) -> list[str]:
    if is_chunked(body, length):
        return ["Transfer-Encoding: chunked"]
    if isinstance(body, bytes):
        return [f"Content-Length: {len(body)}"]
    if body is not None:
        return [f"Content-Length: {length}"]
    return [] if method in _MAY_HAVE_NO_LENGTH else ["Content-Length: 0"]
