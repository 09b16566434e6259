"""The auth service, put together."""

from libs.kit.service import create_service
from services.auth.routes import router
from services.auth.service import Accounts
from services.auth.settings import AuthSettings
from services.auth.subscribers import subscriptions

settings = AuthSettings()
app = create_service("auth", settings, [router], subscriptions)
app.state.accounts = Accounts(settings)
app.state.verifier.keys.put(app.state.accounts.signer.public_keys)
