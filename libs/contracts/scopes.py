"""What an API key may be allowed to do, in words that its owner chooses from."""

from typing import Final, Literal, get_args

Scope = Literal[
    "read",
    "events:read",
    "account:read",
    "account:write",
    "listings:read",
    "listings:write",
    "bids:write",
    "messages:read",
    "messages:write",
    "orders:read",
    "orders:write",
]
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)
# What any guest may read: it goes out without the owner's name.
READ: Final = "read"
