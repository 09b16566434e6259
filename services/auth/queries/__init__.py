"""Every SELECT of auth."""

from services.auth.queries import (
    erasure,
    keys,
    letters,
    notices,
    passkeys,
    people,
    providers,
    second_factor,
    sessions,
    sweeping,
)

__all__ = [
    "erasure", "keys", "letters", "notices", "passkeys", "people", "providers", "second_factor", "sessions", "sweeping",
]  # fmt: skip
