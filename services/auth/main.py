from libs.marketplace.service import create_service
from services.auth import internal
from services.auth.accounts import profile_routes, recovery_routes
from services.auth.accounts import routes as accounts_routes
from services.auth.api_keys import routes as api_keys_routes
from services.auth.auth_services import open_auth_services
from services.auth.jobs import erase, mail_outbids, send_mail, send_pushes, send_webhooks, tidy
from services.auth.notifications import routes as notifications_routes
from services.auth.passkeys import routes as passkeys_routes
from services.auth.privacy.erasure import ANSWERING
from services.auth.providers import routes as providers_routes
from services.auth.push import routes as push_routes
from services.auth.second_factor import routes as second_factor_routes
from services.auth.settings import AuthSettings
from services.auth.sign_in import routes as sign_in_routes
from services.auth.staff import bulk_routes
from services.auth.staff import routes as staff_routes
from services.auth.subscribers import subscriptions
from services.auth.webhooks import routes as webhooks_routes

ROUTERS = [
    accounts_routes.router,
    recovery_routes.router,
    second_factor_routes.router,
    passkeys_routes.router,
    providers_routes.router,
    profile_routes.router,
    sign_in_routes.router,
    api_keys_routes.router,
    webhooks_routes.router,
    notifications_routes.router,
    push_routes.router,
    bulk_routes.router,
    staff_routes.router,
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
