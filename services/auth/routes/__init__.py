"""HTTP of auth: each route is a sentence."""

from services.auth.routes import (
    accounts,
    internal,
    moderation,
    notices,
    passkeys,
    profile,
    proofs,
    providers,
    recovery,
    second_factor,
)

routers = [
    accounts.router,
    recovery.router,
    second_factor.router,
    passkeys.router,
    providers.router,
    profile.router,
    proofs.router,
    notices.router,
    moderation.router,
    internal.router,
]
