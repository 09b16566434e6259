"""Every SELECT of auth."""

from services.auth.queries import erasure, keys, letters, passkeys, people, providers, second_factor, sessions, sweeping

__all__ = ["erasure", "keys", "letters", "passkeys", "people", "providers", "second_factor", "sessions", "sweeping"]
