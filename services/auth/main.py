"""The auth service, put together."""

from fastapi import FastAPI

from libs.kit.service import create_service
from services.auth.routes import router
from services.auth.service import Accounts
from services.auth.settings import AuthSettings
from services.auth.subscribers import subscriptions


def open_keys(app: FastAPI) -> None:
    """Auth checks tokens with its own keys, without asking anybody."""
    app.state.accounts = Accounts(app.state.settings)
    app.state.verifier.keys.pin(app.state.accounts.signer.public_keys)


app = create_service("auth", AuthSettings(), [router], subscriptions, on_start=open_keys)
