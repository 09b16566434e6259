"""The auth service, put together."""

from libs.kit.process.service import create_service
from services.auth.jobs import erase, mail_outbids, send_mail, send_pushes, send_webhooks, tidy
from services.auth.routes import (
    accounts,
    api_keys,
    bulk,
    internal,
    notices,
    passkeys,
    profile,
    proofs,
    providers,
    pushes,
    recovery,
    second_factor,
    staff,
    webhooks,
)
from services.auth.service.auth_services import open_auth_services
from services.auth.service.erasure import ANSWERING
from services.auth.settings import AuthSettings
from services.auth.subscribers import subscriptions

ROUTERS = [
    accounts.router,
    recovery.router,
    second_factor.router,
    passkeys.router,
    providers.router,
    profile.router,
    proofs.router,
    api_keys.router,
    webhooks.router,
    notices.router,
    pushes.router,
    bulk.router,
    staff.router,
    internal.router,
]
JOBS = [send_mail, mail_outbids, send_webhooks, send_pushes, erase, tidy]

app = create_service(
    "auth",
    AuthSettings,
    ROUTERS,
    subscriptions,
    jobs=JOBS,
    calls=ANSWERING,
    on_start=open_auth_services,
    staff_path="/api/admin/users",
)
