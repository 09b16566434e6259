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
# Read access to what any guest can see. These requests are forwarded without the owner's token.
READ: Final = "read"
