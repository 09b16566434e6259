"""HTTP of auth: each route is a sentence."""

from services.auth.routes import accounts, internal, moderation, profile, recovery

routers = [accounts.router, recovery.router, profile.router, moderation.router, internal.router]
