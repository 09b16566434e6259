"""Every SELECT of auth."""

from services.auth.queries import (
    addresses,
    erasure,
    keys,
    letters,
    notices,
    outbid_mails,
    passkeys,
    people,
    providers,
    second_factor,
    sessions,
    sweeping,
)

__all__ = [
    "addresses", "erasure", "keys", "letters", "notices", "outbid_mails", "passkeys", "people", "providers",
    "second_factor",
    "sessions", "sweeping",
]  # fmt: skip
