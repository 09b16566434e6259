"""WebSocket frames, encoded once for all receivers."""

import struct

PING = b"\x89\x00"


def text_frame(text: str) -> bytes:
    """An unmasked, uncompressed text frame (RFC 6455, section 5.2)."""
    return _frame(0x81, text.encode(errors="replace"))  # JSON can contain a lone surrogate, UTF-8 cannot.


def pong_frame(data: bytes) -> bytes:
    return _frame(0x8A, data[:125])


def _frame(first: int, body: bytes) -> bytes:
    size = len(body)
    if size < 126:
        return bytes((first, size)) + body
    if size < 65536:
        return struct.pack("!BBH", first, 126, size) + body
    return struct.pack("!BBQ", first, 127, size) + body
