"""HTTP of auth: each route is a sentence."""

from services.auth.routes import accounts, internal, moderation, profile, recovery, second_factor

routers = [
    accounts.router,
    recovery.router,
    second_factor.router,
    profile.router,
    moderation.router,
    internal.router,
]
