"""Refresh and one-time tokens, of which only hashes are kept."""

import hashlib
import secrets


def new_refresh_token() -> str:
    """Return the first token of a new family: its id and 256 random bits."""
    return f"{secrets.token_urlsafe(24)}.{secrets.token_hex(32)}"


def hashed(token: str) -> bytes:
    """Return what is stored of a one-time or refresh token."""
    return hashlib.sha256(token.encode()).digest()
